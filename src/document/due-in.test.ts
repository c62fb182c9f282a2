import { expect, test } from "vitest";
import { clockOf, dueIn } from "./due-in.ts";

/** A Saturday, ten in the morning. */
const NOW = new Date("2026-11-21T10:00:00Z");

test.each([
  ["Call mum tomorrow at 5pm", "2026-11-22", "17:00"],
  ["pay rent on Friday", "2026-11-27", null],
  ["Friday: pay rent", "2026-11-27", null],
  ["water plants in 3 days", "2026-11-24", null],
  ["hand in by 2026-12-24", "2026-12-24", null],
  ["due 24.12.2026", "2026-12-24", null],
  ["renew passport 12/24", "2026-12-24", null],
  ["on Sun go swimming", "2026-11-22", null],
  ["report due mon", "2026-11-23", null],
  ["call back today", "2026-11-21", null],
  ["dentist 3 Jan", "2027-01-03", null],
  ["dentist January 3rd at 9:30", "2027-01-03", "09:30"],
  ["send it next week", "2026-11-28", null],
  ["明日までに提出", "2026-11-22", null],
  ["会議は明日の午後3時", "2026-11-22", "15:00"],
  ["明日 15:00 会議", "2026-11-22", "15:00"],
  ["金曜日に電話", "2026-11-27", null],
  ["12月24日 提出", "2026-12-24", null],
  ["2026年12月24日", "2026-12-24", null],
  ["会議 tomorrow", "2026-11-22", null],
])("%s is due %s %s", (title, date, time) => {
  expect(dueIn(title, NOW)).toMatchObject({ date, time });
});

test.each([
  "buy 5 eggs",
  "the cat sat on a chair",
  "sun cream",
  "May I ask something",
  "march with the others",
  "read chapter 3",
  "1.5 kg flour",
  "release v2.1",
  "second opinion",
  "",
  "日本語",
  "土日の予定",
  "一日中",
  "来週の月曜日に会う",
  "今日子さんに会う",
])("%s is due at no day", (title) => {
  expect(dueIn(title, NOW)).toBeNull();
});

test("the day is that of the user's clock, also where it is tomorrow already", () => {
  const late = new Date("2026-11-21T23:30:00Z");
  expect(dueIn("call today", clockOf(late, "Pacific/Auckland"))?.date).toBe("2026-11-22");
  expect(dueIn("call today", clockOf(late, "America/New_York"))?.date).toBe("2026-11-21");
  expect(dueIn("call today", clockOf(late, "Nowhere/At_All"))?.date).toBe("2026-11-21");
});

test("titles made to be hard to read are read", () => {
  const tomorrow = "tomorrow or the day after the day after ".repeat(25);
  for (const title of [tomorrow, "1".repeat(5_000), "12/".repeat(2_000), "in a in a ".repeat(500)])
    expect(dueIn(title, NOW)?.date ?? null).toBe(title === tomorrow ? "2026-11-22" : null);
});
