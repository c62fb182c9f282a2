import { addDays } from "#language/moment.ts";
import { monthAndDay } from "../../../lib/dates.ts";
import { t } from "../../../lib/messages/t.ts";

/** "Today", "Tomorrow", else "May 08"; both days YYYY-MM-DD. */
export function dayLabel(day: string, today: string): string {
  if (day === today) return t("Today");
  if (day === addDays(today, 1)) return t("Tomorrow");
  return monthAndDay(new Date(`${day}T00:00`));
}
