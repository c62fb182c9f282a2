import { useLayoutEffect, useMemo, useRef, type RefObject } from "react";
import { ChartGantt } from "lucide-react";
import type { Task } from "#contract/tasks.ts";
import { addDays, daysFrom } from "#language/moment.ts";
import { firstWeekday, monthName, monthOnly } from "../../../lib/dates.ts";
import { t } from "../../../lib/messages/t.ts";
import { useIsReader } from "../../../kernel/projects/people.tsx";
import { EmptyState } from "../../../ui/empty-state.tsx";
import { arrange, type Days, type TimelineRow } from "./arrange.ts";
import { Ground } from "./ground.tsx";
import { RowsInSight } from "./rows-in-sight.tsx";
import { useBarDrag } from "./use-bar-drag.ts";
import { rowPulled, useMoves } from "./use-moves.ts";
import { placeOf, type Scale, scaleOf, type Tick, ticksOf } from "./scale.ts";
import { dateOf, EventLine, Line, ROW_HEIGHT, TaskLine, type TimelineEvent } from "./timeline-row.tsx";

type TimelineProps = {
  tasks: readonly Task[];
  /** Whether no more of them are to come. */
  isComplete: boolean;
  events: readonly TimelineEvent[];
  today: string;
  /** The day of an instant on the clock of the page. */
  dayAt: (instant: string) => string;
  /** The same time of the day, days later. */
  shift: (instant: string, days: number) => string;
  onOpen: (taskId: string) => void;
};

/** Tasks as bars over their days, with lines to those that wait for them, and events as points. */
export function Timeline(props: TimelineProps) {
  if (props.tasks.length + props.events.length > 0) return <Chart {...props} />;
  return (
    <EmptyState icon={<ChartGantt size={20} />} title={t("Nothing on the timeline yet")}>
      {t(
        "Tasks with a start or due day appear here as bars, joined to those that wait for them, and events of this project as points.",
      )}
    </EmptyState>
  );
}

function Chart({ tasks, isComplete, events, today, dayAt, shift, onOpen }: TimelineProps) {
  const arranged = useMemo(() => arrange(tasks, dayAt), [tasks, dayAt]);
  const { undated } = arranged;
  const days = useMemo(
    () => [
      ...arranged.rows.flatMap((row) => row.days ?? []),
      ...events.flatMap(({ times }) => times.map(({ day }) => ({ first: day, last: day }))),
    ],
    [arranged, events],
  );
  const scale = useMemo(() => scaleOf(days, today), [days, today]);
  const scroller = useRef<HTMLDivElement>(null);
  usePlace(scroller, days, today, scale);
  const rowOfToday = events.length + rowAt(arranged.rows, today);
  useRowOfToday(scroller, rowOfToday, isComplete);
  const isReader = useIsReader();
  const list = useRef<HTMLDivElement>(null);
  const { move, handleKey } = useMoves({ list, rows: arranged.rows, events, today, dayAt, shift });
  const { pull, handlers } = useBarDrag({
    isReader,
    scroller,
    dayWidth: scale.dayWidth,
    onDrop: ({ key, ...pulled }) => move(key, pulled),
  });
  const rows = useMemo(
    () => (pull ? arranged.rows.map((row) => rowPulled(row, pull, dayAt, shift)) : arranged.rows),
    [arranged, pull, dayAt, shift],
  );
  const ids = useMemo(
    () => [...events.map(({ id }) => id), ...rows.map(({ task }) => task.id)],
    [events, rows],
  );
  const line = (index: number) => {
    const event = events[index];
    const at = { index, count: ids.length, scale, today };
    if (event) return <EventLine key={event.id} {...at} event={event} held={pull} />;
    const row = rows[index - events.length]!;
    const { id } = row.task;
    const isHeld = pull?.key === id;
    return <TaskLine key={id} {...at} row={row} isMovable={!isReader} isHeld={isHeld} onOpen={onOpen} />;
  };
  const width = `calc(var(--titles) + ${scale.width}px)`;
  return (
    <div
      ref={scroller}
      className="h-full overflow-auto border-t border-line [--indent:1rem] [--inset:1rem] [--titles:17rem] max-lg:[--titles:13rem] max-md:[--titles:12rem] max-sm:[--indent:0.5rem] max-sm:[--titles:9rem]"
    >
      <div className="relative min-w-full" style={{ width }}>
        <Head
          scale={scale}
          today={today}
          onToday={() => {
            if (!scroller.current) return;
            goTo(scroller.current, today, scale);
            goToRow(scroller.current, rowOfToday);
          }}
        />
        <div className="relative">
          <Ground scroller={scroller} rows={rows} above={events.length} scale={scale} today={today} />
          <RowsInSight
            scroller={scroller}
            place={list}
            aria-label={t("Timeline")}
            className="relative"
            ids={ids}
            height={ROW_HEIGHT}
            held={pull && rowOf(pull.key, events)}
            row={line}
            above={HEAD_HEIGHT}
            handlers={isReader ? undefined : { ...handlers, onKeyDown: handleKey }}
          />
        </div>
        {undated.length > 0 && (
          <Undated
            scroller={scroller}
            above={HEAD_HEIGHT + ids.length * ROW_HEIGHT}
            tasks={undated}
            onOpen={onOpen}
          />
        )}
      </div>
    </div>
  );
}

