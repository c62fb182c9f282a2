import { instantOf, type Wall } from "./time-zone.ts";

/** A day, or a day and a time of it, of a clock: `2026-11-30` or `2026-11-30T09:00`. */
export type Moment = string;

const DAY = 86_400_000;

export const momentOf = (day: string, time: string | null): Moment =>
  time === null ? day : `${day}T${time}`;

export const isDay = (moment: Moment): boolean => moment.length === 10;
export const dayIn = (moment: Moment): string => moment.slice(0, 10);
export const timeIn = (moment: Moment): string | null => (isDay(moment) ? null : moment.slice(11, 16));

export const wallOf = (moment: Moment): Wall => Date.parse(isDay(moment) ? `${moment}T00:00Z` : `${moment}Z`);

const MINUTE = 60_000;
const MOST_WRITTEN = 5_000;
/** Days by their number, written. A month of a full calendar has thousands of moments of forty days. */
const days = new Map<number, string>();
/** Minutes of a day, written. */
const times: string[] = [];

export function momentAt(wall: Wall, isAllDay: boolean): Moment {
  const number = Math.floor(wall / DAY);
  let day = days.get(number);
  if (day === undefined) {
    if (days.size >= MOST_WRITTEN) days.clear();
    days.set(number, (day = new Date(number * DAY).toISOString().slice(0, 10)));
  }
  if (isAllDay) return day;
  const minute = Math.floor((wall - number * DAY) / MINUTE);
  return day + (times[minute] ??= new Date(minute * MINUTE).toISOString().slice(10, 16));
}

export const addDays = (day: string, days: number): string => momentAt(wallOf(day) + days * DAY, true);

/** When the clock of a zone shows this. */
export const instantAt = (moment: Moment, zone: string): Date => new Date(instantOf(wallOf(moment), zone));

/** The days in between, earlier ones negative. */
export const daysFrom = (one: string, other: string): number =>
  Math.round((wallOf(other) - wallOf(one)) / DAY);
