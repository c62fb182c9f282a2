import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { ChangesetComparison } from "#contract/changesets.ts";
import { language } from "../../lib/messages/catalog.ts";
import { t } from "../../lib/messages/t.ts";
import { api } from "../../platform/api.ts";
import { useIsOffline } from "../../platform/connection.ts";
import { failureWords } from "../../platform/rpc-errors.ts";
import { Button } from "../../ui/button.tsx";
import { SearchQuality } from "./search-quality.tsx";

type Counts = ChangesetComparison["before"];

const ROWS: Record<keyof Counts, string> = {
  notes: t("Notes"),
  unfiledNotes: t("Notes in no folder"),
  folders: t("Folders"),
  tags: t("Tags"),
  openTasks: t("Open tasks"),
  events: t("Events"),
  reminders: t("Reminders"),
  files: t("Files"),
  links: t("Links between notes"),
  brokenLinks: t("Links that lead to no note"),
};

/** What there would be if all that waits were accepted, beside what there is. */
export function Comparison({ id }: { id: string }) {
  const [isOpen, setIsOpen] = useState(false);
  const isOffline = useIsOffline();
  return (
    <section aria-label={t("What would come of it")} className="pb-2">
      <Button
        look="quiet"
        aria-expanded={isOpen}
        disabled={isOffline && !isOpen}
        className="-ms-3 pointer-coarse:h-11"
        onClick={() => setIsOpen(!isOpen)}
      >
        {t("What would come of it?")}
      </Button>
      {isOpen && <Counted id={id} />}
    </section>
  );
}

export function Counted({ id }: { id: string }) {
  const { data, error } = useQuery(
    api.changesets.compare.queryOptions({ input: { id }, staleTime: 0, gcTime: 0, retry: false }),
  );
  if (!data)
    return (
      <p role="status" className="text-sm text-muted">
        {error ? failureWords(error, t("It couldn't be tried now.")) : t("Trying it...")}
      </p>
    );
  return (
    <>
      <CountTable {...data} />
      <SearchQuality {...data} />
    </>
  );
}

function CountTable({ before, after }: ChangesetComparison) {
  const names = (Object.keys(ROWS) as (keyof Counts)[]).filter((name) => before[name] !== after[name]);
  if (names.length === 0)
    return (
      <p role="status" className="text-sm text-muted">
        {t("The number of your notes, links, tags, tasks and other things stays the same.")}
      </p>
    );
  return (
    <table className="w-full max-w-md text-sm">
      <thead>
        <tr className="text-start text-xs text-faint">
          <th className="py-1 text-start font-normal">{t("If you accept all that waits")}</th>
          <th className="text-end font-normal">{t("Now")}</th>
          <th className="text-end font-normal">{t("Then")}</th>
        </tr>
      </thead>
      <tbody className="tabular-nums">
        {names.map((name) => (
          <tr key={name} className="border-t border-line">
            <th scope="row" className="py-1 text-start font-normal">
              {ROWS[name]}
            </th>
            <td className="text-end text-muted">{before[name].toLocaleString(language)}</td>
            <td
              className={
                name === "brokenLinks" && after[name] > before[name] ? "text-end text-warn" : "text-end"
              }
            >
              {after[name].toLocaleString(language)}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
