import { t } from "./messages/t.ts";

/** The only file that writes times and days: in the browser's language, with 12 or 24 hours as the account has chosen. */
type HourCycle = "h12" | "h23";

export type WeekStart = "monday" | "sunday" | "saturday";

/** What the account has chosen; undefined for what is usual in the browser's language. */
type TimeChoices = {
  hourCycle?: HourCycle | undefined;
  weekStart?: WeekStart | undefined;
  timeZone?: string | undefined;
};

let choices: TimeChoices = {};
const formats = new Map<string, Intl.DateTimeFormat>();
const listeners = new Set<() => void>();

export function chooseTimes(chosen: TimeChoices): void {
  const { hourCycle, weekStart, timeZone } = choices;
  if (chosen.hourCycle === hourCycle && chosen.weekStart === weekStart && chosen.timeZone === timeZone)
    return;
  choices = chosen;
  formats.clear();
  for (const listener of listeners) listener();
}

/** For what shows times: they are written anew when the account chooses otherwise. */
export const timeChoices = () => choices;
export function onTimeChoices(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** Formats are slow to make and lists need many. */
function write(date: Date, options: Intl.DateTimeFormatOptions): string {
  const key = JSON.stringify(options);
  let format = formats.get(key);
  if (!format) {
    const hasTime = options.hour !== undefined || options.timeStyle !== undefined;
    const { hourCycle } = choices;
    format = new Intl.DateTimeFormat(undefined, { ...options, ...(hasTime && hourCycle && { hourCycle }) });
    formats.set(key, format);
  }
  return format.format(date);
}

const short = new Intl.RelativeTimeFormat(undefined, { numeric: "auto", style: "narrow" });
const long = new Intl.RelativeTimeFormat(undefined, { numeric: "auto" });

/** "now", "5m ago", "3h ago", "yesterday", then the date: what a row says of its last change. */
export function ago(iso: string, now = new Date()): string {
  const then = new Date(iso);
  const seconds = Math.round((now.getTime() - then.getTime()) / 1000);
  if (seconds < 45) return t("now");
  if (seconds < 45 * 60) return short.format(-Math.max(1, Math.round(seconds / 60)), "minute");
  const days = dayNumber(now) - dayNumber(then);
  if (days <= 0) return short.format(-Math.max(1, Math.round(seconds / 3600)), "hour");
  if (days < 7) return short.format(-days, "day");
  const year = then.getFullYear() === now.getFullYear() ? undefined : "numeric";
  return write(then, { day: "numeric", month: "short", year });
}

/** The instant in full, for the hover. */
export const inFull = (iso: string): string =>
  write(new Date(iso), { dateStyle: "full", timeStyle: "short" });

/** "3:44 PM", or "15:44". */
export const clockTime = (date: Date): string => write(date, { hour: "numeric", minute: "2-digit" });

/** "3 PM", or "15". */
export const hourOfDay = (date: Date): string => write(date, { hour: "numeric" });

/** "Today", "Yesterday" and "Tomorrow"; null for any other day. */
export function nearDay(date: Date, now: Date): string | null {
  const days = dayNumber(date) - dayNumber(now);
  if (Math.abs(days) > 1) return null;
  const word = long.format(days, "day");
  return word.charAt(0).toLocaleUpperCase() + word.slice(1);
}

/** "Fri, Nov 27". */
export const shortDay = (date: Date): string =>
  write(date, { weekday: "short", day: "numeric", month: "short" });

/** "May 08". */
export const monthAndDay = (date: Date): string => write(date, { month: "short", day: "2-digit" });

/** "Nov 27, 2028". */
export const dayOfYear = (date: Date): string =>
  write(date, { day: "numeric", month: "short", year: "numeric" });

/** "Friday, November 27", in another year "November 27, 2025". */
export const longDay = (date: Date, now: Date, calendar?: "gregory"): string =>
  write(date, {
    ...(calendar && { calendar }),
    ...(date.getFullYear() === now.getFullYear()
      ? { weekday: "long", day: "numeric", month: "long" }
      : { day: "numeric", month: "long", year: "numeric" }),
  });

/** "November 27, 2026". */
export const dateInWords = (date: Date): string => write(date, { dateStyle: "long" });

export const weekdayName = (date: Date): string => write(date, { weekday: "long" });

/** "Mon", "Tue": the head of a calendar's column. */
export const weekdayHead = (date: Date): string => write(date, { weekday: "short" });

/** "November 2026", of the calendar whose days are drawn under it. */
export const monthName = (date: Date): string =>
  write(date, { calendar: "gregory", month: "long", year: "numeric" });

/** "Nov 23 – 29, 2026": from the first day to the last. */
export const dayRange = (first: Date, last: Date): string =>
  new Intl.DateTimeFormat(undefined, {
    calendar: "gregory",
    day: "numeric",
    month: "short",
    year: "numeric",
  }).formatRange(first, last);

/** "November", of the calendar whose days are drawn under it. */
export const monthOnly = (date: Date): string => write(date, { calendar: "gregory", month: "long" });

const WEEK_STARTS: Record<WeekStart, number> = { sunday: 0, monday: 1, saturday: 6 };

/** The day a week begins with, as `getDay` counts; Monday where the browser does not know what is usual in its language. */
export function firstWeekday(): number {
  if (choices.weekStart) return WEEK_STARTS[choices.weekStart];
  const locale = new Intl.Locale(browserLocale()) as Intl.Locale & {
    getWeekInfo?: () => { firstDay: number };
  };
  return (locale.getWeekInfo?.().firstDay ?? 1) % 7;
}

/** The weeks of the month that `day` lies in, whole: with days of the months before and after it. */
export function weeksOfMonth(day: Date): Date[][] {
  const [year, month] = [day.getFullYear(), day.getMonth()];
  const before = (new Date(year, month, 1).getDay() - firstWeekday() + 7) % 7;
  const days = new Date(year, month + 1, 0).getDate();
  return Array.from({ length: Math.ceil((before + days) / 7) }, (_, week) =>
    Array.from({ length: 7 }, (_, weekday) => new Date(year, month, 1 - before + week * 7 + weekday)),
  );
}

/** The day as file names and other programs write it, in the reader's own time zone: 2026-11-21. */
export function isoDay(date: Date): string {
  const two = (value: number) => String(value).padStart(2, "0");
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}

/** YYYY-MM-DDTHH:MM */
export const minuteText = (date: Date): string =>
  `${isoDay(date)}T${[date.getHours(), date.getMinutes()].map((value) => String(value).padStart(2, "0")).join(":")}`;

/** The language in which the browser writes times. */
export const browserLocale = (): string => Intl.DateTimeFormat().resolvedOptions().locale;

/** The day it is in the account's time zone, as a date of this device. */
export function accountToday(now = new Date()): Date {
  const { timeZone } = choices;
  const day = new Intl.DateTimeFormat("sv-SE", timeZone ? { timeZone } : {}).format(now);
  return new Date(`${day}T00:00`);
}

export const browserTimeZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;

/** Days in the reader's own time zone, so that "yesterday" changes at their midnight. */
export function dayNumber(date: Date): number {
  return Math.round(Date.UTC(date.getFullYear(), date.getMonth(), date.getDate()) / 86_400_000);
}
