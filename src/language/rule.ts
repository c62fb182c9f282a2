import { type Day, dayText, lastOfMonth, partsOf, weekdayOf } from "./calendar.ts";

/** How something repeats, in the terms of RFC 5545. */
export type Rule = {
  freq: "DAILY" | "WEEKLY" | "MONTHLY" | "YEARLY";
  interval?: number;
  /** 0 is Monday. */
  weekdays?: number[];
  /** Which of these weekdays of the month; -1 is the last. */
  nth?: number;
  monthDays?: number[];
  month?: number;
  count?: number;
  until?: Day;
};

const NAMES = ["MO", "TU", "WE", "TH", "FR", "SA", "SU"];

/** The rule as RFC 5545 writes it, its parts always in one order. */
export function ruleText(rule: Rule): string {
  const { freq, interval = 1, weekdays, nth, monthDays, month, count, until } = rule;
  const parts: [name: string, value: string | number | undefined][] = [
    ["FREQ", freq],
    ["INTERVAL", interval === 1 ? undefined : interval],
    ["BYDAY", weekdays?.map((weekday) => `${nth ?? ""}${NAMES[weekday]}`).join(",")],
    ["BYMONTHDAY", monthDays?.join(",")],
    ["BYMONTH", month],
    ["COUNT", count],
    ["UNTIL", until === undefined ? undefined : dayText(until).replaceAll("-", "")],
  ];
  return parts.flatMap(([name, value]) => (value === undefined ? [] : [`${name}=${value}`])).join(";");
}

/** As long as a rule for February 29 can keep one waiting. */
const SEARCHED = 366 * 8;

/** The first day from `from` on that the rule allows. One of frequency only allows any. */
export function firstDay(rule: Rule, from: Day): Day | null {
  for (let day = from; day < from + SEARCHED; day++) if (fits(rule, day)) return day;
  return null;
}

function fits({ weekdays, nth, monthDays, month }: Rule, day: Day): boolean {
  const at = partsOf(day);
  if (month !== undefined && at.month !== month) return false;
  const fromEnd = at.date - 1 - partsOf(lastOfMonth(at.year, at.month)).date;
  if (monthDays && !monthDays.includes(at.date) && !monthDays.includes(fromEnd)) return false;
  if (!weekdays) return true;
  if (!weekdays.includes(weekdayOf(day))) return false;
  if (nth === undefined) return true;
  return nth > 0 ? Math.ceil(at.date / 7) === nth : Math.ceil(-fromEnd / 7) === -nth;
}
