import { RRuleTemporal } from "rrule-temporal";
import { daysOfRule } from "./days-of-rule.ts";
import { isDay, type Moment, momentAt, momentOf, wallOf } from "./moment.ts";
import { instantOf, type Wall, wallAt } from "./time-zone.ts";

/** When an event happens, on its own clock. */
export type Times = {
  date: string;
  /** null is all day. */
  time: string | null;
  /** The last day, included. */
  endDate: string;
  endTime: string | null;
  timeZone: string | null;
  repeat: string | null;
  exceptDates: readonly Moment[];
  extraDates: readonly Moment[];
};

export type Instance = {
  /** Its start on the event's own clock, by which it is named; null of an event that does not repeat. */
  instance: Moment | null;
  /** On the clock that was asked for. */
  start: Moment;
  /** When it is over; the last day, included, of one that lasts all day. */
  end: Moment;
};

/** Of one event in one question; a rule of every hour reaches it in four months. */
const MOST_OF_ONE = 3_000;
const DAY = 86_400_000;

/**
 * What of an event happens from one day to another, by its start.
 *
 * @param from The first day (YYYY-MM-DD) on the clock of `zone`, `to` the last, included
 * @param replaced Instances that have become events of their own
 */
export function instancesOf(
  event: Times,
  from: string,
  to: string,
  zone: string,
  replaced: readonly Moment[] = [],
): Instance[] {
  const first = wallOf(from);
  const end = wallOf(to) + DAY;
  const isAllDay = event.time === null;
  const start = wallOf(momentOf(event.date, event.time));
  const length = wallOf(momentOf(event.endDate, event.endTime)) - start;
  const shown = clockFor(isAllDay ? null : event.timeZone, zone);
  const isRepeated = repeats(event);
  const found: Instance[] = [];
  for (const wall of startsOf(event, start, first - length - 2 * DAY, end + DAY, replaced)) {
    const begins = shown(wall);
    const ends = length === 0 ? begins : Math.max(shown(wall + length), begins);
    const isOver = isAllDay ? ends < first : ends <= first && begins < first;
    if (begins >= end || isOver) continue;
    const moment = momentAt(begins, isAllDay);
    found.push({
      instance: !isRepeated ? null : wall === begins ? moment : momentAt(wall, isAllDay),
      start: moment,
      end: ends === begins ? moment : momentAt(ends, isAllDay),
    });
  }
  return found;
}

/** What the clock of `zone` shows when the event's own shows this. */
function clockFor(own: string | null, zone: string): (wall: Wall) => Wall {
  if (own === null || own === zone) return (wall) => wall;
  return (wall) => wallAt(instantOf(wall, own), zone);
}

export const repeats = ({ repeat, extraDates }: Pick<Times, "repeat" | "extraDates">): boolean =>
  repeat !== null || extraDates.length > 0;

function startsOf(
  event: Times,
  start: Wall,
  from: Wall,
  to: Wall,
  replaced: readonly Moment[],
): readonly Wall[] {
  if (!repeats(event)) return [start];
  const named = [...startsByRule(event, start, from, to), ...event.extraDates.map(wallOf)];
  if (event.exceptDates.length === 0 && replaced.length === 0 && event.extraDates.length === 0) return named;
  const left = new Set(
    [...event.exceptDates, ...replaced].map((moment) => nameOf(moment, event.time === null)),
  );
  return [...new Set(named)]
    .filter((wall) => !left.has(momentAt(wall, event.time === null)))
    .toSorted((one, other) => one - other);
}

/** Another program may leave out a day of an event that has a time, or the other way around. */
const nameOf = (moment: Moment, isAllDay: boolean) =>
  isAllDay && !isDay(moment) ? moment.slice(0, 10) : moment;

function startsByRule({ repeat }: Times, start: Wall, from: Wall, to: Wall): readonly Wall[] {
  if (repeat === null) return [start];
  return byDays(repeat, start, from, to) ?? reckon(repeat, start, from, to);
}

