import { expect, test } from "vitest";
import type { Citation } from "#contract/chat.ts";
import { asMarkdown } from "./as-markdown.ts";

const citation = (part: Partial<Citation>): Citation => ({
  kind: "note",
  id: "n1",
  title: "Roof [old]",
  heading: "",
  blockId: "b1",
  range: null,
  hash: null,
  text: "It cost *much*.",
  quote: null,
  ...part,
});

test("an answer becomes Markdown with its sources at the end, whatever signs they have", () => {
  const text = "Much[^1], says Ana[^2][^9].";
  const citations = [citation({}), citation({ kind: "task", title: "Call Ana", quote: "call [her]" })];
  expect(asMarkdown({ text, citations }, "/app/editor/")).toBe(
    "Much \\[1\\], says Ana \\[2\\].\n\nSources:\n\n1. [Roof \\[old\\]](/app/editor/n1#b1): “It cost \\*much\\*.”\n2. Call Ana: “call \\[her\\]”\n",
  );
});

test("an answer without sources is copied as it is", () => {
  expect(asMarkdown({ text: "I don't know.", citations: [] }, "")).toBe("I don't know.");
});
