import { expect, test } from "vitest";
import { addDays } from "./moment.ts";
import { daysBetween, nextInstance } from "./recurrence.ts";

/** The days that follow, each counted from the one before. */
function daysOf(rule: string, from: string, count: number): string[] {
  const days: string[] = [];
  let at = { day: from, rule };
  while (days.length < count) {
    const next = nextInstance(at.rule, at.day);
    if (!next) break;
    days.push(next.day);
    at = next;
  }
  return days;
}

test.each([
  ["every day", "FREQ=DAILY", "2026-12-30", ["2026-12-31", "2027-01-01"]],
  ["every third day", "FREQ=DAILY;INTERVAL=3", "2027-02-27", ["2027-03-02", "2027-03-05"]],
  ["on the weekday it was due", "FREQ=WEEKLY", "2026-11-25", ["2026-12-02", "2026-12-09"]],
  ["on workdays", "FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR", "2026-11-26", ["2026-11-27", "2026-11-30"]],
  [
    "every other week on two days",
    "FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,FR",
    "2026-11-23",
    ["2026-11-27", "2026-12-07", "2026-12-11"],
  ],
  [
    "every other week from Sunday on",
    "FREQ=WEEKLY;INTERVAL=2;BYDAY=SU,MO;WKST=SU",
    "2026-11-22",
    ["2026-11-23", "2026-12-06"],
  ],
  [
    "on the 31st, where there is one",
    "FREQ=MONTHLY;BYMONTHDAY=31",
    "2026-12-31",
    ["2027-01-31", "2027-03-31"],
  ],
  ["on the 31st it was due", "FREQ=MONTHLY", "2027-01-31", ["2027-03-31", "2027-05-31"]],
  ["on the last of a month", "FREQ=MONTHLY;BYMONTHDAY=-1", "2027-01-31", ["2027-02-28", "2027-03-31"]],
  ["on the last Friday", "FREQ=MONTHLY;BYDAY=-1FR", "2026-11-27", ["2026-12-25", "2027-01-29"]],
  [
    "on the last workday",
    "FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1",
    "2026-11-30",
    ["2026-12-31", "2027-01-29"],
  ],
  ["on 29 February", "FREQ=YEARLY", "2024-02-29", ["2028-02-29", "2032-02-29"]],
  [
    "on 29 February across a century without one",
    "FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=29",
    "2096-02-29",
    ["2104-02-29"],
  ],
  ["on Thanksgiving", "FREQ=YEARLY;BYMONTH=11;BYDAY=4TH", "2026-11-26", ["2027-11-25"]],
  ["three times in all", "FREQ=DAILY;COUNT=3", "2026-11-25", ["2026-11-26", "2026-11-27"]],
  ["with COUNT in front", "COUNT=2;FREQ=DAILY", "2026-11-25", ["2026-11-26"]],
  ["until a day, with that day", "FREQ=DAILY;UNTIL=20261127", "2026-11-25", ["2026-11-26", "2026-11-27"]],
  ["until a moment", "FREQ=DAILY;UNTIL=20261126T120000Z", "2026-11-25", ["2026-11-26"]],
  ["never, on 30 February", "FREQ=MONTHLY;BYMONTH=2;BYMONTHDAY=30", "2026-11-25", []],
  ["never, without a rule", "", "2026-11-25", []],
  ["never, by what is no rule", "FREQ=OFTEN;BYDAY=XX", "2026-11-25", []],
  ["never, from what is no day", "FREQ=DAILY", "2026-13-45", []],
  ["never, beyond the years that days are written with", "FREQ=YEARLY;INTERVAL=999", "9500-01-01", []],
])("%s", (_, rule, from, days) => {
  expect(daysOf(rule, from, Math.max(days.length, 1))).toEqual(days);
});

test("a rule that has ended answers nothing", () => {
  expect(daysOf("FREQ=DAILY;COUNT=3", "2026-11-25", 9)).toHaveLength(2);
  expect(daysOf("FREQ=DAILY;UNTIL=20261127", "2026-11-27", 9)).toEqual([]);
  expect(daysOf("FREQ=MONTHLY;BYMONTH=2;BYMONTHDAY=30", "2026-11-25", 9)).toEqual([]);
  expect(daysOf("", "2026-11-25", 9)).toEqual([]);
});

test("days that were missed are passed over, keep the rhythm and take nothing from COUNT", () => {
  const next = (rule: string, from: string) => nextInstance(rule, from, "2026-11-25");
  expect(next("FREQ=DAILY", "2016-01-01")).toEqual({ day: "2026-11-25", rule: "FREQ=DAILY" });
  expect(next("FREQ=WEEKLY;INTERVAL=2", "2026-11-04")?.day).toBe("2026-12-02");
  expect(next("FREQ=DAILY;COUNT=5", "2026-11-01")).toEqual({ day: "2026-11-25", rule: "FREQ=DAILY;COUNT=4" });
  // Done early: not on the day it is due anyway.
  expect(next("FREQ=WEEKLY", "2026-11-27")?.day).toBe("2026-12-04");
});

test("a rule of much work ends soon", () => {
  const begun = performance.now();
  const days = Array.from({ length: 366 }, (_, index) => index + 1);
  nextInstance(`FREQ=YEARLY;BYDAY=MO;BYSETPOS=${days.slice(0, 100).join(",")}`, "2026-11-25");
  nextInstance("FREQ=DAILY;BYMONTH=2;BYMONTHDAY=30", "2026-11-25");
  nextInstance("FREQ=YEARLY;BYMONTHDAY=31;BYMONTH=2,4,6,9,11", "2026-11-25");
  expect(performance.now() - begun).toBeLessThan(2_000);
});

test("days are added and counted across months and years", () => {
  expect(addDays("2026-12-31", 1)).toBe("2027-01-01");
  expect(addDays("2024-03-01", -1)).toBe("2024-02-29");
  expect(daysBetween("2024-02-28", "2024-03-01")).toBe(2);
});
