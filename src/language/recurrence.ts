import { RRuleTemporal } from "rrule-temporal";

/** A rule that names days which hardly ever come is given up, and so is one that names none. */
const STEPS_MAX = 1_000;
const COUNT = /(?:^|;)COUNT=(\d+)/;

/** When something comes next, and the rule from then on. */
export type NextInstance = { day: string; rule: string };

/**
 * The next day of a rule, as days of a calendar in no time zone.
 *
 * @param rule RRULE of RFC 5545 without its prefix; COUNT is what is left of it, this instance included
 * @param from The day it is counted from (YYYY-MM-DD), which says what the rule leaves open: the weekday, the day of the month
 * @param notBefore Days before this one were missed, which COUNT does not count
 * @returns null when the rule has come to its end, or cannot be read
 */
export function nextInstance(rule: string, from: string, notBefore = from): NextInstance | null {
  const left = COUNT.exec(rule)?.[1];
  if (left !== undefined && Number(left) <= 1) return null;
  const endless = rule.replace(COUNT, "").replace(/^;/, "");
  const day = dayAfter(endless, from, notBefore);
  if (day === null) return null;
  return { day, rule: left === undefined ? rule : `${endless};COUNT=${Number(left) - 1}` };
}

function dayAfter(rule: string, from: string, notBefore: string): string | null {
  const start = midnight(from);
  const first = midnight(notBefore);
  if (Number.isNaN(start) || Number.isNaN(first)) return null;
  try {
    const dates = new RRuleTemporal({
      rruleString: `DTSTART:${from.replaceAll("-", "")}T000000Z\nRRULE:${rule}`,
      maxIterations: STEPS_MAX,
      maxCandidateEvaluations: STEPS_MAX * 100,
    });
    // After its own day in any case, and on the first of the others at the earliest.
    const next = dates.next(new Date(Math.max(start, first - 1)), false);
    const day = next?.toPlainDate().toString() ?? "";
    return /^\d{4}-\d{2}-\d{2}$/.test(day) ? day : null;
  } catch {
    return null;
  }
}

const midnight = (day: string) => (/^\d{4}-\d{2}-\d{2}$/.test(day) ? Date.parse(`${day}T00:00:00Z`) : NaN);

/** How many days from one to the other. */
export const daysBetween = (from: string, to: string): number =>
  Math.round((midnight(to) - midnight(from)) / 86_400_000);
