import { addDays, dayIn, daysFrom, isDay, type Moment, momentAt, momentOf, wallOf } from "./moment.ts";

type Start = { date: string; time: string | null };

const WEEKDAYS = ["SU", "MO", "TU", "WE", "TH", "FR", "SA"];
const weekdayOf = (day: string) => new Date(wallOf(day)).getUTCDay();
const dateOf = (day: string) => Number(day.slice(8, 10));

/**
 * The rule of an event that is moved to another day: "every Monday" of one that moves to a Tuesday is every Tuesday. A rule that
 * names several weekdays of a week moves all of them; one that says more than that stays as it is.
 */
export function shiftRule(rule: string, from: Start, to: Start): string {
  const days = daysFrom(from.date, to.date);
  const parts = rule.split(";").map((part) => part.split("=") as [name: string, value: string]);
  const freq = parts.find(([name]) => name === "FREQ")?.[1];
  return parts.map(([name, value]) => `${name}=${shifted(freq, name, value, days, from, to)}`).join(";");
}

function shifted(
  freq: string | undefined,
  name: string,
  value: string,
  days: number,
  from: Start,
  to: Start,
): string {
  if (name === "UNTIL") return shiftUntil(value, from, to);
  if (days === 0) return value;
  if (name === "BYDAY" && freq === "WEEKLY")
    return value
      .split(",")
      .map((day) => WEEKDAYS[(WEEKDAYS.indexOf(day) + (days % 7) + 7) % 7] ?? day)
      .join(",");
  if (name === "BYDAY" && freq === "MONTHLY") return nthWeekday(value, from.date, to.date);
  if (name === "BYMONTHDAY" && value === String(dateOf(from.date))) return String(dateOf(to.date));
  if (name === "BYMONTH" && value === String(Number(from.date.slice(5, 7))))
    return String(Number(to.date.slice(5, 7)));
  return value;
}

function nthWeekday(value: string, from: string, to: string): string {
  const read = /^(-?\d)([A-Z]{2})$/.exec(value);
  if (!read || read[2] !== WEEKDAYS[weekdayOf(from)]) return value;
  const isLast = addDays(to, 7).slice(0, 7) !== to.slice(0, 7);
  const nth = read[1] === "-1" && isLast ? -1 : Math.ceil(dateOf(to) / 7);
  return `${nth === 5 ? -1 : nth}${WEEKDAYS[weekdayOf(to)]}`;
}

/** The end moves along: as many instances as before. */
function shiftUntil(until: string, from: Start, to: Start): string {
  const day = `${until.slice(0, 4)}-${until.slice(4, 6)}-${until.slice(6, 8)}`;
  const days = daysFrom(from.date, to.date);
  const moved = days === 0 ? day : addDays(day, days);
  const isWhole = until.length === 8 || to.time === null;
  if (isWhole || from.time === null) return moved.replaceAll("-", "");
  const wall = wallOf(`${day}T${until.slice(9, 11)}:${until.slice(11, 13)}`);
  const later = wallOf(momentOf(to.date, to.time)) - wallOf(momentOf(from.date, from.time));
  return compact(momentAt(wall + later, false));
}

/** The rule that ends before an instance, which no other comes between. */
export function endBefore(rule: string, instance: Moment): string {
  const kept = rule.split(";").filter((part) => !/^(COUNT|UNTIL)=/.test(part));
  const until = isDay(instance)
    ? addDays(instance, -1).replaceAll("-", "")
    : compact(momentAt(wallOf(instance) - 60_000, false));
  return [...kept, `UNTIL=${until}`].join(";");
}

/** The rule from an instance on, of which so many came before. */
export const fromInstance = (rule: string, before: number): string =>
  rule.replace(/COUNT=(\d+)/, (_, count: string) => `COUNT=${Math.max(1, Number(count) - before)}`);

const compact = (moment: Moment) => `${moment.replaceAll(/[-:]/g, "")}00`;

/** The name of an instance after its event was moved, or became one of all day, or of a time. */
export function shiftMoment(moment: Moment, from: Start, to: Start): Moment {
  const day = addDays(dayIn(moment), daysFrom(from.date, to.date));
  if (to.time === null) return day;
  if (from.time === null || isDay(moment)) return momentOf(day, to.time);
  const later = wallOf(momentOf(to.date, to.time)) - wallOf(momentOf(from.date, from.time));
  return momentAt(wallOf(moment) + later, false);
}
