import type { Task } from "#contract/tasks.ts";
import { afterInstance, nextInstance } from "./recurrence.ts";

const DAY = 86_400_000;
const instant = (day: string) => new Date(`${day}T00:00:00Z`).getTime();
const shifted = (day: string, by: number) => new Date(instant(day) + by).toISOString().slice(0, 10);

/**
 * A task that was just done, as it comes again; null where it does not.
 * From its due day it comes on the next day of its rule that has not passed, from its completion on the next after today.
 *
 * @param today YYYY-MM-DD of the account's clock
 */
export function repeated(task: Task, today: string): Task | null {
  if (!task.repeat) return null;
  const rule = afterInstance(task.repeat);
  if (!rule) return null;
  const due = task.dueDate ?? today;
  const yesterday = shifted(today, -DAY);
  const dueDate =
    task.repeatFrom === "completion"
      ? nextInstance(rule, today, today)
      : nextInstance(rule, due, due > yesterday ? due : yesterday);
  if (!dueDate) return null;
  // It can be begun as long before as the last time.
  const startDate = task.startDate && shifted(task.startDate, instant(dueDate) - instant(due));
  return {
    ...task,
    status: "todo",
    completed: false,
    completedAt: null,
    dueDate,
    startDate,
    repeat: rule,
    myDay: null,
  };
}
