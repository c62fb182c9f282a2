import { Copy, ExternalLink } from "lucide-react";
import { useState, type FormEvent } from "react";
import type { Publication } from "#contract/sharing.ts";
import { PAGE_ACCENTS, PAGE_THEMES } from "#contract/shared/page-look.ts";
import { SLUG_FORM, SLUG_MAX, SLUG_MIN, slugOf } from "#contract/shared/slug.ts";
import { copyText } from "../../platform/device/clipboard.ts";
import type { rpc } from "../../platform/rpc.ts";
import { Button, buttonClass } from "../../ui/button.tsx";
import { DateField } from "../../ui/dates/date-field.tsx";
import { Field } from "../../ui/field.tsx";
import { Select } from "../../ui/overlay/select.tsx";
import { Switch } from "../../ui/switch.tsx";
import { toast } from "../../ui/toast-store.ts";
import { isoDay } from "../../lib/dates.ts";
import { t } from "../../lib/messages/t.ts";

export type Change = Omit<Parameters<typeof rpc.sharing.publish>[0], "noteId">;

type PageSettingsProps = {
  publication: Publication;
  isBusy: boolean;
  /** Resolves to what is wrong. */
  onSave: (change: Change) => Promise<string | null>;
};

/** Each option in a line of its own: what is typed is saved by the button, what is chosen at once. */
export function PageSettings({ publication, isBusy, onSave }: PageSettingsProps) {
  const { url, slug, hasPassword, expiresAt, isIndexed, isSigned, theme, accent } = publication;
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
  const choose = async (change: Change) => {
    const fault = await onSave(change);
    if (fault) toast.error(fault);
  };
  return (
    <>
      <div className="mt-3 flex flex-wrap items-center gap-2">
        <output className="w-full rounded-md border border-line bg-bg px-3 py-1.5 text-sm wrap-anywhere">
          {url}
        </output>
        <Button onClick={() => void copyText(url, t("Link copied"))}>
          <Copy size={14} /> {t("Copy Link")}
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
          isLine
          label={t("Address")}
          name="slug"
          defaultValue={slug}
          maxLength={SLUG_MAX}
          autoComplete="off"
          spellCheck={false}
          error={problem}
          hint={t("End of the link. Keep it hard to guess unless you set a password.")}
        />
        <Field
          isLine
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
                onClick={() => void choose({ password: null })}
              >
                {t("Remove password")}
              </button>
            )
          }
        />
        <DateField
          isLine
          label={t("Expires on")}
          name="day"
          defaultValue={dayOf(expiresAt)}
          error={dayProblem}
          hint={t("Leave empty to keep it.")}
        />
        <div className="flex justify-end">
          <Button type="submit" isBusy={isBusy}>
            {t("Save page settings")}
          </Button>
        </div>
      </form>
      <Look look={{ theme, accent }} isBusy={isBusy} onChoose={choose} />
      <div className="mt-4 flex flex-col items-start gap-4">
        <Switch
          label={t("Show your name")}
          isOn={isSigned}
          isDisabled={isBusy}
          onChange={(isOn) => void choose({ isSigned: isOn })}
        />
        <Switch
          label={t("Allow search engines")}
          isOn={isIndexed}
          isDisabled={isBusy || hasPassword}
          onChange={(isOn) => void choose({ isIndexed: isOn })}
        />
      </div>
    </>
  );
}

type LookProps = {
  look: Pick<Publication, "theme" | "accent">;
  isBusy: boolean;
  onChoose: (change: Change) => Promise<void>;
};

function Look({ look: { theme, accent }, isBusy, onChoose }: LookProps) {
  return (
    <div className="mt-5 flex flex-col gap-3 border-t border-line pt-5">
      <Select
        isLine
        label={t("Theme")}
        value={theme}
        disabled={isBusy}
        onChange={(event) => void onChoose({ theme: event.target.value as Publication["theme"] })}
      >
        {PAGE_THEMES.map((name) => (
          <option key={name} value={name}>
            {themeWords[name]}
          </option>
        ))}
      </Select>
      <Select
        isLine
        label={t("Accent color")}
        value={accent ?? ""}
        disabled={isBusy}
        onChange={(event) => void onChoose({ accent: (event.target.value || null) as Publication["accent"] })}
      >
        <option value="">{t("Default")}</option>
        {PAGE_ACCENTS.map((name) => (
          <option key={name} value={name}>
            {accentWords[name]}
          </option>
        ))}
      </Select>
    </div>
  );
}

const themeWords = {
  system: t("Reader's device"),
  light: t("Light"),
  dark: t("Dark"),
};

const accentWords = {
  teal: t("Teal"),
  orange: t("Orange"),
  purple: t("Purple"),
  green: t("Green"),
  gold: t("Gold"),
  pink: t("Pink"),
  blue: t("Blue"),
  red: t("Red"),
};

/** The day's last moment by this device's clock. */
const endOf = (day: string) => new Date(`${day}T23:59:59`).toISOString();

const dayOf = (instant: string | null) => (instant === null ? "" : isoDay(new Date(instant)));
