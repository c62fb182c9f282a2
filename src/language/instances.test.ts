import { expect, test } from "vitest";
import { countBefore, instancesOf, spanOf, type Times } from "./instances.ts";
import { endBefore, fromInstance, shiftMoment, shiftRule } from "./shift-rule.ts";

const anEvent = (times: Partial<Times> = {}): Times => ({
  date: "2026-11-02",
  time: "09:00",
  endDate: times.date ?? "2026-11-02",
  endTime: times.time === null ? null : "10:00",
  timeZone: "Europe/Oslo",
  repeat: null,
  exceptDates: [],
  extraDates: [],
  ...times,
});
const starts = (event: Times, from: string, to: string, zone = "Europe/Oslo", replaced: string[] = []) =>
  instancesOf(event, from, to, zone, replaced).map(({ start }) => start);

test("an event is on each day it touches", () => {
  const night = anEvent({ endDate: "2026-11-03", endTime: "02:00" });
  expect(starts(night, "2026-11-01", "2026-11-01")).toEqual([]);
  expect(starts(night, "2026-11-02", "2026-11-02")).toEqual(["2026-11-02T09:00"]);
  expect(starts(night, "2026-11-03", "2026-11-03")).toEqual(["2026-11-02T09:00"]);
  expect(starts(night, "2026-11-04", "2026-11-04")).toEqual([]);
});

test("one that ends at midnight is not on the next day, one of no length is on its own", () => {
  const late = anEvent({ time: "22:00", endDate: "2026-11-03", endTime: "00:00" });
  expect(starts(late, "2026-11-03", "2026-11-03")).toEqual([]);
  const moment = anEvent({ time: "00:00", endTime: "00:00" });
  expect(starts(moment, "2026-11-02", "2026-11-02")).toEqual(["2026-11-02T00:00"]);
  expect(starts(moment, "2026-11-01", "2026-11-01")).toEqual([]);
});

test("keeps its hour when the clocks change, and is another hour for who looks from elsewhere", () => {
  const daily = anEvent({ date: "2026-10-23", time: "09:00", repeat: "FREQ=DAILY" });
  expect(starts(daily, "2026-10-24", "2026-10-26")).toEqual([
    "2026-10-24T09:00",
    "2026-10-25T09:00",
    "2026-10-26T09:00",
  ]);
  expect(starts(daily, "2026-10-24", "2026-10-26", "UTC")).toEqual([
    "2026-10-24T07:00",
    "2026-10-25T08:00",
    "2026-10-26T08:00",
  ]);
  expect(starts(daily, "2026-10-24", "2026-10-24", "Pacific/Kiritimati")).toEqual(["2026-10-24T21:00"]);
});

test("all day is all day everywhere", () => {
  const day = anEvent({ time: null, endTime: null, repeat: "FREQ=WEEKLY" });
  expect(starts(day, "2026-11-09", "2026-11-09", "Pacific/Kiritimati")).toEqual(["2026-11-09"]);
  expect(instancesOf(day, "2026-11-09", "2026-11-09", "Pacific/Honolulu")).toEqual([
    { instance: "2026-11-09", start: "2026-11-09", end: "2026-11-09" },
  ]);
});

test("leaves out what is left out or replaced, and adds what is added", () => {
  const event = anEvent({
    repeat: "FREQ=DAILY;COUNT=5",
    exceptDates: ["2026-11-03T09:00"],
    extraDates: ["2026-11-20T09:00"],
  });
  expect(starts(event, "2026-11-01", "2026-11-30", "Europe/Oslo", ["2026-11-05T09:00"])).toEqual([
    "2026-11-02T09:00",
    "2026-11-04T09:00",
    "2026-11-06T09:00",
    "2026-11-20T09:00",
  ]);
  expect(spanOf(event)).toEqual({ firstDay: "2026-11-02", lastDay: "2026-11-20" });
});

test("its own start is an instance, whatever the rule says", () => {
  // A Monday with a rule of Tuesdays.
  const event = anEvent({ repeat: "FREQ=WEEKLY;BYDAY=TU" });
  expect(starts(event, "2026-11-01", "2026-11-10")).toEqual([
    "2026-11-02T09:00",
    "2026-11-03T09:00",
    "2026-11-10T09:00",
  ]);
});

test("UNTIL includes its day, or its time", () => {
  expect(starts(anEvent({ repeat: "FREQ=DAILY;UNTIL=20261104" }), "2026-11-01", "2026-11-30")).toHaveLength(
    3,
  );
  expect(
    starts(anEvent({ repeat: "FREQ=DAILY;UNTIL=20261104T085900" }), "2026-11-01", "2026-11-30"),
  ).toHaveLength(2);
});

