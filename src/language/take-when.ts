import type { Clock, Day } from "./calendar.ts";
import type { Draft, PartName } from "./draft.ts";
import { minuteOn } from "./read-moment.ts";
import { type Reminder, reminderAt } from "./read-reminder.ts";
import { ruleAt, type SpokenRule } from "./read-rule.ts";
import { spanAt } from "./read-span.ts";
import { lengthAt, spokenTimeAt } from "./read-time.ts";
import { saidDayAt } from "./said-day.ts";
import { END, matchAt, NUMBER, numberNamed, type Read, sticky, wordStarts } from "./vocabulary.ts";

/** When it is, as far as the words say. */
export type When = {
  day: Day | null;
  minute: number | null;
  endDay: Day | null;
  endMinute: number | null;
  /** Days after the first on which it ends; for what was said as a length. */
  days?: number;
};

type Place = { from: number; to: number };

/** The first place of the text where something is read. */
function firstRead<Value>(
  draft: Draft,
  read: (text: string, from: number) => Read<Value> | null,
): (Read<Value> & Place) | null {
  for (const from of wordStarts(draft.rest)) {
    const found = read(draft.rest, from);
    if (found) return { ...found, from };
  }
  return null;
}

const take = (draft: Draft, part: PartName, { from, to }: Place) => draft.take(part, from, to);

export function takeReminder(draft: Draft, clock: Clock): Reminder | null {
  const found = firstRead(draft, (text, from) => reminderAt(text, from, clock));
  if (!found) return null;
  take(draft, "reminder", found);
  return found.reminder;
}

const TIMES = sticky(String.raw`(?:for\s+)?(?<count>${NUMBER})\s+(?:times|occurrences|sessions)${END}`);
const UNTIL = sticky(String.raw`(?:until|till|til|through|thru|ending|ends|up\s+to)\s+(?:on\s+)?`);

/** A repetition with its end. */
export function takeRepetition(draft: Draft, clock: Clock): SpokenRule | null {
  const rule = firstRead(draft, ruleAt);
  if (!rule) return null;
  take(draft, "repeat", rule);
  const { from: _from, to: _to, ...found } = rule;
  const times = firstRead(draft, (text, from) => {
    const match = matchAt(TIMES, text, from);
    return match?.groups
      ? { count: numberNamed(match.groups["count"] ?? ""), to: from + match[0].length }
      : null;
  });
  if (times && times.count > 0) {
    take(draft, "repeat", times);
    return { ...found, count: times.count };
  }
  const until = firstRead(draft, (text, from) => {
    const match = matchAt(UNTIL, text, from);
    return match && saidDayAt(text, from + match[0].length, clock);
  });
  if (!until) return found;
  take(draft, "repeat", until);
  return { ...found, until: until.day };
}

/** Days, times and spans; `named` is the time that the repetition named, which one of its own replaces. */
export function takeWhen(draft: Draft, clock: Clock, named: number | null): When {
  const when: When = { day: null, minute: null, endDay: null, endMinute: null };
  const isOpen = takeSpan(draft, when, clock);
  const day = takeDay(draft, when, clock);
  const isLate = day?.isLate ?? (named !== null && named > 720);
  if (isOpen && isLate) moveAfternoon(when);
  if (when.minute === null) {
    const time = firstRead(draft, spokenTimeAt);
    if (time) {
      take(draft, "time", time);
      when.minute = minuteOn({ isLate }, time);
    } else when.minute = day?.minute ?? named;
  }
  if (when.endMinute === null && when.endDay === null) takeLength(draft, when);
  return when;
}

/** "tonight 7-8" is in the evening. */
function moveAfternoon(when: When): void {
  const { minute, endMinute } = when;
  if (minute === null || endMinute === null || minute >= endMinute || endMinute >= 720) return;
  when.minute = minute + 720;
  when.endMinute = endMinute + 720;
}

/** @returns whether none of its times says whether it is before or after noon */
function takeSpan(draft: Draft, when: When, clock: Clock): boolean {
  let isOpen = false;
  // "dec 24 - dec 26, 9-12": the days and the times of each.
  for (let count = 0; count < 2; count++) {
    const span = firstRead(draft, (text, from) => {
      const read = spanAt(text, from, clock);
      const isNew = read && (read.start.day === null ? when.minute === null : when.day === null);
      return isNew ? read : null;
    });
    if (!span) return isOpen;
    take(draft, "span", span);
    isOpen ||= span.isOpen ?? false;
    if (span.start.day !== null) {
      when.day = span.start.day;
      when.endDay = span.end.day;
    }
    if (span.start.minute !== null) when.minute = span.start.minute;
    if (span.end.minute !== null) when.endMinute = span.end.minute;
  }
  return isOpen;
}

function takeDay(draft: Draft, when: When, clock: Clock) {
  if (when.day !== null) return null;
  const day = firstRead(draft, (text, from) => saidDayAt(text, from, clock));
  if (!day) return null;
  take(draft, "date", day);
  when.day = day.day;
  return day;
}

const FOR = sticky(String.raw`for\s+(?:about\s+)?(?=\S)`);
const DAYS = sticky(String.raw`for\s+(?:the\s+)?(?<count>${NUMBER})\s+(?<unit>days?|weeks?)${END}`);

/** "for 2 hours" of what has a time, "for 3 days" of what has a day. */
function takeLength(draft: Draft, when: When): void {
  const start = when.minute;
  const length = firstRead(draft, (text, from) => {
    const match = matchAt(FOR, text, from);
    return match && lengthAt(text, from + match[0].length);
  });
  if (length && start !== null) {
    take(draft, "span", length);
    const end = start + length.minutes;
    when.endMinute = end % 1440;
    if (end >= 1440) when.days = Math.floor(end / 1440);
    return;
  }
  const days = firstRead(draft, (text, from) => {
    const match = matchAt(DAYS, text, from);
    if (!match?.groups) return null;
    const { count = "", unit = "" } = match.groups;
    return { days: numberNamed(count) * (/^w/i.test(unit) ? 7 : 1) - 1, to: from + match[0].length };
  });
  if (!days || when.day === null || days.days < 1 || start !== null) return;
  take(draft, "span", days);
  when.endDay = when.day + days.days;
}
