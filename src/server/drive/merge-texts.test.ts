import { expect, test } from "vitest";
import { mergeTexts } from "./merge-texts.ts";

const merged = (base: string, mine: string, theirs: string) =>
  mergeTexts(base.replaceAll(" ", "\n"), mine.replaceAll(" ", "\n"), theirs.replaceAll(" ", "\n")).replaceAll(
    "\n",
    " ",
  );

test("hundreds of thousands of lines are merged", () => {
  const lines = Array.from({ length: 300_000 }, (_, at) => `${at}`);
  const changed = lines.map((line, at) => (at === 150_000 ? "other" : line));
  expect(mergeTexts(lines.join("\n"), lines.join("\n"), changed.join("\n"))).toBe(changed.join("\n"));
});

test.each([
  ["a b c", "a b c", "a B c", "a B c"],
  ["a b c", "A b c", "a b C", "A b C"],
  ["a b c", "A b c", "a b c", "A b c"],
  ["a b c", "a x b c", "a b c y", "a x b c y"],
  ["a b c d", "a c d", "a b c D", "a c D"],
  ["a b c", "a MINE c", "a THEIRS c", "a THEIRS c"],
  ["a b c", "a B c", "a B c", "a B c"],
  ["a", "", "a b", "a b"],
])("of %s, %s and %s comes %s", (base, mine, theirs, result) => {
  expect(merged(base, mine, theirs)).toBe(result);
});
