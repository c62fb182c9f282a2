import { useQuery } from "@tanstack/react-query";
import { Copy, ExternalLink } from "lucide-react";
import { useState, type FormEvent } from "react";
import type { Publication } from "#contract/sharing.ts";
import { SLUG_FORM, SLUG_MAX, SLUG_MIN, slugOf } from "#contract/shared/slug.ts";
import { api, queryClient } from "../../platform/api.ts";
import { copyText } from "../../platform/device/clipboard.ts";
import { rpc } from "../../platform/rpc.ts";
import { errorCode } from "../../platform/rpc-errors.ts";
import { Button, buttonClass } from "../../ui/button.tsx";
import { DateField } from "../../ui/date-field.tsx";
import { Field } from "../../ui/field.tsx";
import { Switch } from "../../ui/switch.tsx";
import { toast } from "../../ui/toast-store.ts";
import { isoDay } from "../../lib/dates.ts";
import { t } from "../../lib/messages/t.ts";

const invalidate = () => queryClient.invalidateQueries({ queryKey: api.sharing.key() });
type Change = Omit<Parameters<typeof rpc.sharing.publish>[0], "noteId">;

/** A page of the note that needs no account: on and off, its address, and who may read it for how long. */
export function PublishPart({ noteId }: { noteId: string }) {
  const { data, error } = useQuery(api.sharing.publication.queryOptions({ input: { noteId }, staleTime: 0 }));
  const [isBusy, setIsBusy] = useState(false);
  const publication = data?.publication ?? null;
  const work = async (call: Promise<unknown>, words: string): Promise<string | null> => {
    setIsBusy(true);
    try {
      await call;
      await invalidate();
      toast.success(words);
      return null;
    } catch (failure) {
      return errorCode(failure) && failure instanceof Error ? failure.message : t("Can't reach the server.");
    } finally {
      setIsBusy(false);
    }
  };
  const handleSwitch = async (isOn: boolean) => {
    const call = isOn ? rpc.sharing.publish({ noteId }) : rpc.sharing.unpublish({ noteId });
    const problem = await work(call, isOn ? t("Published") : t("No longer published"));
    if (problem) toast.error(problem);
  };
  if (error && !data)
    return <p className="mt-2 text-sm text-muted">{t("Couldn't load whether this note is published.")}</p>;
  return (
    <>
      <p className="mb-3 text-sm text-muted">
        {t(
          "Anyone with the link can read it. It always shows the current note, without comments, tags or unpublished notes.",
        )}
      </p>
      <Switch
        label={t("Publish this note")}
        isOn={publication !== null}
        isDisabled={data === undefined || isBusy}
        onChange={(isOn) => void handleSwitch(isOn)}
      />
      {publication && (
        <PageSettings
          key={`${publication.slug}:${publication.expiresAt}:${publication.hasPassword}`}
          publication={publication}
          isBusy={isBusy}
          onSave={(change) => work(rpc.sharing.publish({ noteId, ...change }), t("Saved"))}
        />
      )}
    </>
  );
}

type PageSettingsProps = {
  publication: Publication;
  isBusy: boolean;
  /** Resolves to what is wrong. */
  onSave: (change: Change) => Promise<string | null>;
};

function PageSettings({ publication, isBusy, onSave }: PageSettingsProps) {
  const { url, slug, hasPassword, expiresAt, isIndexed } = publication;
  const [hasEnded] = useState(() => expiresAt !== null && Date.parse(expiresAt) <= Date.now());
  const [problem, setProblem] = useState<string>();
  const [dayProblem, setDayProblem] = useState<string>();
  const handleSubmit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const given = new FormData(event.currentTarget);
    const wanted = String(given.get("slug")).trim().toLowerCase();
    const fitting = SLUG_FORM.test(wanted) ? wanted : slugOf(wanted);
    if (fitting.length < SLUG_MIN) return setProblem(t("Use at least three letters, digits or dashes."));
    const password = String(given.get("password"));
    const day = String(given.get("day"));
    const isOver = day !== "" && Date.parse(endOf(day)) <= Date.now();
    setDayProblem(isOver ? t("That day has passed. Choose today or later.") : undefined);
    if (isOver) return setProblem(undefined);
    setProblem(
      (await onSave({
        slug: fitting,
        expiresAt: day ? endOf(day) : null,
        ...(password && { password }),
      })) ?? undefined,
    );
  };
  return (
    <>
      <div className="mt-3 flex flex-wrap items-center gap-2">
        <output className="w-full rounded-md border border-line bg-bg px-3 py-1.5 text-sm wrap-anywhere">
          {url}
        </output>
        <Button onClick={() => void copyText(url, t("Link copied"))}>
          <Copy size={14} /> {t("Copy link")}
        </Button>
        <a href={url} target="_blank" rel="noopener" className={buttonClass("plain")}>
          <ExternalLink size={14} /> {t("Open")}
        </a>
      </div>
      {hasEnded && (
        <p className="mt-2 text-sm text-warn">
          {t(
            "This page has expired, and visitors see that there is no page. Choose a later day, or none, to bring it back.",
          )}
        </p>
      )}
      <form onSubmit={(event) => void handleSubmit(event)} className="mt-4 flex flex-col gap-3">
        <Field
          label={t("Address")}
          name="slug"
          defaultValue={slug}
          maxLength={SLUG_MAX}
          autoComplete="off"
          spellCheck={false}
          error={problem}
          hint={t("End of the link. Keep it hard to guess unless you set a password.")}
        />
        <div className="grid items-start gap-3 sm:grid-cols-2">
          <Field
            label={t("Password")}
            name="password"
            type="password"
            minLength={6}
            maxLength={200}
            autoComplete="new-password"
            placeholder={hasPassword ? t("Unchanged") : t("None")}
            aside={
              hasPassword && (
                <button
                  type="button"
                  className="text-xs underline"
                  onClick={() => void onSave({ password: null })}
                >
                  {t("Remove password")}
                </button>
              )
            }
          />
          <DateField
            label={t("Expires on")}
            name="day"
            defaultValue={dayOf(expiresAt)}
            error={dayProblem}
            hint={t("Leave empty to keep it.")}
          />
        </div>
        <Switch
          label={t("Allow search engines")}
          isOn={isIndexed}
          isDisabled={isBusy || hasPassword}
          onChange={(isOn) => void onSave({ isIndexed: isOn })}
        />
        <div className="flex justify-end">
          <Button type="submit" isBusy={isBusy}>
            {t("Save page settings")}
          </Button>
        </div>
      </form>
    </>
  );
}

/** The day's last moment by this device's clock. */
const endOf = (day: string) => new Date(`${day}T23:59:59`).toISOString();

const dayOf = (instant: string | null) => (instant === null ? "" : isoDay(new Date(instant)));
