import { clockAt, dayText, lastOfMonth, dayOf, mondayOf, partsOf } from "#language/calendar.ts";
import { addDays, wallOf } from "#language/moment.ts";
import { dayAt } from "#language/read-day.ts";
import { MONTH, monthNamed, numberNamed, WEEKDAY, weekdayNamed, wordStarts } from "#language/vocabulary.ts";
import { type AccountClock, dayName } from "./account-clock.ts";

/** Days that a question is about, both included. */
export type Period = { from: string; to: string; name: string };

type Groups = Record<string, string | undefined>;
type Asked = { clock: AccountClock; isPast: boolean; words: string };
type Reader = (groups: Groups, asked: Asked) => Period | null;

const LEAD = String.raw`(?:\b(?:for|on|in|by|until|from|at|over|during|of|within)\s+)?(?:\bthe\s+)?`;
const NUMBERS = String.raw`\d{1,3}|one|two|three|four|five|six|seven|eight|nine|ten|couple\s+of|few`;

const dayIndex = (day: string) => Math.floor(wallOf(day) / 86_400_000);

const oneDay = (day: string, { clock }: Asked): Period => ({ from: day, to: day, name: dayName(day, clock) });

/** Today and the days around it by their names. */
const near =
  (later: number, word: string): Reader =>
  (_, { clock }) => {
    const day = addDays(clock.today, later);
    return { from: day, to: day, name: word };
  };

const WHICH: Record<string, number> = {
  this: 0,
  current: 0,
  coming: 0,
  next: 1,
  following: 1,
  last: -1,
  previous: -1,
  past: -1,
};

/** The first and last day of the week, month or year that is so many away. */
function unitAway(
  unit: string,
  away: number,
  { today, weekStart }: AccountClock,
): [from: string, to: string] {
  if (unit === "week") {
    const weekday = dayIndex(today) - mondayOf(dayIndex(today));
    const from = addDays(today, 7 * away - ((weekday - weekStart + 7) % 7));
    return [from, addDays(from, 6)];
  }
  const { year, month } = partsOf(dayIndex(today));
  if (unit === "year") return [`${year + away}-01-01`, `${year + away}-12-31`];
  return [dayText(dayOf(year, month + away, 1)), dayText(lastOfMonth(year, month + away))];
}

const ofUnit: Reader = ({ which = "this", unit = "week" }, { clock }) => {
  const [from, to] = unitAway(unit, WHICH[which] ?? 0, clock);
  return { from, to, name: `${which === "past" ? "last" : which} ${unit}` };
};

/** On Saturday and Sunday the weekend is the one that it is. */
const ofWeekend: Reader = ({ which = "this" }, { clock: { today }, isPast }) => {
  const weekday = dayIndex(today) - mondayOf(dayIndex(today));
  const saturday = addDays(today, weekday === 6 ? -1 : 5 - weekday);
  const away = which === "this" && isPast && weekday < 5 ? -1 : (WHICH[which] ?? 0);
  const from = addDays(saturday, 7 * away);
  return { from, to: addDays(from, 1), name: away < 0 ? "last weekend" : `${which} weekend` };
};

const UNIT_DAYS: Record<string, number> = { day: 1, week: 7, month: 30 };
const ofCount: Reader = ({ which = "next", count = "1", unit = "day" }, { clock: { today } }) => {
  const number = /few/.test(count) ? 3 : /couple/.test(count) ? 2 : numberNamed(count);
  const days = number * (UNIT_DAYS[unit] ?? 1);
  const name = `the ${which === "past" ? "last" : which} ${number} ${unit}${number === 1 ? "" : "s"}`;
  return which === "next"
    ? { from: today, to: addDays(today, days), name }
    : { from: addDays(today, -days), to: today, name };
};

/** "Friday" is the next one, today included; of what has been, the last one. */
const ofWeekday: Reader = ({ which, weekday = "" }, asked) => {
  const { clock, isPast } = asked;
  const today = dayIndex(clock.today);
  const wanted = weekdayNamed(weekday);
  if (wanted < 0) return null;
  const inWeek = mondayOf(today) + wanted;
  if (which === "next") return oneDay(dayText(inWeek + 7), asked);
  if (which === "this" && !isPast) return oneDay(dayText(inWeek), asked);
  if (which === "last" || isPast) {
    const back = (today - wanted - mondayOf(today) + 7) % 7;
    return oneDay(dayText(today - (back === 0 && which === "last" ? 7 : back)), asked);
  }
  return oneDay(dayText(today + ((inWeek - today + 7) % 7)), asked);
};

