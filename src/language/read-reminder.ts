import type { Clock, Day } from "./calendar.ts";
import { minuteOfPart } from "./read-day.ts";
import { momentAt } from "./read-moment.ts";
import { lengthAt, spokenTimeAt } from "./read-time.ts";
import { END, matchAt, NUMBER, numberNamed, type Read, sticky } from "./vocabulary.ts";

/** When to be reminded: so long before, at a time some days before, or at a moment of its own. */
export type Reminder =
  | { kind: "before"; minutes: number }
  | { kind: "daysBefore"; days: number; minute: number | null }
  | { kind: "at"; day: Day | null; minute: number | null };

/** Who is reminded of a day without a time is reminded when it begins for most. */
export const MORNING = 540;

const ASKS = sticky(
  String.raw`(?:(?:and|with\s+an?|set\s+an?|,)\s+)?(?:remind(?:er)?|alert|notify|ping)(?:\s+me)?(?:\s*:)?\s+(?:(?:on|for)\s+(?!\d))?`,
);
const BEFORE = sticky(String.raw`\s+(?:before(?:hand)?|earlier|prior|ahead|in\s+advance)${END}`);
const DAYS = sticky(String.raw`(?<count>${NUMBER})\s+(?<unit>days?|weeks?)`);
const EVE = sticky(
  String.raw`(?:on\s+)?(?:the\s+)?(?<part>day|morning|afternoon|evening|night)\s+before${END}`,
);
const THAT_DAY = sticky(
  String.raw`(?:(?:on|in)\s+)?(?:the|that)\s+(?:same\s+)?(?<part>day|morning|afternoon|evening)${END}`,
);
const AT_TIME = sticky(String.raw`\s*,?\s*(?=\S)`);

/** "remind me 10 minutes before" from this place on. */
export function reminderAt(text: string, from: number, clock: Clock): Read<{ reminder: Reminder }> | null {
  const asks = matchAt(ASKS, text, from);
  if (!asks) return null;
  const start = from + asks[0].length;
  return (
    lengthBefore(text, start) ??
    daysBefore(text, start) ??
    partOfDay(text, start) ??
    moment(text, start, clock)
  );
}

function lengthBefore(text: string, from: number): Read<{ reminder: Reminder }> | null {
  const length = lengthAt(text, from);
  const before = length && matchAt(BEFORE, text, length.to);
  if (!before) return null;
  return { reminder: { kind: "before", minutes: length.minutes }, to: length.to + before[0].length };
}

function daysBefore(text: string, from: number): Read<{ reminder: Reminder }> | null {
  const days = matchAt(DAYS, text, from);
  const before = days?.groups && matchAt(BEFORE, text, from + days[0].length);
  if (!days?.groups || !before) return null;
  const { count = "", unit = "" } = days.groups;
  const time = timeBehind(text, from + days[0].length + before[0].length);
  const many = numberNamed(count) * (/^w/i.test(unit) ? 7 : 1);
  return { reminder: { kind: "daysBefore", days: many, minute: time.minute }, to: time.to };
}

function partOfDay(text: string, from: number): Read<{ reminder: Reminder }> | null {
  const eve = matchAt(EVE, text, from);
  const match = eve ?? matchAt(THAT_DAY, text, from);
  if (!match?.groups) return null;
  const { part = "" } = match.groups;
  const time = timeBehind(text, from + match[0].length);
  const named = /day/i.test(part) ? (eve ? null : MORNING) : minuteOfPart(part);
  return { reminder: { kind: "daysBefore", days: eve ? 1 : 0, minute: time.minute ?? named }, to: time.to };
}

function timeBehind(text: string, from: number): { minute: number | null; to: number } {
  const time = spokenTimeAt(text, from + (matchAt(AT_TIME, text, from)?.[0].length ?? 0));
  return time ? { minute: time.minute % 1440, to: time.to } : { minute: null, to: from };
}

function moment(text: string, from: number, clock: Clock): Read<{ reminder: Reminder }> | null {
  const read = momentAt(text, from, clock);
  return read && { reminder: { kind: "at", day: read.day, minute: read.minute }, to: read.to };
}

/** Days and minutes of the reminder; null where it hangs on a day that there is not. */
export function remindAt(
  reminder: Reminder,
  day: Day | null,
  minute: number | null,
  clock: Clock,
): { day: Day; minute: number } | null {
  if (reminder.kind === "at") {
    const at = reminder.minute ?? MORNING;
    return { day: reminder.day ?? day ?? (at < clock.minute ? clock.today + 1 : clock.today), minute: at };
  }
  if (day === null) return null;
  if (reminder.kind === "daysBefore")
    return { day: day - reminder.days, minute: reminder.minute ?? minute ?? MORNING };
  const at = day * 1440 + (minute ?? MORNING) - reminder.minutes;
  return { day: Math.floor(at / 1440), minute: at % 1440 };
}
