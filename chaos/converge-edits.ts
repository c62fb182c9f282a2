import { Fragment, type Node, Slice } from "@tiptap/pm/model";
import { Transform } from "@tiptap/pm/transform";
import { initProseMirrorDoc, updateYFragment, ySyncPluginKey } from "@tiptap/y-tiptap";
import type * as Y from "yjs";
import { hasBlockId } from "#document/block-id-attribute.ts";
import { FRAGMENT } from "#document/schema-version.ts";
import { schema } from "#document/schema.ts";

type Random = () => number;

/** Han characters, one for each insertion of a schedule: whatever is split or moved, a token is never cut. */
export function createTokens() {
  let last = 0x4e00;
  return {
    next: () => String.fromCharCode(last++),
    count: () => last - 0x4e00,
  };
}
export type Tokens = ReturnType<typeof createTokens>;

/** How often each token stands in a text. */
export function countTokens(text: string): Map<string, number> {
  const counts = new Map<string, number>();
  for (const character of text.match(/[\u4e00-\u9fff]/g) ?? [])
    counts.set(character, (counts.get(character) ?? 0) + 1);
  return counts;
}

export const FILLER = ["a", "to", "note", "write", "of", "it"];
const pick = <T>(random: Random, items: readonly T[]): T => items[Math.floor(random() * items.length)]!;

/** What the editor shows of a document. It mends what its schema does not allow, as it does on a page. */
export function showEditor(doc: Y.Doc): { before: Node; write: (after: Node) => void } {
  const fragment = doc.getXmlFragment(FRAGMENT);
  const { doc: shown, meta } = doc.transact(() => initProseMirrorDoc(fragment, schema), ySyncPluginKey);
  const before = shown.childCount > 0 ? shown : schema.topNodeType.createAndFill()!;
  return {
    before,
    write: (after) => doc.transact(() => updateYFragment(doc, fragment, after, meta), ySyncPluginKey),
  };
}

/** One thing that a person does in the editor, through the converter that the editor uses; its name, or null. */
export function editOnce(doc: Y.Doc, random: Random, tokens: Tokens): string | null {
  const { before, write } = showEditor(doc);
  const [name, edit] = pick(random, WEIGHTED);
  const transform = new Transform(before);
  try {
    edit(transform, random, tokens);
    if (!transform.docChanged) return null;
    giveIds(transform, random);
    transform.doc.check();
  } catch (error) {
    // Not every edit fits every place; the editor would not offer it there.
    if (error instanceof RangeError || UNFIT.has((error as Error).name)) return null;
    throw error;
  }
  write(transform.doc);
  return name;
}

const UNFIT = new Set(["ReplaceError", "TransformError"]);

type Edit = (transform: Transform, random: Random, tokens: Tokens) => void;

const words = (random: Random, tokens: Tokens) => `${pick(random, FILLER)} ${tokens.next()} `;
const paragraph = (random: Random, tokens: Tokens) =>
  schema.nodes.paragraph!.create(null, schema.text(words(random, tokens)));

function textPositions(doc: Node): { start: number; node: Node }[] {
  const found: { start: number; node: Node }[] = [];
  doc.descendants((node, position) => {
    if (node.isTextblock) found.push({ start: position + 1, node });
  });
  return found;
}

function within(doc: Node, random: Random): { position: number; start: number; node: Node } {
  const place = pick(random, textPositions(doc));
  return { ...place, position: place.start + Math.floor(random() * (place.node.content.size + 1)) };
}

function topBlock(doc: Node, random: Random): { from: number; to: number; node: Node } {
  const index = Math.floor(random() * doc.childCount);
  let from = 0;
  for (let before = 0; before < index; before++) from += doc.child(before).nodeSize;
  const node = doc.child(index);
  return { from, to: from + node.nodeSize, node };
}

