import { afterAll, beforeAll, expect, test } from "vitest";
import { chooseKept, isDue, lastDue } from "./rotation.ts";

let zone: string | undefined;

beforeAll(() => {
  zone = process.env.TZ;
  process.env.TZ = "Europe/Berlin";
});

afterAll(() => {
  if (zone === undefined) delete process.env.TZ;
  else process.env.TZ = zone;
});

/** "2026-03-29 03:00" as the clock on the wall in Berlin shows it. */
const at = (text: string) => new Date(text.replace(" ", "T"));
const storageUsageOf = (moments: string[], keep: { daily: number; weekly: number; monthly: number }) => {
  const backups = moments.map((moment) => ({ at: at(moment), moment }));
  return [...chooseKept(backups, keep)].map(({ moment }) => moment).toSorted();
};
const nightly = (from: string, days: number) =>
  Array.from({ length: days }, (_, index) => {
    const night = at(`${from} 03:00`);
    night.setDate(night.getDate() + index);
    return night.toLocaleString("sv").slice(0, 16);
  });

test.each([
  ["none", [], { daily: 7, weekly: 4, monthly: 6 }, []],
  [
    "the last one stays whatever is set",
    ["2020-01-01 03:00"],
    { daily: 0, weekly: 0, monthly: 1 },
    ["2020-01-01 03:00"],
  ],
  [
    "of one day the newest",
    ["2026-05-04 03:00", "2026-05-04 12:00", "2026-05-05 03:00"],
    { daily: 2, weekly: 0, monthly: 0 },
    ["2026-05-04 12:00", "2026-05-05 03:00"],
  ],
  [
    "days without a backup do not count: after a year's sleep the old ones are still there",
    ["2025-01-01 03:00", "2025-01-02 03:00", "2026-05-05 03:00"],
    { daily: 3, weekly: 0, monthly: 0 },
    ["2025-01-01 03:00", "2025-01-02 03:00", "2026-05-05 03:00"],
  ],
  [
    "a week begins on Monday, also over the turn of a year",
    ["2026-12-27 03:00", "2026-12-28 03:00", "2027-01-03 03:00", "2027-01-04 03:00"],
    { daily: 0, weekly: 3, monthly: 0 },
    ["2026-12-27 03:00", "2027-01-03 03:00", "2027-01-04 03:00"],
  ],
  [
    "months",
    ["2026-01-31 03:00", "2026-02-01 03:00", "2026-02-28 03:00", "2026-03-01 03:00"],
    { daily: 0, weekly: 0, monthly: 2 },
    ["2026-02-28 03:00", "2026-03-01 03:00"],
  ],
  [
    "the night of the change of clocks is two days",
    ["2026-03-28 23:30", "2026-03-29 00:30", "2026-03-29 03:30"],
    { daily: 2, weekly: 0, monthly: 0 },
    ["2026-03-28 23:30", "2026-03-29 03:30"],
  ],
])("%s", (_name, moments, keep, expected) => {
  expect(storageUsageOf(moments, keep)).toEqual(expected);
});

test("a year of nights leaves seven days, four weeks and six months, and so it does night after night", () => {
  const keep = { daily: 7, weekly: 4, monthly: 6 };
  let present: string[] = [];
  for (const night of nightly("2025-06-01", 366)) present = storageUsageOf([...present, night], keep);
  expect(present).toEqual([
    "2026-01-31 03:00",
    "2026-02-28 03:00",
    "2026-03-31 03:00",
    "2026-04-30 03:00",
    "2026-05-17 03:00",
    "2026-05-24 03:00",
    ...nightly("2026-05-26", 7),
  ]);
});

test.each([
  ["2026-05-05 03:00", 3, "2026-05-05 03:00"],
  ["2026-05-05 02:59", 3, "2026-05-04 03:00"],
  ["2026-05-05 23:59", 0, "2026-05-05 00:00"],
  ["2026-01-01 01:00", 3, "2025-12-31 03:00"],
  // 02:30 does not exist in this night; what would be 2 o'clock is 3.
  ["2026-03-29 03:00", 2, "2026-03-29 03:00"],
])("at %s the last time that it was %i o'clock was %s", (now, hour, expected) => {
  expect(lastDue(at(now), hour)).toEqual(at(expected));
});

test.each([
  ["nothing was ever made", [], true],
  ["last night's was made", ["2026-05-05 03:00"], false],
  ["last night's was made late", ["2026-05-05 11:00"], false],
  ["the machine slept last night", ["2026-05-04 03:00"], true],
  [
    "the clock was ten years ahead when the last one was made",
    ["2036-05-04 03:00", "2026-05-04 03:00"],
    true,
  ],
  ["the database's clock is a minute ahead", ["2026-05-05 12:01"], false],
])("when %s, a backup is due: %j -> %s", (_name, made, expected) => {
  expect(isDue(made.map(at), at("2026-05-05 12:00"), 3)).toBe(expected);
});
