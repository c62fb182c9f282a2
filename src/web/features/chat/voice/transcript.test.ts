import { expect, test } from "vitest";
import { transcriptOf } from "./transcript.ts";

test("a transcript says who said what, with the sources of answers, and what was cut off", () => {
  const citation = {
    kind: "note",
    id: "n1",
    title: "Roof",
    blockId: null,
    quote: "4,300 euros",
    text: "",
    hash: null,
  };
  const answers = new Map([["a1", { text: "It cost 4,300 euros[^1].", citations: [citation] as never }]]);
  const lines = [
    { who: "you" as const, text: "What did *the roof* cost?" },
    { who: "cairn" as const, text: "It cost", answerId: "a1", isCut: true },
    { who: "cairn" as const, text: "Done." },
  ];
  expect(transcriptOf(lines, answers, "/app/editor/").split("\n\n")).toEqual([
    "**You:** What did \\*the roof\\* cost?",
    "**Cairn:**",
    "It cost 4,300 euros \\[1\\].",
    "Sources:",
    "1. [Roof](/app/editor/n1): “4,300 euros”",
    "*You interrupted this.*",
    "**Cairn:** Done.",
  ]);
});
