import * as Y from "yjs";
import { notePath, referenceText } from "../note-reference.ts";
import { FRAGMENT } from "../schema-version.ts";
import { schema } from "../schema.ts";
import { findBlock } from "./set-attribute.ts";

type RightNote = { id: string; title: string };

/** A sentence that is wrong, and the note that says what is right. */
export interface Correction {
  blockId: string | null;
  sentence: string;
  note: RightNote;
}

const BEFORE = " (corrected: ";
const AFTER = ")";

/**
 * The update that puts a link to the right note after the sentence; null where the sentence is gone. The given document takes it. Its words go
 * into the text that is there, which is not cut in two: whoever types behind them keeps the caret.
 */
export function correctionUpdate(doc: Y.Doc, { blockId, sentence, note }: Correction): Uint8Array | null {
  const place = placeOf(doc, blockId, sentence);
  if (!place) return null;
  return changed(doc, () => {
    const text = place.text ?? newTextIn(place.block, place.index);
    const at = place.text ? place.at : 0;
    text.insert(at, BEFORE, {});
    text.insert(at + BEFORE.length, nameOf(note), { link: linkTo(note) });
    text.insert(at + BEFORE.length + nameOf(note).length, AFTER, {});
  });
}

/** A correction to be taken back; without its sentence the only one that leads to the note. */
export type Uncorrection = { sentence: string | null; note: RightNote };

/**
 * The update that takes such a link away again, and no letter that somebody typed into it; null where it is gone or was written anew. The given
 * document takes it.
 */
export function uncorrectionUpdate(doc: Y.Doc, { sentence, note }: Uncorrection): Uint8Array | null {
  const found = saying(doc.getXmlFragment(FRAGMENT)).flatMap((block) => correctionsIn(block, note));
  const after = (isAfter: (before: string) => boolean) => found.find(({ before }) => isAfter(before));
  const taken =
    sentence === null
      ? found.length === 1 && found[0]
      : (after((before) => before.trimEnd().endsWith(sentence)) ??
        after((before) => before.includes(sentence)));
  if (!taken) return null;
  const { text, parts } = taken;
  return changed(doc, () => {
    for (const { at, length } of parts.toReversed()) text.delete(at, length);
  });
}

const nameOf = ({ title }: RightNote) => referenceText({ title: title.trim() });
const linkTo = ({ id }: RightNote) => schema.marks["link"]!.create({ href: notePath(id, null) }).attrs;

function changed(doc: Y.Doc, change: () => void): Uint8Array {
  const updates: Uint8Array[] = [];
  const keep = (update: Uint8Array) => updates.push(update);
  doc.on("update", keep);
  doc.transact(change);
  doc.off("update", keep);
  return Y.mergeUpdates(updates);
}

type Run = { insert: unknown; attributes?: { link?: { href?: unknown }; code?: unknown } };
type Part = { at: number; length: number };

/** Links to the note within such words, and what the block says before them. */
function correctionsIn(block: Y.XmlElement, note: RightNote) {
  const { said, ends } = lettersOf(block);
  return block.toArray().flatMap((text, index) => {
    if (!(text instanceof Y.XmlText)) return [];
    const runs = runsOf(text);
    const all = runs.map(({ part }) => part).join("");
    return runs.flatMap(({ at, part, attributes }) => {
      if (part !== nameOf(note) || attributes?.link?.href !== linkTo(note)["href"]) return [];
      const parts = partsAround(all, { at, length: part.length });
      const first = parts?.[0]!.at ?? 0;
      const length = ends.findIndex((end) => end.index === index && end.at > first);
      return parts ? [{ text, parts, before: said.slice(0, length) }] : [];
    });
  });
}

/** The link with the words around it, which may have been typed between. */
function partsAround(all: string, link: Part): Part[] | null {
  const begin = all.lastIndexOf(BEFORE.trim(), link.at);
  const end = all.indexOf(AFTER, link.at + link.length);
  if (begin < 0 || end < 0 || all.slice(begin, link.at).includes(AFTER)) return null;
  const isSpaced = begin > 0 && all[begin - 1] === " ";
  const hasSpaceAfter = all[begin + BEFORE.trim().length] === " ";
  const at = begin - Number(isSpaced);
  const length = Number(isSpaced) + BEFORE.trim().length + Number(hasSpaceAfter);
  return [{ at, length }, link, { at: end, length: AFTER.length }];
}

type Place = { block: Y.XmlElement; index: number; text: Y.XmlText | null; at: number };

/** Behind the sentence, in its block rather than in any other. */
function placeOf(doc: Y.Doc, blockId: string | null, sentence: string): Place | null {
  const body = doc.getXmlFragment(FRAGMENT);
  const within = blockId === null ? null : findBlock(body, blockId);
  for (const block of [...(within ? saying(within) : []), ...saying(body)]) {
    const { said, ends } = lettersOf(block);
    const found = said.indexOf(sentence);
    const end = found < 0 ? undefined : ends[found + sentence.length - 1];
    if (!end) continue;
    const piece = block.get(end.index);
    if (piece instanceof Y.XmlText) return { block, index: end.index, text: piece, at: end.at };
    const next = block.length > end.index + 1 ? block.get(end.index + 1) : null;
    return { block, index: end.index + 1, text: next instanceof Y.XmlText ? next : null, at: 0 };
  }
  return null;
}

/** Where a letter ends: behind so many of a text, or behind a piece that is none. */
type End = { index: number; at: number };

/** What a block says, as far as it is read for claims, and where each letter of it ends. */
function lettersOf(block: Y.XmlElement): { said: string; ends: End[] } {
  let said = "";
  const ends: End[] = [];
  for (const [index, piece] of block.toArray().entries()) {
    const runs =
      piece instanceof Y.XmlText ? runsOf(piece) : [{ at: 0, part: wordsOf(piece), attributes: undefined }];
    for (const { at, part, attributes } of runs) {
      if (attributes?.code) continue;
      said += part;
      for (let nth = 1; nth <= part.length; nth++) ends.push({ index, at: at + nth });
    }
  }
  return { said, ends };
}

/** Pieces of a text with where they begin; what is no text counts as one place, as Yjs counts it. */
function runsOf(text: Y.XmlText) {
  let at = 0;
  return (text.toDelta() as Run[]).map(({ insert, attributes }) => {
    const part = typeof insert === "string" ? insert : "\uFFFC";
    at += part.length;
    return { at: at - part.length, part, attributes };
  });
}

/** Of a link to a note, or a line break. */
function wordsOf(piece: unknown): string {
  if (!(piece instanceof Y.XmlElement)) return "\uFFFC";
  return piece.nodeName === "noteLink" ? referenceText(piece.getAttributes()) : "\n";
}

function newTextIn(block: Y.XmlElement, index: number): Y.XmlText {
  const text = new Y.XmlText();
  block.insert(index, [text]);
  return text;
}

/** Blocks that hold text, itself among them; with a list of its own instead of recursion: the depth of what others wrote has no bound. */
function saying(root: Y.XmlFragment | Y.XmlElement): Y.XmlElement[] {
  const found: Y.XmlElement[] = [];
  const open: unknown[] = [root];
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    if (!(node instanceof Y.XmlFragment)) continue;
    const inner = node.toArray();
    const isSaying = inner.some((child) => child instanceof Y.XmlText);
    if (node instanceof Y.XmlElement && isSaying && node.nodeName !== "codeBlock") found.push(node);
    else open.push(...inner.toReversed());
  }
  return found;
}
