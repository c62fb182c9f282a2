import { clsx } from "clsx";
import { TriangleAlert } from "lucide-react";
import { memo, useRef, type FocusEvent, type ReactNode } from "react";
import type { Task } from "#contract/tasks.ts";
import { addDays } from "#language/moment.ts";
import { dayOfYear, shortDay } from "../../../lib/dates.ts";
import { t } from "../../../lib/messages/t.ts";
import type { Days, TimelineRow } from "./arrange.ts";
import { hasEnds } from "./move-days.ts";
import { type Bar, barOf, type Scale } from "./scale.ts";

/** For lib/dates.ts, which writes days of the reader's own clock. */
export const dateOf = (day: string): Date => new Date(`${day}T00:00`);

const dayWords = (day: string, today: string): string =>
  (day.slice(0, 4) === today.slice(0, 4) ? shortDay : dayOfYear)(dateOf(day));

export const daysWords = ({ first, last }: Days, today: string): string =>
  first === last
    ? dayWords(first, today)
    : t("{from} to {to}", { from: dayWords(first, today), to: dayWords(last, today) });

/** What somebody who does not see the row is told after its title, one sentence each. */
function wordsOf(row: TimelineRow, when: string, today: string): string[] {
  const { task, parent, days, waits, late } = row;
  return [
    days ? t(", {days}", { days: when }) : t(", without a day"),
    ...(task.completed ? [t(", done")] : isOverdue(task, today) ? [t(", overdue")] : []),
    ...(parent ? [t(", sub-task of {title}", { title: parent.title })] : []),
    ...waits.map(({ title }) => t(", waits for {title}", { title })),
    ...late.map(lateWords).map((words) => t(", {words}", { words })),
  ];
}

const lateWords = ({ title }: Task): string => t("starts before {title} ends", { title });

const isOverdue = ({ completed, dueDate }: Task, today: string): boolean =>
  !completed && dueDate !== null && dueDate < today;

/** A row under fingers is as high as one. */
export const ROW_HEIGHT = matchMedia("(pointer: coarse)").matches ? 44 : 36;

type LineProps = {
  id: string;
  /** At which place it stands, of how many: not all of them are drawn. */
  index: number;
  count: number;
  /** What is moved by keys that are pressed here, if anything: a task or a time of an event. */
  moves?: string | undefined;
  title: string;
  words: readonly string[];
  depth: number;
  isDone?: boolean;
  /** After the title. */
  mark?: ReactNode;
  children?: ReactNode;
  onOpen: () => void;
};

/** A title that stays at the edge while its days are scrolled; only lines in sight are drawn. */
export function Line({
  id,
  index,
  count,
  moves,
  title,
  words,
  depth,
  isDone = false,
  mark,
  children,
  onOpen,
}: LineProps) {
  const line = useRef<HTMLDivElement>(null);
  // Who comes by keys sees the bar of what has the focus.
  const handleFocus = ({ currentTarget }: FocusEvent) => {
    if (currentTarget.matches(":focus-visible"))
      line.current?.querySelector("[data-bar]")?.scrollIntoView({ block: "nearest", inline: "nearest" });
  };
  return (
    <div
      ref={line}
      role="listitem"
      aria-posinset={index + 1}
      aria-setsize={count}
      data-row={id}
      className="group relative flex hover:bg-hover"
      style={{
        height: ROW_HEIGHT,
        contentVisibility: "auto",
        containIntrinsicSize: `auto ${ROW_HEIGHT}px`,
      }}
    >
      <div className="sticky start-0 z-10 flex w-(--titles) shrink-0 items-center gap-1 border-e border-line bg-bg pe-1">
        <button
          type="button"
          onClick={onOpen}
          onFocus={handleFocus}
          title={title}
          {...(moves !== undefined && { "data-moves": moves, "aria-keyshortcuts": KEYS })}
          className="flex h-full min-w-0 flex-1 scroll-mt-11 items-center rounded-md text-start text-sm -outline-offset-2 hover:underline"
          style={{ paddingInlineStart: `calc(var(--inset) + ${depth} * var(--indent))` }}
        >
          <span dir="auto" className={clsx("truncate", isDone && "text-muted line-through")}>
            {title}
          </span>
          <span className="sr-only">
            {words.map((each) => (
              <span key={each}>{each}</span>
            ))}
          </span>
        </button>
        {mark}
      </div>
      <div className="relative min-w-0 flex-1">{children}</div>
    </div>
  );
}

const KEYS =
  "Alt+ArrowLeft Alt+ArrowRight Alt+ArrowUp Alt+ArrowDown Alt+Shift+ArrowLeft Alt+Shift+ArrowRight";

type TaskLineProps = {
  index: number;
  count: number;
  row: TimelineRow;
  scale: Scale;
  today: string;
  /** Whether its bar can be pulled to other days. */
  isMovable: boolean;
  isHeld: boolean;
  onOpen: (taskId: string) => void;
};

