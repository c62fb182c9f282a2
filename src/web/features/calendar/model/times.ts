import type { CalendarEvent } from "#contract/events.ts";
import { addDays, dayIn, isDay, momentAt, momentOf, timeIn, wallOf } from "#language/moment.ts";
import { clockTime, longDay, shortDay } from "../../../lib/dates.ts";
import { t } from "../../../lib/messages/t.ts";
import { dateOf } from "./periods.ts";

/** When something is to happen, on the clock of the page; of one that lasts all day the last day, included. */
export type Span = { start: string; end: string };

/** The fields of an event that say when it is. */
export type EventTimes = Pick<CalendarEvent, "date" | "time" | "endDate" | "endTime">;

const MINUTE = 60_000;

export const timesOf = ({ start, end }: Span): EventTimes => ({
  date: dayIn(start),
  time: timeIn(start),
  endDate: dayIn(end),
  endTime: timeIn(end),
});

export const spanOf = ({ date, time, endDate, endTime }: EventTimes): Span => ({
  start: momentOf(date, time),
  end: momentOf(endDate, endTime),
});

export const addMinutes = (moment: string, minutes: number): string =>
  momentAt(wallOf(moment) + minutes * MINUTE, false);

/** The same time later or earlier: by days for what lasts all day. */
export const shiftSpan = ({ start, end }: Span, { days = 0, minutes = 0 }): Span =>
  isDay(start)
    ? { start: addDays(start, days), end: addDays(end, days) }
    : {
        start: addMinutes(start, days * 1440 + minutes),
        end: addMinutes(end, days * 1440 + minutes),
      };

/** Minutes, of what lasts all day whole days. */
export const lengthOf = ({ start, end }: Span): number =>
  (wallOf(end) - wallOf(start)) / MINUTE + (isDay(start) ? 1440 : 0);

/** The time of a moment in words; a day alone has none. */
export function timeWords(moment: string): string {
  const time = timeIn(moment);
  if (!time) return t("All day");
  const [hour, minute] = time.split(":").map(Number) as [number, number];
  // No zone leaves out an hour of this day.
  return clockTime(new Date(2000, 0, 1, hour, minute));
}

/** "9:00 AM to 10:00 AM", "All day". */
export function spanTimeWords({ start, end }: Span): string {
  if (isDay(start)) return t("All day");
  if (start === end) return timeWords(start);
  return t("{from} to {to}", { from: timeWords(start), to: timeWords(end) });
}

/** "Wednesday, November 25, 9:00 AM to 10:00 AM". */
export function spanWords(span: Span, now: Date): string {
  const { start, end } = span;
  const day = (moment: string) => longDay(dateOf(moment), now, "gregory");
  if (dayIn(start) === dayIn(end)) return t("{day}, {time}", { day: day(start), time: spanTimeWords(span) });
  if (isDay(start)) return t("{from} to {to}", { from: day(start), to: day(end) });
  const moment = (at: string) => t("{day}, {time}", { day: shortDay(dateOf(at)), time: timeWords(at) });
  return t("{from} to {to}", { from: moment(start), to: moment(end) });
}