/** About so high are the days over all rows, and what stands over those without a day. */
const HEAD_HEIGHT = 44;
const UNDATED_HEAD_HEIGHT = 45;

/** What is seen before the day that one goes to, as a share of the width. */
const BEFORE = 0.1;

/** Days begin at the right where one reads from there. */
function scrollTo(element: HTMLElement, x: number): void {
  const isRightToLeft = getComputedStyle(element).direction === "rtl";
  element.scrollTo({ left: Math.max(x, 0) * (isRightToLeft ? -1 : 1) });
}

const goTo = (element: HTMLElement, day: string, scale: Scale): void =>
  scrollTo(element, placeOf(day, scale) - element.clientWidth * BEFORE);

/** It opens at today, or where nothing is near today at what is nearest; and stays there when more comes that changes the scale. */
function usePlace(
  scroller: RefObject<HTMLDivElement | null>,
  days: readonly Days[],
  today: string,
  scale: Scale,
): void {
  const before = useRef<Scale | null>(null);
  useLayoutEffect(() => {
    const element = scroller.current;
    if (before.current === scale || days.length === 0 || !element) return;
    const last = before.current;
    before.current = scale;
    if (last) {
      const at = Math.abs(element.scrollLeft) / last.dayWidth + daysFrom(scale.from, last.from);
      return scrollTo(element, at * scale.dayWidth);
    }
    const isNear = (one: Days) => one.last >= addDays(today, -14) && one.first <= addDays(today, 45);
    const nearest = days.toSorted((one, other) => gap(one, today) - gap(other, today))[0]!;
    goTo(element, days.some(isNear) ? today : nearest.first, scale);
  });
}

/** The first row that begins on this day or after it. */
function rowAt(rows: readonly TimelineRow[], day: string): number {
  const index = rows.findIndex(({ days }) => days !== null && days.first >= day);
  return index < 0 ? rows.length : index;
}

/** Those over it are under way, most of them. */
const ABOVE = 1 / 3;

const goToRow = (element: HTMLElement, index: number): void =>
  element.scrollTo({ top: index * ROW_HEIGHT - element.clientHeight * ABOVE });

/** Of many rows it opens at those of today, whose bars are in sight: once all have come, unless somebody has scrolled by then. */
function useRowOfToday(scroller: RefObject<HTMLElement | null>, index: number, isComplete: boolean): void {
  const isOpened = useRef(false);
  useLayoutEffect(() => {
    const element = scroller.current;
    if (!isComplete || isOpened.current || !element) return;
    isOpened.current = true;
    if (element.scrollTop === 0 && element.scrollHeight > 2 * element.clientHeight) goToRow(element, index);
  });
}

