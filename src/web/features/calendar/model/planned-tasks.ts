import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import type { Task } from "#contract/tasks.ts";
import { addDays, dayIn, instantAt, isDay, timeIn } from "#language/moment.ts";
import { planTasks } from "../../../kernel/tasks/plan-tasks.ts";
import { updateTask } from "../../../kernel/tasks/task-mutations.ts";
import { t } from "../../../lib/messages/t.ts";
import { api } from "../../../platform/api.ts";
import { zoneNow } from "./event-lists.ts";
import { monthsAround, type Period } from "./periods.ts";
import { USUAL_MINUTES } from "./task-block.ts";
import { lengthOf, type Span } from "./times.ts";

const MOST = 500;
const MOST_UNSCHEDULED = 50;

const none: readonly Task[] = [];

/** Tasks that are due in the days that are shown, or have time set aside in them, done or not. */
export function usePlannedTasks(period: Period, isShown: boolean, zone: string): readonly Task[] {
  // Whole months, so that the next week is there already.
  const months = monthsAround(period);
  const [from, to] = [months[0]!.from, addDays(months.at(-1)!.to, 7)];
  const due = { dueFrom: from, dueTo: to, limit: MOST };
  const planned = {
    plannedFrom: instantAt(from, zone).toISOString(),
    plannedTo: instantAt(addDays(to, 1), zone).toISOString(),
    limit: MOST,
  };
  const ofDue = useQuery(api.tasks.list.queryOptions({ input: due, enabled: isShown })).data?.tasks;
  const ofBlocks = useQuery(api.tasks.list.queryOptions({ input: planned, enabled: isShown })).data?.tasks;
  return useMemo(() => {
    if (!isShown) return none;
    return [...new Map([...(ofDue ?? []), ...(ofBlocks ?? [])].map((task) => [task.id, task])).values()];
  }, [isShown, ofDue, ofBlocks]);
}

/** What is to be done some day, and at no time yet. */
export function useUnscheduled(isShown: boolean): readonly Task[] {
  const input = { completed: false, dated: false, limit: MOST_UNSCHEDULED };
  const tasks = useQuery(api.tasks.list.queryOptions({ input, enabled: isShown })).data?.tasks ?? none;
  return tasks.some(({ plannedAt }) => plannedAt !== null)
    ? tasks.filter(({ plannedAt }) => plannedAt === null)
    : tasks;
}

/** Gives a task the day that it was put on, or sets aside the time. */
export function planTask(task: Task, span: Span): Promise<boolean> {
  if (isDay(span.start)) return updateTask(task, { dueDate: span.start, dueTime: null }, t("Task moved"));
  return setAside(task, span.start, task.plannedMinutes ?? task.estimateMinutes ?? USUAL_MINUTES);
}

const setAside = ({ id: taskId }: Task, start: string, minutes: number, words = t("Time set aside")) =>
  planTasks(
    [{ taskId, plannedAt: instantAt(start, zoneNow()).toISOString(), plannedMinutes: minutes }],
    words,
  );

/** Takes back the time that was set aside. */
export const dropBlock = (task: Task): Promise<boolean> =>
  updateTask(task, { plannedAt: null }, t("Time no longer set aside"));

/** Puts the time of a task elsewhere; on a day alone it has none any more. */
export function moveBlock(task: Task, span: Span, isResized: boolean): Promise<boolean> {
  if (isDay(span.start)) {
    const due = task.dueDate === null ? { dueDate: span.start } : {};
    return updateTask(task, { ...due, plannedAt: null }, t("Time no longer set aside"));
  }
  const minutes = isResized ? lengthOf(span) : (task.plannedMinutes ?? USUAL_MINUTES);
  return setAside(task, span.start, minutes, isResized ? t("Planned time changed") : t("Planned time moved"));
}

/** Another day from which it can be done. */
export const moveStart = (task: Task, span: Span): Promise<boolean> =>
  updateTask(task, { startDate: dayIn(span.start) }, t("Task moved"));

/** Moves the day, and the time if it has one, at which a task is due. */
export function moveDue(task: Task, from: Span, span: Span, isResized: boolean): Promise<boolean> {
  // Dragged from its day to a time of it: that is when it is done, and says nothing of when it is due.
  if (isDay(from.start) && !isDay(span.start)) return planTask(task, span);
  const change = {
    dueDate: dayIn(span.start),
    dueTime: timeIn(span.start),
    ...(isResized && timeIn(span.start) !== null && { estimateMinutes: lengthOf(span) }),
  };
  return updateTask(task, change, isResized ? t("Estimate changed") : t("Task moved"));
}
