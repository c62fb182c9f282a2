import { expect, test } from "vitest";
import { habitsOf, streakOf } from "./habit-days.ts";

test("a streak goes on until a day is over without it", () => {
  const done = new Set(["2026-02-26", "2026-02-27", "2026-02-28", "2026-03-01"]);
  expect(streakOf(done, "2026-03-01")).toBe(4);
  expect(streakOf(done, "2026-03-02")).toBe(4);
  expect(streakOf(done, "2026-03-03")).toBe(0);
  expect(streakOf(new Set(), "2026-03-01")).toBe(0);
  expect(streakOf(new Set(["2026-03-01"]), "2026-03-01")).toBe(1);
});

test("habits are lines without blank ones and repetitions, as many as there is room for", () => {
  expect(habitsOf(" Read \n\nrun\nREAD\n散歩", 8)).toEqual(["Read", "run", "散歩"]);
  expect(habitsOf("a\nb\nc", 2)).toEqual(["a", "b"]);
});

test("a line that is too long ends where the server's name of its metric does", () => {
  const line = "a".repeat(89);
  expect(habitsOf(`${line}😀 and more`, 8)).toEqual([line]);
  expect(habitsOf(`${line} and more`, 8)).toEqual([line]);
});
