import { tag, wrap } from "../html/html-elements.ts";
import { isBlankLine, LINE_BREAK } from "../markdown/line-break.ts";
import type { NodeOf } from "../markdown/tree.ts";
import type { NodeFormat } from "./format.ts";

export const paragraph: NodeFormat = {
  html: (node, write) => wrap("p", {}, write.children(node)),
  // Markdown has no empty paragraph.
  markdown: (node, write) =>
    isBlankLine(node) ? [] : { type: "paragraph", children: write.inlines(node, "lines") },
};

const LEVELS = [1, 2, 3, 4, 5, 6] as const;
const levelOf = (level: unknown) => LEVELS.find((known) => known === level) ?? 1;

export const heading: NodeFormat = {
  html: (node, write) =>
    wrap(`h${levelOf(node.attrs.level)}`, { id: write.options.headingId?.(node) }, write.children(node)),
  markdown: (node, write) => ({
    type: "heading",
    depth: levelOf(node.attrs.level),
    children: write.inlines(node, "one line"),
  }),
};

export const blockquote: NodeFormat = {
  html: (node, write) => wrap("blockquote", {}, write.children(node)),
  markdown: (node, write) =>
    ({ type: "blockquote", children: write.blocks(node.children) }) as NodeOf<"blockquote">,
};

export const horizontalRule: NodeFormat = {
  html: () => tag("hr"),
  markdown: () => ({ type: "thematicBreak" }),
};

export const hardBreak: NodeFormat = {
  html: () => tag("br"),
  inlineMarkdown: (_, { mayBreak }) => (mayBreak ? { type: "break" } : LINE_BREAK),
};
