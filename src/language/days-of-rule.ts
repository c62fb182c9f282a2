import { type Day, dayOf, lastOfMonth, partsOf, weekdayOf } from "./calendar.ts";

/** 0 is Monday. */
const WEEKDAYS = ["MO", "TU", "WE", "TH", "FR", "SA", "SU"];
const READ = new Set(["FREQ", "INTERVAL", "COUNT", "UNTIL", "WKST", "BYDAY", "BYMONTHDAY", "BYMONTH"]);
const FREQS = ["DAILY", "WEEKLY", "MONTHLY", "YEARLY"] as const;

type DayRule = {
  freq: (typeof FREQS)[number];
  interval: number;
  /** First day of the week. */
  wkst: number;
  /** Weekdays, each with which of the month it is; 0 is any. */
  byDay: { weekday: number; nth: number }[] | null;
  byMonthDay: number[] | null;
  byMonth: number[] | null;
};

/**
 * The days of a rule between two days, both included: by looking at each day in between, which takes a fiftieth of what reckoning from the
 * rule's start takes. COUNT and UNTIL are left to the caller, which knows the last day.
 *
 * @returns null for a rule that says more than days, weeks, months and years with their weekdays and dates
 */
export function daysOfRule(rule: string, start: Day, from: Day, to: Day): Day[] | null {
  const read = readRule(rule);
  if (!read) return null;
  const begun = { day: start, ...partsOf(start) };
  const days: Day[] = [];
  for (let day = Math.max(from, start); day <= to; day++) if (falls(read, begun, day)) days.push(day);
  return days;
}

const MOST_READ = 2_000;
const known = new Map<string, DayRule | null>();

function readRule(rule: string): DayRule | null {
  const before = known.get(rule);
  if (before !== undefined) return before;
  if (known.size >= MOST_READ) known.clear();
  const read = parse(rule);
  known.set(rule, read);
  return read;
}

function parse(rule: string): DayRule | null {
  const parts = new Map(rule.split(";").map((part) => part.split("=") as [name: string, value: string]));
  if ([...parts.keys()].some((name) => !READ.has(name))) return null;
  const freq = FREQS.find((name) => name === parts.get("FREQ"));
  if (!freq) return null;
  const numbers = (name: string) => parts.get(name)?.split(",").map(Number) ?? null;
  const byDay = parts.get("BYDAY")?.split(",").map(weekdayIn) ?? null;
  const isNth = byDay?.some(({ nth }) => nth !== 0) ?? false;
  const read: DayRule = {
    freq,
    interval: Number(parts.get("INTERVAL") ?? 1),
    wkst: Math.max(0, WEEKDAYS.indexOf(parts.get("WKST") ?? "MO")),
    byDay,
    byMonthDay: numbers("BYMONTHDAY"),
    byMonth: numbers("BYMONTH"),
  };
  // Which of the week or of the day says nothing; of a year it is reckoned otherwise.
  if (isNth && (freq === "DAILY" || freq === "WEEKLY")) return null;
  if (freq === "WEEKLY" && read.byMonthDay) return null;
  const isOfYear = freq === "YEARLY" && !read.byMonth && (read.byDay ?? read.byMonthDay) !== null;
  return isOfYear ? null : read;
}

const weekdayIn = (text: string) => ({
  weekday: WEEKDAYS.indexOf(text.slice(-2)),
  nth: Number(text.slice(0, -2) || 0),
});

type Parts = ReturnType<typeof partsOf>;
type Start = { day: Day } & Parts;

/** What is read off the number of a day comes first: most days go by it alone. */
function falls(rule: DayRule, start: Start, day: Day): boolean {
  const { freq, interval, byDay } = rule;
  if (freq === "DAILY" && (day - start.day) % interval !== 0) return false;
  if (freq === "WEEKLY" && weeksFrom(rule, start.day, day) % interval !== 0) return false;
  if (byDay && !byDay.some(({ weekday }) => weekday === weekdayOf(day))) return false;
  if (freq === "WEEKLY" && !byDay && weekdayOf(day) !== weekdayOf(start.day)) return false;
  if (freq !== "MONTHLY" && freq !== "YEARLY" && !rule.byMonth && !rule.byMonthDay) return true;
  return fallsOnDate(rule, start, day, partsOf(day));
}

function fallsOnDate(
  { freq, interval, byDay, byMonthDay, byMonth }: DayRule,
  start: Start,
  day: Day,
  at: Parts,
): boolean {
  if (byMonth && !byMonth.includes(at.month)) return false;
  const years = at.year - start.year;
  if (freq === "MONTHLY" && (years * 12 + at.month - start.month) % interval !== 0) return false;
  if (freq === "YEARLY" && (years % interval !== 0 || (!byMonth && at.month !== start.month))) return false;
  if (byMonthDay && !byMonthDay.includes(at.date) && !byMonthDay.includes(fromEnd(at))) return false;
  if (byDay) return byDay.some((named) => isNamed(named, day, at));
  return byMonthDay !== null || freq === "DAILY" || freq === "WEEKLY" || at.date === start.date;
}

function weeksFrom({ wkst }: DayRule, start: Day, day: Day): number {
  const weekOf = (of: Day) => of - ((weekdayOf(of) - wkst + 7) % 7);
  return (weekOf(day) - weekOf(start)) / 7;
}

/** -1 is the last of its month. */
const fromEnd = ({ year, month, date }: Parts) =>
  date - 1 - (lastOfMonth(year, month) - dayOf(year, month, 1) + 1);

function isNamed({ weekday, nth }: { weekday: number; nth: number }, day: Day, at: Parts): boolean {
  if (weekdayOf(day) !== weekday) return false;
  if (nth === 0) return true;
  return nth > 0 ? Math.ceil(at.date / 7) === nth : Math.ceil(-fromEnd(at) / 7) === -nth;
}
