import { expect, test } from "vitest";
import { nextTime } from "../look.ts";
import { actionItems } from "./action-items.ts";
import { withCheckboxes } from "./inbox-to-tasks.ts";
import { names } from "./meeting-follow-up.ts";
import { alike } from "./tidy-tags.ts";

test("tags are one word whatever their capitals, marks, joints and plural, and no other words", () => {
  const tags = (...names: string[]) => names.map((name, index) => ({ name, count: 10 - index }));
  expect(alike(tags("café", "Cafe", "CAFÉS"))).toEqual([{ kept: "café", others: ["Cafe", "CAFÉS"] }]);
  expect(alike(tags("to-do", "todo", "to_do"))).toEqual([{ kept: "to-do", others: ["todo", "to_do"] }]);
  expect(alike(tags("story", "stories", "box", "boxes", "class", "classes"))).toEqual([
    { kept: "story", others: ["stories"] },
    { kept: "box", others: ["boxes"] },
    { kept: "class", others: ["classes"] },
  ]);
  // Each is a word of its own while its singular isn't there.
  expect(alike(tags("news", "new year", "bus", "series", "京都", "東京", "работа"))).toEqual([]);
  expect(
    alike([
      { name: "idea", count: 1 },
      { name: "Ideas", count: 5 },
    ]),
  ).toEqual([{ kept: "Ideas", others: ["idea"] }]);
});

test("what is to be done is read from how it is said, not from what merely will be", () => {
  const items = actionItems(
    [
      "# Ana will be quoted in a heading",
      "Action: send the *minutes*.",
      "- TODO: call the bank",
      "Next steps - book the room",
      "1. Ana Lucía will write to Bob by Friday. The weather was fine.",
      "I'll send the offer; we need to ask Cleo!",
      "We will not go. Ana will be there.",
      "The price will rise.",
      "- [ ] a task already",
      "> Bob will answer",
      "Wir müssen das Dach reparieren",
      "Frau Huber soll anrufen.",
      "Aufgabe: Angebot einholen",
      "Ana Lucía will write to bob by friday",
    ].join("\n"),
  );
  expect(items).toEqual([
    "Send the minutes",
    "Call the bank",
    "Book the room",
    "Ana Lucía: write to Bob by Friday",
    "Send the offer; we need to ask Cleo",
    "Das Dach reparieren",
    "Frau Huber: anrufen",
    "Angebot einholen",
  ]);
});

test("a note is of a meeting whose title stands in its own as whole words", () => {
  expect(names("Minutes: Café planning, May", "cafe planning")).toBe(true);
  expect(names("Planning", "planning")).toBe(true);
  expect(names("a", "A")).toBe(true);
  expect(names("QA notes", "QA")).toBe(true);
  expect(names("定例会議のメモ", "会議")).toBe(true);
  expect(names("Banana bread", "a")).toBe(false);
  expect(names("Replanning", "planning")).toBe(false);
  expect(names("Call of the wild", "all")).toBe(false);
  expect(names("Anything", "")).toBe(false);
});

test("items of a list become checkboxes where they stand, but for code and those that are", () => {
  const before = "Text\n\n- one\n  - two\n* three\n- [x] done\n1. first\n\n```\n- code\n```\n\n-no\n---\n";
  expect(withCheckboxes(before)).toEqual({
    text: "Text\n\n- [ ] one\n  - [ ] two\n- [ ] three\n- [x] done\n1. first\n\n```\n- code\n```\n\n-no\n---\n",
    count: 3,
  });
});

test("the next time is the first on one of the days by the account's clock, also where clocks are put forward", () => {
  const at = (days: number[], time: string, now: string, zone: string) =>
    nextTime({ kind: "schedule", days, time }, new Date(now), zone).toISOString();
  // A Friday; in Auckland it is Saturday already.
  expect(at([5], "18:00", "2026-11-27T17:00:00Z", "UTC")).toBe("2026-11-27T18:00:00.000Z");
  expect(at([5], "18:00", "2026-11-27T18:00:00Z", "UTC")).toBe("2026-12-04T18:00:00.000Z");
  expect(at([6], "09:00", "2026-11-27T17:00:00Z", "Pacific/Auckland")).toBe("2026-11-27T20:00:00.000Z");
  expect(at([1, 3], "08:00", "2026-11-27T17:00:00Z", "Europe/Oslo")).toBe("2026-11-30T07:00:00.000Z");
  // 2:30 is no time of that night.
  const night = Date.parse(at([7], "02:30", "2027-03-27T12:00:00Z", "Europe/Oslo"));
  expect(night).toBeGreaterThan(Date.parse("2027-03-28T00:30:00Z"));
  expect(night).toBeLessThan(Date.parse("2027-03-28T02:31:00Z"));
});
