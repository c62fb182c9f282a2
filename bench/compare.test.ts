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
