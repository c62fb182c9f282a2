import { expect, test } from "vitest";
import { compare, lossesOf } from "./compare.ts";
import type { Row } from "./row.ts";

const row = (name: string, p50: number, unit: Row["unit"] = "ms") => ({
  name,
  unit,
  size: 1_000,
  figure: { p50, p95: p50, runs: 1 },
});

test("a row is compared by the median of its rounds, so that one disturbed round says nothing", () => {
  const before = [[row("list", 10)], [row("list", 11)], [row("list", 9)]];
  const now = [[row("list", 10)], [row("list", 90)], [row("list", 11)]];
  const [list] = compare(before, now);
  expect(list).toMatchObject({ before: { median: 10, least: 9, most: 11 }, now: { median: 11 }, ratio: 1.1 });
  expect(lossesOf([list!])).toEqual([]);
});

test("more time, fewer operations a second and more memory are losses; the other way round is none", () => {
  const before = [
    [row("read", 10), row("create", 100, "notes/s"), row("memory", 300, "MB"), row("found", 50)],
  ];
  const now = [[row("read", 11.2), row("create", 80, "notes/s"), row("memory", 200, "MB"), row("found", 20)]];
  expect(lossesOf(compare(before, now)).map(({ name, ratio }) => [name, ratio])).toEqual([
    ["read", 1.12],
    ["create", 1.25],
  ]);
});

test("a row that one side could not measure is left out", () => {
  expect(compare([[row("read", 1)]], [[row("read", 1), row("new row", 5)]]).map(({ name }) => name)).toEqual([
    "read",
  ]);
});

const rounds = (figures: number[]) => figures.map((ms) => [row("list 50", ms)]);
/** Quarters and middle of "list 50" at ebd04fa8 on a quiet machine (results.json). */
const QUIET = [3.08, 3.57, 4.22];
/** Least, middle and most of five rounds of "list 50" at c09eef35 and forty commits later, on two cores with sixteen others at work. */
const [LOUD_BEFORE, LOUD] = [
  [8.16, 23.28, 55.14],
  [4.64, 25.22, 47.04],
];

test("a planted slowness of a millisecond and a half is a loss, the same source against itself is none", () => {
  expect(lossesOf(compare(rounds(QUIET), rounds(QUIET.toReversed())))).toEqual([]);
  const slowed = QUIET.map((ms) => ms + 1.5);
  expect(lossesOf(compare(rounds(QUIET), rounds(slowed)))).toMatchObject([{ name: "list 50", ratio: 1.42 }]);
});

test("beside other work a list that was never changed is no loss, and one that takes twice as long is", () => {
  expect(lossesOf(compare(rounds(LOUD), rounds(LOUD_BEFORE)))).toEqual([]);
  expect(lossesOf(compare(rounds(LOUD_BEFORE), rounds(LOUD.map((ms) => 2 * ms))))).toHaveLength(1);
});

test("rounds that differ by themselves hide a loss as large as they differ, and no larger one", () => {
  const loud = [8, 10, 12, 9, 11];
  const [hidden] = compare(rounds(loud), rounds(loud.map((ms) => ms * 1.18)));
  expect(hidden).toMatchObject({ ratio: 1.18, noise: 0.1 });
  expect(lossesOf([hidden!])).toEqual([]);
  expect(lossesOf(compare(rounds(loud), rounds(loud.map((ms) => ms * 1.25))))).toHaveLength(1);
});
