import { expect, test } from "vitest";
import { readRepetition, repetitions, writeRepetition } from "./repeat-fields.ts";

/** A Wednesday. */
const DAY = "2026-11-25";

test.each([
  [null, null],
  ["FREQ=DAILY", "FREQ=DAILY"],
  // They say no more than that it is the event's own day.
  ["FREQ=WEEKLY;BYDAY=WE", "FREQ=WEEKLY"],
  ["FREQ=MONTHLY;BYMONTHDAY=25;COUNT=3", "FREQ=MONTHLY;COUNT=3"],
  ["FREQ=WEEKLY;UNTIL=20261231T090000", "FREQ=WEEKLY;UNTIL=20261231"],
  ["FREQ=MONTHLY;BYDAY=-1FR;COUNT=5", "FREQ=MONTHLY;BYDAY=-1FR;COUNT=5"],
])("%s is shown in parts and written as %s", (rule, written) => {
  expect(writeRepetition(readRepetition(rule, DAY))).toBe(written);
});

test("a rule that no choice says stays among them, without its code", () => {
  expect(repetitions("FREQ=MONTHLY;BYDAY=-1FR", DAY).at(-1)).toEqual({
    rule: "FREQ=MONTHLY;BYDAY=-1FR",
    words: "As it is set now",
  });
  expect(repetitions("FREQ=WEEKLY", DAY)).toHaveLength(6);
});
