import { wrap } from "../html/html-elements.ts";
import type { TreeNode } from "../markdown/tree.ts";
import type { NodeFormat } from "./format.ts";

const htmlNode = (value: string): TreeNode => ({ type: "html", value });

/** Pandoc knows them as this HTML. */
export const columns: NodeFormat = {
  html: (node, write) => wrap("div", { class: "columns" }, write.children(node)),
  isHtmlInMarkdown: true,
  markdown: (node, write) => [
    ...node.children.flatMap((column, index) => [
      htmlNode(`${index === 0 ? '<div class="columns">' : "</div>"}\n<div class="column">`),
      ...write.blocks(column.children),
    ]),
    htmlNode("</div>\n</div>"),
  ],
};

export const column: NodeFormat = {
  html: (node, write) => wrap("div", { class: "column" }, write.children(node)),
};
