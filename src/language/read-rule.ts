import { minuteOfPart } from "./read-day.ts";
import type { Rule } from "./rule.ts";
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
  WEEKDAYS,
  weekdayNamed,
} from "./vocabulary.ts";

/** A repetition, and the time that "every morning" says. */
export type SpokenRule = Rule & { minute?: number };
type Reader = (groups: Record<string, string | undefined>) => SpokenRule | null;

const AND = String.raw`\s*(?:,\s*and|,|and|&|\+|/)\s*`;
const LIST = String.raw`(?<days>${WEEKDAYS}(?:(?:${AND}|\s*(?:-|–|to|through)\s*)${WEEKDAYS})*)`;
const NTH_WORD = String.raw`(?<nth>1st|2nd|3rd|4th|5th|first|second|third|fourth|fifth|last)`;
const DATE_LIST = String.raw`(?<dates>(?:\d{1,2}(?:st|nd|rd|th)|last\s+day)(?:${AND}(?:the\s+)?(?:\d{1,2}(?:st|nd|rd|th)|last\s+day))*)${END}`;
const EVERY = String.raw`(?:every|each)\s+`;
const OF_MONTH = String.raw`\s+(?:of|in)\s+(?:the|every|each)\s+month`;
const UNIT = String.raw`(?<unit>day|week|month|quarter|year)s?`;
const STEP = String.raw`(?:(?<other>other|second|2nd)|(?<third>third|3rd)|(?<fourth>fourth|4th)|(?<count>${NUMBER}))`;

const ONCE: Record<string, Rule> = {
  day: { freq: "DAILY" },
  week: { freq: "WEEKLY" },
  month: { freq: "MONTHLY" },
  quarter: { freq: "MONTHLY", interval: 3 },
  year: { freq: "YEARLY" },
};
const WORDS: Record<string, Rule> = {
  daily: { freq: "DAILY" },
  weekly: { freq: "WEEKLY" },
  biweekly: { freq: "WEEKLY", interval: 2 },
  fortnightly: { freq: "WEEKLY", interval: 2 },
  monthly: { freq: "MONTHLY" },
  quarterly: { freq: "MONTHLY", interval: 3 },
  yearly: { freq: "YEARLY" },
  annually: { freq: "YEARLY" },
};
const WORKDAYS = [0, 1, 2, 3, 4];

const stepOf = ({ other, third, fourth, count }: Record<string, string | undefined>): number =>
  other ? 2 : third ? 3 : fourth ? 4 : count ? numberNamed(count) : 1;

function everyUnit(unit: string, step: number): Rule | null {
  const rule = ONCE[unit.toLowerCase()];
  const interval = (rule?.interval ?? 1) * step;
  return rule && interval >= 1 && interval <= 999 ? { ...rule, interval } : null;
}

/** The weekdays of "monday, wednesday and friday" or "mon-fri", in the order of the week. */
function weekdaysIn(words: string): number[] {
  const found: number[] = [];
  let isRange = false;
  for (const [word] of words.matchAll(/[a-z]+|[-–]/gi)) {
    const weekday = weekdayNamed(word);
    if (weekday < 0) {
      isRange = /^(?:[-–]|to|through)$/i.test(word);
      continue;
    }
    const last = found.at(-1);
    if (isRange && last !== undefined)
      for (let next = (last + 1) % 7; next !== weekday; next = (next + 1) % 7) found.push(next);
    found.push(weekday);
    isRange = false;
  }
  return [...new Set(found)].toSorted((one, other) => one - other);
}

function datesIn(words: string): number[] | null {
  const dates = [...words.matchAll(/\d+|last/gi)].map(([word]) => (/^l/i.test(word) ? -1 : Number(word)));
  return dates.every((date) => date === -1 || (date >= 1 && date <= 31)) ? dates : null;
}

const nthWeekday: Reader = ({ nth, day, count }) => ({
  freq: "MONTHLY",
  interval: count ? numberNamed(count) : 1,
  weekdays: [weekdayNamed(day!)],
  nth: nthNamed(nth!),
});
const onDates: Reader = ({ dates, count, other }) => {
  const monthDays = datesIn(dates!);
  return monthDays && { freq: "MONTHLY", interval: other ? 2 : count ? numberNamed(count) : 1, monthDays };
};
const onDateOfYear: Reader = ({ name, date, other, count }) => {
  const day = Number(date);
  if (day < 1 || day > 31) return null;
  return { freq: "YEARLY", interval: stepOf({ other, count }), monthDays: [day], month: monthNamed(name!) };
};
const onWeekdays: Reader = (groups) => ({
  freq: "WEEKLY",
  interval: stepOf(groups),
  weekdays: weekdaysIn(groups["days"]!),
});

const DAY_OF_YEAR = String.raw`(?:(?<name>${MONTH})\s*(?:the\s+)?(?<date>\d{1,2})(?:st|nd|rd|th)?(?![\d:])${END})`;
const DAY_OF_YEAR_2 = String.raw`(?:(?:the\s+)?(?<date>\d{1,2})(?:st|nd|rd|th|\.)?\s*(?:of\s+)?(?<name>${MONTH}))`;
const YEARS = String.raw`(?:(?:every|each)\s+(?:(?:(?<other>other)|(?<count>${NUMBER}))\s+)?years?|yearly|annually)(?:\s+on)?\s+`;
const MONTHS = String.raw`(?:(?:every|each)\s+(?:(?:(?<other>other)|(?<count>${NUMBER}))\s+)?months?|monthly)\s*,?\s+on\s+(?:the\s+)?`;

