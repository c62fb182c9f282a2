import { expect, test } from "vitest";
import { ago } from "./dates.ts";

const now = new Date(2026, 10, 21, 12, 0, 0);
const before = (ms: number) => new Date(now.getTime() - ms).toISOString();

test.each([
  [10_000, "now"],
  [-5_000, "now"],
  [60_000, "1 min. ago"],
  [40 * 60_000, "40 min. ago"],
  [3 * 3_600_000, "3 hr. ago"],
  [13 * 3_600_000, "yesterday"],
  [5 * 86_400_000, "5 days ago"],
])("%i ms ago reads %s", (ms, words) => {
  expect(ago(before(ms), now)).toBe(words);
});

test("an older note shows its date, with the year when it is another", () => {
  expect(ago(new Date(2026, 1, 3).toISOString(), now)).toMatch(/Feb/);
  expect(ago(new Date(2024, 1, 3).toISOString(), now)).toMatch(/2024/);
});
