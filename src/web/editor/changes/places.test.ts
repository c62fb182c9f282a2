import type { JSONContent } from "@tiptap/core";
import { expect, test } from "vitest";
import { applyHunks, type Hunk } from "#document/hunks/hunks.ts";
import { repairDocument } from "#document/repair.ts";
import { placesOf } from "./places.ts";
import type { WaitingPart } from "./waiting-part.ts";

const block = (id: string, text = id): JSONContent => ({
  type: "paragraph",
  attrs: { id },
  content: [{ type: "text", text }],
});
const docOf = (...blocks: JSONContent[]) => repairDocument({ type: "doc", content: blocks });
const part = (given: Partial<Hunk>): WaitingPart & Hunk =>
  ({
    changesetId: "c",
    title: "Tidy up",
    part: 0,
    previous: null,
    next: null,
    before: [],
    after: [block("new")],
    ...given,
  }) as WaitingPart & Hunk;

const doc = docOf(block("one"), block("two"), block("three"));

test.each([
  ["a block as it was", part({ before: [block("two")] }), "ready", "two"],
  ["neighbors as they were", part({ before: [block("one"), block("two")] }), "ready", "onetwo"],
  ["a block that was written in", part({ before: [block("two", "was")] }), "written", "two"],
  ["neighbors one of which is gone", part({ before: [block("two"), block("x")] }), "written", "two"],
  [
    "neighbors between which something was put",
    part({ before: [block("one"), block("three")] }),
    "written",
    "onetwothree",
  ],
  ["a block that is gone", part({ before: [block("x")], previous: "one" }), "gone", ""],
  ["nothing, behind a block", part({ previous: "one", next: "two" }), "ready", ""],
  ["nothing, between blocks that are gone", part({ previous: "x", next: "y" }), "gone", ""],
  ["nothing, at the beginning", part({ next: "x" }), "ready", ""],
] as const)("%s", (_, given, standing, words) => {
  const [place] = placesOf(doc, [given]);
  expect(place!.standing).toBe(standing);
  expect(doc.textBetween(place!.from, place!.to)).toBe(words);
  // The server goes by the same rules.
  expect(applyHunks(doc, [given]).isApplied).toEqual([standing === "ready"]);
});
