import ICAL from "ical.js";
import { inZone, instantOf, isDay, type Moment, toMoment } from "./moments.ts";
import { fromWall } from "./moments.ts";
import type { Property } from "./property.ts";

const UNTIL = /(?<=(?:^|;)UNTIL=)[^;]+/;
const RULE_MAX = 1_000;

/**
 * A rule as we keep it: in the order of ical.js, its end by the clocks of the series. Null for one that our calendar cannot repeat by:
 * of hours and seconds, of weeks of the year, of other calendars, without an interval.
 */
export function readRule(
  raw: string,
  property: Property,
  start: Moment,
  isAllowed: (rule: string) => boolean,
): string | null {
  if (raw.length > RULE_MAX || /(?:^|[:;])(?:RSCALE|SKIP)=|INTERVAL=0*(?:;|$)/i.test(raw)) return null;
  try {
    const rule = ICAL.Recur.fromData(property.values[0] as Parameters<typeof ICAL.Recur.fromData>[0]);
    const until = rule.until ? localEnd(String(rule.until), start) : null;
    const text = rule.toString().replace(UNTIL, until ?? "");
    return isAllowed(text) ? text : null;
  } catch {
    return null;
  }
}

/** `2026-12-31T22:59:59Z` by the clocks of the series: a day for one of whole days, the end of a day for one with times. */
function localEnd(until: string, start: Moment): string {
  const end = toMoment(until, start.zone);
  if (isDay(start.local)) return end.local.slice(0, 10).replaceAll("-", "");
  const local = isDay(end.local) ? `${end.local}T23:59:59` : inZone(end, start.zone).local;
  return local.replaceAll(/[-:]/g, "");
}

/** The same rule for a file: there the end of a series in a zone is told in UTC. */
export function ruleForFile(rule: string, start: Moment): string {
  return rule.replace(UNTIL, (until) => {
    const [, year, month, day, time] = /^(\d{4})(\d\d)(\d\d)(T\d{6})?/.exec(until) ?? [];
    if (isDay(start.local)) return `${year}${month}${day}`;
    const clock = (time ?? "T235959").replace(/T(\d\d)(\d\d)(\d\d)/, "T$1:$2:$3");
    const local = `${year}-${month}-${day}${clock}`;
    if (start.zone === null) return local.replaceAll(/[-:]/g, "");
    return `${fromWall(instantOf({ local, zone: start.zone })).replaceAll(/[-:]/g, "")}Z`;
  });
}

/** The same rule, ending with this local time (YYYY-MM-DD or with T and seconds). */
export function endRule(rule: string, last: string): string {
  const parts = rule.split(";").filter((part) => !/^(?:UNTIL|COUNT)=/.test(part));
  return [...parts, `UNTIL=${last.replaceAll(/[-:]/g, "")}`].join(";");
}
