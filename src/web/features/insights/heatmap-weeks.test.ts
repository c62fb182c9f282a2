import { expect, test } from "vitest";
import { boundsOf, stepOf, weeksUntil } from "./heatmap-weeks.ts";

test("weeks begin on the reader's day and end today", () => {
  // A Thursday.
  const weeks = weeksUntil("2026-11-26", 53, 1);
  expect(weeks).toHaveLength(53);
  expect(weeks.at(-1)).toEqual(["2026-11-23", "2026-11-24", "2026-11-25", "2026-11-26"]);
  expect(weeks[0]![0]).toBe("2025-11-24");
  expect(weeksUntil("2026-11-26", 1, 0)[0]![0]).toBe("2026-11-22");
  expect(weeksUntil("2026-11-26", 1, 4)).toEqual([["2026-11-26"]]);
});

test("every quarter of the days with words has a step, however large the largest is", () => {
  const days = [0, 10, 20, 30, 40, 20_000].map((words, at) => ({ day: String(at), words }));
  const bounds = boundsOf(days);
  expect(days.map(({ words }) => stepOf(words, bounds))).toEqual([0, 1, 2, 3, 4, 4]);
  expect(stepOf(0, boundsOf([]))).toBe(0);
  expect(stepOf(5, boundsOf([{ day: "0", words: 5 }]))).toBe(4);
});
