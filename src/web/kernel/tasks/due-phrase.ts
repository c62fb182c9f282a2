import type { Task } from "#contract/tasks.ts";
import { clockTime, dayNumber, dayOfYear, nearDay, shortDay } from "../../lib/dates.ts";
import { t } from "../../lib/messages/t.ts";

export type DueTone = "overdue" | "today" | "later" | "done";

const NEAR_DAYS = 300;

/**
 * A due day as a short word: "Today", "Tomorrow 5:00 PM", "Fri, Nov 27". null where the task has none.
 * @param now Days are those of the reader's clock.
 */
export function dueWords(
  { dueDate, dueTime, completed }: Pick<Task, "dueDate" | "dueTime" | "completed">,
  now: Date,
): { words: string; tone: DueTone } | null {
  if (!dueDate) return null;
  const [year, month, day] = dueDate.split("-").map(Number) as [number, number, number];
  const [hour, minute] = (dueTime ?? "23:59").split(":").map(Number) as [number, number];
  const due = new Date(year, month - 1, day, hour, minute);
  const days = dayNumber(due) - dayNumber(now);
  const date = nearDay(due, now) ?? (Math.abs(days) < NEAR_DAYS ? shortDay : dayOfYear)(due);
  const words = dueTime ? `${date} ${clockTime(due)}` : date;
  if (completed) return { words, tone: "done" };
  if (due < now) return { words: t("Overdue: {words}", { words }), tone: "overdue" };
  return { words, tone: days === 0 ? "today" : "later" };
}
