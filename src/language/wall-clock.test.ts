import { expect, test } from "vitest";
import { clockOf, instantOf } from "./wall-clock.ts";

test.each([
  ["2026-01-15T09:00", "Europe/Oslo", "2026-01-15T08:00:00.000Z"],
  ["2026-07-15T09:00", "Europe/Oslo", "2026-07-15T07:00:00.000Z"],
  // Never shown: as much later as the clocks go forward.
  ["2026-03-29T02:30", "Europe/Oslo", "2026-03-29T01:30:00.000Z"],
  ["2026-03-08T02:30", "America/New_York", "2026-03-08T07:30:00.000Z"],
  // Shown twice: the first.
  ["2026-10-25T02:30", "Europe/Oslo", "2026-10-25T00:30:00.000Z"],
  ["2026-11-01T01:30", "America/New_York", "2026-11-01T05:30:00.000Z"],
  // Half an hour, and the other half of the year.
  ["2026-10-04T02:15", "Australia/Lord_Howe", "2026-10-03T15:45:00.000Z"],
  ["2026-04-05T01:45", "Australia/Lord_Howe", "2026-04-04T14:45:00.000Z"],
  ["2026-06-01T12:00", "Asia/Kathmandu", "2026-06-01T06:15:00.000Z"],
])("%s in %s is %s", (localTime, timeZone, instant) => {
  expect(instantOf(localTime, timeZone).toISOString()).toBe(instant);
});

test("every hour of a year is found again, but for those that no clock shows", () => {
  for (const timeZone of ["Europe/Oslo", "America/New_York", "Pacific/Auckland", "Pacific/Apia"]) {
    let again = 0;
    for (let at = Date.UTC(2026, 0, 1); at < Date.UTC(2027, 0, 1); at += 3_600_000) {
      const shown = clockOf(new Date(at), timeZone).toISOString().slice(0, 16);
      again += instantOf(shown, timeZone).getTime() === at ? 1 : 0;
    }
    // One hour comes twice where clocks go back.
    expect(8760 - again).toBe(timeZone === "Pacific/Apia" ? 0 : 1);
  }
});
