import { expect, test } from "vitest";
import * as Y from "yjs";
import { parseMarkdown } from "./markdown/parse.ts";
import { commentUpdate } from "./mark-comment.ts";
import { FRAGMENT } from "./schema-version.ts";
import { readDoc, seedUpdate } from "./yjs/yjs.ts";

const THREAD = "0190a5d2-3f7c-7abc-9def-0123456789ab";

function open(markdown: string): Y.Doc {
  const doc = new Y.Doc();
  Y.applyUpdate(doc, seedUpdate(parseMarkdown(markdown).doc));
  return doc;
}

/** The text of the block at `index` of the note. */
const textAt = (doc: Y.Doc, index: number) =>
  (doc.getXmlFragment(FRAGMENT).get(index) as Y.XmlElement).get(0) as Y.XmlText;
const place = (text: Y.XmlText, index: number) =>
  Y.encodeRelativePosition(Y.createRelativePositionFromTypeIndex(text, index, -1));

/** What carries the thread, block by block. */
function marked(doc: Y.Doc): string[] {
  const found: string[] = [];
  readDoc(doc).descendants((node, _pos, parent) => {
    if (node.marks.some(({ type, attrs }) => type.name === "comment" && attrs.thread === THREAD))
      found.push(`${parent?.type.name}: ${node.text}`);
  });
  return found;
}

test("a range is marked across blocks, and code between is left alone", () => {
  const doc = open("One two **three**\n\n```\ncode\n```\n\n- four five");
  const last = ((doc.getXmlFragment(FRAGMENT).get(2) as Y.XmlElement).get(0) as Y.XmlElement).get(
    0,
  ) as Y.XmlElement;
  const update = commentUpdate(doc, THREAD, {
    from: place(textAt(doc, 0), 4),
    to: place(last.get(0) as Y.XmlText, 4),
  });
  expect(update).not.toBeNull();
  expect(marked(doc)).toEqual(["paragraph: two ", "paragraph: three", "paragraph: four"]);
});

test("a range is found again after others have written before and within it", () => {
  const doc = open("Alpha beta gamma");
  const text = textAt(doc, 0);
  const anchor = { from: place(text, 6), to: place(text, 10) };
  text.insert(0, "Before ");
  text.insert(15, "--");
  commentUpdate(doc, THREAD, anchor);
  expect(marked(doc)).toEqual(["paragraph: be--ta"]);
});

test("what is gone, turned round or no position at all marks nothing", () => {
  const doc = open("Alpha beta\n\nGamma");
  const text = textAt(doc, 0);
  const [from, to] = [place(text, 0), place(text, 5)];
  expect(commentUpdate(doc, THREAD, { from: to, to: from })).toBeNull();
  expect(commentUpdate(doc, THREAD, { from: new Uint8Array([1, 2]), to })).toBeNull();
  expect(
    commentUpdate(doc, THREAD, { from: new Uint8Array(), to: new Uint8Array([255, 255, 255]) }),
  ).toBeNull();
  doc.getXmlFragment(FRAGMENT).delete(0, 1);
  expect(commentUpdate(doc, THREAD, { from, to })).toBeNull();
  expect(marked(doc)).toEqual([]);
});
