import type { Component } from "./content-lines.ts";
import { nameOf, readProperty } from "./property.ts";
import { wall } from "./moments.ts";

/** One half of a VTIMEZONE: from when on its clocks are how far ahead of UTC. */
export type Observance = {
  /** By the clocks before the change, as if they were UTC. */
  start: number;
  from: number;
  to: number;
  /** Further changes, by the same clocks. */
  dates: number[];
  yearly: Yearly | null;
};

/** `nth` 0 is the first of the days that fit, -1 the last. */
export type DayRule = { month: number; weekday: number | null; nth: number; days: number[] };

type Yearly = DayRule & {
  until: number;
  /** Onsets by year: looked up for each event, and a file can have many observances. */
  known: Map<number, number | null>;
};

const OBSERVANCES_MAX = 150;
const DATES_MAX = 200;
export const WEEKDAYS = ["SU", "MO", "TU", "WE", "TH", "FR", "SA"];
const DAY = 86_400_000;

/** What a VTIMEZONE says of its clocks. Rules that are no yearly ones are read as if they came once. */
export function readObservances(zone: Component): Observance[] {
  return zone.nested
    .filter(({ name }) => name === "STANDARD" || name === "DAYLIGHT")
    .slice(-OBSERVANCES_MAX)
    .flatMap(({ lines }) => readObservance(lines) ?? []);
}

function readObservance(lines: string[]): Observance | null {
  const values = new Map(
    lines.slice(0, DATES_MAX).map((text) => [nameOf(text), text.slice(text.indexOf(":") + 1)] as const),
  );
  const start = localOf(values.get("DTSTART"));
  const from = offsetOf(values.get("TZOFFSETFROM"));
  const to = offsetOf(values.get("TZOFFSETTO"));
  if (start === null || from === null || to === null) return null;
  const dates = lines
    .filter((text) => nameOf(text) === "RDATE")
    .flatMap((text) => (readProperty(text)?.values ?? []) as unknown[])
    .slice(0, DATES_MAX)
    .flatMap((value) => localOf(String(value).replaceAll(/[-:]/g, "")) ?? []);
  return { start, from, to, dates, yearly: yearlyOf(values.get("RRULE"), start, from) };
}

/** `20071104T020000` as if it were UTC. */
function localOf(value: string | undefined): number | null {
  const [, year, month, day, hour, minute, second] =
    /^(\d{4})(\d\d)(\d\d)(?:T(\d\d)(\d\d)(\d\d))?Z?$/.exec(value?.trim() ?? "") ?? [];
  const local = wall(`${year}-${month}-${day}T${hour ?? "00"}:${minute ?? "00"}:${second ?? "00"}`);
  return Number.isNaN(local) ? null : local;
}

function offsetOf(value: string | undefined): number | null {
  const [, sign, hours, minutes, seconds = "0"] =
    /^([+-])(\d\d)(\d\d)(\d\d)?$/.exec(value?.trim() ?? "") ?? [];
  if (!hours) return null;
  const size = (Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds)) * 1000;
  return sign === "-" ? -size : size;
}

function yearlyOf(rule: string | undefined, start: number, from: number): Yearly | null {
  const parts = new Map(
    (rule ?? "")
      .toUpperCase()
      .split(";")
      .slice(0, 20)
      .map((part) => part.trim().split("=") as [string, string | undefined]),
  );
  if (parts.get("FREQ") !== "YEARLY") return null;
  const first = new Date(start);
  const [, nth = "0", weekday = ""] =
    /^([+-]?\d{0,2})(SU|MO|TU|WE|TH|FR|SA)$/.exec(parts.get("BYDAY") ?? "") ?? [];
  const until = localOf(parts.get("UNTIL"));
  const days = (parts.get("BYMONTHDAY") ?? "").split(",").map(Number).filter(Boolean).slice(0, 31);
  return {
    month: Number(parts.get("BYMONTH") ?? first.getUTCMonth() + 1),
    weekday: weekday === "" ? null : WEEKDAYS.indexOf(weekday),
    nth: Number(nth || "0"),
    days: days.length > 0 || weekday !== "" ? days : [first.getUTCDate()],
    // Written in UTC; here times are those of the clocks before the change.
    until: until === null ? Infinity : until + from,
    known: new Map(),
  };
}

/** How far its clocks are ahead of UTC then, in milliseconds; null without any observance. */
export function observedOffset(observances: Observance[], instant: number): number | null {
  let latest = -Infinity;
  let offset: number | null = null;
  for (const one of observances) {
    const onset = lastOnset(one, instant + one.from);
    if (onset === null || onset - one.from <= latest) continue;
    latest = onset - one.from;
    offset = one.to;
  }
  if (offset !== null) return offset;
  // Before its first change clocks were as that one found them.
  const first = observances.toSorted((a, b) => a.start - b.start)[0];
  return first ? first.from : null;
}

/** The same for a time on the walls of that zone: of two the first, of none as before the change. */
export function observedInstant(observances: Observance[], local: number): number {
  const before = observedOffset(observances, local - DAY) ?? 0;
  const after = observedOffset(observances, local + DAY) ?? 0;
  const first = local - before;
  if (before === after || observedOffset(observances, first) === before) return first;
  const second = local - after;
  return observedOffset(observances, second) === after ? second : first;
}

/** Its last change up to that time of the clocks before it. */
function lastOnset(one: Observance, local: number): number | null {
  if (local < one.start) return null;
  let last = one.start;
  for (const date of one.dates) if (date <= local && date > last) last = date;
  if (!one.yearly) return last;
  const { until } = one.yearly;
  const year = new Date(Math.min(local, until)).getUTCFullYear();
  for (const candidate of [year, year - 1]) {
    const onset = onsetIn(candidate, one.yearly, one.start);
    if (onset !== null && onset <= local && onset <= until && onset > last) return onset;
  }
  return last;
}

function onsetIn(year: number, rule: Yearly, start: number): number | null {
  const known = rule.known.get(year);
  if (known !== undefined) return known;
  const onset = findOnset(year, rule, start);
  rule.known.set(year, onset);
  return onset;
}

/** When the clocks change in that year. */
function findOnset(year: number, rule: Yearly, start: number): number | null {
  const timeOfDay = ((start % DAY) + DAY) % DAY;
  const day = dayOfRule(year, rule);
  return day === undefined ? null : Date.UTC(year, rule.month - 1, day) + timeOfDay;
}

/** Which day of its month a rule names in a year. */
export function dayOfRule(year: number, { month, weekday, nth, days }: DayRule): number | undefined {
  const length = new Date(Date.UTC(year, month, 0)).getUTCDate();
  const fitting = Array.from({ length }, (_, index) => index + 1).filter(
    (day) =>
      (days.length === 0 || days.includes(day) || days.includes(day - length - 1)) &&
      (weekday === null || new Date(Date.UTC(year, month - 1, day)).getUTCDay() === weekday),
  );
  return fitting.at(nth > 0 ? nth - 1 : nth);
}