const insert: Edit = (transform, random, tokens) => {
  transform.insert(within(transform.doc, random).position, schema.text(words(random, tokens)));
};
const enter: Edit = (transform, random, tokens) => {
  transform.insert(topBlock(transform.doc, random).to, paragraph(random, tokens));
};
const erase: Edit = (transform, random) => {
  const { start, node, position } = within(transform.doc, random);
  transform.delete(position, Math.min(start + node.content.size, position + 1 + Math.floor(random() * 6)));
};
const deleteBlock: Edit = (transform, random) => {
  const { from, to } = topBlock(transform.doc, random);
  if (transform.doc.childCount > 1) transform.delete(from, to);
};
const split: Edit = (transform, random) => {
  transform.split(within(transform.doc, random).position);
};
const join: Edit = (transform, random) => {
  const { from } = topBlock(transform.doc, random);
  if (from > 0) transform.join(from);
};
const mark: Edit = (transform, random) => {
  const { start, node, position } = within(transform.doc, random);
  const end = Math.min(start + node.content.size, position + 8);
  const type = pick(random, [schema.marks.bold!, schema.marks.italic!, schema.marks.strike!]);
  if (random() < 0.7) transform.addMark(position, end, type.create());
  else transform.removeMark(start, end, type);
};
const move: Edit = (transform, random) => {
  const { from, to, node } = topBlock(transform.doc, random);
  if (transform.doc.childCount < 2) return;
  transform.delete(from, to);
  transform.insert(topBlock(transform.doc, random).to, node);
};
const heading: Edit = (transform, random) => {
  const { from, node } = topBlock(transform.doc, random);
  if (node.type === schema.nodes.paragraph)
    transform.setNodeMarkup(from, schema.nodes.heading, { ...node.attrs, level: 2 });
  else if (node.type === schema.nodes.heading)
    transform.setNodeMarkup(from, schema.nodes.paragraph, { id: node.attrs["id"] });
};
const quote: Edit = (transform, random) => {
  const { from, to, node } = topBlock(transform.doc, random);
  if (node.type.name === "blockquote") transform.replaceWith(from, to, node.content);
  else transform.replaceWith(from, to, schema.nodes.blockquote!.create(null, node));
};
const paste: Edit = (transform, random, tokens) => {
  const block = () => paragraph(random, tokens);
  const item = () => schema.nodes.listItem!.create(null, block());
  const content = pick(random, [
    () => [block(), block()],
    () => [schema.nodes.bulletList!.create(null, [item(), item(), item()])],
    () => [schema.nodes.codeBlock!.create(null, schema.text(words(random, tokens))), block()],
    () => [schema.nodes.blockquote!.create(null, [block(), block()])],
  ])();
  const at = topBlock(transform.doc, random).to;
  transform.replace(at, at, new Slice(Fragment.from(content), 0, 0));
};

const WEIGHTED: readonly (readonly [string, Edit])[] = (
  [
    [10, "insert", insert],
    [3, "enter", enter],
    [2, "erase", erase],
    [1, "delete block", deleteBlock],
    [2, "split", split],
    [1, "join", join],
    [2, "mark", mark],
    [1, "move", move],
    [1, "heading", heading],
    [1, "quote", quote],
    [2, "paste", paste],
  ] as const
).flatMap(([weight, name, edit]) => Array.from({ length: weight }, () => [name, edit] as const));

/** As the editor's plugin: what this change made without an id, or as a copy, gets one. */
function giveIds(transform: Transform, random: Random): void {
  const known = idsOf(transform.before);
  const seen = new Map<unknown, number>();
  transform.doc.descendants((node, position) => {
    if (!hasBlockId(node.type.name)) return;
    const id: unknown = node.attrs["id"];
    const times = (seen.get(id) ?? 0) + 1;
    seen.set(id, times);
    if (typeof id !== "string" || times > Math.max(1, known.get(id) ?? 0))
      transform.setNodeAttribute(position, "id", freshId(random));
  });
}

function idsOf(doc: Node): Map<unknown, number> {
  const ids = new Map<unknown, number>();
  doc.descendants((node) => {
    if (hasBlockId(node.type.name)) ids.set(node.attrs["id"], (ids.get(node.attrs["id"]) ?? 0) + 1);
  });
  return ids;
}

const ALPHABET = "0123456789abcdefghjkmnpqrstvwxyz";
const freshId = (random: Random) => Array.from({ length: 12 }, () => pick(random, [...ALPHABET])).join("");
