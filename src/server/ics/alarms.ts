import { instantOf, type Moment, toMoment } from "./moments.ts";
import { nameOf, parameter, readProperty, secondsOf } from "./property.ts";

const ALARMS_MAX = 50;
/** A year: earlier is no reminder. */
const MINUTES_MAX = 366 * 24 * 60;

/** When an entry rings, by the alarms of its file. */
export type Alarms = {
  /** Before the start; those after it are less than nothing. */
  minutes: number[];
  /** Moments of their own, whatever becomes of the entry: ISO, in UTC. */
  dates: string[];
  /** Alarms that no reminder can be. */
  unread: number;
};

/** A reminder can ring so long after the start. */
const MINUTES_MIN = -24 * 60;
const REMINDER_MINUTES_MAX = 365 * 24 * 60;

/** All that ring: what is switched off does not. Doubles are one. */
export function alarmsOf(nested: { name: string; lines: string[] }[], start: Moment, end: Moment): Alarms {
  const minutes = new Set<number>();
  const dates = new Set<string>();
  let unread = 0;
  const alarms = nested.filter(({ name, lines }) => name === "VALARM" && !isOff(lines));
  for (const { lines } of alarms.slice(0, ALARMS_MAX)) {
    const trigger = triggerOf(lines);
    const value = String(trigger?.values[0]);
    const seconds = trigger && secondsBefore(value, parameter(trigger, "related"), { start, end });
    const before = typeof seconds === "number" ? Math.round(seconds / 60) : Number.NaN;
    if (trigger && secondsOf(value) === null && !Number.isNaN(before))
      dates.add(new Date(instantOf(start) - before * 60_000).toISOString());
    else if (before >= MINUTES_MIN && before <= REMINDER_MINUTES_MAX) minutes.add(before);
    else unread += 1;
  }
  return {
    minutes: [...minutes].toSorted((a, b) => a - b),
    dates: [...dates].toSorted(),
    unread: unread + Math.max(0, alarms.length - ALARMS_MAX),
  };
}

const isOff = (lines: string[]) => lines.some((text) => /^ACTION:NONE\s*$/i.test(text));

function triggerOf(lines: string[]) {
  const line = lines.find((text) => nameOf(text) === "TRIGGER");
  return line === undefined ? null : readProperty(line);
}

/** How many minutes before the start an alarm rings, from BEGIN:VALARM to END:VALARM; null for one that rings later or is switched off. */
export function minutesBefore(lines: string[], start: Moment, end: Moment): number | null {
  const trigger = isOff(lines) ? null : triggerOf(lines);
  if (!trigger) return null;
  const seconds = secondsBefore(trigger.values[0], parameter(trigger, "related"), { start, end });
  const minutes = seconds === null ? -1 : Math.round(seconds / 60);
  return minutes >= 0 && minutes <= MINUTES_MAX ? minutes : null;
}

function secondsBefore(
  value: unknown,
  related: string | null,
  { start, end }: { start: Moment; end: Moment },
) {
  const text = String(value);
  const length = (instantOf(end) - instantOf(start)) / 1000;
  const after = secondsOf(text);
  if (after !== null) return -after - (related?.toUpperCase() === "END" ? length : 0);
  try {
    return (instantOf(start) - instantOf(toMoment(text, start.zone))) / 1000;
  } catch {
    return null;
  }
}

/** The reminders of an entry, without doubles, the latest first. */
export function remindersOf(
  nested: { name: string; lines: string[] }[],
  start: Moment,
  end: Moment,
): number[] {
  const minutes = nested
    .filter(({ name }) => name === "VALARM")
    .slice(0, ALARMS_MAX)
    .flatMap(({ lines }) => minutesBefore(lines, start, end) ?? []);
  return [...new Set(minutes)].toSorted((a, b) => a - b);
}
