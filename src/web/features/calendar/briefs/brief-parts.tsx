import { FileText, Gavel, Paperclip, SquareCheck } from "lucide-react";
import type { ReactNode } from "react";
import type { BriefTask, EventBrief } from "#contract/briefs.ts";
import { useActionContext } from "../../../kernel/actions/here.ts";
import { openNotePath } from "../../../kernel/notes/note-names.ts";
import { shortDay } from "../../../lib/dates.ts";
import { t } from "../../../lib/messages/t.ts";
import { dateOf } from "../model/periods.ts";

const row = "tap flex min-h-8 w-full items-center gap-2 rounded-md px-1 text-start text-sm hover:bg-hover";

type PartProps = { title: string; children: ReactNode };

function Part({ title, children }: PartProps) {
  return (
    <section aria-label={title} className="mt-3">
      <h3 className="pb-1 text-sm font-semibold text-muted">{title}</h3>
      <ul className="flex flex-col gap-1">{children}</ul>
    </section>
  );
}

export const isEmptyBrief = ({ notes, decisions, tasks, files }: EventBrief): boolean =>
  notes.length + decisions.length + tasks.length + files.length === 0;

type BriefPartsProps = { brief: EventBrief; onLeave: () => void };

/** What notes say, each with the way to where it stands. */
export function BriefParts({ brief: { notes, decisions, tasks, files }, onLeave }: BriefPartsProps) {
  const openNote = (noteId: string) => {
    onLeave();
    openNotePath(`/app/editor/${noteId}`);
  };
  return (
    <>
      {notes.length > 0 && (
        <Part title={t("Related notes")}>
          {notes.map(({ noteId, title, quotes }) => (
            <li key={noteId}>
              <button type="button" className={row} onClick={() => openNote(noteId)}>
                <FileText size={15} aria-hidden="true" className="shrink-0 text-muted" />
                <bdi className="min-w-0 truncate font-medium">{title.trim() || t("Untitled")}</bdi>
              </button>
              {quotes.map((quote) => (
                <blockquote
                  key={quote}
                  dir="auto"
                  className="ms-3 mb-1 border-s-2 border-line-strong ps-3 text-sm text-muted wrap-anywhere"
                >
                  {quote}
                </blockquote>
              ))}
            </li>
          ))}
        </Part>
      )}
      {decisions.length > 0 && (
        <Part title={t("Decisions")}>
          {decisions.map(({ noteId, title, quote }) => (
            <li key={`${noteId} ${quote}`}>
              <button type="button" className={row} onClick={() => openNote(noteId)}>
                <Gavel size={15} aria-hidden="true" className="shrink-0 text-muted" />
                <span className="min-w-0 flex-1">
                  <span dir="auto" className="block wrap-anywhere">
                    {quote}
                  </span>
                  <bdi className="block truncate text-xs text-muted">{title.trim() || t("Untitled")}</bdi>
                </span>
              </button>
            </li>
          ))}
        </Part>
      )}
      {tasks.length > 0 && <BriefTasks title={t("Open tasks")} tasks={tasks} onLeave={onLeave} />}
      {files.length > 0 && (
        <Part title={t("Files")}>
          {files.map(({ fileId, name, noteId }) => (
            <li key={fileId}>
              <button type="button" className={row} onClick={() => openNote(noteId)}>
                <Paperclip size={15} aria-hidden="true" className="shrink-0 text-muted" />
                <bdi className="min-w-0 truncate">{name}</bdi>
              </button>
            </li>
          ))}
        </Part>
      )}
    </>
  );
}

type BriefTasksProps = { title: string; tasks: readonly BriefTask[]; onLeave: () => void };

export function BriefTasks({ title, tasks, onLeave }: BriefTasksProps) {
  return (
    <Part title={title}>
      {tasks.map((task) => (
        <li key={task.taskId}>
          <button
            type="button"
            className={row}
            onClick={() => {
              onLeave();
              useActionContext.getState().go(`/app/tasks?task=${task.taskId}`);
            }}
          >
            <SquareCheck size={15} aria-hidden="true" className="shrink-0 text-muted" />
            <bdi className="min-w-0 flex-1 truncate">{task.title}</bdi>
            {task.dueDate && (
              <span className="shrink-0 text-xs text-muted">{shortDay(dateOf(task.dueDate))}</span>
            )}
          </button>
        </li>
      ))}
    </Part>
  );
}
