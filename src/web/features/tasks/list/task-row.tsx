import { clsx } from "clsx";
import { CalendarClock, FileText, FolderKanban, Hash, History, Repeat, Timer } from "lucide-react";
import { type ReactNode, useState } from "react";
import type { Task } from "#contract/tasks.ts";
import { AssigneeMark, useIsReader } from "../../../kernel/projects/people.tsx";
import { RetryMark } from "../../../kernel/retry-mark.tsx";
import { dueWords } from "../../../kernel/tasks/due-phrase.ts";
import { openNotePath } from "../../../kernel/notes/note-names.ts";
import { clockTime } from "../../../lib/dates.ts";
import { t } from "../../../lib/messages/t.ts";
import { ItemRow } from "../../../ui/data-parts/item-row.tsx";
import { minutesInWords } from "../../../kernel/tasks/minutes.ts";
import { setDone } from "../../../kernel/tasks/task-mutations.ts";
import { TaskMenu } from "./task-menu.tsx";
import { WaitsMark } from "./waits-mark.tsx";
import { plannedWords } from "../planned-words.ts";

const mark = "inline-flex shrink-0 items-center gap-1 text-xs text-faint";

type TaskRowProps = {
  task: Task;
  now: Date;
  /** The head above it says the day. */
  isUnderDay: boolean;
  isSelected?: boolean;
  /** Where a dragged row would go. */
  mark?: "above" | "below" | undefined;
  /** One place up or down, where the order is made by hand. */
  onMove?: ((id: string, step: -1 | 1) => void) | undefined;
  onOpen: () => void;
  /** Narrows the list to a tag; without it tags are not shown. */
  onTag?: (tag: string) => void;
};

/** A task in a list: its box, its words, which open it, and what is known of it. */
export function TaskRow(props: TaskRowProps) {
  const { task, now, isUnderDay, isSelected = false, mark: drop, onMove, onOpen, onTag } = props;
  const date = dateOfRow(task, now, isUnderDay);
  const isReader = useIsReader(task);
  // The lists tell their change a moment later, in which the box would jump back.
  const [wanted, setWanted] = useState<boolean | null>(null);
  return (
    <li
      className={clsx(
        "group relative flex items-center gap-1 rounded-md",
        isSelected && "bg-accent-soft",
        drop && "before:absolute before:inset-x-2 before:h-0.5 before:bg-accent",
        drop === "above" ? "before:-top-px" : "before:-bottom-px",
      )}
      data-task={task.id}
      draggable={onMove !== undefined && !isReader}
    >
      {isSelected && <span className="sr-only">{t("Selected")}</span>}
      <div className="min-w-0 flex-1">
        <ItemRow
          title={task.title}
          lead={{
            isDone: wanted ?? task.completed,
            isFixed: isReader,
            onToggle: (isDone) => {
              setWanted(isDone);
              focusNext(task.id);
              void setDone(task, isDone).finally(() => setWanted(null));
            },
          }}
          {...(date && { date })}
          {...(task.priority !== "medium" && { priority: task.priority })}
          renderTitle={(title, className) => (
            <span className={clsx(className, "flex items-center gap-2")}>
              <button
                type="button"
                dir="auto"
                data-open=""
                aria-keyshortcuts={onMove && "Alt+ArrowUp Alt+ArrowDown"}
                className="min-w-0 truncate rounded-md py-1.5 text-start hover:underline"
                onClick={onOpen}
              >
                {title}
              </button>
              {task.project && (
                <span className="flex min-w-0 items-center gap-1 text-xs text-faint" title={t("Project")}>
                  <FolderKanban size={12} aria-hidden="true" className="shrink-0" />
                  <bdi className="max-w-40 truncate">{task.project.title}</bdi>
                </span>
              )}
              <WaitsMark task={task} isShort />
              <Marks task={task} {...(onTag && { onTag })} />
              <AssigneeMark task={task} />
              <RetryMark id={task.id} />
            </span>
          )}
        />
      </div>
      <TaskMenu task={task} onMove={onMove} onOpen={onOpen} />
    </li>
  );
}

/** When it is due, as far as the head above it has not said it. */
function dateOfRow(
  task: Task,
  now: Date,
  isUnderDay: boolean,
): { words: string; isLate: boolean } | undefined {
  const { dueDate, dueTime, completed } = task;
  if (!dueDate || completed) return undefined;
  const isLate = dueWords(task, now)?.tone === "overdue";
  // The row itself says that it is late.
  const words = dueWords({ dueDate, dueTime, completed: true }, now)!.words;
  if (!isUnderDay) return { words, isLate };
  return dueTime ? { words: clockTime(new Date(`${dueDate}T${dueTime}`)), isLate } : undefined;
}

/** The row of a ticked task goes; the focus stays in the list. */
function focusNext(taskId: string): void {
  const row = document.querySelector(`[data-task="${CSS.escape(taskId)}"]`);
  if (!row?.contains(document.activeElement)) return;
  const rows = [...(row.closest("[data-tasks]")?.querySelectorAll("[data-task]") ?? [])];
  const at = rows.indexOf(row);
  const next = rows[at + 1] ?? rows[at - 1];
  next?.querySelector<HTMLElement>("input[type=checkbox]")?.focus();
}

function Marks({ task, onTag }: { task: Task; onTag?: (tag: string) => void }) {
  const said = (words: string, icon: ReactNode, more?: string) => (
    <span className={clsx(mark, more && "max-sm:hidden")} title={words}>
      {icon}
      {more ?? <span className="sr-only">{words}</span>}
    </span>
  );
  return (
    <>
      {task.repeat && said(t("Repeats"), <Repeat size={12} aria-hidden="true" />)}
      {task.plannedAt !== null && !task.completed && (
        <span className={clsx(mark, "max-sm:hidden")} title={t("Planned time")}>
          <CalendarClock size={12} aria-hidden="true" />
          <span className="sr-only">{t("Planned time")}</span>
          {plannedWords(task.plannedAt, task.plannedMinutes ?? 0)}
        </span>
      )}
      {task.spentMinutes > 0 &&
        said(t("Time spent"), <History size={12} aria-hidden="true" />, minutesInWords(task.spentMinutes))}
      {task.estimateMinutes !== null &&
        said(t("Estimate"), <Timer size={12} aria-hidden="true" />, minutesInWords(task.estimateMinutes))}
      {task.noteId && (
        <button
          type="button"
          className={clsx(mark, "tap rounded-md p-0.5 hover:text-ink")}
          aria-label={t("Open the note of {title}", { title: task.title })}
          onClick={() => openNotePath(`/app/editor/${task.noteId}${task.blockId ? `#${task.blockId}` : ""}`)}
        >
          <FileText size={13} aria-hidden="true" />
        </button>
      )}
      {onTag &&
        task.tags.map((tag) => (
          <button
            key={tag}
            type="button"
            className={clsx(mark, "tap max-w-32 rounded-md hover:text-ink max-sm:hidden")}
            onClick={() => onTag(tag)}
          >
            <Hash size={11} aria-hidden="true" className="-me-1" />
            <bdi className="truncate">{tag}</bdi>
          </button>
        ))}
    </>
  );
}
