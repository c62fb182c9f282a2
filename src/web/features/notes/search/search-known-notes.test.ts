import { expect, test } from "vitest";
import type { Note } from "#contract/notes.ts";
import { EXPECTED_FIRST, SEEDED_NOTES } from "#testing/search-expectations.ts";
import { searchIn } from "./search-known-notes.ts";

const NOW = Date.parse("2026-06-01T12:00:00Z");
const DAY_MS = 86_400_000;

/** The seeded notes as a list of the device has them. */
const known = SEEDED_NOTES.map(({ title, text, tags = [], daysAgo }) => ({
  id: title,
  title,
  excerpt: text,
  tags,
  updatedAt: new Date(NOW - daysAgo * DAY_MS).toISOString(),
  trashedAt: null,
})) as unknown as Note[];

test.each(EXPECTED_FIRST)("without the server who types %s finds %s first, too", (query, title) => {
  expect(searchIn(known, query)[0]?.note.title).toBe(title);
});

test("the device's order is the server's, parts of words last", () => {
  const hits = searchIn(known, "art");
  const titles = (isInside: boolean) =>
    hits.filter((hit) => hit.isInside === isInside).map(({ note }) => note.title);
  expect(titles(false)).toEqual([
    "Art",
    "Article about bees",
    "Modern art in Basel",
    "Weekend",
    "Starting a company",
  ]);
  expect(titles(true).toSorted()).toEqual(["C++ pointers", "Kindergarten", "Launch party"]);
  expect(hits.map((hit) => hit.isInside).indexOf(true)).toBe(5);
  expect(titles(true)[2]).toBe("C++ pointers");
});

test("a search by filters alone is in the order of the last change", () => {
  expect(searchIn(known, "tag:work").map(({ note }) => note.title)).toEqual([
    "Heron launch checklist",
    "Project Heron",
  ]);
});
