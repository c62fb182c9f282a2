import { expect, test } from "vitest";
import type { TrashKinds } from "../../kernel/trash-facet.ts";
import { countWords, expiryWords } from "./trash-words.ts";

const kind = (word: string) => ({ count: (count: number) => `${count} ${word}${count === 1 ? "" : "s"}` });
const trashKinds = { note: kind("note"), folder: kind("folder"), file: kind("file") } as TrashKinds;

test.each([
  [["note"], "1 note"],
  [["note", "note"], "2 notes"],
  [["folder", "file"], "2 items"],
] as const)("%s: %s", (kinds, words) => {
  expect(
    countWords(
      kinds.map((kind) => ({ kind })),
      trashKinds,
    ),
  ).toBe(words);
});

test.each([
  [29.5, "Permanently removed in 30 days"],
  [1.2, "Permanently removed in 2 days"],
  [0.5, "Permanently removed within a day"],
  [-1, "Permanently removed within a day"],
])("%s days left: %s", (days, words) => {
  const now = Date.UTC(2026, 10, 20);
  expect(expiryWords(new Date(now + days * 86_400_000).toISOString(), now)).toBe(words);
});
