import type { Node } from "@tiptap/pm/model";
import { type Attributes, wrap } from "../html/html-elements.ts";
import type { NodeOf } from "../markdown/tree.ts";
import type { MarkdownWriter, NodeFormat } from "./format.ts";

export const table: NodeFormat = {
  /** What stands above the columns is told apart: it is said again where a printed page begins within the table. */
  html: (node, write) => {
    const [first, ...others] = node.children;
    const isHead =
      first !== undefined && others.length > 0 && first.childCount > 0 && first.children.every(isHeadCell);
    const head = isHead ? wrap("thead", {}, write.blocks([first])) : "";
    return wrap("table", {}, head + wrap("tbody", {}, write.blocks(isHead ? others : node.children)));
  },
  markdown: writeTable,
};

export const tableRow: NodeFormat = { html: (node, write) => wrap("tr", {}, write.children(node)) };

export const tableHeader: NodeFormat = {
  html: (node, write) => wrap("th", cellAttributes(node), write.children(node)),
};

export const tableCell: NodeFormat = {
  html: (node, write) => wrap("td", cellAttributes(node), write.children(node)),
};

const spanOf = (value: unknown): number => (Number.isInteger(value) && Number(value) > 0 ? Number(value) : 1);

/** One that reaches into the rows below cannot stand apart from them. */
const isHeadCell = ({ type, attrs }: Node): boolean =>
  type.name === "tableHeader" && spanOf(attrs.rowspan) === 1;

function cellAttributes({ attrs }: Node): Attributes {
  const span = (value: unknown) => (spanOf(value) === 1 ? null : spanOf(value));
  // The old attribute instead of a style, which our content security policy forbids.
  return { colspan: span(attrs.colspan), rowspan: span(attrs.rowspan), align: alignment(attrs.align) };
}

function alignment(value: unknown): "left" | "center" | "right" | null {
  return value === "left" || value === "center" || value === "right" ? value : null;
}

function writeTable(node: Node, write: MarkdownWriter): NodeOf<"table"> {
  const rows = node.children.map((row) => writeRow(row, write));
  const width = Math.max(1, ...rows.map((row) => row.children.length));
  const first = node.firstChild;
  const hasHeader = first?.children.some((cell) => cell.type.name === "tableHeader") === true;
  if (!hasHeader) rows.unshift({ type: "tableRow", children: [] });
  for (const row of rows)
    while (row.children.length < width) row.children.push({ type: "tableCell", children: [] });
  const align = Array.from({ length: width }, (_, column) =>
    alignment(first?.maybeChild(column)?.attrs.align),
  );
  return { type: "table", align, children: rows };
}

/** Markdown has no cells that span columns: the room they take is left empty. */
function writeRow(row: Node, write: MarkdownWriter): NodeOf<"tableRow"> {
  const children = row.children.flatMap((cell): NodeOf<"tableCell">[] => [
    { type: "tableCell", children: write.inlines(cell, "cell") },
    ...Array.from({ length: Number(cell.attrs.colspan ?? 1) - 1 }, (): NodeOf<"tableCell"> => ({
      type: "tableCell",
      children: [],
    })),
  ]);
  return { type: "tableRow", children };
}
