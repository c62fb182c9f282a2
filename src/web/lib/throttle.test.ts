import { expect, test, vi } from "vitest";
import { gatherPer } from "./throttle.ts";

test("the first comes through at once, the rest together a second later", () => {
  vi.useFakeTimers();
  const runs: number[][] = [];
  const give = gatherPer<number>(1000, (items) => runs.push(items));
  give([1]);
  give([2]);
  give([3, 4]);
  expect(runs).toEqual([[1]]);
  vi.advanceTimersByTime(1000);
  expect(runs).toEqual([[1], [2, 3, 4]]);
  vi.advanceTimersByTime(5000);
  expect(runs.length).toBe(2);
  give([5]);
  expect(runs.at(-1)).toEqual([5]);
  vi.useRealTimers();
});
