import { useQuery } from "@tanstack/react-query";
import type { Task } from "#contract/tasks.ts";
import { addDays, dayIn, timeIn } from "#language/moment.ts";
import { updateTask } from "../../../kernel/tasks/task-mutations.ts";
import { t } from "../../../lib/messages/t.ts";
import { api } from "../../../platform/api.ts";
import { monthsAround, type Period } from "./periods.ts";
import { lengthOf, type Span } from "./times.ts";

const MOST = 500;
const MOST_UNSCHEDULED = 50;
/** As long as a task without an estimate takes in the day. */
export const USUAL_MINUTES = 30;

const none: readonly Task[] = [];

/** Tasks that are due in the days that are shown, done or not. */
export function usePlannedTasks(period: Period, isShown: boolean): readonly Task[] {
  // Whole months, so that the next week is there already.
  const months = monthsAround(period);
  const input = { dueFrom: months[0]!.from, dueTo: addDays(months.at(-1)!.to, 7), limit: MOST };
  const { data } = useQuery(api.tasks.list.queryOptions({ input, enabled: isShown }));
  return isShown ? (data?.tasks ?? none) : none;
}

/** What is to be done some day. */
export function useUnscheduled(isShown: boolean): readonly Task[] {
  const input = { completed: false, dated: false, limit: MOST_UNSCHEDULED };
  return useQuery(api.tasks.list.queryOptions({ input, enabled: isShown })).data?.tasks ?? none;
}

/** Gives a task the day, and the time if the place has one, that it was put on. */
export function planTask(task: Task, span: Span, isResized = false): Promise<boolean> {
  const change = {
    dueDate: dayIn(span.start),
    dueTime: timeIn(span.start),
    ...(isResized && timeIn(span.start) !== null && { estimateMinutes: lengthOf(span) }),
  };
  return updateTask(task, change, isResized ? t("Estimate changed") : t("Task moved"));
}
