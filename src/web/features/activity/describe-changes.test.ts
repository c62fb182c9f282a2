import { expect, test } from "vitest";
import { describeChanges } from "./describe-changes.ts";

const NAMES = { title: "Title", tags: "Tags", category: "Category", words: "Words", folderId: "Folder" };

test("changes are told a line each, without ids and without end", () => {
  const lines = describeChanges(
    {
      actor: "x",
      changes: {
        title: { from: "", to: "Plan" },
        tags: { from: ["a"], to: ["a", "b"] },
        words: { from: 3, to: 12 },
        folderId: { from: null, to: "0190" },
        accent: { from: null, to: "#fff" },
        category: { from: "general", to: "x".repeat(200) },
      },
    },
    NAMES,
  );
  expect(lines).toEqual([
    "Title: empty → Plan",
    "Tags: a → a, b",
    "Words: 3 → 12",
    "Folder changed",
    `Category: general → ${"x".repeat(80)}...`,
  ]);
  expect(describeChanges({ changes: { words: { from: 5, to: 5 } } }, NAMES)).toEqual(["Text changed"]);
  expect(describeChanges({}, NAMES)).toEqual([]);
});
