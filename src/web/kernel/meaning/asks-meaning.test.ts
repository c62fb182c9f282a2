import { expect, test } from "vitest";
import { asksMeaning } from "./asks-meaning.ts";

test.each(["water comes through the ceiling", "two words", "  two   words ", "屋根から水が漏れる", "น้ำรั่ว"])(
  "“%s” may be said in other words",
  (query) => expect(asksMeaning(query)).toBe(true),
);

test.each([
  "",
  "water",
  "東京",
  "two words tag:house",
  "two words tag:",
  "in:home water comes",
  "is:great weather today",
  "water comes -storm",
  "water -tag:house comes",
  '"through the ceiling"',
  'water "the ceiling" comes',
])("“%s” is looked for by its letters alone", (query) => expect(asksMeaning(query)).toBe(false));
