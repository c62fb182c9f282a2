import { expect, test } from "vitest";
import { firstWords } from "./first-words.ts";

const NOW = new Date(2026, 10, 21, 9, 5);

test.each([
  ["# {{title}}\n\n> [!NOTE]\n> In one sentence", "Title In one sentence"],
  ["# Meeting, {{date}}\n\n**Present:**\n\n1.\n\n- [ ]\n", "Meeting, 2026-11-21 Present:"],
  ["| What | Who |\n| ---- | --- |\n|      |     |\n\nend", "What Who end"],
  ["- [x] done\n- [see](https://example.org) it", "done see it"],
  ["> [!WARNING]- Hot\n> text", "Hot text"],
  ["a".repeat(90), `${"a".repeat(80)}…`],
  ["", ""],
])("%j begins with %j", (text, words) => {
  expect(firstWords(text, NOW)).toBe(words);
});
