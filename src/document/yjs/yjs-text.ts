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
  for (const { from, length, insert } of differences(start, after).reverse()) {
    if (length > 0) text.delete(from, length);
    if (insert !== "") text.insert(from, insert);
  }
  replaceMarks(text, nodes);
}

function replaceMarks(text: Y.XmlText, nodes: readonly Node[]): void {
  const now = (text.toDelta() as Delta[]).map(({ insert, attributes }): Run => ({
    length: String(insert).length,
    marks: attributes ?? {},
  }));
  let at = 0;
  let index = 0;
  let left = now[0]?.length ?? 0;
  for (const node of nodes) {
    const marks = markAttributes(node);
    for (let rest = node.text?.length ?? 0; rest > 0;) {
      const length = Math.min(rest, left);
      const change = changeOfMarks(now[index]?.marks ?? {}, marks);
      if (change !== null) text.format(at, length, change);
      at += length;
      rest -= length;
      left -= length;
      if (left === 0) left = now[++index]?.length ?? rest;
    }
  }
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
