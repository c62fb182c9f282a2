import { expect, test } from "vitest";
import { originOf } from "#document/marks/origin.ts";
import { parseMarkdown } from "#document/markdown/parse.ts";
import { toMarkdown } from "#document/markdown/serialize.ts";
import { withOrigin } from "#document/origins/with-origin.ts";
import { repairDocument } from "#document/repair.ts";
import { disclosureOf, withDisclosure, withHtmlDisclosure, withMarkdownDisclosure } from "./disclosure.ts";

const AI = originOf({ kind: "ai", model: "test-model", prompt: "Add a [joke] <b>" });
const doc = (() => {
  const typed = repairDocument(parseMarkdown("one two three four five six").doc).child(0);
  const written = withOrigin(repairDocument(parseMarkdown("seven eight").doc).child(0), AI);
  const pasted = withOrigin(
    repairDocument(parseMarkdown("nine ten").doc).child(0),
    originOf({ kind: "pasted", from: "example.org" }),
  );
  return { type: "doc", content: [typed.toJSON(), written.toJSON(), pasted.toJSON()] };
})();
const LINE = "Where this text came from, by words: 60% typed, 20% pasted, 20% written by AI";
const MODEL = "test-model, asked: “Add a [joke] <b>”";

test("a note says the shares of its words, and of models which and what they were asked", () => {
  expect(disclosureOf(doc)).toEqual({ line: LINE, models: [MODEL] });
  expect(disclosureOf({ type: "doc", content: [{ type: "paragraph" }] })).toBeNull();
});

test("Markdown ends with a line and footnotes that read back as they were meant", () => {
  const text = withMarkdownDisclosure(toMarkdown(repairDocument(doc)), disclosureOf(doc)!);
  expect(text).toContain(
    `\n\n---\n\n${LINE} [^ai-1]\n\n[^ai-1]: test-model, asked: “Add a \\[joke\\] \\<b\\>”\n`,
  );
  expect(toMarkdown(repairDocument(parseMarkdown(text).doc))).toContain("[^ai-1]: test-model");
});

test("a page and a document end with the same, and no prompt becomes an element", () => {
  expect(withHtmlDisclosure("<p>x</p>", disclosureOf(doc)!)).toBe(
    `<p>x</p><hr><p>${LINE}</p><ol><li>test-model, asked: “Add a [joke] &#60;b&#62;”</li></ol>`,
  );
  const made = repairDocument(withDisclosure(doc));
  expect(made.childCount).toBe(6);
  expect(made.textContent).toContain(LINE);
  expect(made.textContent).toContain(MODEL);
});
