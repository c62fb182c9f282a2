import { expect, test } from "vitest";
import { dueWords } from "./due-phrase.ts";

const NOW = new Date(2026, 10, 21, 10, 0);
const of = (dueDate: string | null, dueTime: string | null = null, completed = false) =>
  dueWords({ dueDate, dueTime, completed }, NOW);

test("near days have names, others their date, and what is late says so", () => {
  expect(of(null)).toBeNull();
  expect(of("2026-11-21")).toMatchObject({ words: "Today", tone: "today" });
  expect(of("2026-11-22")).toMatchObject({ words: "Tomorrow", tone: "later" });
  expect(of("2026-11-20")).toMatchObject({ words: "Overdue: Yesterday", tone: "overdue" });
  expect(of("2026-11-27")?.words).toMatch(/27/);
  expect(of("2028-11-27")?.words).toMatch(/2028/);
});

test("a time counts: what was due at nine is late at ten, and what is done is never late", () => {
  expect(of("2026-11-21", "09:00")?.tone).toBe("overdue");
  expect(of("2026-11-21", "17:30")).toMatchObject({ tone: "today", words: expect.stringMatching(/30/) });
  expect(of("2020-01-01", null, true)?.tone).toBe("done");
});
