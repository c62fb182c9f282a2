import { clsx } from "clsx";
import { TriangleAlert } from "lucide-react";
import { memo, useRef, type FocusEvent, type ReactNode } from "react";
import type { Task } from "#contract/tasks.ts";
import { dayOfYear, shortDay } from "../../../lib/dates.ts";
import { t } from "../../../lib/messages/t.ts";
import type { Days, TimelineRow } from "./arrange.ts";
import { barOf, type Scale } from "./scale.ts";

/** For lib/dates.ts, which writes days of the reader's own clock. */
export const dateOf = (day: string): Date => new Date(`${day}T00:00`);

const dayWords = (day: string, today: string): string =>
  (day.slice(0, 4) === today.slice(0, 4) ? shortDay : dayOfYear)(dateOf(day));

const daysWords = ({ first, last }: Days, today: string): string =>
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
export function Line({ title, words, depth, isDone = false, mark, children, onOpen }: LineProps) {
  const line = useRef<HTMLLIElement>(null);
  // Who comes by keys sees the bar of what has the focus.
  const handleFocus = ({ currentTarget }: FocusEvent) => {
    if (currentTarget.matches(":focus-visible"))
      line.current?.querySelector("[data-bar]")?.scrollIntoView({ block: "nearest", inline: "nearest" });
  };
  return (
    <li
      ref={line}
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
          className="flex h-full min-w-0 flex-1 items-center rounded-md text-start text-sm -outline-offset-2 hover:underline"
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
    </li>
  );
}

type TaskLineProps = { row: TimelineRow; scale: Scale; today: string; onOpen: (taskId: string) => void };

/** A task, and the days it takes. */
export const TaskLine = memo(function TaskLine({ row, scale, today, onOpen }: TaskLineProps) {
  const { task, days, depth, late } = row;
  const open = () => onOpen(task.id);
  const bar = days && barOf(days, scale);
  const when = days ? daysWords(days, today) : "";
  const lateTitle = late.map(lateWords).join("\n");
  return (
    <Line
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
          title={`${task.title}\n${when}${lateTitle && `\n${lateTitle}`}`}
          className={clsx(
            // As wide as its days, under a finger as well: what is pressed there is the title.
            "absolute inset-y-2 min-h-0! min-w-0! scroll-mx-8 scroll-ms-[calc(var(--titles)+2rem)] rounded-md border",
            lookOf(task, late.length > 0 || isOverdue(task, today)),
          )}
          style={{ insetInlineStart: bar.x, width: bar.width }}
        />
      )}
    </Line>
  );
});

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
  times: { key: string; day: string; onOpen: () => void }[];
};

type EventLineProps = { event: TimelineEvent; scale: Scale; today: string };

export function EventLine({ event: { title, color, times }, scale, today }: EventLineProps) {
  const next = times.find(({ day }) => day >= today) ?? times.at(-1);
  if (!next) return null;
  const day = dayWords(next.day, today);
  const words =
    times.length === 1
      ? t(", event, {day}", { day })
      : t(", event, {day} and {count} other times", { day, count: times.length - 1 });
  return (
    <Line title={title} words={[words]} depth={0} onOpen={next.onOpen}>
      {times.map((time) => {
        const { x, width } = barOf({ first: time.day, last: time.day }, scale);
        return (
          <button
            key={time.key}
            type="button"
            {...(time === next && { "data-bar": "" })}
            tabIndex={-1}
            aria-hidden="true"
            onClick={time.onOpen}
            title={`${title}\n${dayWords(time.day, today)}`}
            className="absolute inset-y-0 my-auto size-3 min-h-0! min-w-0! rotate-45 scroll-mx-8 rounded-[3px] border border-transparent scroll-ms-[calc(var(--titles)+2rem)]"
            style={{ insetInlineStart: Math.max(x + width / 2 - 6, 0), background: color }}
          />
        );
      })}
    </Line>
  );
}