test("the last of a month, and February 29", () => {
  const leap = anEvent({ date: "2024-02-29", repeat: "FREQ=YEARLY" });
  expect(starts(leap, "2027-01-01", "2028-12-31")).toEqual(["2028-02-29T09:00"]);
  const last = anEvent({ date: "2026-01-31", repeat: "FREQ=MONTHLY;BYMONTHDAY=-1" });
  expect(starts(last, "2026-02-01", "2026-04-30").map((start) => start.slice(5, 10))).toEqual([
    "02-28",
    "03-31",
    "04-30",
  ]);
});

test("a rule of every hour, of no day and far ahead ends within bounds", () => {
  const began = Date.now();
  expect(starts(anEvent({ repeat: "FREQ=HOURLY" }), "2026-11-01", "2027-11-30").length).toBeLessThanOrEqual(
    3_000,
  );
  expect(
    starts(anEvent({ repeat: "FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30" }), "2027-01-01", "2027-12-31"),
  ).toEqual([]);
  expect(starts(anEvent({ repeat: "FREQ=DAILY" }), "9999-12-28", "9999-12-30").length).toBeGreaterThan(0);
  expect(spanOf(anEvent({ repeat: "FREQ=YEARLY;COUNT=9999" })).lastDay).toBe("9999-12-31");
  expect(Date.now() - began).toBeLessThan(20_000);
});

test("counts what comes before an instance", () => {
  const event = anEvent({ repeat: "FREQ=DAILY;COUNT=10", exceptDates: ["2026-11-03T09:00"] });
  expect(countBefore(event, "2026-11-06T09:00")).toBe(4);
  const last = anEvent({ date: "2026-01-30", repeat: "FREQ=MONTHLY;BYDAY=FR;BYSETPOS=-1;COUNT=10" });
  expect(countBefore(last, "2026-02-27T09:00")).toBe(1);
  expect(fromInstance("FREQ=DAILY;COUNT=10", 4)).toBe("FREQ=DAILY;COUNT=6");
  expect(endBefore("FREQ=DAILY;COUNT=10", "2026-11-06T09:00")).toBe("FREQ=DAILY;UNTIL=20261106T085900");
  expect(endBefore("FREQ=DAILY;UNTIL=20270101", "2026-11-06")).toBe("FREQ=DAILY;UNTIL=20261105");
});

const monday = { date: "2026-11-02", time: "09:00" };
test.each([
  ["FREQ=WEEKLY;BYDAY=MO", { date: "2026-11-03", time: "09:00" }, "FREQ=WEEKLY;BYDAY=TU"],
  ["FREQ=WEEKLY;BYDAY=MO,SU", { date: "2026-11-01", time: "09:00" }, "FREQ=WEEKLY;BYDAY=SU,SA"],
  ["FREQ=MONTHLY;BYDAY=1MO", { date: "2026-11-10", time: "09:00" }, "FREQ=MONTHLY;BYDAY=2TU"],
  ["FREQ=MONTHLY;BYMONTHDAY=2", { date: "2026-11-04", time: "09:00" }, "FREQ=MONTHLY;BYMONTHDAY=4"],
  [
    "FREQ=YEARLY;BYMONTH=11;BYMONTHDAY=2",
    { date: "2026-12-03", time: null },
    "FREQ=YEARLY;BYMONTH=12;BYMONTHDAY=3",
  ],
  [
    "FREQ=DAILY;UNTIL=20261130T090000",
    { date: "2026-11-03", time: "11:00" },
    "FREQ=DAILY;UNTIL=20261201T110000",
  ],
  ["FREQ=DAILY", { date: "2026-11-03", time: "11:00" }, "FREQ=DAILY"],
])("%s moved to %o is %s", (rule, to, expected) => {
  expect(shiftRule(rule, monday, to)).toBe(expected);
});

test("the names of instances move along", () => {
  const to = { date: "2026-11-03", time: "11:30" };
  expect(shiftMoment("2026-11-09T09:00", monday, to)).toBe("2026-11-10T11:30");
  expect(shiftMoment("2026-11-09T09:00", monday, { date: "2026-11-02", time: null })).toBe("2026-11-09");
  expect(shiftMoment("2026-11-09", { date: "2026-11-02", time: null }, to)).toBe("2026-11-10T11:30");
});
