import { expect, test } from "vitest";
import { fileNameOf, markdownFiles } from "./export-notes.ts";

test.each([
  ["Trip: day 1/2", "Trip day 1 2"],
  ["../../etc/passwd", "etc passwd"],
  ["  ", "Untitled"],
  ["...", "Untitled"],
  ["日本語 🏔️", "日本語 🏔️"],
  ["a".repeat(300), "a".repeat(80)],
])("%j becomes the file %j", (title, name) => {
  expect(fileNameOf(title)).toBe(name);
});

test("notes of one name are files of several", () => {
  const files = markdownFiles(
    ["Plan", "plan", "Plan", "Other"].map((title, at) => ({ title, markdown: `${at}` })),
  );
  expect([...files]).toEqual([
    ["Plan.md", "0"],
    ["plan (2).md", "1"],
    ["Plan (3).md", "2"],
    ["Other.md", "3"],
  ]);
});
