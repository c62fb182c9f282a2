import type { Node } from "@tiptap/pm/model";
import { tag, wrap } from "../html/html-elements.ts";
import { isBlankLine, LINE_BREAK } from "../markdown/line-break.ts";
import type { NodeOf, TreeNode } from "../markdown/tree.ts";
import type { HtmlWriter, MarkdownWriter, NodeFormat } from "./format.ts";

const direction = ({ options }: HtmlWriter) => (options.hasDirections ? "auto" : null);

export const bulletList: NodeFormat = {
  html: (node, write) => wrap("ul", { dir: direction(write) }, write.children(node)),
  markdown: (node, write) => writeList(node, null, write),
};

export const orderedList: NodeFormat = {
  html: (node, write) => {
    const { start, type } = node.attrs;
    const shown = Number.isInteger(start) && start >= 0 && start !== 1 ? Number(start) : null;
    const letters = ["a", "A", "i", "I"].find((known) => known === type);
    return wrap("ol", { start: shown, type: letters, dir: direction(write) }, write.children(node));
  },
  markdown: (node, write) => writeList(node, node.attrs.start, write),
};

export const taskList: NodeFormat = {
  html: (node, write) => wrap("ul", { "data-type": "taskList", dir: direction(write) }, write.children(node)),
  markdown: (node, write) => writeList(node, node.attrs.start, write),
};

export const listItem: NodeFormat = {
  html: (node, write) => wrap("li", {}, itemContent(node, write)),
};

export const taskItem: NodeFormat = {
  html: (node, write) => {
    const checked = node.attrs.checked === true;
    const name = write.options.hasNamedBoxes ? (checked ? "Done" : "To do") : null;
    const box = tag("input", { type: "checkbox", disabled: true, checked, "aria-label": name });
    return wrap(
      "li",
      { "data-type": "taskItem", "data-checked": String(checked) },
      wrap("label", {}, box) + wrap("div", {}, itemContent(node, write)),
    );
  },
};

/** An item that begins with something other than text has an empty first line, which only the editor needs. */
function itemContent(node: Node, write: HtmlWriter): string {
  const [first, ...others] = node.children;
  const isEmptyLine = first?.type.name === "paragraph" && first.childCount === 0 && others.length > 0;
  return write.blocks(isEmptyLine ? others : node.children);
}

function writeList(node: Node, start: unknown, write: MarkdownWriter): NodeOf<"list"> {
  const spread = node.attrs.loose === true;
  const number = typeof start === "number" ? start : null;
  const children = node.children.map((item): NodeOf<"listItem"> => ({
    type: "listItem",
    spread: spread || item.children.some(write.standsApart),
    ...(item.type.name === "taskItem" && { checked: item.attrs.checked === true }),
    children: writeItem(item, write) as NodeOf<"listItem">["children"],
  }));
  return {
    type: "list",
    ordered: number !== null,
    ...(number !== null && { start: number }),
    spread,
    children,
  };
}

/** A box needs something beside it to be read as one. */
function writeItem(item: Node, write: MarkdownWriter): TreeNode[] {
  const isEmptyTask =
    item.type.name === "taskItem" && item.firstChild !== null && isBlankLine(item.firstChild);
  const line: TreeNode[] = isEmptyTask ? [{ type: "paragraph", children: [LINE_BREAK] }] : [];
  return [...line, ...write.blocks(item.children)];
}
