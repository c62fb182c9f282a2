import type { Clock, Day } from "./calendar.ts";
import { spokenTimeAt, type Time } from "./read-time.ts";
import type { SpokenDay } from "./read-day.ts";
import { saidDayAt } from "./said-day.ts";
import { matchAt, type Read, sticky } from "./vocabulary.ts";

/** A day, a time of it, or both. */
export type Moment = { day: Day | null; minute: number | null; isYearless?: boolean; isWeekday?: boolean };

const COMMA = sticky(String.raw`\s*,?\s*`);
const ON = sticky(String.raw`\s*,?\s*(?:on\s+|of\s+)?`);
const skip = (pattern: RegExp, text: string, from: number) =>
  from + (matchAt(pattern, text, from)?.[0].length ?? 0);

/** "tomorrow at 9", "9am on friday", "dec 24" or "5pm". */
export function momentAt(text: string, from: number, clock: Clock): Read<Moment> | null {
  const day = saidDayAt(text, from, clock);
  if (day) {
    const time = spokenTimeAt(text, skip(COMMA, text, day.to));
    const said = { isYearless: day.isYearless ?? false, isWeekday: day.isWeekday ?? false };
    if (!time) return { day: day.day, minute: day.minute, ...said, to: day.to };
    return { day: day.day, minute: minuteOn(day, time), ...said, to: time.to };
  }
  const time = spokenTimeAt(text, from);
  if (!time) return null;
  const later = saidDayAt(text, skip(ON, text, time.to), clock);
  if (!later) return { day: null, minute: time.minute, to: time.to };
  return { day: later.day, minute: minuteOn(later, time), to: later.to };
}

/** "tonight at 8" is eight in the evening. */
export function minuteOn({ isLate }: Pick<SpokenDay, "isLate">, { minute, hasMeridiem }: Time): number {
  return isLate && !hasMeridiem && minute < 720 && minute >= 60 ? minute + 720 : minute % 1440;
}
