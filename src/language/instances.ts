import { RRuleTemporal } from "rrule-temporal";
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
  const found: Instance[] = [];
  for (const wall of startsOf(event, start, first - length - 2 * DAY, end + DAY, replaced)) {
    const shown = (clock: Wall) =>
      isAllDay || event.timeZone === null || event.timeZone === zone
        ? clock
        : wallAt(instantOf(clock, event.timeZone), zone);
    const [begins, ends] = [shown(wall), shown(wall + length)];
    const isOver = isAllDay ? ends < first : ends <= first && begins < first;
    if (begins >= end || isOver) continue;
    found.push({
      instance: repeats(event) ? momentAt(wall, isAllDay) : null,
      start: momentAt(begins, isAllDay),
      end: momentAt(Math.max(ends, begins), isAllDay),
    });
  }
  return found;
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

const MOST_KNOWN = 5_000;
const known = new Map<string, readonly Wall[]>();

/** As the same months are asked for again and again, answers are remembered: a rule of days takes a tenth of a millisecond. */
function startsByRule({ repeat }: Times, start: Wall, from: Wall, to: Wall): readonly Wall[] {
  if (repeat === null) return [start];
  const key = `${start} ${from} ${to} ${repeat}`;
  const before = known.get(key);
  if (before) return before;
  if (known.size >= MOST_KNOWN) known.delete(known.keys().next().value!);
  const starts = reckon(repeat, start, from, to);
  known.set(key, starts);
  return starts;
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
  return reckon(event.repeat ?? "", start, start, wallOf(instance) - 1).length;
}

/** There is no day after it for a calendar. */
export const LAST_DAY = "9999-12-31";

/** The first and the last day on which anything of it can be, on its own clock. */
export function spanOf(event: Times): { firstDay: string; lastDay: string } {
  const start = wallOf(momentOf(event.date, event.time));
  const length = wallOf(event.endDate) - wallOf(event.date);
  const extra = event.extraDates.map(wallOf);
  const firstDay = momentAt(Math.min(start, ...extra), true);
  const last = Math.max(lastByRule(event.repeat, start), ...extra) + length;
  return { firstDay, lastDay: last > wallOf(LAST_DAY) ? LAST_DAY : momentAt(last, true) };
}

function lastByRule(repeat: string | null, start: Wall): Wall {
  if (repeat === null) return start;
  const until = /UNTIL=(\d{4})(\d\d)(\d\d)/.exec(repeat);
  if (until) return Math.max(start, wallOf(`${until[1]}-${until[2]}-${until[3]}`));
  if (!repeat.includes("COUNT=")) return Infinity;
  try {
    const all = ruleFrom(repeat, start).all((_, index) => index < 10_000);
    return Math.max(start, ...all.map((at) => at.epochMilliseconds));
  } catch {
    return Infinity;
  }
}