/** What a rule of days has between two moments, and its start, which is one in any case. */
function byDays(repeat: string, start: Wall, from: Wall, to: Wall): Wall[] | null {
  const last = Math.min(to - 1, lastOf(repeat, start));
  const first = Math.max(from, start);
  const [startDay, time] = [Math.floor(start / DAY), start - Math.floor(start / DAY) * DAY];
  const days = daysOfRule(repeat, startDay, Math.floor(first / DAY), Math.floor(last / DAY));
  if (!days) return null;
  const starts = days.map((day) => day * DAY + time).filter((wall) => wall >= first && wall <= last);
  if (starts[0] !== start && start >= from && start < to) starts.unshift(start);
  return starts;
}

const MOST_KNOWN = 5_000;
const lasts = new Map<string, Wall>();

/** The last start there can be. Of a rule with a COUNT all are reckoned to know it, once. */
function lastOf(repeat: string, start: Wall): Wall {
  if (!/(?:COUNT|UNTIL)=/.test(repeat)) return Infinity;
  const key = `${start} ${repeat}`;
  const before = lasts.get(key);
  if (before !== undefined) return before;
  if (lasts.size >= MOST_KNOWN) lasts.clear();
  const last = reckonLast(repeat, start);
  lasts.set(key, last);
  return last;
}

function reckon(repeat: string, start: Wall, from: Wall, to: Wall): Wall[] {
  try {
    const rule = ruleFrom(repeat, start);
    const starts: Wall[] = [];
    for (const at of rule.between(new Date(Math.max(from, start)), new Date(to), true)) {
      if (starts.push(at.epochMilliseconds) >= MOST_OF_ONE) break;
    }
    return starts;
  } catch {
    // A rule that names nothing within reach: the event itself is there all the same.
    return start >= from && start < to ? [start] : [];
  }
}

/** As a clock in no zone: UTC stands for whatever zone the event has. The event's own start is its first instance in any case. */
function ruleFrom(repeat: string, start: Wall): RRuleTemporal {
  const digits = new Date(start).toISOString().slice(0, 19).replaceAll(/[-:]/g, "");
  return new RRuleTemporal({
    rruleString: `DTSTART:${digits}Z\nRRULE:${withUtcUntil(repeat)}`,
    includeDtstart: true,
    maxIterations: 100_000,
    maxCandidateEvaluations: 500_000,
  });
}

/** A day alone includes all of it. */
const withUtcUntil = (rule: string) =>
  rule.replace(
    /(UNTIL=\d{8})(?:T(\d{6})Z?)?/,
    (_, day: string, time?: string) => `${day}T${time ?? "235959"}Z`,
  );

/** The instances of the rule before this one, itself not counted; what is left out counts, as COUNT does. */
export function countBefore(event: Times, instance: Moment): number {
  const start = wallOf(momentOf(event.date, event.time));
  return startsByRule(event, start, start, wallOf(instance)).length;
}

/** There is no day after it for a calendar. */
export const LAST_DAY = "9999-12-31";

/** The first and the last day on which anything of it can be, on its own clock. */
export function spanOf(event: Times): { firstDay: string; lastDay: string } {
  const start = wallOf(momentOf(event.date, event.time));
  const length = wallOf(event.endDate) - wallOf(event.date);
  const extra = event.extraDates.map(wallOf);
  const firstDay = momentAt(Math.min(start, ...extra), true);
  const byRule = event.repeat === null ? start : lastOf(event.repeat, start);
  const last = Math.max(start, byRule, ...extra) + length;
  return { firstDay, lastDay: last > wallOf(LAST_DAY) ? LAST_DAY : momentAt(last, true) };
}

function reckonLast(repeat: string, start: Wall): Wall {
  const until = UNTIL.exec(repeat);
  if (until) return Date.parse(`${until[1]}-${until[2]}-${until[3]}T${timeOf(until[4])}Z`);
  try {
    const all = ruleFrom(repeat, start).all((_, index) => index < 10_000);
    return Math.max(start, ...all.map((at) => at.epochMilliseconds));
  } catch {
    return Infinity;
  }
}

const UNTIL = /UNTIL=(\d{4})(\d\d)(\d\d)(?:T(\d{6}))?/;
/** A day alone includes all of it. */
const timeOf = (digits = "235959") => `${digits.slice(0, 2)}:${digits.slice(2, 4)}:${digits.slice(4, 6)}`;