const gap = ({ first, last }: Days, today: string): number =>
  Math.min(...[first, last].map((day) => Math.abs(Date.parse(day) - Date.parse(today))));

/** Narrower than this the name of a month would lie over the next one. */
const NAME_WIDTH = 112;
const NUMBER_WIDTH = 24;

type HeadProps = { scale: Scale; today: string; onToday: () => void };

function Head({ scale, today, onToday }: HeadProps) {
  const ticks = ticksOf(scale, firstWeekday());
  const majors = ticks.filter(({ isMajor }) => isMajor);
  const widthOf = (tick: Tick, index: number) => (majors[index + 1]?.x ?? scale.width) - tick.x;
  const minors = ticks.filter(({ isMinor, x }) => isMinor && x <= scale.width - NUMBER_WIDTH);
  return (
    <div className="sticky top-0 z-20 flex h-11 border-b border-line bg-bg">
      <div className="sticky start-0 z-10 flex w-(--titles) shrink-0 items-center border-e border-line bg-bg ps-(--inset)">
        <button
          type="button"
          onClick={onToday}
          className="tap h-8 rounded-md px-2 -ms-2 text-sm text-muted hover:bg-hover hover:text-ink"
        >
          {t("Today")}
        </button>
      </div>
      <div aria-hidden="true" className="relative flex-1 text-xs whitespace-nowrap text-muted">
        {majors.map((tick, index) => {
          const { day, x } = tick;
          const width = widthOf(tick, index);
          if (width < NAME_WIDTH) return null;
          // Its name stays in sight for as long as some of it is.
          return (
            <span key={day} className="absolute top-1" style={{ insetInlineStart: x, width }}>
              <span className="sticky start-(--titles) inline-block ps-1 pe-4 font-medium text-ink">
                {scale.unit === "month" ? day.slice(0, 4) : monthName(dateOf(day))}
              </span>
            </span>
          );
        })}
        {minors.map(({ day, x }) => (
          <span
            key={day}
            className={
              day === today
                ? "absolute bottom-0.5 rounded-md bg-accent-fill px-1 font-semibold text-on-accent tabular-nums"
                : "absolute bottom-0.5 px-1 tabular-nums"
            }
            style={{ insetInlineStart: x }}
          >
            {scale.unit === "month" ? monthOnly(dateOf(day)).slice(0, 3) : Number(day.slice(8))}
          </span>
        ))}
      </div>
    </div>
  );
}

/** In which row stands what is moved by a key: a task has its own, the times of an event share one. */
const rowOf = (key: string, events: readonly TimelineEvent[]): string =>
  events.find(({ times }) => times.some((time) => time.key === key))?.id ?? key;

type UndatedProps = {
  scroller: RefObject<HTMLElement | null>;
  /** The rows over it, in pixels. */
  above: number;
  tasks: readonly Task[];
  onOpen: (taskId: string) => void;
};

function Undated({ scroller, above, tasks, onOpen }: UndatedProps) {
  const ids = useMemo(() => tasks.map(({ id }) => id), [tasks]);
  const line = (index: number) => {
    const { id, title, completed } = tasks[index]!;
    return (
      <Line
        key={id}
        id={id}
        index={index}
        count={tasks.length}
        title={title}
        words={completed ? [t(", done")] : []}
        depth={0}
        isDone={completed}
        onOpen={() => onOpen(id)}
      />
    );
  };
  return (
    <section aria-labelledby="timeline-undated" className="mt-4 border-t border-line pt-2">
      <h2
        id="timeline-undated"
        className="sticky start-0 w-fit max-w-screen px-(--inset) text-sm font-semibold text-muted"
      >
        {t("Without a day")}
      </h2>
      <RowsInSight
        scroller={scroller}
        aria-labelledby="timeline-undated"
        ids={ids}
        height={ROW_HEIGHT}
        above={above + UNDATED_HEAD_HEIGHT}
        row={line}
      />
    </section>
  );
}
