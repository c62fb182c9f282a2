import type { Node, ResolvedPos } from "@tiptap/pm/model";
import { referenceText } from "#document/note-reference.ts";

/** A word, a space or a sign of a text, or what stands for a node of it, and where it is. */
export type Piece = {
  /** What it is for a model, and what it is compared by. */
  text: string;
  from: number;
  to: number;
  /** Stays where it is, whatever is written around it: a picture, the border of a table's cell. */
  isFixed: boolean;
  /** A link to a note, which may go elsewhere with the words around it. */
  link?: Node;
};

/** Spaces, single letters of scripts that do not space their words, words, and every other sign for itself. */
const WORDS =
  /\s+|[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmr}\p{sc=Mymr}]|[\p{L}\p{N}\p{M}]+(?:['\u2019][\p{L}\p{M}]+)*|[^]/gu;
export const wordsIn = (text: string): string[] => text.match(WORDS) ?? [];

export const BREAK = "\n";
/** Around the number of a node that has no words. */
export const nodeSign = (number: number): string => `⟦${number}⟧`;

/** Where the ends of a line can't be moved or taken away. */
const BOUND = new Set(["tableCell", "tableHeader", "toggleSummary", "column"]);
const isBound = ($at: ResolvedPos): boolean => {
  for (let depth = $at.depth; depth > 0; depth--) if (BOUND.has($at.node(depth).type.name)) return true;
  return false;
};

/** What a range says, piece by piece in its order. The selection lies in one block of code, or code in it stays as it is. */
export function piecesOf(doc: Node, from: number, to: number): Piece[] {
  const reader = new Reader(doc);
  const $from = doc.resolve(from);
  if ($from.parent.type.spec.code && $from.sameParent(doc.resolve(to)))
    reader.readText($from.parent, $from.start(), from, to);
  else
    doc.nodesBetween(from, to, (node, pos) => {
      if (node.isTextblock && !node.type.spec.code) {
        reader.readBlock(node, pos, from, to);
        return false;
      }
      if (node.isBlock && (node.isAtom || node.isTextblock)) {
        reader.readFixed(node, pos);
        return false;
      }
      return true;
    });
  return reader.pieces;
}

class Reader {
  readonly pieces: Piece[] = [];
  private count = 0;
  private readonly doc: Node;

  constructor(doc: Node) {
    this.doc = doc;
  }

  readBlock(block: Node, pos: number, from: number, to: number): void {
    this.breakBefore(pos + 1);
    this.readText(block, pos + 1, from, to);
  }

  /** The part of a block's content that lies in the range; it begins at `start`. */
  readText(block: Node, start: number, from: number, to: number): void {
    block.forEach((node, offset) => {
      const at = start + offset;
      const [first, last] = [Math.max(from, at), Math.min(to, at + node.nodeSize)];
      if (first >= last) return;
      if (node.isText) this.readWords(node.text!.slice(first - at, last - at), first);
      else this.readInline(node, at);
    });
  }

  readFixed(node: Node, pos: number): void {
    this.breakBefore(pos);
    this.add(nodeSign(++this.count), pos, pos + node.nodeSize, true);
  }

  private readInline(node: Node, at: number): void {
    const to = at + node.nodeSize;
    if (node.type.name === "hardBreak") this.add(BREAK, at, to);
    else if (node.type.name === "noteLink")
      this.pieces.push({
        text: `[[${referenceText(node.attrs)}]]`,
        from: at,
        to,
        isFixed: false,
        link: node,
      });
    else this.add(nodeSign(++this.count), at, to, true);
  }

  /** A word whose formatting changes within is one word. */
  private readWords(text: string, from: number): void {
    const last = this.pieces.at(-1);
    const isGoingOn =
      last?.to === from &&
      !last.isFixed &&
      !last.link &&
      last.text.length === last.to - last.from &&
      last.text !== BREAK;
    const before = isGoingOn ? this.pieces.pop()! : null;
    let at = before?.from ?? from;
    for (const word of wordsIn((before?.text ?? "") + text)) this.add(word, at, (at += word.length));
  }

  private breakBefore(to: number): void {
    const last = this.pieces.at(-1);
    if (!last) return;
    const isFixed = last.isFixed || !this.canJoin(last.to, to);
    this.add(BREAK, last.to, to, isFixed);
  }

  /** Both are lines of texts, and nothing but their ends lies between. */
  private canJoin(end: number, start: number): boolean {
    const [$end, $start] = [this.doc.resolve(end), this.doc.resolve(start)];
    return $end.parent.isTextblock && $start.parent.isTextblock && !isBound($end) && !isBound($start);
  }

  private add(text: string, from: number, to: number, isFixed = false): void {
    this.pieces.push({ text, from, to, isFixed });
  }
}

/** As a model gets it: paragraphs are apart, lines of a list follow each other. */
export function textOfPieces(doc: Node, pieces: readonly Piece[]): string {
  return pieces
    .map(({ text, from, to }) => {
      const isBlockEnd = text === BREAK && to - from > 1;
      const isInList = isBlockEnd && doc.resolve(to).node(-1)?.type.name.endsWith("Item");
      return isBlockEnd && !isInList ? "\n\n" : text;
    })
    .join("");
}
