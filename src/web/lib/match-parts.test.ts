import { expect, test } from "vitest";
import { fromFirstMatch, markWords, matchParts, queryWords, wordsInTitles } from "./match-parts.ts";

test("marked matches become parts", () => {
  expect(matchParts("a \u0002tent\u0003 and \u0002b\u0003")).toEqual([
    { text: "a ", isMatch: false },
    { text: "tent", isMatch: true },
    { text: " and ", isMatch: false },
    { text: "b", isMatch: true },
  ]);
});

test("a mark that is never closed loses no text", () => {
  expect(
    matchParts("a \u0002tent")
      .map((part) => part.text)
      .join(""),
  ).toBe("a tent");
});

test("words are marked whatever their case, and as text, not as a pattern", () => {
  expect(markWords("Tent (a.b)", ["tent", "(a.b)"])).toBe("\u0002Tent\u0003 \u0002(a.b)\u0003");
  expect(markWords("same", [])).toBe("same");
});

test("a query's words leave out tag: and quotes", () => {
  expect(queryWords('tag:trip "north face"  tent')).toEqual(["tent", "north", "face"]);
});

test("a long snippet starts at a word shortly before its first match", () => {
  expect(fromFirstMatch(`${"word ".repeat(20)}\u0002tent\u0003 after`)).toBe(
    `…${"word ".repeat(6)}\u0002tent\u0003 after`,
  );
  expect(fromFirstMatch("the \u0002tent\u0003")).toBe("the \u0002tent\u0003");
  expect(fromFirstMatch(`${"x".repeat(99)}\u0002tent\u0003`)).toBe(`…${"x".repeat(32)}\u0002tent\u0003`);
});

test("where only some words are there, short ones aren't marked within those of a title", () => {
  const query = "who repairs the roof of 東京 7";
  expect(wordsInTitles(query, false)).toEqual(["who", "repairs", "the", "roof", "of", "東京", "7"]);
  expect(wordsInTitles(query, true)).toEqual(["repairs", "roof", "東京", "7"]);
});
