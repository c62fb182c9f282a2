import type { Analytics } from "#contract/analytics.ts";
import { addDays, daysFrom } from "#language/moment.ts";
import { hourOfDay } from "../../../lib/dates.ts";
import { dayWords, type Period, spanWords } from "./periods.ts";

/** One bar: what it is called and how high it is. Of words `value` are those that were added. */
export type ChartRow = { key: string; label: string; value: number; removed?: number; written?: number };
export type DayRow = ChartRow & Period;

/** Beyond so many days, bars of days are too thin to be pointed at. */
const MOST_DAYS = 92;

/** Words by day, or by seven days in a long period; the last bar ends with the period. */
export function rowsByDay(days: Analytics["days"], period: Period): DayRow[] {
  const count = daysFrom(period.from, period.to) + 1;
  const step = count > MOST_DAYS ? 7 : 1;
  const rows: DayRow[] = [];
  for (let to = period.to; to >= period.from; to = addDays(to, -step)) {
    const first = addDays(to, 1 - step);
    const from = first < period.from ? period.from : first;
    const label = step === 1 ? dayWords(from) : spanWords({ from, to });
    const within = days.filter(({ day }) => day >= from && day <= to);
    rows.unshift({ key: from, label, ...wordsIn(within), from, to });
  }
  return rows;
}

function wordsIn(days: Analytics["days"]) {
  const sum = (of: "added" | "removed" | "written") => days.reduce((total, day) => total + day[of], 0);
  return { value: sum("added"), removed: sum("removed"), written: sum("written") };
}

type Hours = Pick<Analytics, "hours" | "byHour">;

export const rowsByHour = ({ hours, byHour }: Hours): ChartRow[] =>
  hours.map((inHour, hour) => {
    const { added, removed, written } = byHour?.[hour] ?? { added: inHour, removed: 0, written: inHour };
    const label = hourOfDay(new Date(2026, 0, 1, hour));
    return { key: String(hour), label, value: added, removed, written };
  });
