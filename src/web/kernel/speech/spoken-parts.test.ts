import { expect, test } from "vitest";
import { spokenParts } from "./spoken-parts.ts";

test.each([
  ["The roof cost **4,300 euros**[^1].\n\nAnd more.", ["The roof cost 4,300 euros.", "And more."]],
  ["# Roof\n\n- [Huber](https://huber.example) did it\n- `now`", ["Roof", "Huber did it", "now"]],
  ["| a | b |\n|---|---|\n| 1 | 2 |", ["a, b", "1, 2"]],
  ["Look:\n\n```js\nalert(1)\n```", ["Look:", "Some code follows, which isn't read aloud."]],
  ["<b>bold</b> words", ["bold words"]],
  ["", []],
])("%j is read as %j", (markdown, parts) => {
  expect(spokenParts(markdown)).toEqual(parts);
});

test("a long text is cut at ends of sentences, and nothing of it is lost", () => {
  const sentence = "Somebody went down to the river and looked at the boats for a while. ";
  const parts = spokenParts(sentence.repeat(40));
  expect(parts.length).toBeGreaterThan(3);
  expect(parts.every((part) => part.length <= 600 && part.endsWith("."))).toBe(true);
  expect(parts.join(" ")).toBe(sentence.repeat(40).trim());
});

test("a word without an end is cut all the same, and no sign in two", () => {
  const parts = spokenParts("x".repeat(599) + "🌍" + "y".repeat(900));
  expect(parts.every((part) => part.length <= 600 && part.isWellFormed())).toBe(true);
});
