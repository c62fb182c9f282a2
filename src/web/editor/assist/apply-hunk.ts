import type { Mark, Node, ResolvedPos } from "@tiptap/pm/model";
import type { Transaction } from "@tiptap/pm/state";
import { canSplit } from "@tiptap/pm/transform";
import type { TextOrigin } from "#document/marks/origin.ts";
import type { Hunk } from "./hunks.ts";

/** Writes the part into the text. @param origin Who says its new words @returns where its words end */
export function applyHunk(tr: Transaction, { from, to, lines }: Hunk, origin?: TextOrigin): number {
  const marks = withOrigin(marksFor(tr.doc, from, to), tr.doc, origin);
  if (to > from) tr.delete(from, to);
  let at = from;
  for (const [index, line] of lines.entries()) {
    if (index > 0) at = breakLine(tr, at);
    for (const part of line) {
      const node = typeof part === "string" ? tr.doc.type.schema.text(part, marks) : part;
      tr.insert(at, node);
      at += node.nodeSize;
    }
  }
  return at;
}

/** Whatever stood there before: these are other words. */
function withOrigin(marks: readonly Mark[], doc: Node, origin?: TextOrigin): readonly Mark[] {
  const others = marks.filter(({ type }) => type.name !== "origin");
  return origin ? doc.type.schema.marks["origin"]!.create(origin).addToSet(others) : others;
}

/** Formatting that all of the old words had goes on; beside other words it is as if it were typed there. */
function marksFor(doc: Node, from: number, to: number): readonly Mark[] {
  if (to === from)
    return doc
      .resolve(from)
      .marks()
      .filter(({ type }) => type.name !== "comment");
  let common: readonly Mark[] | null = null;
  doc.nodesBetween(from, to, (node) => {
    if (node.isText) common = common?.filter((mark) => mark.isInSet(node.marks)) ?? node.marks;
  });
  return common ?? [];
}

/** A further paragraph or item; where there can be none, a space. */
function breakLine(tr: Transaction, at: number): number {
  const $at = tr.doc.resolve(at);
  if ($at.parent.type.spec.code) {
    tr.insertText("\n", at);
    return at + 1;
  }
  const depth = $at.node(-1).type.name.endsWith("Item") ? 2 : 1;
  if (isOneLine($at) || !canSplit(tr.doc, at, depth)) {
    tr.insertText(" ", at);
    return at + 1;
  }
  const { paragraph } = tr.doc.type.schema.nodes;
  const isHeadingEnd = $at.parent.type.name === "heading" && $at.parentOffset === $at.parent.content.size;
  tr.split(at, depth, isHeadingEnd ? [{ type: paragraph! }] : undefined);
  return at + 2 * depth;
}

const ONE_LINE = new Set(["tableCell", "tableHeader", "toggleSummary"]);

function isOneLine($at: ResolvedPos): boolean {
  for (let depth = $at.depth; depth > 0; depth--) if (ONE_LINE.has($at.node(depth).type.name)) return true;
  return false;
}
