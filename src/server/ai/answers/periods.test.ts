import { expect, test } from "vitest";
import type { AccountClock } from "./account-clock.ts";
import { takePeriod } from "./periods.ts";

/** A Wednesday. */
const clock: AccountClock = {
  now: new Date("2031-05-14T07:30Z"),
  zone: "Europe/Berlin",
  today: "2031-05-14",
  time: "09:30",
  weekStart: 0,
  has24Hours: false,
};

test.each([
  ["what is due this week", "2031-05-12", "2031-05-18"],
  ["what is due next week", "2031-05-19", "2031-05-25"],
  ["what is on friday", "2031-05-16", "2031-05-16"],
  ["what is on wednesday", "2031-05-14", "2031-05-14"],
  ["what is on next wednesday", "2031-05-21", "2031-05-21"],
  ["anything on the weekend", "2031-05-17", "2031-05-18"],
  ["meetings on tuesday the 27th", "2031-05-27", "2031-05-27"],
  ["am i free on friday, may 23", "2031-05-23", "2031-05-23"],
  ["the day after tomorrow", "2031-05-16", "2031-05-16"],
  ["what is on 2031-06-01", "2031-06-01", "2031-06-01"],
  ["events in february", "2032-02-01", "2032-02-29"],
  ["the next 3 days", "2031-05-14", "2031-05-17"],
  ["this year", "2031-01-01", "2031-12-31"],
])("of what comes: %s", (text, from, to) => {
  expect(takePeriod(text, clock, false).period).toMatchObject({ from, to });
});

test.each([
  ["did i write yesterday", "2031-05-13", "2031-05-13"],
  ["did i write last week", "2031-05-05", "2031-05-11"],
  ["did i write on monday", "2031-05-12", "2031-05-12"],
  ["did i write on friday", "2031-05-09", "2031-05-09"],
  ["did i finish in june", "2030-06-01", "2030-06-30"],
  ["did i finish on may 20", "2030-05-20", "2030-05-20"],
  ["in the last 7 days", "2031-05-07", "2031-05-14"],
  ["last month", "2031-04-01", "2031-04-30"],
])("of what was: %s", (text, from, to) => {
  expect(takePeriod(text, clock, true).period).toMatchObject({ from, to });
});

test("a week begins on the day that the account chose", () => {
  const week = (weekStart: number) => takePeriod("this week", { ...clock, weekStart }, false).period;
  expect(week(6)).toMatchObject({ from: "2031-05-11", to: "2031-05-17" });
  expect(week(5)).toMatchObject({ from: "2031-05-10", to: "2031-05-16" });
});

test.each(["how long is the kiln fired", "what did we decide about the roof", "who has 2 of 3 keys", ""])(
  "where no days are named there are none: %s",
  (text) => {
    expect(takePeriod(text, clock, false)).toEqual({ period: null, rest: text });
  },
);
