import type { Node } from "@tiptap/pm/model";
import { isBlockId } from "./block-id-attribute.ts";
import { nodeNamed } from "./nodes.ts";
import { toText } from "./text/text.ts";

/** A few sentences of a note that can be found and quoted by themselves. */
export interface Passage {
  /** Of the block that it begins in; null where that has none. */
  blockId: string | null;
  /** The headings that it stands under, from the outermost; empty without any. */
  heading: string;
  text: string;
}

/** More says too many things at once, in letters; a block that is longer is cut between its sentences. */
const LETTERS_MAX = 450;
/** A shorter one goes together with what follows it under the same heading. */
const LETTERS_MIN = 200;
/** More than anybody looks for in one note. */
const PASSAGES_MAX = 1_000;
const HEADING_MAX = 200;

type Unit = { blockId: string | null; heading: string; text: string };

/** Cuts a note where its blocks end, in the order of the text. Code, formulas and pictures are left out: they say nothing in sentences. */
export function passagesOf(doc: Node): Passage[] {
  const passages: Passage[] = [];
  let open: Passage | null = null;
  for (const unit of unitsOf(doc)) {
    if (passages.length === PASSAGES_MAX) break;
    const isOver =
      !open || open.heading !== unit.heading || open.text.length + unit.text.length > LETTERS_MAX;
    if (isOver) passages.push((open = { ...unit }));
    else open!.text += `\n${unit.text}`;
    if (open!.text.length >= LETTERS_MIN) open = null;
  }
  return passages;
}

/** Blocks that hold text themselves, and parts of those that are too long. */
function* unitsOf(doc: Node): Generator<Unit> {
  const headings: string[] = [];
  // A stack instead of recursion: the depth of what others wrote has no bound.
  const open = doc.children.toReversed().map((node) => ({ node, blockId: null as string | null }));
  for (let next = open.pop(); next; next = open.pop()) {
    const { node } = next;
    if (isLeftOut(node)) continue;
    const id: unknown = node.attrs.id;
    const blockId = isBlockId(id) ? id : next.blockId;
    if (node.type.name === "heading") {
      const level = Number(node.attrs.level);
      headings.length = Math.min(headings.length, level - 1);
      headings[level - 1] = toText(node).replaceAll("\n", " ").trim().slice(0, HEADING_MAX);
    } else if (node.isTextblock || node.isLeaf || node.type.name === "tableRow")
      for (const text of piecesOf(toText(node).trim()))
        yield { blockId, heading: headings.filter(Boolean).join(" › "), text };
    else for (const child of node.children.toReversed()) open.push({ node: child, blockId });
  }
}

function isLeftOut(node: Node): boolean {
  return node.type.name === "codeBlock" || nodeNamed(node.type.name)?.isNoExcerpt?.(node) === true;
}

/** A text as it is, or cut between sentences, or between words where a sentence has no end. */
function piecesOf(text: string): string[] {
  if (text === "") return [];
  if (text.length <= LETTERS_MAX) return [text];
  const pieces: string[] = [];
  for (let rest = text; rest !== "";) {
    const cut = rest.length <= LETTERS_MAX ? rest.length : placeToCut(rest);
    const piece = rest.slice(0, cut).trim();
    if (piece !== "") pieces.push(piece);
    rest = rest.slice(cut).trimStart();
  }
  return pieces;
}

function placeToCut(text: string): number {
  const start = text.slice(0, LETTERS_MAX);
  const ends = [...start.matchAll(/[.!?…]["')\]]*\s|[。！？]|\n/g)].map(
    (match) => match.index + match[0].length,
  );
  const sentence = ends.at(-1) ?? 0;
  if (sentence >= LETTERS_MIN) return sentence;
  const space = start.lastIndexOf(" ");
  if (space >= LETTERS_MIN) return space;
  // Never between the halves of one character.
  return /[\ud800-\udbff]$/.test(start) ? LETTERS_MAX - 1 : LETTERS_MAX;
}
