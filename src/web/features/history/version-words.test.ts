import { expect, test } from "vitest";
import type { NoteVersion } from "#contract/note-versions.ts";
import { authorWords, byDay, changedWords, dayWords, kindWords } from "./version-words.ts";

const version = (change: Partial<NoteVersion>): NoteVersion => ({
  seq: 1,
  startedAt: "2026-11-20T09:00:00.000Z",
  endedAt: "2026-11-20T09:10:00.000Z",
  authors: [],
  wordCount: 3,
  wordsAdded: 1,
  wordsRemoved: 0,
  kind: "written",
  name: null,
  restoredFrom: null,
  isCurrent: false,
  ...change,
});

test("days are the reader's own", () => {
  const now = new Date(2026, 10, 20, 0, 30);
  expect(dayWords(new Date(2026, 10, 20, 0, 5).toISOString(), now)).toBe("Today");
  expect(dayWords(new Date(2026, 10, 19, 23, 55).toISOString(), now)).toBe("Yesterday");
  expect(dayWords(new Date(2025, 10, 19).toISOString(), now)).toMatch(/2025/);
});

test("versions of a day stand together, in their order", () => {
  const now = new Date(2026, 10, 20, 12);
  const at = (day: number, seq: number) =>
    version({ seq, endedAt: new Date(2026, 10, day, 9).toISOString() });
  const days = byDay([at(20, 4), at(20, 3), at(19, 2), at(17, 1)], now);
  expect(days.map(({ versions }) => versions.map(({ seq }) => seq))).toEqual([[4, 3], [2], [1]]);
});

test.each([
  [12, 3, "12 added, 3 removed words"],
  [1, 0, "1 added word"],
  [0, 2, "2 removed words"],
  [0, 0, "No words changed"],
  [null, null, null],
])("%s and %s: %s", (added, removed, words) => {
  expect(changedWords(added, removed)).toBe(words);
});

test("who wrote, you first", () => {
  const people = ["Ann", "Tom", "Eva", "Kim"].map((name, index) => ({ id: String(index), name }));
  expect(authorWords([], "1")).toBeNull();
  expect(authorWords(people.slice(0, 1), "0")).toBe("You");
  expect(authorWords(people.slice(0, 2), "1")).toBe("You and Ann");
  expect(authorWords(people, "9")).toBe("Ann, Tom and 2 others");
});

test("a version around a restore says so, the newest says that it is", () => {
  expect(kindWords(version({ kind: "beforeRestore" }))).toBe("Before restoring");
  expect(kindWords(version({ kind: "restored", isCurrent: true }))).toBe("Current version");
  expect(kindWords(version({}))).toBeNull();
});
