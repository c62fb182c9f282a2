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

export function momentAt(wall: Wall, isAllDay: boolean): Moment {
  const text = new Date(wall).toISOString();
  return isAllDay ? text.slice(0, 10) : text.slice(0, 16);
}

/** When the clock of a zone shows this. */
export const instantAt = (moment: Moment, zone: string): Date => new Date(instantOf(wallOf(moment), zone));

/** The days in between, earlier ones negative. */
export const daysFrom = (one: string, other: string): number =>
  Math.round((wallOf(other) - wallOf(one)) / DAY);
