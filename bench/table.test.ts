import { expect, test } from "vitest";
import { mergeResults, type Result, toTable } from "./table.ts";

const row = (name: string, size: number, p50: number, commit: string): Result => ({
  name,
  size,
  commit,
  unit: "ms",
  figure: { p50, p95: p50, p25: p50, p75: p50, runs: 1 },
});

test("a row that is measured again takes its own place, and leaves those of other sizes", () => {
  const kept = [row("list", 1_000, 3, "a"), row("list", 10_000, 4, "a"), row("read", 1_000, 1, "a")];
  expect(mergeResults(kept, [row("tasks", 1_000, 9, "b"), row("list", 1_000, 2, "b")])).toEqual([
    row("list", 1_000, 2, "b"),
    row("list", 10_000, 4, "a"),
    row("read", 1_000, 1, "a"),
    row("tasks", 1_000, 9, "b"),
  ]);
});

test("growth is told between sizes of one commit alone", () => {
  const rows = [row("a row", 1_000, 2, "b"), row("a row", 10_000, 4, "a"), row("a row", 100_000, 8, "a")];
  expect(toTable(rows).map(({ growth }) => growth)).toEqual(["", "", "2"]);
});
