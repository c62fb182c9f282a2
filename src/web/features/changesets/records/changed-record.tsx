import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import {
  AlarmClock,
  ArrowRight,
  CalendarDays,
  File,
  Folder,
  LayoutDashboard,
  ListTodo,
  type LucideIcon,
  NotebookText,
} from "lucide-react";
import { memo, useMemo } from "react";
import { RetryMark } from "../../../kernel/retry-mark.tsx";
import { t } from "../../../lib/messages/t.ts";
import { api } from "../../../platform/api.ts";
import { useTimeChoices } from "../../../ui/dates/time.tsx";
import { useShownState, wordsFor } from "../changed-part.tsx";
import { DecisionButtons } from "../decision-buttons.tsx";
import { decideOne, idOf } from "../decisions.ts";
import { type ChangedRecord as Record_, RECORD_STATE_WORDS } from "../parts.ts";
import { bodyOfNew, type FieldWords, fieldWords, type Names, recordTitle, withMade } from "./record-words.ts";
import { PartText } from "../part-text.tsx";
import { placeLink, StateLine } from "../state-line.tsx";

const ICONS: Record<Record_["kind"], LucideIcon> = {
  note: NotebookText,
  folder: Folder,
  task: ListTodo,
  event: CalendarDays,
  reminder: AlarmClock,
  file: File,
  layout: LayoutDashboard,
};

/** Where a thing is found that is there; what has no address of its own is found on its screen. */
const PATHS: { [Kind in Record_["kind"]]?: (id: string) => string } = {
  note: (id) => `/app/editor/${id}`,
  folder: (id) => `/app/folders/${id}`,
  task: () => "/app/tasks",
  event: () => "/app/calendar",
  file: () => "/app/files",
  layout: () => "/app/dashboard",
};

/** Names of what ids in fields stand for, also of folders that are to be made. */
export function useNames(records: readonly Record_[]): Names {
  const isWanted = records.length > 0;
  const { data } = useQuery({ ...api.folders.list.queryOptions({ input: {} }), enabled: isWanted });
  const ofProjects = useQuery({ ...api.projects.list.queryOptions({ input: {} }), enabled: isWanted });
  return useMemo(() => {
    const folders = data?.folders.map(({ id, name }): [string, string] => [id, name]) ?? [];
    const projects = ofProjects.data?.projects.map(({ id, title }): [string, string] => [id, title]) ?? [];
    return withMade(new Map([...folders, ...projects]), records);
  }, [data, ofProjects.data, records]);
}

type ChangedRecordProps = { changesetId: string; record: Record_; names: Names };

/** What is to be done with one thing: "Create task “Call Ann”", and its fields. */
export const ChangedRecord = memo(function ChangedRecord({ changesetId, record, names }: ChangedRecordProps) {
  useTimeChoices();
  const ref = { record: record.place };
  const state = useShownState(changesetId, ref, record.state);
  const id = idOf(changesetId, ref);
  const name = recordTitle(record);
  const Icon = ICONS[record.kind];
  const body = bodyOfNew(record);
  const path = PATHS[record.kind]?.(record.recordId);
  const isThere = record.action !== "create" || state === "applied" || state === "kept";
  return (
    <article
      data-change-id={id}
      tabIndex={-1}
      aria-label={name}
      className="scroll-mt-16 rounded-md border border-line bg-panel [contain-intrinsic-size:auto_6rem] [content-visibility:auto] focus:border-accent focus:outline-2 focus:-outline-offset-1 focus:outline-accent"
    >
      <div className="flex items-start gap-2.5 px-3 py-2">
        <Icon size={16} className="mt-1 shrink-0 text-faint" aria-hidden="true" />
        <div className="min-w-0 flex-1">
          <h2 dir="auto" className="font-medium wrap-anywhere">
            {name}
          </h2>
          <Fields fields={fieldWords(record, names)} />
          {body !== null && <PartText before="" after={body} label={t("Text of the new note")} />}
        </div>
      </div>
      <div className="flex flex-wrap items-center gap-2 border-t border-line px-3 py-2">
        <StateLine state={state} words={RECORD_STATE_WORDS[state]}>
          {path && isThere && state !== "gone" && state !== "proposed" && (
            <Link to={path as string} className={placeLink}>
              {t("Open")}
            </Link>
          )}
        </StateLine>
        <RetryMark id={id} isCompact />
        <DecisionButtons
          states={[state]}
          words={wordsFor(name)}
          isOne
          onDecide={(way) => void decideOne(changesetId, way, ref)}
        />
      </div>
    </article>
  );
});

function Fields({ fields }: { fields: FieldWords[] }) {
  if (fields.length === 0) return null;
  return (
    <dl className="mt-0.5 text-sm">
      {fields.map(({ name, label, before, after }) => (
        <div key={name} className="flex flex-wrap gap-x-1.5">
          <dt className="text-muted">{t("{label}:", { label })}</dt>
          <dd dir="auto" className="min-w-0 wrap-anywhere whitespace-pre-wrap">
            {before !== null && (
              <>
                <del className="text-muted">{before}</del>
                <ArrowRight
                  size={12}
                  role="img"
                  aria-label={t("becomes")}
                  className="mx-1 inline text-faint"
                />
              </>
            )}
            {after !== null && <ins className="no-underline">{after}</ins>}
          </dd>
        </div>
      ))}
    </dl>
  );
}