/** A month without its year is the one that is nearest in the direction of the question. */
const ofMonth: Reader = ({ which, name = "", year }, { clock, isPast }) => {
  const month = monthNamed(name);
  const now = partsOf(dayIndex(clock.today));
  if (month < 1) return null;
  const isLast = which === "last" || isPast;
  const nearest = isLast ? (month > now.month ? -1 : 0) : month < now.month ? 1 : 0;
  const of = year ? Number(year) : now.year + nearest;
  const from = dayText(dayOf(of, month, 1));
  return { from, to: dayText(lastOfMonth(of, month)), name: `${MONTHS[month - 1]} ${of}` };
};
const MONTHS = "January February March April May June July August September October November December".split(
  " ",
);

const READERS: [pattern: string, read: Reader][] = [
  [String.raw`day\s+after\s+tomorrow\b`, near(2, "the day after tomorrow")],
  [String.raw`day\s+before\s+yesterday\b`, near(-2, "the day before yesterday")],
  [
    String.raw`(?:tomorrow|tomorow|tommorow|tommorrow|tmrw)(?:\s+(?:morning|afternoon|evening|night))?\b`,
    near(1, "tomorrow"),
  ],
  [String.raw`yesterday(?:\s+(?:morning|afternoon|evening))?\b`, near(-1, "yesterday")],
  [String.raw`(?:today|tonight|this\s+(?:morning|afternoon|evening))\b`, near(0, "today")],
  [
    String.raw`(?<which>next|last|past|previous)\s+(?<count>${NUMBERS})\s+(?<unit>day|week|month)s?\b`,
    ofCount,
  ],
  [String.raw`(?:(?<which>this|coming|next|last|past|previous)\s+)?weekend\b`, ofWeekend],
  [
    String.raw`(?<which>this|current|coming|next|following|last|past|previous)\s+(?<unit>week|month|year)\b`,
    ofUnit,
  ],
  [
    String.raw`(?:(?<which>this|coming|next|last)\s+)?\b(?<weekday>${WEEKDAY})(?!\s*,?\s*(?:the\s+)?(?:${MONTH}|\d))`,
    ofWeekday,
  ],
];
const COMPILED = READERS.map(
  ([pattern, read]) => [new RegExp(LEAD + String.raw`\b` + pattern, "iu"), read] as const,
);
const BY_MONTH = new RegExp(
  String.raw`\b(?:in|during|of|for|(?<which>last|next|this))\s+(?<name>${MONTH})(?:\s+(?<year>20\d\d))?(?!\s*\d)`,
  "iu",
);
/** "Tuesday the 27th" */
const WEEKDAY_BEFORE = new RegExp(String.raw`\b${WEEKDAY}\s*,?\s*$`, "iu");
const LEAD_BEHIND = new RegExp(`${LEAD}$`, "iu");

/** The days that a question names, and the rest of its words. */
export function takePeriod(
  text: string,
  clock: AccountClock,
  isPast: boolean,
): { period: Period | null; rest: string } {
  const asked = (words: string): Asked => ({ clock, isPast, words });
  const cut = (from: number, to: number) =>
    `${text.slice(0, from).replace(LEAD_BEHIND, "")} ${text.slice(to)}`;
  for (const [pattern, read] of COMPILED) {
    const match = pattern.exec(text);
    const period = match && read(match.groups ?? {}, asked(match[0]));
    if (period) return { period, rest: cut(match.index, match.index + match[0].length) };
  }
  const date = dateIn(text, clock, isPast);
  if (date) {
    const { period, from, to } = { period: oneDay(date.day, asked("")), ...date };
    return { period, rest: cut(from - (WEEKDAY_BEFORE.exec(text.slice(0, from))?.[0].length ?? 0), to) };
  }
  const month = BY_MONTH.exec(text);
  const period = month && ofMonth(month.groups ?? {}, asked(month[0]));
  if (period) return { period, rest: cut(month.index, month.index + month[0].length) };
  return { period: null, rest: text };
}

/** A date as it is written: May 21, 21 May, 5/21, 2031-05-21. */
function dateIn(
  text: string,
  clock: AccountClock,
  isPast: boolean,
): { day: string; from: number; to: number } | null {
  const at = clockAt(new Date(wallOf(`${clock.today}T${clock.time}`)));
  for (const from of wordStarts(text)) {
    const read = dayAt(text, from, at);
    if (!read || !/\d/.test(text.slice(from, read.to))) continue;
    const { year, month, date } = partsOf(read.day);
    const day = isPast && read.isYearless && read.day > at.today ? dayOf(year - 1, month, date) : read.day;
    return { day: dayText(day), from, to: read.to };
  }
  return null;
}
