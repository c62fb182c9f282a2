import type { Task } from "#contract/tasks.ts";
import { t } from "../../lib/messages/t.ts";

export type DueTone = "overdue" | "today" | "later" | "done";

const weekday = new Intl.DateTimeFormat(undefined, { weekday: "short", day: "numeric", month: "short" });
const anyYear = new Intl.DateTimeFormat(undefined, { day: "numeric", month: "short", year: "numeric" });
const relative = new Intl.RelativeTimeFormat(undefined, { numeric: "auto" });
const time = new Intl.DateTimeFormat(undefined, { hour: "numeric", minute: "2-digit" });
const NEAR_DAYS = 300;

/**
 * A due day as a short word: "Today", "Tomorrow 17:00", "Fri, 27 Nov". null where the task has none.
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
  const days = Math.round(
    (Date.UTC(year, month - 1, day) - Date.UTC(now.getFullYear(), now.getMonth(), now.getDate())) /
      86_400_000,
  );
  const date =
    Math.abs(days) <= 1
      ? capital(relative.format(days, "day"))
      : (Math.abs(days) < NEAR_DAYS ? weekday : anyYear).format(due);
  const words = dueTime ? `${date} ${time.format(due)}` : date;
  if (completed) return { words, tone: "done" };
  if (due < now) return { words: t("Overdue: {words}", { words }), tone: "overdue" };
  return { words, tone: days === 0 ? "today" : "later" };
}

const capital = (word: string) => word.charAt(0).toLocaleUpperCase() + word.slice(1);
