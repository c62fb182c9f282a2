import { addMonths, type Clock, type Day, dayOf, nextDate, partsOf } from "./calendar.ts";
import { type Moment, momentAt } from "./read-moment.ts";
import { type Time, timeAt } from "./read-time.ts";
import { isFreeAfter, matchAt, MONTH, monthNamed, type Read, sticky, WEEKDAY } from "./vocabulary.ts";

/** From when to when. Minutes without days are of a day that stands elsewhere. */
export type Span = {
  start: Moment;
  end: Moment;
  /** Neither time says whether it is before or after noon. */
  isOpen?: boolean;
};

const FROM = sticky(String.raw`(?:(?<between>between)|from|at)\s+`);
const TO = sticky(String.raw`\s*(?:[-–—]|\b(?:to|until|till|til|through|thru)\b)\s*`);
const AND = sticky(String.raw`\s*(?:[-–—]|\b(?:and|to)\b)\s*`);

/** A span of times or of days that begins at this place. */
export function spanAt(text: string, from: number, clock: Clock): Read<Span> | null {
  const lead = matchAt(FROM, text, from);
  const start = from + (lead?.[0].length ?? 0);
  const separator = lead?.groups?.["between"] ? AND : TO;
  return (
    daysOfMonth(text, start, clock) ??
    timesAt(text, start, separator, lead !== null) ??
    momentsAt(text, start, separator, clock)
  );
}

const DAY_BEFORE = sticky(
  String.raw`.*(?:\b(?:today|tomorrow|tonight|${WEEKDAY}|${MONTH}\s*\d{1,2})|\uE001|\d[./]\d{1,2}\.?)\s*,?\s*(?:(?:at|from)\s+)?`,
);
const DAY_AFTER = sticky(String.raw`\s*(?:on\s+)?(?:today|tomorrow|tonight|${WEEKDAY}|\uE001)`);

function timesAt(text: string, from: number, separator: RegExp, isLed: boolean): Read<Span> | null {
  const start = timeAt(text, from);
  const between = start && matchAt(separator, text, start.to);
  const end = between && timeAt(text, start.to + between[0].length);
  if (!end || /^\s?[-–/]\d/.test(text.slice(end.to))) return null;
  const isSign = /[-–—]/.test(between[0]);
  const isBare = start.isBare && end.isBare;
  if (isBare && !isFreeAfter(text, end.to) && !isNearDay(text, from, end.to)) return null;
  // "rate it 1 to 10" and "won 3-1".
  if (isBare && !isLed && !isSign && !isNearDay(text, from, end.to)) return null;
  if (isBare && !isLed && end.minute <= start.minute && (start.minute < 420 || end.minute > 420)) return null;
  const [first, last] = inOrder(start, end);
  return {
    start: { day: null, minute: first },
    end: { day: null, minute: last },
    isOpen: !start.hasMeridiem && !end.hasMeridiem,
    to: end.to,
  };
}

const isNearDay = (text: string, from: number, to: number) =>
  matchAt(DAY_AFTER, text, to) !== null || matchAt(DAY_BEFORE, text.slice(0, from), 0)?.[0].length === from;

/** Minutes of both: "2-3pm" is in the afternoon, "11-1pm" begins before noon, "10am-2" ends after it. */
function inOrder(start: Time, end: Time): [first: number, last: number] {
  let [first, last] = [start.minute, end.minute];
  if (end.hasMeridiem && !start.hasMeridiem && first <= 720) {
    const asEnd = (first % 720) + (last >= 720 ? 720 : 0);
    if (asEnd < last) first = asEnd;
  } else if (!end.hasMeridiem && last <= first && last < 720 && (first < 720 || start.hasMeridiem)) {
    if (last + 720 > first) last += 720;
  }
  return [first % 1440, last % 1440];
}

function momentsAt(text: string, from: number, separator: RegExp, clock: Clock): Read<Span> | null {
  const start = momentAt(text, from, clock);
  if (start?.day == null) return null;
  const between = matchAt(separator, text, start.to);
  const end = between && momentAt(text, start.to + between[0].length, clock);
  if (end?.day == null || (end.minute !== null && start.minute === null)) return null;
  return { start, end: { ...end, day: afterStart(start.day, end) }, to: end.to };
}

/** "friday to monday" ends on the Monday after, "dec 30 - jan 2" in the next year. */
function afterStart(start: Day, { day, isWeekday, isYearless }: Moment): Day | null {
  if (day === null || day >= start) return day;
  if (isWeekday) return day + Math.ceil((start - day) / 7) * 7;
  return isYearless ? addMonths(day, 12) : day;
}

const SIGN = String.raw`\s*(?:[-–—]|to|until|till|through)\s*`;
const YEAR = String.raw`(?:,?\s+(?<year>20\d\d)(?![\d:]))?`;
const SHARED = [
  sticky(
    String.raw`(?<name>${MONTH})\s*(?<first>\d{1,2})(?:st|nd|rd|th)?${SIGN}(?:the\s+)?(?<last>\d{1,2})(?:st|nd|rd|th)?(?![\d:./]|\s?[ap]m\b|\p{L})${YEAR}`,
  ),
  sticky(
    String.raw`(?<first>\d{1,2})(?:st|nd|rd|th|\.)?${SIGN}(?:the\s+)?(?<last>\d{1,2})(?:st|nd|rd|th|\.)?\s+(?:of\s+)?(?<name>${MONTH})${YEAR}`,
  ),
  sticky(
    String.raw`(?<first>\d{1,2})\.?${SIGN}(?<last>\d{1,2})\.\s?(?<month>\d{1,2})\.(?:\s?(?<year>20\d\d))?(?!\d)`,
  ),
];

/** "dec 24-26", "24-26 dec" and "24.-26.12.". */
function daysOfMonth(text: string, from: number, { today }: Clock): Read<Span> | null {
  for (const pattern of SHARED) {
    const match = matchAt(pattern, text, from);
    if (!match?.groups) continue;
    const { name, month: number, first, last, year } = match.groups;
    const month = name ? monthNamed(name) : Number(number);
    if (month < 1 || month > 12 || Number(first) < 1 || Number(last) <= Number(first)) return null;
    // A span that has begun is still that of this year.
    const end = nextDate(year ? dayOf(Number(year), 1, 1) : today, month, Number(last));
    if (end === null) return null;
    const start = dayOf(partsOf(end).year, month, Number(first));
    return {
      start: { day: start, minute: null },
      end: { day: end, minute: null },
      to: from + match[0].length,
    };
  }
  return null;
}
