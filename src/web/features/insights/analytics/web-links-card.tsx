import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useId, useState } from "react";
import type { WebLink } from "#contract/web-links.ts";
import { LoadFault } from "../../../kernel/load-fault.tsx";
import { titleOf } from "../../../kernel/notes/note-title.ts";
import { updatePreferences, usePreferences } from "../../../kernel/workspace/frame.ts";
import { ago } from "../../../lib/dates.ts";
import { plural } from "../../../lib/messages/plural.ts";
import { t } from "../../../lib/messages/t.ts";
import { api } from "../../../platform/api.ts";
import { Button } from "../../../ui/button.tsx";
import { SkeletonRows } from "../../../ui/skeleton.tsx";
import { Switch } from "../../../ui/switch.tsx";
import { checkNow, dismissLink, replaceLink } from "./web-link-mutations.ts";

const SHOWN = 5;

/** Web links of one's notes that no longer lead where they did. Nothing is asked unless somebody wants it. */
export function WebLinksCard() {
  const heading = useId();
  const { data, error, refetch } = useQuery(api.webLinks.list.queryOptions({ input: {}, staleTime: 0 }));
  const isOn = usePreferences()?.settings.checksLinks ?? false;
  return (
    <section
      aria-labelledby={heading}
      className="flex min-w-0 flex-col gap-3 rounded-md border border-line p-4"
    >
      <div className="flex min-h-8 flex-wrap items-center justify-between gap-2">
        <h2 id={heading} className="text-sm font-semibold">
          {t("Links to the web")}
        </h2>
        {data && data.counts.all > 0 && (
          <Button isBusy={data.isChecking} className="pointer-coarse:h-11" onClick={() => void checkNow()}>
            {data.isChecking ? t("Checking…") : t("Check Now")}
          </Button>
        )}
      </div>
      {data ? (
        <Found of={data} />
      ) : error ? (
        <LoadFault isInline error={error} onRetry={() => void refetch()} />
      ) : (
        <SkeletonRows count={3} />
      )}
      <Switch
        label={t("Check links automatically")}
        isOn={isOn}
        onChange={(checksLinks) => void updatePreferences({ settings: { checksLinks } })}
      />
      <p className="text-xs text-muted">
        {t(
          "To check, the server asks each linked site whether the address still works, at most 500 addresses a day. Sites see the address of the server, not yours.",
        )}
      </p>
    </section>
  );
}

type Listed = { links: WebLink[]; counts: { all: number; checked: number; unasked: number } };

function Found({ of: { links, counts } }: { of: Listed }) {
  const [isAll, setIsAll] = useState(false);
  const shown = isAll ? links : links.slice(0, SHOWN);
  return (
    <>
      <p className="text-sm text-muted">
        {counts.all === 0
          ? t("Your notes have no links to the web.")
          : counts.checked === 0
            ? plural(counts.all, {
                one: "{count} address, not checked yet",
                other: "{count} addresses, none checked yet",
              })
            : t("{checked} of {all} addresses checked", { checked: counts.checked, all: counts.all })}
        {counts.unasked > 0 && (
          <>
            {" · "}
            {plural(counts.unasked, {
              one: "{count} can't be checked",
              other: "{count} can't be checked",
            })}
          </>
        )}
        {counts.checked > 0 && links.length === 0 && <> · {t("None is broken")}</>}
      </p>
      {links.length > 0 && (
        <ul className="flex flex-col divide-y divide-line">
          {shown.map((link) => (
            <LinkRow key={link.id} link={link} />
          ))}
        </ul>
      )}
      {links.length > SHOWN && (
        <Button look="quiet" className="self-start pointer-coarse:h-11" onClick={() => setIsAll(!isAll)}>
          {isAll ? t("Show Fewer") : t("Show All {count}", { count: links.length })}
        </Button>
      )}
    </>
  );
}

function LinkRow({ link }: { link: WebLink }) {
  const { address, movedTo, notes, noteCount } = link;
  const [isBusy, setIsBusy] = useState(false);
  const during = (run: () => Promise<void>) => async () => {
    setIsBusy(true);
    await run();
    setIsBusy(false);
  };
  return (
    <li className="flex min-w-0 flex-col gap-1 py-2 text-sm" data-web-link={address}>
      <a
        href={address}
        target="_blank"
        rel="noopener noreferrer"
        dir="ltr"
        className="truncate text-start underline"
      >
        {address}
      </a>
      <p className={link.why === "moved" ? "text-muted" : "text-danger"}>{reasonOf(link)}</p>
      {movedTo && link.why === "moved" && (
        <p dir="ltr" className="truncate text-start text-muted">
          {movedTo}
        </p>
      )}
      <p className="min-w-0 text-muted">
        {notes.slice(0, 3).map((note, at) => (
          <span key={note.id}>
            {at > 0 && ", "}
            <Link to="/app/editor/{-$noteId}" params={{ noteId: note.id }} className="underline">
              <bdi>{titleOf(note)}</bdi>
            </Link>
          </span>
        ))}
        {noteCount > 3 && <> {t("and {count} more", { count: noteCount - 3 })}</>}
      </p>
      <div className="flex flex-wrap gap-2">
        {movedTo && link.why === "moved" && (
          <Button isBusy={isBusy} className="pointer-coarse:h-11" onClick={during(() => replaceLink(link))}>
            {t("Use New Address")}
          </Button>
        )}
        <Button
          look="quiet"
          isBusy={isBusy}
          className="pointer-coarse:h-11"
          onClick={during(() => dismissLink(link))}
        >
          {t("Don't Show Again")}
        </Button>
      </div>
    </li>
  );
}

function reasonOf({ why, status, failingSince, checkedAt }: WebLink): string {
  const since = ago(failingSince ?? checkedAt);
  if (why === "moved") return t("Moved permanently to:");
  if (why === "gone") return t("Nothing is there: {status}, first {since}", { status: status ?? 404, since });
  return status === null
    ? t("Doesn't answer, first {since}", { since })
    : t("Fails with {status}, first {since}", { status, since });
}
