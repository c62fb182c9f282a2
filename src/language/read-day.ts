import {
  addMonths,
  type Clock,
  type Day,
  dayOf,
  lastOfMonth,
  mondayOf,
  nextDate,
  nextOfMonth,
  partsOf,
  realDay,
  weekdayOf,
} from "./calendar.ts";
import {
  END,
  isFreeAfter,
  matchAt,
  MONTH,
  monthNamed,
  nthNamed,
  NUMBER,
  numberNamed,
  type Read,
  sticky,
  WEEKDAY,
  weekdayNamed,
} from "./vocabulary.ts";
import { lengthAt } from "./read-time.ts";
import { firstDay, type Rule } from "./rule.ts";

/** A day that is written somewhere, with the time that its words say: "tonight", "tomorrow morning", "in 2 hours". */
export type SpokenDay = {
  day: Day;
  minute: number | null;
  /** Said by a name of a weekday alone, which repeats every week. */
  isWeekday?: boolean;
  /** Said without a year, so it may be one of the next year. */
  isYearless?: boolean;
  /** A time of 1 to 11 that follows is one of the afternoon. */
  isLate?: boolean;
};
type Reader = (match: RegExpExecArray, clock: Clock, text: string) => SpokenDay | null;

const groups = (match: RegExpExecArray) => match.groups ?? {};
const just = (day: Day): SpokenDay => ({ day, minute: null });

const fullYear = (year: string) => Number(year) + (year.length === 2 ? 2000 : 0);

/** A date of this or the next year; with a year, of that one. */
function dated(clock: Clock, month: number, date: number, year?: string): SpokenDay | null {
  if (year) {
    const day = realDay(fullYear(year), month, date);
    return day === null ? null : just(day);
  }
  const day = month >= 1 && month <= 12 && date >= 1 ? nextDate(clock.today, month, date) : null;
  return day === null ? null : { day, minute: null, isYearless: true };
}

/** The next such day after today. */
const comingWeekday = (today: Day, weekday: number): Day =>
  today + ((weekday - weekdayOf(today) + 6) % 7) + 1;

const RELATIVE: [pattern: string, read: Reader][] = [
  [String.raw`(?:the\s+)?day\s+after\s+tomorrow`, (_, { today }) => just(today + 2)],
  [String.raw`(?:tonight|tonite)`, (_, { today }) => ({ day: today, minute: 1200, isLate: true })],
  [String.raw`today`, (_, { today }) => just(today)],
  [String.raw`tomorrow|tomorow|tommorow|tommorrow|tmrw|tmr|tmw`, (_, { today }) => just(today + 1)],
  [String.raw`yesterday`, (_, { today }) => just(today - 1)],
];

/** So many units later; null when that is in no year of four digits. */
function fromUnits(today: Day, count: number, unit: string): SpokenDay | null {
  const later = (): Day => {
    if (/^d/i.test(unit)) return today + count;
    if (/^w/i.test(unit)) return today + count * 7;
    if (/^f/i.test(unit)) return today + count * 14;
    return addMonths(today, /^y/i.test(unit) ? count * 12 : count);
  };
  const day = later();
  return partsOf(day).year <= 9999 ? just(day) : null;
}
const UNIT = "days?|weeks?|fortnights?|months?|years?";

const LATER: [pattern: string, read: Reader][] = [
  [
    String.raw`in\s+(?<count>${NUMBER})\s+(?<unit>${UNIT})(?:['’]?\s+time)?`,
    (match, { today }) => fromUnits(today, numberNamed(groups(match)["count"]!), groups(match)["unit"]!),
  ],
  [
    String.raw`(?<count>${NUMBER})\s+(?<unit>${UNIT})\s+from\s+(?:now|today)`,
    (match, { today }) => fromUnits(today, numberNamed(groups(match)["count"]!), groups(match)["unit"]!),
  ],
  [
    String.raw`(?<count>${NUMBER})\s+(?<unit>days?|weeks?)\s+from\s+(?<base>tomorrow|(?<weekday>${WEEKDAY}))`,
    (match, clock) => {
      const { count, unit, weekday } = groups(match);
      const base = weekday ? comingWeekday(clock.today, weekdayNamed(weekday)) : clock.today + 1;
      return fromUnits(base, numberNamed(count!), unit!);
    },
  ],
];