const RULES: [pattern: string, read: Reader][] = [
  [
    String.raw`(?:on\s+)?(?:the\s+)?${NTH_WORD}\s+(?<day>${WEEKDAYS})\s+(?:of|in)\s+(?:every|each)\s+month`,
    nthWeekday,
  ],
  [String.raw`${EVERY}${NTH_WORD}\s+(?<day>${WEEKDAYS})${OF_MONTH}`, nthWeekday],
  [String.raw`${MONTHS}${NTH_WORD}\s+(?<day>${WEEKDAYS})(?:${OF_MONTH})?`, nthWeekday],
  [String.raw`${EVERY}last\s+(?<day>${WEEKDAYS})`, ({ day }) => nthWeekday({ nth: "last", day })],
  [
    String.raw`(?:on\s+|at\s+)?(?:the\s+)?(?:last\s+day|end)\s+of\s+(?:every|each)\s+month|${EVERY}(?:last\s+day|end)\s+of\s+(?:the\s+)?month|${EVERY}month[\s-]end`,
    () => ({ freq: "MONTHLY", monthDays: [-1] }),
  ],
  [String.raw`${YEARS}${DAY_OF_YEAR}`, onDateOfYear],
  [String.raw`${YEARS}${DAY_OF_YEAR_2}`, onDateOfYear],
  [String.raw`${EVERY}${DAY_OF_YEAR}`, onDateOfYear],
  [String.raw`${EVERY}${DAY_OF_YEAR_2}`, onDateOfYear],
  [String.raw`${MONTHS}${DATE_LIST}(?:${OF_MONTH})?`, onDates],
  [String.raw`(?:on\s+)?(?:the\s+)?${DATE_LIST}\s+of\s+(?:every|each)\s+month`, onDates],
  [
    String.raw`${EVERY}${STEP}\s+${UNIT}\s+on\s+${LIST}`,
    (groups) => ({ ...everyUnit("week", stepOf(groups))!, weekdays: weekdaysIn(groups["days"]!) }),
  ],
  [String.raw`${EVERY}${STEP}\s+${UNIT}${END}`, (groups) => everyUnit(groups["unit"]!, stepOf(groups))],
  [String.raw`${EVERY}${STEP}\s+${LIST}`, onWeekdays],
  [String.raw`${EVERY}(?:the\s+)?${DATE_LIST}(?:${OF_MONTH})?`, onDates],
  [String.raw`(?:${EVERY}week|weekly)\s+on\s+${LIST}`, onWeekdays],
  [String.raw`biweekly\s+on\s+${LIST}`, (groups) => onWeekdays({ ...groups, other: "other" })],
  [
    String.raw`${EVERY}(?:weekday|workday|work\s+day|business\s+day)s?|(?:on\s+)?(?:weekdays|workdays)`,
    () => ({ freq: "WEEKLY", weekdays: WORKDAYS }),
  ],
  [String.raw`${EVERY}weekend|on\s+weekends|weekends`, () => ({ freq: "WEEKLY", weekdays: [5, 6] })],
  [String.raw`${EVERY}(?:single\s+)?${UNIT}`, ({ unit }) => everyUnit(unit!, 1)],
  [String.raw`${EVERY}fortnight`, () => ({ freq: "WEEKLY", interval: 2 })],
  [
    String.raw`${EVERY}(?<part>morning|afternoon|evening|night)`,
    ({ part }) => ({ freq: "DAILY", minute: minuteOfPart(part!) }),
  ],
  [String.raw`${EVERY}${LIST}`, onWeekdays],
  [String.raw`once\s+(?:a|per|every)\s+${UNIT}`, ({ unit }) => everyUnit(unit!, 1)],
  [String.raw`(?<word>${Object.keys(WORDS).join("|")})`, ({ word }) => WORDS[word!.toLowerCase()] ?? null],
  [String.raw`(?:on\s+)?${LIST}`, ({ days }) => (/days\b/i.test(days!) ? onWeekdays({ days }) : null)],
];
const READERS = RULES.map(([pattern, read]) => [sticky(`(?:${pattern})`, END), read] as const);

const PART_OF_DAY = sticky(String.raw`\s+(?:in\s+the\s+)?(?<part>morning|afternoon|evening|night)s?${END}`);
/** "the weekly report" is one report. */
const NAMED = /(?:^|\s)(?:the|a|an|this|my|our|your|his|her|their|last|next)\s+$/i;

/** "quarterly planning" is a kind of planning; alone they repeat. */
const OF_NOUNS = /^(?:quarterly|annually|biweekly|fortnightly)$/i;

/** A repetition that begins at this place. */
export function ruleAt(text: string, from: number): Read<SpokenRule> | null {
  for (const [pattern, read] of READERS) {
    const match = matchAt(pattern, text, from);
    const rule = match && read(match.groups ?? {});
    if (!rule) continue;
    if (!/^(?:every|each|once|on|the|at)\b/i.test(match[0]) && NAMED.test(text.slice(0, from))) return null;
    const to = from + match[0].length;
    if (OF_NOUNS.test(match[0]) && !isFreeAfter(text, to)) return null;
    const part = matchAt(PART_OF_DAY, text, to);
    if (!part?.groups || rule.minute !== undefined) return { ...rule, to };
    return { ...rule, minute: minuteOfPart(part.groups["part"]!), to: to + part[0].length };
  }
  return null;
}
