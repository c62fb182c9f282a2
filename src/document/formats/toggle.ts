import type { Node } from "@tiptap/pm/model";
import { wrap } from "../html/html-elements.ts";
import { MARK_ORDER, type Piece, writePieces } from "../markdown/html-pieces.ts";
import type { NodeFormat } from "./format.ts";

/** GitHub folds them as this HTML. */
export const toggle: NodeFormat = {
  html: (node, write) => wrap("details", { open: node.attrs.isOpen === true }, write.children(node)),
  isHtmlInMarkdown: true,
  markdown: (node, write) => {
    const isSummary = ({ type }: Node) => type.name === "toggleSummary";
    const pieces = node.children
      .filter(isSummary)
      .flatMap((summary, index): Piece[] => [
        ...(index > 0 ? [{ text: " ", marks: [] }] : []),
        ...summary.children.map(summaryPiece),
      ]);
    const open = node.attrs.isOpen === true ? " open" : "";
    const head = `<details${open}>\n<summary>${writePieces(pieces)}</summary>`;
    const body = write.blocks(node.children.filter((child) => !isSummary(child)));
    return [{ type: "html", value: head }, ...body, { type: "html", value: "</details>" }];
  },
};

export const toggleSummary: NodeFormat = {
  html: (node, write) => wrap("summary", {}, write.children(node)),
};

function summaryPiece(node: Node): Piece {
  const names = node.marks.map(({ type }) => type.name);
  const { source, title, label, alt } = node.attrs;
  const shown = node.isText ? node.text : (label ?? title ?? alt ?? source ?? " ");
  return { text: String(shown), marks: MARK_ORDER.filter((mark) => names.includes(mark)) };
}
