import { yXmlFragmentToProseMirrorRootNode } from "@tiptap/y-tiptap";
import type { JSONContent } from "@tiptap/core";
import fc from "fast-check";
import { expect, test } from "vitest";
import * as Y from "yjs";
import { seed } from "#testing/run-seed.ts";
import { parseMarkdown } from "../markdown/parse.ts";
import { toMarkdown } from "../markdown/serialize.ts";
import { schema } from "../schema.ts";
import { FRAGMENT } from "../schema-version.ts";
import { readDoc, readState, replaceUpdate, seedUpdate } from "./yjs.ts";

console.info(`replacing bodies: CAIRN_SEED=${seed}`);

const docOf = (markdown: string) => parseMarkdown(markdown).doc;

function openSeeded(markdown: string): Y.Doc {
  const ydoc = new Y.Doc();
  Y.applyUpdate(ydoc, seedUpdate(docOf(markdown)));
  return ydoc;
}

const markdownOf = (ydoc: Y.Doc) => toMarkdown(readDoc(ydoc));
const idsOf = (ydoc: Y.Doc) => readDoc(ydoc).children.map((block) => block.attrs.id as string);

function replace(ydoc: Y.Doc, markdown: string): Uint8Array {
  const update = replaceUpdate(ydoc, docOf(markdown));
  Y.applyUpdate(ydoc, update);
  return update;
}

const ALL = `# a *b*\n\n- [x] c\n  - [ ] d\n\n1. e\n2. f \`g\` [h](/i "j")\n\n> k\\\n> l\n\n\`\`\`ts\nm\n\`\`\`\n\n| n | o |\n| :- | -: |\n| p | ![q](/files/r.png) |\n\n<div>\n\ns <kbd>t</kbd> 😀\n\n***\n`;

test("what is seeded is read again, with an id on every block", () => {
  const ydoc = openSeeded(ALL);
  expect(markdownOf(ydoc)).toBe(ALL);
  const ids: unknown[] = [];
  readDoc(ydoc).descendants((node) => {
    if ("id" in node.attrs) ids.push(node.attrs.id);
  });
  expect(ids.every((id) => typeof id === "string" && /^[0-9a-z]{12}$/.test(id))).toBe(true);
  expect(new Set(ids).size).toBe(ids.length);
});

test("the editor's own binding reads a seed as we do and finds nothing to mend", () => {
  const ydoc = openSeeded(ALL);
  let changes = 0;
  ydoc.on("update", () => changes++);
  const read = yXmlFragmentToProseMirrorRootNode(ydoc.getXmlFragment(FRAGMENT), schema);
  expect(read.toJSON()).toEqual(readDoc(ydoc).toJSON());
  expect(changes).toBe(0);
});

test("ids that come with the document are kept, and doubled ones renamed", () => {
  const paragraph = { type: "paragraph", attrs: { id: "same" } };
  const doc = readState(seedUpdate({ type: "doc", content: [paragraph, paragraph] }, () => "fresh"));
  expect(doc.children.map((block) => block.attrs.id)).toEqual(["same", "fresh"]);
});

test("reading changes nothing, not even in a document with nodes of a newer schema", () => {
  const ydoc = new Y.Doc();
  const strange = new Y.XmlElement("hologram");
  strange.insert(0, [new Y.XmlText("kept")]);
  const paragraph = new Y.XmlElement("paragraph");
  const marked = new Y.XmlText();
  marked.applyDelta([{ insert: "shiny", attributes: { glitter: {}, bold: {} } }]);
  paragraph.insert(0, [marked, new Y.XmlElement("emoji")]);
  const emptyList = new Y.XmlElement("bulletList");
  ydoc.getXmlFragment(FRAGMENT).insert(0, [strange, paragraph, emptyList, new Y.XmlText("loose")]);
  const before = Y.encodeStateAsUpdate(ydoc);
  const doc = readDoc(ydoc);
  expect(Y.encodeStateAsUpdate(ydoc)).toEqual(before);
  doc.check();
  expect(toMarkdown(doc)).toBe("kept\n\n**shiny**\\[emoji]\n\n-\n\nloose\n".replace("\\[emoji]", "[emoji]"));
});

test("replacing with what is there changes nothing", () => {
  expect(replaceUpdate(openSeeded(ALL), docOf(ALL))).toHaveLength(2);
});

