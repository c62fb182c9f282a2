import { expect, test } from "vitest";
import { afterInstance, nextInstance } from "./recurrence.ts";

test.each([
  ["FREQ=DAILY", "2026-11-25", "2026-11-25", "2026-11-26"],
  ["FREQ=DAILY;INTERVAL=3", "2026-11-25", "2026-11-29", "2026-12-01"],
  ["FREQ=WEEKLY;BYDAY=MO,TH", "2026-11-25", "2026-11-25", "2026-11-26"],
  ["FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR", "2026-11-27", "2026-11-27", "2026-11-30"],
  ["FREQ=WEEKLY;INTERVAL=2", "2026-11-25", "2026-11-25", "2026-12-09"],
  ["FREQ=MONTHLY;BYMONTHDAY=31", "2026-01-31", "2026-01-31", "2026-03-31"],
  ["FREQ=MONTHLY;BYMONTHDAY=-1", "2026-01-31", "2026-01-31", "2026-02-28"],
  ["FREQ=MONTHLY;BYDAY=-1FR", "2026-11-27", "2026-11-27", "2026-12-25"],
  ["FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1", "2026-11-30", "2026-11-30", "2026-12-31"],
  ["FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=29", "2024-02-29", "2024-02-29", "2028-02-29"],
  ["FREQ=YEARLY", "2024-02-29", "2024-02-29", "2028-02-29"],
  ["FREQ=DAILY;UNTIL=20261126", "2026-11-25", "2026-11-25", "2026-11-26"],
  ["FREQ=DAILY;UNTIL=20261126", "2026-11-25", "2026-11-26", null],
  ["FREQ=MONTHLY;BYMONTHDAY=30;BYMONTH=2", "2026-01-30", "2026-01-30", null],
  ["FREQ=WEEKLY;BYDAY=XX", "2026-01-30", "2026-01-30", null],
  ["FREQ=DAILY;INTERVAL=0", "2026-01-30", "2026-01-30", null],
  ["FREQ=YEARLY", "9999-06-01", "9999-06-01", null],
])("the next of %s counted from %s after %s is %s", (rule, start, after, expected) => {
  expect(nextInstance(rule, start, after)).toBe(expected);
});

test("a rule that counts its instances ends with the last", () => {
  expect(afterInstance("FREQ=DAILY")).toBe("FREQ=DAILY");
  expect(afterInstance("FREQ=DAILY;COUNT=12")).toBe("FREQ=DAILY;COUNT=11");
  expect(afterInstance("FREQ=DAILY;COUNT=1;BYDAY=MO")).toBeNull();
});
