import { expect, test } from "vitest";
import { parseMarkdown } from "./markdown/parse.ts";
import { passagesOf } from "./passages.ts";
import { repairDocument } from "./repair.ts";
import { toText } from "./text/text.ts";
import { seedNote } from "./yjs/yjs.ts";

const noteOf = (markdown: string) => seedNote(parseMarkdown(markdown).doc).doc;
const sentence = (about: string) =>
  `This sentence is about ${about} and goes on for quite a while so that it is long. `;

test("blocks under one heading go together until they say enough, and never across headings", () => {
  const doc = noteOf(
    "Short.\n\nAlso short.\n\n# Trip\n\n## Trains\n\nBuy tickets.\n\n- early\n- cheap\n\n# Food\n\nBread.",
  );
  expect(passagesOf(doc).map(({ heading, text }) => [heading, text])).toEqual([
    ["", "Short.\nAlso short."],
    ["Trip › Trains", "Buy tickets.\nearly\ncheap"],
    ["Food", "Bread."],
  ]);
});

test("a passage names the block that it begins in, an item of a list too", () => {
  const doc = noteOf(`${sentence("cows").repeat(4)}\n\n- ${sentence("pigs").repeat(4)}`);
  const passages = passagesOf(doc);
  const ids: string[] = [];
  doc.descendants((node) => {
    if (typeof node.attrs.id === "string") ids.push(node.attrs.id);
  });
  expect(passages).toHaveLength(2);
  for (const { blockId } of passages) expect(ids).toContain(blockId);
  expect(new Set(passages.map(({ blockId }) => blockId)).size).toBe(2);
});

test("a long block is cut between its sentences, and nothing of it is lost", () => {
  const text = Array.from({ length: 40 }, (_, index) => sentence(`topic ${index}`))
    .join("")
    .trim();
  const passages = passagesOf(noteOf(text));
  expect(passages.length).toBeGreaterThan(5);
  expect(passages.map((passage) => passage.text).join(" ")).toBe(text);
  for (const passage of passages) {
    expect(passage.text.length).toBeLessThanOrEqual(450);
    expect(passage.text).toMatch(/\.$/);
  }
});

test.each([
  ["without spaces", "木".repeat(2_000)],
  ["of emoji", "😀".repeat(1_000)],
  ["of one endless word", "a".repeat(3_000)],
])("a text %s is cut all the same, between whole characters", (_, text) => {
  const passages = passagesOf(noteOf(text));
  expect(passages.map((passage) => passage.text).join("")).toBe(text);
  for (const passage of passages) expect(passage.text.isWellFormed()).toBe(true);
});

test("code, formulas and pictures are left out, the rows of tables are not", () => {
  const doc = noteOf(
    "```js\nconst secret = 1;\n```\n\n$$\nx^2\n$$\n\n| Name | Price |\n| - | - |\n| Tea | 3 |",
  );
  expect(passagesOf(doc).map(({ text }) => text)).toEqual(["Name\tPrice\nTea\t3"]);
});

test("each line of a passage stands in the text of the note, in its order", () => {
  const doc = noteOf("# One\n\nAlpha beta.\n\n> Quoted *words*.\n\n- [ ] task\n\n# Two\n\nGamma.");
  let at = 0;
  const text = toText(doc);
  for (const passage of passagesOf(doc))
    for (const line of passage.text.split("\n")) {
      const found = text.indexOf(line, at);
      expect(found).toBeGreaterThanOrEqual(at);
      at = found + line.length;
    }
});

test("an empty note has none, and a note of thousands of blocks a thousand", () => {
  expect(passagesOf(repairDocument(null))).toEqual([]);
  expect(passagesOf(noteOf(`${sentence("many").repeat(3)}\n\n`.repeat(1_200)))).toHaveLength(1_000);
});
