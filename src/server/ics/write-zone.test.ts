import ICAL from "ical.js";
import { describe, expect, it } from "vitest";
import { offsetAt } from "#language/time-zone.ts";
import { zoneLines } from "./write-zone.ts";

const HOUR = 3_600_000;
const ZONES = [
  "Europe/Berlin",
  "Europe/Dublin",
  "America/New_York",
  "America/Nuuk",
  "America/Sao_Paulo",
  "Africa/Casablanca",
  "Africa/Cairo",
  "Asia/Jerusalem",
  "Asia/Kathmandu",
  "Australia/Lord_Howe",
  "Pacific/Apia",
  "Pacific/Kiritimati",
];

/** Whether the clocks show this local time twice: which of them is meant, readers do not agree. */
const isTwice = (instant: number, zone: string) =>
  [-HOUR, HOUR].some(
    (by) => instant + by + offsetAt(instant + by, zone) === instant + offsetAt(instant, zone),
  );

describe.each(ZONES)("the VTIMEZONE of %s", (zone) => {
  it.each([2005, 2026])("from %i on says what its clocks show, read by ical.js", (year) => {
    const component = new ICAL.Component(ICAL.parse(zoneLines(zone, year).join("\r\n")) as never);
    const timezone = new ICAL.Timezone({ component, tzid: zone });
    const wrong: string[] = [];
    for (let instant = Date.UTC(year, 0, 1); instant < Date.UTC(2037, 11, 30); instant += 53 * HOUR) {
      const offset = offsetAt(instant, zone);
      const local = new Date(instant + offset);
      const time = new ICAL.Time(
        {
          year: local.getUTCFullYear(),
          month: local.getUTCMonth() + 1,
          day: local.getUTCDate(),
          hour: local.getUTCHours(),
          minute: local.getUTCMinutes(),
        },
        timezone,
      );
      if (timezone.utcOffset(time) * 1000 !== offset && !isTwice(instant, zone))
        wrong.push(local.toISOString());
    }
    expect(wrong).toEqual([]);
  });
});

it("rules that hold until they can no longer be known are written without an end", () => {
  expect(zoneLines("Europe/Berlin", 2026)).toContain("RRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=-1SU");
  expect(zoneLines("Asia/Tokyo", 2026)).toEqual([
    "BEGIN:VTIMEZONE",
    "TZID:Asia/Tokyo",
    "BEGIN:STANDARD",
    "DTSTART:20251231T000000",
    "TZOFFSETFROM:+0900",
    "TZOFFSETTO:+0900",
    "END:STANDARD",
    "END:VTIMEZONE",
  ]);
});
