import { expect, test } from "vitest";
import { parseMarkdown } from "#document/markdown/parse.ts";
import { schema } from "#document/schema.ts";
import { charactersOf, countBetween, readingTime, wordsOf } from "./note-figures.ts";

const noteOf = (text: string) => schema.nodeFromJSON(parseMarkdown(text).doc);

test("words and characters of a note, its lists and tables, and of a part of it", () => {
  const doc = noteOf("# Two words\n\n- and three more\n\n| a | b |\n| - | - |\n| c | 日本語 |");
  expect(countBetween(doc)).toEqual({ words: 9, characters: 29 });
  expect(countBetween(doc, 1, 4)).toEqual({ words: 1, characters: 3 });
  expect(countBetween(doc, 2, 2)).toEqual({ words: 0, characters: 0 });
});

test("letters outside of the first plane are one character each", () => {
  expect(countBetween(noteOf("👩 a")).characters).toBe(3);
});

test("figures in words", () => {
  expect([0, 1, 200, 201].map((words) => readingTime({ words, characters: 0 }))).toEqual([
    "Nothing to read",
    "1 min to read",
    "1 min to read",
    "2 min to read",
  ]);
  expect(wordsOf({ words: 1, characters: 1 })).toBe("1 word");
  expect(wordsOf({ words: 1234, characters: 1 })).toBe("1,234 words");
  expect(charactersOf({ words: 1, characters: 1 })).toBe("1 character");
});