/** A task, and the days it takes. */
export const TaskLine = memo(function TaskLine({
  index,
  count,
  row,
  scale,
  today,
  isMovable,
  isHeld,
  onOpen,
}: TaskLineProps) {
  const { task, days, depth, late } = row;
  const open = () => onOpen(task.id);
  const bar = days && barOf(days, scale);
  const when = days ? daysWords(days, today) : "";
  const lateTitle = late.map(lateWords).join("\n");
  return (
    <Line
      id={task.id}
      index={index}
      count={count}
      moves={isMovable && days ? task.id : undefined}
      title={task.title}
      words={wordsOf(row, when, today)}
      depth={depth}
      isDone={task.completed}
      onOpen={open}
      mark={
        late.length > 0 && (
          <span title={lateTitle} className="shrink-0 text-danger">
            <TriangleAlert size={14} aria-hidden="true" />
          </span>
        )
      }
    >
      {bar && (
        <button
          type="button"
          data-bar=""
          tabIndex={-1}
          aria-hidden="true"
          onClick={open}
          {...(isMovable && { "data-pull": task.id })}
          title={`${task.title}\n${when}${lateTitle && `\n${lateTitle}`}`}
          className={clsx(
            isMovable && "group/bar touch-pan-x touch-pan-y select-none before:absolute before:-inset-2",
            isHeld && "z-10 cursor-grabbing shadow-pop",
            // As wide as its days, under a finger as well: what is pressed there is the title.
            "absolute inset-y-2 min-h-0! min-w-0! scroll-mx-8 scroll-mt-13 scroll-ms-[calc(var(--titles)+2rem)] rounded-md border",
            lookOf(task, late.length > 0 || isOverdue(task, today)),
          )}
          style={{ insetInlineStart: bar.x, width: bar.width }}
        >
          {isMovable && hasEnds(task) && <Ends isNarrow={bar.width < NARROW} />}
        </button>
      )}
      {bar && isHeld && <HeldDays bar={bar} words={when} />}
    </Line>
  );
});

/** So narrow that its ends stand beside it. */
const NARROW = 28;

/** By which the first and the last day are pulled apart. */
const Ends = ({ isNarrow }: { isNarrow: boolean }) =>
  (["start", "end"] as const).map((edge) => (
    <span
      key={edge}
      data-edge={edge}
      className={clsx(
        "absolute -inset-y-1 w-2.5 cursor-ew-resize pointer-coarse:w-4",
        "after:absolute after:inset-y-2 after:inset-x-1 after:rounded-full after:bg-current after:opacity-0 group-hover/bar:after:opacity-60",
        edge === "start" ? (isNarrow ? "end-full" : "start-0") : isNarrow ? "start-full" : "end-0",
      )}
    />
  ));

/** Where a held bar would go, in words behind it, or over it where the window ends there. */
const HeldDays = ({ bar, words }: { bar: Bar; words: string }) => (
  <span className="pointer-events-none absolute inset-0 z-20 flex items-center">
    <span
      className="sticky end-2 shrink-0 rounded-md border border-line bg-raised px-1.5 py-0.5 text-xs whitespace-nowrap tabular-nums shadow-pop"
      style={{ marginInlineStart: bar.x + bar.width + 8 }}
    >
      {words}
    </span>
  </span>
);

function lookOf({ status, completed }: Task, isLate: boolean): string {
  if (completed) return "border-line-strong bg-pressed";
  if (isLate) return "border-danger bg-danger-soft";
  return status === "doing" ? "border-accent bg-accent-fill" : "border-accent bg-accent-soft";
}

/** An event of a project, and each time it happens. */
export type TimelineEvent = {
  id: string;
  title: string;
  color: string;
  times: {
    key: string;
    day: string;
    onOpen: () => void;
    /** Puts it so many days later; absent where it can't be moved. */
    onMove?: (days: number) => void;
  }[];
};

type EventLineProps = {
  index: number;
  count: number;
  event: TimelineEvent;
  scale: Scale;
  today: string;
  /** What is pulled, perhaps a time of it, and how far. */
  held: { key: string; by: number } | null;
};

export function EventLine({ index, count, event, scale, today, held }: EventLineProps) {
  const { id, title, color, times } = event;
  const next = times.find(({ day }) => day >= today) ?? times.at(-1);
  if (!next) return null;
  const day = dayWords(next.day, today);
  const words =
    times.length === 1
      ? t(", event, {day}", { day })
      : t(", event, {day} and {count} other times", { day, count: times.length - 1 });
  return (
    <Line
      id={id}
      index={index}
      count={count}
      moves={next.onMove ? next.key : undefined}
      title={title}
      words={[words]}
      depth={0}
      onOpen={next.onOpen}
    >
      {times.map((time) => {
        const isHeld = held?.key === time.key;
        const at = isHeld ? addDays(time.day, held.by) : time.day;
        const bar = barOf({ first: at, last: at }, scale);
        const x = Math.max(bar.x + bar.width / 2 - 6, 0);
        const point = (
          <button
            key={time.key}
            type="button"
            {...(time.onMove && { "data-pull": time.key })}
            {...(time === next && { "data-bar": "" })}
            tabIndex={-1}
            aria-hidden="true"
            onClick={time.onOpen}
            title={`${title}\n${dayWords(time.day, today)}`}
            className={clsx(
              "absolute inset-y-0 my-auto size-3 min-h-0! min-w-0! rotate-45 scroll-mx-8 scroll-mt-14 rounded-[3px] border border-transparent scroll-ms-[calc(var(--titles)+2rem)]",
              time.onMove && "select-none before:absolute before:-inset-2",
              isHeld && "z-10 cursor-grabbing",
            )}
            style={{ insetInlineStart: x, background: color }}
          />
        );
        if (!isHeld) return point;
        return [point, <HeldDays key="held" bar={{ x, width: 12 }} words={dayWords(at, today)} />];
      })}
    </Line>
  );
}
