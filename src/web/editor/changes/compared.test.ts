import type { JSONContent } from "@tiptap/core";
import { expect, test } from "vitest";
import { parseMarkdown } from "#document/markdown/parse.ts";
import { schema } from "#document/schema.ts";
import { bodyOf as bodyIn, comparedBlocks, sidesOf } from "./compared.ts";

const bodyOf = (content: JSONContent[]) => bodyIn(schema, content);

const paragraph = (text: string, id = "a"): JSONContent => ({
  type: "paragraph",
  attrs: { id },
  content: [{ type: "text", text }],
});
const heading = (text: string): JSONContent => ({
  type: "heading",
  attrs: { id: "h", level: 1 },
  content: [{ type: "text", text }],
});

const wordsAt = (body: ReturnType<typeof bodyOf>, changes: { from: number; to: number }[]) =>
  changes.map(({ from, to }) => body.textBetween(from, to, "|"));

test("words that go are found in the text before, words that come in the text after", () => {
  const before = bodyOf([paragraph("The roof leaks at night."), paragraph("Call Ben about it.", "b")]);
  const after = bodyOf([paragraph("The old roof drips at night."), paragraph("Call Cleo about it.", "b")]);
  const { goes, comes } = sidesOf(before, after);
  expect(wordsAt(before, goes)).toEqual(["leaks", "Ben"]);
  expect(wordsAt(after, comes).map((words) => words.trim())).toEqual(["old", "drips", "Cleo"]);
});

test("what is put in comes as a whole, and what is taken out goes as a whole", () => {
  const nothing = bodyOf([]);
  const text = bodyOf([paragraph("Ask Cleo."), paragraph("On Monday.", "b")]);
  expect(wordsAt(text, sidesOf(nothing, text).comes)).toEqual(["Ask Cleo.|On Monday."]);
  expect(sidesOf(nothing, text).goes).toEqual([]);
  expect(wordsAt(text, sidesOf(text, nothing).goes)).toEqual(["Ask Cleo.|On Monday."]);
  expect(sidesOf(text, nothing).comes).toEqual([]);
});

test("two hundred paragraphs that go one behind the other are one change, others beside it their own", () => {
  const kept = paragraph("The sentence that stays here.", "kept");
  const many = Array.from({ length: 200 }, (_, at) => paragraph(`Number ${at}.`, `p${at}`));
  const { changes } = comparedBlocks(schema, [...many, kept], [kept, paragraph("Ask Cleo.", "c")]);
  expect(changes.map(({ kind, what }) => [kind, what])).toEqual([
    ["deleted", "200 blocks"],
    ["inserted", "Paragraph"],
  ]);
});

test("a block that stays between one that goes and one that comes keeps its place in both texts", () => {
  const before = bodyOf([heading("Old head"), paragraph("The sentence that stays here.")]);
  const after = bodyOf([paragraph("The sentence that stays here."), paragraph("A new last line.", "c")]);
  const { goes, comes } = sidesOf(before, after);
  expect(wordsAt(before, goes)).toEqual(["Old head"]);
  expect(wordsAt(after, comes)).toEqual(["A new last line."]);
});

test("what Markdown names is drawn by the schema: no address that runs a script, and HTML stays words", () => {
  const { content = [] } = parseMarkdown(
    "\n---\n\n**Bold** and [bad](javascript:alert(1)) <b onclick=x>x</b>\n\n![p](javascript:x)\n",
  ).doc;
  const { doc, changes } = comparedBlocks(schema, [], content);
  expect(doc.content?.[0]?.type).toBe("horizontalRule");
  expect(JSON.stringify(doc)).not.toMatch(/"(href|src)":"javascript/);
  expect(changes.every(({ kind }) => kind === "inserted")).toBe(true);
});
