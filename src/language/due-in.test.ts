import { expect, test } from "vitest";
import { dueIn } from "./due-in.ts";
import { clockOf } from "./wall-clock.ts";

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
  ["tomorrow 会議は金曜日から", "2026-11-22", null],
  ["金曜日か tomorrow に電話", "2026-11-27", null],
  ["会議 15:00 tomorrow", "2026-11-22", "15:00"],
  ["今週、明日までに", "2026-11-22", null],
  ["毎週金曜日に掃除", "2026-11-27", null],
  ["次の金曜日に会う", "2026-11-27", null],
  ["2027年 12月24日", "2027-12-24", null],
  ["今年12月24日", "2026-12-24", null],
  ["日曜の会議", "2026-11-22", null],
  ["金曜会議", "2026-11-27", null],
  ["きょうの会議", "2026-11-21", null],
  ["かいぎはあした", "2026-11-22", null],
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
  "一昨日",
  "一昨日の会議",
  "来週 金曜日",
  "来週、金曜日に会う",
  "再来週　月曜日",
  "先々週の月曜に会った",
  "翌週の月曜日",
  "今週金曜日に会った",
  "前の金曜日のメモ",
  "12月の金曜日",
  "来年12月24日",
  "来週 金曜日 15:00",
  "会議 15:00、来週の金曜日",
  "第3日曜",
  "第３日曜日",
  "毎月第三日曜日",
  "第1・第3日曜に集まる",
  "日曜大工",
  "明日葉を買う",
  "べんきょうする",
  "とうきょうに行く",
  "きょうだいに電話",
  "こんばんはと言う",
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
