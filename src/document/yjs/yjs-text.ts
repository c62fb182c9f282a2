import type { Node } from "@tiptap/pm/model";
import type * as Y from "yjs";
import { differences } from "../compare/text-difference.ts";
import { markAttributes } from "./yjs-nodes.ts";

type Marks = Record<string, unknown>;

interface Run {
  length: number;
  marks: Marks;
}

interface Delta {
  insert: unknown;
  attributes?: Marks;
}

/** Makes a Yjs text say what the nodes say: words that stay are not touched, nor is formatting that stays. */
export function replaceText(text: Y.XmlText, nodes: readonly Node[]): void {
  const deltas = text.toDelta() as Delta[];
  // Something other than text cannot have come from our editor, and its length in characters means nothing.
  if (deltas.some(({ insert }) => typeof insert !== "string")) text.delete(0, text.length);
  const before = deltas.map(({ insert }) => (typeof insert === "string" ? insert : "")).join("");
  const after = nodes.map((node) => node.text ?? "").join("");
  const start = text.length === 0 ? "" : before;
  const changes = differences(start, after);
  for (const { from, length, insert } of changes.toReversed()) {
    if (length > 0) text.delete(from, length);
    if (insert !== "") text.insert(from, insert);
  }
  replaceMarks(text, nodes, piecesOf(changes, after.length));
}

/** Stretches of a text that stayed and that came, one after the other, by their ends. */
type Piece = { end: number; isNew: boolean };

function piecesOf(changes: ReturnType<typeof differences>, length: number): Piece[] {
  const pieces: Piece[] = [];
  let shift = 0;
  for (const { from, length: removed, insert } of changes) {
    pieces.push({ end: from + shift, isNew: false }, { end: from + shift + insert.length, isNew: true });
    shift += insert.length - removed;
  }
  return [...pieces, { end: length, isNew: false }];
}

/** Words that stay have come about as they did, whoever writes the text anew. */
function replaceMarks(text: Y.XmlText, nodes: readonly Node[], pieces: readonly Piece[]): void {
  const now = (text.toDelta() as Delta[]).map(({ insert, attributes }): Run => ({
    length: String(insert).length,
    marks: attributes ?? {},
  }));
  let at = 0;
  let index = 0;
  let left = now[0]?.length ?? 0;
  let piece = 0;
  for (const node of nodes) {
    const marks = markAttributes(node);
    for (let rest = node.text?.length ?? 0; rest > 0;) {
      while (at >= (pieces[piece]?.end ?? Infinity)) piece++;
      const { end, isNew } = pieces[piece] ?? { end: Infinity, isNew: true };
      const length = Math.min(rest, left, end - at);
      const was = now[index]?.marks ?? {};
      const change = changeOfMarks(was, isNew ? marks : withOriginOf(was, marks));
      if (change !== null) text.format(at, length, change);
      at += length;
      rest -= length;
      left -= length;
      if (left === 0) left = now[++index]?.length ?? rest;
    }
  }
}

function withOriginOf({ origin }: Marks, marks: Marks): Marks {
  const all: Marks = { ...marks, origin };
  if (origin === undefined) delete all["origin"];
  return all;
}

/** Formatting to apply, with null for what ends; null when nothing changes. */
function changeOfMarks(before: Marks, after: Marks): Marks | null {
  const change: Marks = {};
  for (const name of Object.keys(before)) if (!(name in after)) change[name] = null;
  for (const [name, attrs] of Object.entries(after)) {
    if (JSON.stringify(before[name]) !== JSON.stringify(attrs)) change[name] = attrs;
  }
  return Object.keys(change).length === 0 ? null : change;
}
