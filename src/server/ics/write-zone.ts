import { offsetAt } from "#language/time-zone.ts";
import { fromWall } from "./moments.ts";
import { type DayRule, dayOfRule, WEEKDAYS } from "./observances.ts";

const DAY = 86_400_000;
const STEP = 7 * DAY;
/** Before it, clocks of most places followed the sun. */
const FIRST_YEAR = 1850;
/** Rules are read off the years up to this one. What holds until then is written as holding without end. */
const LAST_YEAR = 2037;
/** Fewer years are no rule. */
const YEARS_MIN = 5;

type Change = {
  instant: number;
  from: number;
  to: number;
  year: number;
  month: number;
  day: number;
  time: number;
};

const known = new Map<string, string[]>();
const KNOWN_MAX = 200;

/** The VTIMEZONE of a zone of IANA, right from the beginning of that year on, as lines. */
export function zoneLines(zone: string, fromYear: number): string[] {
  const first = Math.min(Math.max(fromYear, FIRST_YEAR), 9_000);
  const key = `${zone} ${first}`;
  const lines = known.get(key) ?? buildZone(zone, first);
  if (known.size >= KNOWN_MAX) known.clear();
  known.set(key, lines);
  return lines;
}

function buildZone(zone: string, first: number): string[] {
  const begin = Date.UTC(first, 0, 1) - DAY;
  const offset = offsetAt(begin, zone);
  const changes = changesOf(zone, begin, Date.UTC(Math.max(LAST_YEAR, first + 15) + 1, 0, 1));
  const { rules, others } = splitRules(changes);
  const start = fromWall(begin + offset).slice(0, 10);
  return [
    "BEGIN:VTIMEZONE",
    `TZID:${zone}`,
    // What it was before the first change; clocks that never change have only this.
    ...observance({ from: offset, to: offset }, isSummer(zone, begin), [`DTSTART:${basic(start)}T000000`]),
    // Each by itself: libical and ical.js pass over the start of one that has an RDATE, Outlook over the RDATE.
    ...others.flatMap((change) =>
      observance(change, isSummer(zone, change.instant), [
        `DTSTART:${basic(fromWall(change.instant + change.from))}`,
      ]),
    ),
    ...rules.flatMap(({ change, rule }) =>
      observance(change, isSummer(zone, change.instant), [
        `DTSTART:${basic(fromWall(change.instant + change.from))}`,
        `RRULE:${ruleText(rule)}`,
      ]),
    ),
    "END:VTIMEZONE",
  ];
}

const basic = (local: string) => local.replaceAll(/[-:]/g, "");

function observance(
  { from, to }: { from: number; to: number },
  isDaylight: boolean,
  when: string[],
): string[] {
  const name = isDaylight ? "DAYLIGHT" : "STANDARD";
  return [
    `BEGIN:${name}`,
    ...when,
    `TZOFFSETFROM:${offsetText(from)}`,
    `TZOFFSETTO:${offsetText(to)}`,
    `END:${name}`,
  ];
}

function offsetText(offset: number): string {
  const size = Math.abs(offset) / 1000;
  const two = (count: number) => String(Math.floor(count)).padStart(2, "0");
  const seconds = size % 60 === 0 ? "" : two(size % 60);
  return `${offset < 0 ? "-" : "+"}${two(size / 3600)}${two((size % 3600) / 60)}${seconds}`;
}

/** Whether clocks are then ahead of what they are at some time within half a year. */
function isSummer(zone: string, instant: number): boolean {
  const offset = offsetAt(instant, zone);
  return [30, 60, 90, 120, 150, 180].some((days) =>
    [-days, days].some((by) => offsetAt(instant + by * DAY, zone) < offset),
  );
}

/** Every change of the zone's clocks, to the second. */
function changesOf(zone: string, begin: number, end: number): Change[] {
  const changes: Change[] = [];
  let before = offsetAt(begin, zone);
  for (let at = begin + STEP; at < end; at += STEP) {
    const after = offsetAt(at, zone);
    if (after !== before) changes.push(changeBetween(zone, at - STEP, at));
    before = after;
  }
  return changes;
}

function changeBetween(zone: string, early: number, late: number): Change {
  const from = offsetAt(early, zone);
  let [low, high] = [early, late];
  while (high - low > 1000) {
    const middle = Math.floor((low + high) / 2000) * 1000;
    if (offsetAt(middle, zone) === from) low = middle;
    else high = middle;
  }
  const local = new Date(high + from);
  return {
    instant: high,
    from,
    to: offsetAt(high, zone),
    year: local.getUTCFullYear(),
    month: local.getUTCMonth() + 1,
    day: local.getUTCDate(),
    time: (high + from) % DAY,
  };
}

/** Changes that come every year by a rule up to the last year, and those that do not. */
function splitRules(changes: Change[]) {
  const last = changes.at(-1)?.year ?? 0;
  const rules: { change: Change; rule: DayRule }[] = [];
  const covered = new Set<Change>();
  for (const final of changes.filter(({ year }) => year === last && year >= LAST_YEAR)) {
    const same = changes.filter((one) => isSameKind(one, final)).toReversed();
    const best = candidates(final)
      .map((rule) => ({ rule, held: heldBy(rule, same) }))
      .reduce((a, b) => (b.held.length > a.held.length ? b : a));
    if (best.held.length < YEARS_MIN) continue;
    rules.push({ change: best.held.at(-1)!, rule: best.rule });
    for (const one of best.held) covered.add(one);
  }
  return { rules, others: changes.filter((one) => !covered.has(one)) };
}

const isSameKind = (a: Change, b: Change) =>
  a.from === b.from && a.to === b.to && a.month === b.month && a.time === b.time;

/** The changes from the last one back, as long as there is one each year on the day of the rule. */
function heldBy(rule: DayRule, latestFirst: Change[]): Change[] {
  const last = latestFirst[0]!.year;
  const broken = latestFirst.findIndex(
    (change, index) => change.year !== last - index || dayOfRule(change.year, rule) !== change.day,
  );
  return broken === -1 ? latestFirst : latestFirst.slice(0, broken);
}

/** "The last Sunday", "the second Sunday", "the 21st", "the Friday between the 23rd and the 29th". */
function candidates({ year, month, day }: Change): DayRule[] {
  const weekday = new Date(Date.UTC(year, month - 1, day)).getUTCDay();
  const week = (start: number) => Array.from({ length: 7 }, (_, index) => start + index);
  return [
    { month, weekday, nth: -1, days: [] },
    { month, weekday, nth: Math.ceil(day / 7), days: [] },
    { month, weekday: null, nth: 0, days: [day] },
    ...week(day - 6)
      .filter((start) => start >= 1)
      .map((start) => ({ month, weekday, nth: 0, days: week(start).filter((one) => one <= 31) })),
  ];
}

function ruleText({ month, weekday, nth, days }: DayRule): string {
  const byDay = weekday === null ? "" : `;BYDAY=${nth === 0 ? "" : nth}${WEEKDAYS[weekday]}`;
  return `FREQ=YEARLY;BYMONTH=${month}${days.length > 0 ? `;BYMONTHDAY=${days.join(",")}` : ""}${byDay}`;
}
