import { isZone, localToInstant, instantToLocal } from "./zones.ts";

/** A day, or a time as a clock on the wall shows it: "YYYY-MM-DD" or "YYYY-MM-DDTHH:MM:SS". */
export type Local = string;

/** `zone` is null for a day and for a time that is the same on every wall ("floating"). */
export type Moment = { local: Local; zone: string | null };

/** Many programs forget VALUE=DATE, a few the seconds; ical.js then leaves the places between its colons empty. */
const VALUE = /^(\d{4}-\d\d-\d\d)(?:T(?:::|(\d\d):(\d\d):(\d\d)?(Z)?))?$/;
const DAY = /^(\d{4})-\d\d-\d\d$/;

/** A component, or one property of it, that cannot be read; the message is for people. */
export class Unreadable extends Error {}

/** A value of ical.js as a moment: checked, because ical.js takes the 31st of February. */
export function toMoment(value: unknown, zone: string | null): Moment {
  const [, day, hour, minute, second = "00", isUtc] = VALUE.exec(String(value)) ?? [];
  if (!day) throw new Unreadable(`'${shorten(value)}' is not a date.`);
  checkDay(day);
  if (!hour) return { local: day, zone: null };
  if (Number(hour) > 23 || Number(minute) > 59 || Number(second) > 60)
    throw new Unreadable(`'${shorten(value)}' is not a time.`);
  const local = `${day}T${hour}:${minute}:${second === "60" ? "59" : second}`;
  return { local, zone: isUtc ? "UTC" : zone };
}

/** As the file has it, without what ical.js puts between the digits. */
const shorten = (value: unknown) => String(value).replace(/T::$/, "").replaceAll(/[-:]/g, "").slice(0, 40);

function checkDay(day: string) {
  const date = new Date(`${day}T00:00:00Z`);
  if (Number.isNaN(date.getTime()) || !date.toISOString().startsWith(day))
    throw new Unreadable(`${day} is not a day of the calendar.`);
  const year = Number(DAY.exec(day)?.[1]);
  if (year < 1 || year > 9998) throw new Unreadable(`The year ${year} is out of range.`);
}

export const isDay = (local: Local): boolean => local.length === 10;

/** The same moment on the walls of another zone. A floating time and a day are the same everywhere. */
export function inZone(moment: Moment, zone: string | null): Moment {
  if (moment.zone === zone || moment.zone === null || zone === null || isDay(moment.local)) return moment;
  return { local: instantToLocal(instantOf(moment), zone), zone };
}

/** Milliseconds since 1970; a floating time counts as UTC. */
export const instantOf = ({ local, zone }: Moment): number =>
  zone === null || !isZone(zone) ? wall(local) : localToInstant(local, zone);

/** A local time as if its zone were UTC. */
export const wall = (local: Local): number => Date.parse(isDay(local) ? `${local}T00:00:00Z` : `${local}Z`);

/** The opposite of `wall`. */
export function fromWall(milliseconds: number): Local {
  const date = new Date(milliseconds);
  const text = Number.isNaN(date.getTime()) ? "" : date.toISOString();
  if (!/^\d{4}-/.test(text)) throw new Unreadable("It lasts longer than the calendar.");
  return text.slice(0, 19);
}

export const addDays = (day: string, days: number): string =>
  fromWall(wall(day) + days * 86_400_000).slice(0, 10);

/** "YYYY-MM-DD" or "YYYY-MM-DDTHH:MM": how instances are named. */
export const toMinute = (local: Local): string => local.slice(0, 16);
/** The opposite: with seconds. */
export const withSeconds = (local: string): Local => (local.length === 16 ? `${local}:00` : local);
