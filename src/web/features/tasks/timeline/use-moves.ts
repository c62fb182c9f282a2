import { type KeyboardEvent, type RefObject, useEffect, useRef } from "react";
import { t } from "../../../lib/messages/t.ts";
import { updateTask } from "../../../kernel/tasks/task-mutations.ts";
import { daysOf, type TimelineRow } from "./arrange.ts";
import { daysPulled, type Pulled, pulledByKey } from "./move-days.ts";
import { daysWords, type TimelineEvent } from "./timeline-row.tsx";
import type { Pull } from "./use-bar-drag.ts";

/** How long after a move the lists may still come anew. */
const SETTLES_MS = 3_000;

type DayAt = (instant: string) => string;
type Shift = (instant: string, days: number) => string;

/** A row as it would be if its bar were let go. */
export function rowPulled(row: TimelineRow, pull: Pull, dayAt: DayAt, shift: Shift): TimelineRow {
  if (row.task.id !== pull.key) return row;
  return { ...row, days: daysOf({ ...row.task, ...daysPulled(row.task, pull, shift) }, dayAt) };
}

type Options = {
  list: RefObject<HTMLElement | null>;
  rows: readonly TimelineRow[];
  events: readonly TimelineEvent[];
  today: string;
  dayAt: DayAt;
  shift: Shift;
};

/** Puts what is on a timeline on other days, by its key: a task, or one time of an event. By keys the focus goes with it. */
export function useMoves({ list, rows, events, today, dayAt, shift }: Options) {
  const moved = useRef({ key: "", until: 0 });
  useEffect(() => {
    // On other days it may stand in another row, and again with the server's answers.
    const { key, until } = moved.current;
    if (performance.now() > until || document.activeElement !== document.body) return;
    list.current?.querySelector<HTMLElement>(`[data-moves="${CSS.escape(key)}"]`)?.focus();
  });
  const move = (key: string, pulled: Pulled) => {
    const task = rows.find((row) => row.task.id === key)?.task;
    if (!task) {
      const time = events.flatMap(({ times }) => times).find((each) => each.key === key);
      if (pulled.edge === "whole") time?.onMove?.(pulled.by);
      return;
    }
    const change = daysPulled(task, pulled, shift);
    const days = change && daysOf({ ...task, ...change }, dayAt);
    if (days) void updateTask(task, change, t("Moved to {when}", { when: daysWords(days, today) }));
  };
  const handleKey = (event: KeyboardEvent<HTMLElement>) => {
    const key = (event.target as HTMLElement).dataset["moves"];
    const pulled = key === undefined ? null : pulledByKey(event, isRightToLeft(event.currentTarget));
    if (key === undefined || !pulled) return;
    // Elsewhere these keys go back and forward in the browser.
    event.preventDefault();
    moved.current = { key, until: performance.now() + SETTLES_MS };
    move(key, pulled);
  };
  return { move, handleKey };
}

const isRightToLeft = (element: HTMLElement) => getComputedStyle(element).direction === "rtl";
