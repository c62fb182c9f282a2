import type { Analytics } from "#contract/analytics.ts";
import { addDays, daysFrom } from "#language/moment.ts";
import { hourOfDay } from "../../../lib/dates.ts";
import { dayWords, type Period, spanWords } from "./periods.ts";

/** One bar: what it is called, how high it is, and which days it is of. */
export type ChartRow = { key: string; label: string; value: number };
export type DayRow = ChartRow & Period;

/** Beyond so many days, bars of days are too thin to be pointed at. */
const MOST_DAYS = 92;

/** Words written by day, or by seven days in a long period; the last bar ends with the period. */
export function rowsByDay(days: Analytics["days"], period: Period): DayRow[] {
  const written = new Map(days.map((day) => [day.day, day.written]));
  const count = daysFrom(period.from, period.to) + 1;
  const step = count > MOST_DAYS ? 7 : 1;
  const rows: DayRow[] = [];
  for (let to = period.to; to >= period.from; to = addDays(to, -step)) {
    const first = addDays(to, 1 - step);
    const from = first < period.from ? period.from : first;
    const span = Array.from(
      { length: daysFrom(from, to) + 1 },
      (_, at) => written.get(addDays(from, at)) ?? 0,
    );
    const value = span.reduce((sum, words) => sum + words, 0);
    rows.unshift({
      key: from,
      label: step === 1 ? dayWords(from) : spanWords({ from, to }),
      value,
      from,
      to,
    });
  }
  return rows;
}

export const rowsByHour = (hours: readonly number[]): ChartRow[] =>
  hours.map((value, hour) => ({ key: String(hour), label: hourOfDay(new Date(2026, 0, 1, hour)), value }));
