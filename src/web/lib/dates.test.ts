import { afterEach, expect, test } from "vitest";
import {
  accountToday,
  ago,
  chooseTimes,
  clockTime,
  isoDay,
  nearDay,
  shortDay,
  weeksOfMonth,
} from "./dates.ts";

afterEach(() => chooseTimes({}));

const now = new Date(2026, 10, 21, 12, 0, 0);
const before = (ms: number) => new Date(now.getTime() - ms).toISOString();

test.each([
  [10_000, "now"],
  [-5_000, "now"],
  [60_000, "1m ago"],
  [40 * 60_000, "40m ago"],
  [3 * 3_600_000, "3h ago"],
  [13 * 3_600_000, "yesterday"],
  [5 * 86_400_000, "5d ago"],
])("%i ms ago reads %s", (ms, words) => {
  expect(ago(before(ms), now)).toBe(words);
});

test("an older note shows its date, with the year when it is another", () => {
  expect(ago(new Date(2026, 1, 3).toISOString(), now)).toMatch(/Feb/);
  expect(ago(new Date(2024, 1, 3).toISOString(), now)).toMatch(/2024/);
});

test("a time of day follows the language of the browser, or the account's 12 or 24 hours", () => {
  const afternoon = new Date(2026, 10, 21, 15, 44);
  expect(clockTime(afternoon)).toMatch(/^3:44\sPM$/);
  chooseTimes({ hourCycle: "h23" });
  expect(clockTime(afternoon)).toBe("15:44");
  chooseTimes({ hourCycle: "h12" });
  expect(clockTime(afternoon)).toMatch(/^3:44\sPM$/);
});

test("days beside today have names, another is short", () => {
  expect([-2, -1, 0, 1].map((days) => nearDay(new Date(2026, 10, 21 + days), now))).toEqual([
    null,
    "Yesterday",
    "Today",
    "Tomorrow",
  ]);
  expect(shortDay(new Date(2026, 10, 27))).toBe("Fri, Nov 27");
});

test.each([
  ["monday", "2026-10-26", "2026-12-06"],
  ["sunday", "2026-11-01", "2026-12-05"],
  ["saturday", "2026-10-31", "2026-12-04"],
] as const)("the weeks of November 2026 begin on %s %s and end on %s", (weekStart, first, last) => {
  chooseTimes({ weekStart });
  const weeks = weeksOfMonth(new Date(2026, 10, 21));
  expect(isoDay(weeks[0]![0]!)).toBe(first);
  expect(isoDay(weeks.at(-1)!.at(-1)!)).toBe(last);
});

test("today is the day of the account's zone", () => {
  const noon = new Date("2026-11-26T12:00:00Z");
  chooseTimes({ timeZone: "Pacific/Kiritimati" });
  expect(isoDay(accountToday(noon))).toBe("2026-11-27");
  chooseTimes({ timeZone: "Pacific/Pago_Pago" });
  expect(isoDay(accountToday(noon))).toBe("2026-11-26");
});
