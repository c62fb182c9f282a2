import { clsx } from "clsx";
import { AlarmClock, Repeat } from "lucide-react";
import { ruleOf } from "#contract/shared/reminder-rule.ts";
import { RetryMark } from "../../../kernel/retry-mark.tsx";
import { setDone } from "../../../kernel/tasks/task-mutations.ts";
import { t } from "../../../lib/messages/t.ts";
import type { Entry } from "../model/entries.ts";
import { repeats } from "../model/reshape.ts";
import { spanTimeWords, spanWords, timeWords } from "../model/times.ts";

/** What is said of an entry after its title to who does not see where it stands. */
export function moreWords(entry: Entry, now: Date): string {
  const when = spanWords(entry.span, now);
  if (entry.kind === "reminder") return t(", reminder, {when}", { when });
  if (entry.kind === "task")
    return entry.isBlock ? t(", time set aside, {when}", { when }) : t(", task, {when}", { when });
  const words = t(", {when}, {place}", { when, place: entry.place || t("No location") });
  return entry.event.isCanceled ? t(", canceled{words}", { words }) : words;
}

/** It was to happen, and does not. */
export const isCanceled = (entry: Entry): boolean => entry.kind === "event" && entry.event.isCanceled;

/** The element that says what keys do to an entry; one for all. */
export const KEYS_HINT = "calendar-keys-hint";

type EntryFaceProps = {
  entry: Entry;
  now: Date;
  /** "line": one line with the time before it; "block": as high as it takes; "chip": in a month under fingers, which open the day. */
  look: "line" | "block" | "chip";
  isShort: boolean;
};

/** An event or a task where it stands in the grid. The press itself is heard by the grid, which tells it from a drag. */
export function EntryFace({ entry, now, look, isShort }: EntryFaceProps) {
  const isDone = (entry.kind === "task" && entry.task.completed) || (look === "chip" && isCanceled(entry));
  const className = clsx("min-w-0 flex-1 self-stretch px-1 text-start", isDone && "text-muted line-through");
  if (look === "chip")
    return (
      <span data-kind={entry.kind} className={`${className} truncate`}>
        {entry.title}
      </span>
    );
  const isLine = look === "line" || isShort;
  return (
    <span
      data-kind={entry.kind}
      {...(entry.kind === "task" && entry.isBlock && { "data-block": "" })}
      className="@container flex min-w-0 flex-1 items-start overflow-hidden"
    >
      {entry.kind === "task" && <TaskBox entry={entry} />}
      {entry.kind === "reminder" && (
        <AlarmClock size={12} aria-hidden="true" className="ms-1 mt-1.5 shrink-0 text-muted" />
      )}
      <button
        type="button"
        data-entry={entry.key}
        aria-describedby={KEYS_HINT}
        className={clsx(
          className,
          isLine
            ? "@container flex min-h-6 items-center gap-1"
            : "@container flex flex-col justify-start py-0.5",
        )}
      >
        {isLine ? <LineWords entry={entry} /> : <BlockWords entry={entry} />}
        <span className="sr-only">{moreWords(entry, now)}</span>
      </button>
      <RetryMark id={idOf(entry)} />
    </span>
  );
}

function idOf(entry: Entry): string {
  if (entry.kind === "event") return entry.event.id;
  return entry.kind === "task" ? entry.task.id : entry.reminder.id;
}

const isTimed = ({ span }: Entry) => span.start.length > 10;

function LineWords({ entry }: { entry: Entry }) {
  return (
    <>
      {isTimed(entry) && (
        <span aria-hidden="true" className="shrink-0 text-muted tabular-nums @max-[7rem]:hidden">
          {timeWords(entry.span.start)}
        </span>
      )}
      <span dir="auto" className={clsx("min-w-0 truncate font-medium", isCanceled(entry) && STRUCK)}>
        {entry.title}
      </span>
      {isCanceled(entry) && <CanceledWord className="@max-[9rem]:hidden" />}
      <Signs entry={entry} />
    </>
  );
}

const STRUCK = "text-muted line-through";

/** Read out by `moreWords`. */
export const CanceledWord = ({ className }: { className: string }) => (
  <span aria-hidden="true" className={clsx("shrink-0 truncate text-muted", className)}>
    {t("Canceled")}
  </span>
);

/** That it comes again, and that a reminder is set. */
function Signs({ entry }: { entry: Entry }) {
  const isRepeated =
    entry.kind === "event"
      ? repeats(entry.event)
      : entry.kind === "reminder" && ruleOf(entry.reminder) !== null;
  if (!isRepeated && !entry.hasReminder) return null;
  return (
    <span className="ms-auto flex shrink-0 gap-1 self-center text-muted @max-[9rem]:hidden">
      {entry.hasReminder && <AlarmClock size={11} aria-hidden="true" />}
      {isRepeated && <Repeat size={11} aria-hidden="true" />}
      {entry.hasReminder && <span className="sr-only">{t(", reminder set")}</span>}
    </span>
  );
}

function BlockWords({ entry }: { entry: Entry }) {
  return (
    <>
      <span
        dir="auto"
        className={clsx(
          "max-w-full shrink-0 font-medium text-ellipsis wrap-anywhere",
          // A short one has two lines: the second says that it is canceled.
          isCanceled(entry) ? `line-clamp-1 ${STRUCK}` : "line-clamp-2",
        )}
      >
        {entry.title}
      </span>
      {isCanceled(entry) && <CanceledWord className="max-w-full" />}
      <span className="flex max-w-full shrink-0 items-center gap-1 text-muted @max-[4.5rem]:hidden">
        {isTimed(entry) && (
          <span aria-hidden="true" className="truncate tabular-nums">
            {spanTimeWords(entry.span)}
          </span>
        )}
        <Signs entry={entry} />
      </span>
      {entry.kind === "event" && entry.place && (
        <span aria-hidden="true" dir="auto" className="truncate text-muted @max-[4.5rem]:hidden">
          {entry.place}
        </span>
      )}
    </>
  );
}

function TaskBox({ entry: { task, isFixed } }: { entry: Entry & { kind: "task" } }) {
  return (
    <label className="grid size-6 shrink-0 place-items-center @max-[3rem]:hidden">
      <input
        type="checkbox"
        checked={task.completed}
        disabled={isFixed}
        aria-label={t("Done: {title}", { title: task.title })}
        onChange={(event) => void setDone(task, event.target.checked)}
        className="!size-3.5 accent-(--accent-fill)"
      />
    </label>
  );
}