test("replacing leaves other blocks, their ids and unknown nodes alone", () => {
  const ydoc = openSeeded("one\n\ntwo words here\n\nthree");
  ydoc.getXmlFragment(FRAGMENT).insert(3, [new Y.XmlElement("hologram")]);
  const before = idsOf(ydoc);
  const json = readDoc(ydoc).toJSON() as JSONContent;
  const [, second] = json.content ?? [];
  if (second?.content?.[0]) second.content[0].text = "two other words here";
  Y.applyUpdate(ydoc, replaceUpdate(ydoc, json));
  expect(markdownOf(ydoc)).toBe("one\n\ntwo other words here\n\nthree\n\n[hologram]\n");
  expect(idsOf(ydoc).slice(0, 3)).toEqual(before.slice(0, 3));
  expect((ydoc.getXmlFragment(FRAGMENT).get(3) as Y.XmlElement).nodeName).toBe("hologram");
});

test.each([
  ["a block is added in front", "a b c\n\nd e f", "new\n\na b c\n\nd e f", 2],
  ["a block is removed", "a b c\n\nd e f\n\ng h i", "a b c\n\ng h i", 2],
  ["a word changes", "a b c d e f\n\ng", "a b X d e f\n\ng", 2],
  ["a block becomes bold", "a b c\n\nd", "**a b c**\n\nd", 2],
  ["one changes beside a new one", "the quick brown fox\n\nz", "something else\n\nthe quick red fox\n\nz", 2],
])("when %s the other blocks stay the same blocks", (_name, before, after, kept) => {
  const ydoc = openSeeded(before);
  const ids = new Set(idsOf(ydoc));
  replace(ydoc, after);
  expect(markdownOf(ydoc)).toBe(`${after}\n`);
  expect(idsOf(ydoc).filter((id) => ids.has(id))).toHaveLength(kept);
});

test("edits made meanwhile merge, in other blocks and within the same one", () => {
  const server = openSeeded("first block\n\nsecond block has several words in it\n\n- [ ] task");
  const client = new Y.Doc();
  Y.applyUpdate(client, Y.encodeStateAsUpdate(server));
  const update = replaceUpdate(
    server,
    docOf("first block\n\nsecond block has many words in it\n\n- [x] task\n\nlast"),
  );
  const blocks = client.getXmlFragment(FRAGMENT);
  ((blocks.get(0) as Y.XmlElement).get(0) as Y.XmlText).insert(5, " TYPED");
  ((blocks.get(1) as Y.XmlElement).get(0) as Y.XmlText).insert(0, "MEANWHILE ");
  Y.applyUpdate(client, update);
  Y.applyUpdate(server, Y.encodeStateAsUpdate(client));
  expect(markdownOf(server)).toBe(
    "first TYPED block\n\nMEANWHILE second block has many words in it\n\n- [x] task\n\nlast\n",
  );
  expect(markdownOf(client)).toBe(markdownOf(server));
});

const line = fc.array(fc.constantFrom("a", "b", "**c**", "`d`", "[e](/f)", "😀", "漢", "word"), {
  minLength: 1,
  maxLength: 5,
});
const block = fc
  .tuple(fc.constantFrom("", "# ", "> ", "- ", "- [x] ", "1. "), line)
  .map(([mark, words]) => mark + words.join(" "));
const body = fc.array(block, { maxLength: 8 }).map((blocks) => blocks.join("\n\n"));

test("whatever replaces whatever, the result is what was asked for and every id is one of a kind", () => {
  fc.assert(
    fc.property(body, body, (before, after) => {
      const ydoc = openSeeded(before);
      replace(ydoc, after);
      expect(markdownOf(ydoc)).toBe(toMarkdown(schema.nodeFromJSON(docOf(after))));
      const ids = idsOf(ydoc);
      expect(new Set(ids).size).toBe(ids.length);
      expect(ids.every(Boolean)).toBe(true);
      expect(replaceUpdate(ydoc, docOf(after))).toHaveLength(2);
    }),
    { seed, numRuns: 200 },
  );
});

test("lone surrogates and NUL never get into a seed or a replacement", () => {
  const json = {
    type: "doc",
    content: [{ type: "paragraph", content: [{ type: "text", text: "a\0\ud83d b\ude00" }] }],
  };
  expect(readState(seedUpdate(json)).textContent).toBe("a\ufffd b\ufffd");
  const ydoc = openSeeded("x");
  Y.applyUpdate(ydoc, replaceUpdate(ydoc, json));
  expect(readDoc(ydoc).textContent).toBe("a\ufffd b\ufffd");
});

test("replacing an emoji by one that shares its first half keeps both whole", () => {
  const ydoc = openSeeded("x 😀 y");
  replace(ydoc, "x 😁 y");
  expect(markdownOf(ydoc)).toBe("x 😁 y\n");
});
