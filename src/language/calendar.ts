/** Days of the calendar counted from 1970-01-01, without any time zone: what rules and weekdays are reckoned with. */
export type Day = number;

const DAY = 86_400_000;

export const dayOf = (year: number, month: number, date: number): Day =>
  Math.floor(Date.UTC(year, month - 1, date) / DAY);

/** null for what no calendar has, such as February 30. */
export function realDay(year: number, month: number, date: number): Day | null {
  const day = dayOf(year, month, date);
  const read = partsOf(day);
  return read.month === month && read.date === date && year >= 1970 && year <= 9999 ? day : null;
}

export function partsOf(day: Day): { year: number; month: number; date: number } {
  const at = new Date(day * DAY);
  return { year: at.getUTCFullYear(), month: at.getUTCMonth() + 1, date: at.getUTCDate() };
}

/** 0 is Monday, because weeks begin with it. */
export const weekdayOf = (day: Day): number => (day + 3) % 7;

export const mondayOf = (day: Day): Day => day - weekdayOf(day);

/** The same date so many months later, or the last one of a month that is too short. */
export function addMonths(day: Day, months: number): Day {
  const { year, month, date } = partsOf(day);
  return Math.min(dayOf(year, month + months, date), lastOfMonth(year, month + months));
}

export const lastOfMonth = (year: number, month: number): Day => dayOf(year, month + 1, 1) - 1;

/** The first day from `from` on with this month and date; null when none comes within eight years. */
export function nextDate(from: Day, month: number, date: number): Day | null {
  const { year } = partsOf(from);
  for (let later = 0; later <= 8; later++) {
    const day = realDay(year + later, month, date);
    if (day !== null && day >= from) return day;
  }
  return null;
}

/** The first day from `from` on that is this one of its month. */
export function nextOfMonth(from: Day, date: number): Day | null {
  const { year, month } = partsOf(from);
  for (let later = 0; later <= 12; later++) {
    const first = partsOf(dayOf(year, month + later, 1));
    const day = date < 0 ? lastOfMonth(first.year, first.month) : realDay(first.year, first.month, date);
    if (day !== null && day >= from) return day;
  }
  return null;
}

export const dayText = (day: Day): string => new Date(day * DAY).toISOString().slice(0, 10);

/** Minutes since midnight as HH:MM. */
export const timeText = (minutes: number): string => `${pad(Math.floor(minutes / 60))}:${pad(minutes % 60)}`;

const pad = (value: number) => String(value).padStart(2, "0");

/** What the user's clock shows, written as UTC; see `clockOf`. */
export type Clock = { today: Day; minute: number };

export function clockAt(now: Date): Clock {
  const today = Math.floor(now.getTime() / DAY);
  return { today, minute: Math.floor((now.getTime() - today * DAY) / 60_000) };
}