const ofWeek = (today: Day, weeks: number, weekday: number) => mondayOf(today) + weeks * 7 + weekday;

const OF_WEEK: [pattern: string, read: Reader][] = [
  [
    String.raw`next\s+week\s*,?\s*(?:on\s+)?(?<weekday>${WEEKDAY})`,
    (match, { today }) => just(ofWeek(today, 1, weekdayNamed(groups(match)["weekday"]!))),
  ],
  [
    String.raw`(?<weekday>${WEEKDAY})\s+(?:of\s+)?(?<which>next|this)\s+week`,
    (match, { today }) =>
      just(
        ofWeek(
          today,
          /n/i.test(groups(match)["which"]![0]!) ? 1 : 0,
          weekdayNamed(groups(match)["weekday"]!),
        ),
      ),
  ],
  [
    String.raw`next\s+(?<weekday>${WEEKDAY})`,
    (match, { today }) => just(ofWeek(today, 1, weekdayNamed(groups(match)["weekday"]!))),
  ],
  [
    String.raw`this\s+(?<weekday>${WEEKDAY})`,
    (match, { today }) => just(ofWeek(today, 0, weekdayNamed(groups(match)["weekday"]!))),
  ],
  [
    String.raw`(?:(?:this\s+)?coming\s+)?(?<weekday>${WEEKDAY})`,
    (match, { today }) => ({
      day: comingWeekday(today, weekdayNamed(groups(match)["weekday"]!)),
      minute: null,
      isWeekday: true,
    }),
  ],
];

const endOf = (today: Day, unit: string, later: number): Day => {
  const { year, month } = partsOf(today);
  if (/^w/i.test(unit)) return ofWeek(today, later, 6);
  if (/^y/i.test(unit)) return dayOf(year + later, 12, 31);
  return lastOfMonth(year, month + later);
};
const startOf = (today: Day, unit: string, later: number): Day => {
  const { year, month } = partsOf(today);
  if (/^w/i.test(unit)) return ofWeek(today, later, 0);
  if (/^y/i.test(unit)) return dayOf(year + later, 1, 1);
  return dayOf(year, month + later, 1);
};

/** "the first monday of next month". */
function nthWeekday(match: RegExpExecArray, today: Day): SpokenDay | null {
  const { nth, weekday, next, name } = groups(match);
  const at = partsOf(today);
  const rule: Rule = { freq: "MONTHLY", weekdays: [weekdayNamed(weekday!)], nth: nthNamed(nth!) };
  if (name) rule.month = monthNamed(name);
  const day = firstDay(rule, next ? dayOf(at.year, at.month + 1, 1) : today);
  return day === null ? null : just(day);
}

const PERIODS: [pattern: string, read: Reader][] = [
  [
    String.raw`(?:the\s+)?end\s+of\s+(?:(?:the|this)\s+)?(?<next>next\s+)?(?<unit>week|month|year)`,
    (match, { today }) => just(endOf(today, groups(match)["unit"]!, groups(match)["next"] ? 1 : 0)),
  ],
  [
    String.raw`(?:the\s+)?(?<nth>first|second|third|fourth|last|1st|2nd|3rd|4th)\s+(?<weekday>${WEEKDAY})\s+(?:of|in)\s+(?:(?:the|this)\s+month|(?<next>next)\s+month|(?<name>${MONTH}))`,
    (match, { today }) => nthWeekday(match, today),
  ],
  [String.raw`eom`, (_, { today }) => just(endOf(today, "month", 0))],
  [String.raw`eow`, (_, { today }) => just(endOf(today, "week", 0))],
  [
    String.raw`(?:the\s+)?(?:start|beginning)\s+of\s+next\s+(?<unit>week|month|year)`,
    (match, { today }) => just(startOf(today, groups(match)["unit"]!, 1)),
  ],
  [String.raw`next\s+weekend`, (_, { today }) => just(ofWeek(today, 1, 5))],
  [
    String.raw`(?:(?:this|the|over\s+the|at\s+the|on\s+the)\s+)?weekend`,
    (_, { today }) => just(weekendOf(today)),
  ],
  [
    String.raw`next\s+(?<unit>week|month|year)`,
    (match, { today }) => just(startOf(today, groups(match)["unit"]!, 1)),
  ],
];

