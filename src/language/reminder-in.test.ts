import { expect, test } from "vitest";
import { readQuickAdd } from "./quick-add.ts";
import { isReminderPast } from "./reminder-in.ts";

const NOW = "2026-11-26T12:00";

test.each([
  ["Call Ann remind me yesterday", true],
  ["Call Ann remind me yesterday at 9", true],
  ["Call Ann remind me tomorrow", false],
  // The next time that clocks show it.
  ["Call Ann remind me at 9am", false],
  ["Call Ann today at 8am remind me 1 hour before", true],
  // Late, and before it begins: it rings at once.
  ["Call Ann tomorrow remind me 2 days before", false],
  ["Call Ann every day at 8am remind me 1 hour before", false],
  ["Call Ann tomorrow", false],
])("%s: has passed is %s", (sentence, isPast) => {
  const read = readQuickAdd(sentence, { now: new Date(`${NOW}Z`) });
  expect(isReminderPast(read, NOW)).toBe(isPast);
});
