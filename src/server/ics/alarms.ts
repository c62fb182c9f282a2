import { instantOf, type Moment, toMoment } from "./moments.ts";
import { nameOf, parameter, readProperty, secondsOf } from "./property.ts";

const ALARMS_MAX = 50;
/** A year: earlier is no reminder. */
const MINUTES_MAX = 366 * 24 * 60;

/** How many minutes before the start an alarm rings, from BEGIN:VALARM to END:VALARM; null for one that rings later or is switched off. */
export function minutesBefore(lines: string[], start: Moment, end: Moment): number | null {
  const line = lines.find((text) => nameOf(text) === "TRIGGER");
  const isOff = lines.some((text) => /^ACTION:NONE\s*$/i.test(text));
  const trigger = line === undefined || isOff ? null : readProperty(line);
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