/** The coming Saturday; on Saturday it is this one, on Sunday the next. */
const weekendOf = (today: Day): Day => today + ((5 - weekdayOf(today) + 7) % 7);

const YEAR = String.raw`(?:,?\s+(?<year>20\d\d)(?!\d|[:/.-]\d))?`;
const DATE_NUMBER = String.raw`(?<date>[0-3]?\d)`;

const DATES: [pattern: string, read: Reader][] = [
  [
    String.raw`(?<year>20\d\d)(?<sign>[-/.])(?<month>\d{1,2})\k<sign>${DATE_NUMBER}(?!\d)(?:T(?=\d))?`,
    (match, clock) => fromGroups(match, clock),
  ],
  [
    String.raw`(?:the\s+)?${DATE_NUMBER}(?:st|nd|rd|th|\.)?\s*(?:of\s+)?(?<name>${MONTH})${YEAR}`,
    (match, clock) => fromGroups(match, clock),
  ],
  [
    String.raw`(?<name>${MONTH})\s*(?:the\s+)?${DATE_NUMBER}(?:st|nd|rd|th)?(?![\d:%€]|[.,]\d|\s?[ap]\.?m\b)${YEAR}${END}`,
    (match, clock) => fromGroups(match, clock),
  ],
  [
    String.raw`${DATE_NUMBER}\.\s?(?<month>[01]?\d)\.(?:\s?(?<year>20\d\d|(?<=\.)\d\d)(?![\d:.\p{L}]))?(?!\d)`,
    (match, clock) => fromGroups(match, clock),
  ],
  [
    String.raw`${DATE_NUMBER}\.(?<month>0\d|1[0-2])(?![\d.%€$]|\s?[€$%])`,
    (match, clock, text) => (isLed(match, text) ? fromGroups(match, clock) : null),
  ],
  [
    String.raw`(?<month>[01]?\d)/${DATE_NUMBER}(?:/(?<year>20\d\d|\d\d))?(?![\d/%])`,
    (match, clock, text) => slashed(match, clock, text),
  ],
  [
    String.raw`${DATE_NUMBER}/(?<month>[01]?\d)(?:/(?<year>20\d\d|\d\d))?(?![\d/%])`,
    (match, clock, text) => slashed(match, clock, text),
  ],
  [
    String.raw`the\s+(?<date>\d{1,2})(?:st|nd|rd|th)(?:\s+of\s+(?<next>this|next)\s+month)?`,
    (match, clock, text) => ofThisMonth(match, clock, text),
  ],
  [
    String.raw`(?<date>\d{1,2})(?:st|nd|rd|th)(?:\s+of\s+(?<next>this|next)\s+month)?`,
    (match, clock, text) => ofThisMonth(match, clock, text),
  ],
];

function fromGroups(match: RegExpExecArray, clock: Clock): SpokenDay | null {
  const { month, name, date, year } = groups(match);
  return dated(clock, name ? monthNamed(name) : Number(month), Number(date), year);
}

