import { expect, test } from "vitest";
import { instantOf, wallAt } from "./time-zone.ts";

const wall = (moment: string) => Date.parse(`${moment}Z`);
const shown = (instant: number) => new Date(instant).toISOString().slice(0, 16);

test.each([
  ["Europe/Oslo", "2026-07-01T12:00", "2026-07-01T10:00"],
  ["America/New_York", "2026-01-01T12:00", "2026-01-01T17:00"],
  ["Asia/Kolkata", "2026-01-01T12:00", "2026-01-01T06:30"],
  ["Pacific/Kiritimati", "2026-01-01T12:00", "2025-12-31T22:00"],
  ["Australia/Lord_Howe", "2026-01-01T12:00", "2026-01-01T01:00"],
])("in %s %s is %s of UTC", (zone, moment, instant) => {
  expect(shown(instantOf(wall(moment), zone))).toBe(instant);
  expect(shown(wallAt(wall(instant), zone))).toBe(moment);
});

test("a time that is left out is as long after the change as it says", () => {
  // At 02:00 of March 29 Oslo's clocks say 03:00.
  expect(shown(instantOf(wall("2026-03-29T01:59"), "Europe/Oslo"))).toBe("2026-03-29T00:59");
  expect(shown(instantOf(wall("2026-03-29T02:30"), "Europe/Oslo"))).toBe("2026-03-29T01:30");
  expect(shown(instantOf(wall("2026-03-29T03:00"), "Europe/Oslo"))).toBe("2026-03-29T01:00");
  expect(shown(instantOf(wall("2026-03-08T02:30"), "America/New_York"))).toBe("2026-03-08T07:30");
});

test("a time that comes twice is the first", () => {
  expect(shown(instantOf(wall("2026-10-25T02:30"), "Europe/Oslo"))).toBe("2026-10-25T00:30");
  expect(shown(instantOf(wall("2026-10-25T03:00"), "Europe/Oslo"))).toBe("2026-10-25T02:00");
  // Half an hour alone.
  expect(shown(instantOf(wall("2026-04-05T01:45"), "Australia/Lord_Howe"))).toBe("2026-04-04T14:45");
});

test("every hour of a year is found again, but for those that no clock shows", () => {
  for (const timeZone of ["Europe/Oslo", "America/New_York", "Pacific/Auckland", "Pacific/Apia"]) {
    let again = 0;
    for (let at = Date.UTC(2026, 0, 1); at < Date.UTC(2027, 0, 1); at += 3_600_000) {
      const shown = wallAt(at, timeZone);
      again += instantOf(shown, timeZone) === at ? 1 : 0;
    }
    // One hour comes twice where clocks go back.
    expect(8760 - again).toBe(timeZone === "Pacific/Apia" ? 0 : 1);
  }
});
