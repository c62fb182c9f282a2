import type { Task } from "#contract/tasks.ts";
import { dayNumber, dayOfYear, nearDay, shortDay } from "../../../lib/dates.ts";
import { t } from "../../../lib/messages/t.ts";
import type { TasksView } from "../tasks-query.ts";

export type TaskGroup = { id: string; title: string | null; tasks: Task[] };

const NEAR_DAYS = 300;

export const dateOf = (day: string): Date => {
  const [year, month, date] = day.split("-").map(Number) as [number, number, number];
  return new Date(year, month - 1, date);
};

function dayTitle(day: string, now: Date): string {
  const date = dateOf(day);
  const isNear = Math.abs(dayNumber(date) - dayNumber(now)) < NEAR_DAYS;
  return nearDay(date, now) ?? (isNear ? shortDay : dayOfYear)(date);
}

/** The instant a task was done, as a day of the account's clock. */
const doneOn = ({ completedAt }: Task, iso: (date: Date) => string, onClock: (instant: Date) => Date) =>
  completedAt ? iso(onClock(new Date(completedAt))) : "";

/**
 * Tasks under the heads of a view: Upcoming by the day they are due, what is late first; Done by the day they were done; the others in one.
 * @param iso A day as YYYY-MM-DD.
 * @param now What the account's clock shows.
 * @param onClock What it showed at an instant.
 */
export function groupsOf(
  tasks: readonly Task[],
  view: TasksView,
  now: Date,
  iso: (date: Date) => string,
  onClock: (instant: Date) => Date,
): TaskGroup[] {
  const today = iso(now);
  const keyOf = (task: Task): string => {
    const due = task.dueDate;
    if (view === "done") return doneOn(task, iso, onClock);
    if (view === "anytime" || view === "assigned") return "";
    if (due !== null && due < today) return "late";
    return view === "upcoming" && due !== null ? due : today;
  };
  const groups = new Map<string, Task[]>();
  for (const task of tasks) {
    const key = keyOf(task);
    const group = groups.get(key);
    if (group) group.push(task);
    else groups.set(key, [task]);
  }
  // A list for one day alone needs no head that says so.
  const isPlain = groups.size === 1 && groups.has(today) && view === "today";
  const titleOf = (key: string) =>
    key === "" || isPlain ? null : key === "late" ? t("Overdue") : dayTitle(key, now);
  return [...groups].map(([id, listed]) => ({ id, title: titleOf(id), tasks: listed }));
}