const LEADS = /(?:^|[\s(])(?:on|by|due|until|till|from|before|starting|beginning|to|for|@|[-–—])\s*$/i;
const isLed = (match: RegExpExecArray, text: string) =>
  LEADS.test(text.slice(0, match.index)) ||
  (isFreeAfter(text, match.index + match[0].length) &&
    !/(?:version|release|v|costs?|price|rated?|score|pay|usd|eur)\s*$/i.test(text.slice(0, match.index)));

/** "1/2 cup" is a fraction, and so is "3/4 of". */
const FRACTION = /^(?:1\/[2-9]|2\/[35]|3\/[458])$/;

function slashed(match: RegExpExecArray, clock: Clock, text: string): SpokenDay | null {
  const isFraction = FRACTION.test(match[0]) && !isFreeAfter(text, match.index + match[0].length);
  if (isFraction && !LEADS.test(text.slice(0, match.index))) return null;
  return fromGroups(match, clock);
}

function ofThisMonth(match: RegExpExecArray, { today }: Clock, text: string): SpokenDay | null {
  const { date, next } = groups(match);
  const isSaid = /^the/i.test(match[0]) || LEADS.test(text.slice(0, match.index)) || next !== undefined;
  if (!isSaid || !isFreeAfter(text, match.index + match[0].length)) return null;
  if (Number(date) < 1 || Number(date) > 31) return null;
  const { year, month } = partsOf(today);
  const from = /next/i.test(next ?? "") ? dayOf(year, month + 1, 1) : today;
  const day = nextOfMonth(from, Number(date));
  return day === null ? null : just(day);
}

const DATE_READERS = DATES.map(([pattern, read]) => [sticky(`(?:${pattern})`), read] as const);
const READERS = [
  ...[...RELATIVE, ...LATER, ...OF_WEEK, ...PERIODS].map(
    ([pattern, read]) => [sticky(`(?:${pattern})`, END), read] as const,
  ),
  ...DATE_READERS,
];

const PART_OF_DAY = sticky(
  String.raw`\s+(?:in\s+the\s+|at\s+)?(?<part>morning|afternoon|evening|night)${END}`,
);
const THIS_PART = sticky(String.raw`this\s+(?<part>morning|afternoon|evening)${END}`);
const MINUTE_OF = { morning: 540, afternoon: 840, evening: 1080, night: 1200 };
export const minuteOfPart = (part: string): number => MINUTE_OF[part.toLowerCase() as keyof typeof MINUTE_OF];

/** A day written at this place; the longest and surest reading. */
export function dayAt(text: string, from: number, clock: Clock): Read<SpokenDay> | null {
  const soon = soonAt(text, from, clock);
  if (soon) return soon;
  for (const [pattern, read] of READERS) {
    const match = matchAt(pattern, text, from);
    const day = match && read(match, clock, text);
    if (match && day?.isWeekday) {
      const date = dateBehind(text, from + match[0].length, clock);
      if (date) return date;
    }
    if (match && day) return withPart(text, { ...day, to: from + match[0].length }, match[0]);
  }
  return null;
}

/** "Friday, Dec 4" and "Thu 24.12." are the date. */
function dateBehind(text: string, from: number, clock: Clock): Read<SpokenDay> | null {
  const start = from + (matchAt(BETWEEN, text, from)?.[0].length ?? 0);
  for (const [pattern, read] of DATE_READERS) {
    const match = matchAt(pattern, text, start);
    const day = match && read(match, clock, text);
    if (match && day) return withPart(text, { ...day, to: start + match[0].length }, match[0]);
  }
  return null;
}
const BETWEEN = sticky(String.raw`\s*,?\s*(?:the\s+(?=\d+(?:st|nd|rd|th)?\s+of))?`);

function withPart(text: string, day: Read<SpokenDay>, words: string): Read<SpokenDay> {
  const part = matchAt(PART_OF_DAY, text, day.to);
  if (!part?.groups || day.minute !== null || /week|month|year/i.test(words)) return day;
  const minute = minuteOfPart(part.groups["part"]!);
  return { ...day, minute, isLate: minute > 720, to: day.to + part[0].length };
}

/** "in 2 hours" and "this evening". */
function soonAt(text: string, from: number, clock: Clock): Read<SpokenDay> | null {
  const part = matchAt(THIS_PART, text, from);
  if (part?.groups) {
    const minute = minuteOfPart(part.groups["part"]!);
    return { day: clock.today, minute, isLate: minute > 720, to: from + part[0].length };
  }
  const within = matchAt(IN, text, from);
  const length = lengthAt(text, from + (within?.[0].length ?? 0));
  const behind = length && !within ? matchAt(FROM_NOW, text, length.to) : null;
  if (!length || !(within || behind)) return null;
  const minute = clock.minute + length.minutes;
  const to = length.to + (behind?.[0].length ?? 0);
  return { day: clock.today + Math.floor(minute / 1440), minute: minute % 1440, to };
}
const FROM_NOW = sticky(String.raw`\s+from\s+now${END}`);
const IN = sticky(String.raw`in\s+(?=\S)`);
