import type { Node } from "@tiptap/pm/model";
import type { HtmlOptions } from "../html/html.ts";
import type { Phrasing, TreeNode } from "../markdown/tree.ts";

/** What a node needs of the HTML around it. */
export interface HtmlWriter {
  options: HtmlOptions;
  /** The HTML of what is in a node. */
  children: (node: Node) => string;
  blocks: (nodes: readonly Node[]) => string;
  /** Where a safe address leads from where the HTML is read; null when it must not be told. */
  reached: (address: string | null) => string | null;
  link: (target: unknown, title: unknown, inner: string) => string;
}

/** Where inline content stands: only a paragraph may break its lines. */
export type InlinePlace = "lines" | "one line" | "cell";

/** What a block needs of the Markdown around it. */
export interface MarkdownWriter {
  blocks: (nodes: readonly Node[]) => TreeNode[];
  inlines: (node: Node, place: InlinePlace) => Phrasing[];
  standsApart: (node: Node) => boolean;
}

/** What stands around an inline node in Markdown. */
export interface InlineNeighbours {
  /** A backslash breaks the line here; elsewhere it takes a tag. */
  mayBreak: boolean;
  /** The letter right behind it, or "". */
  letterAfter: string;
}

/** How a node is written outside the editor; `toHtml` and `toMarkdown` walk these. */
export interface NodeFormat {
  html: (node: Node, write: HtmlWriter) => string;
  /** Of a block; parts of another block (rows, items) are written by that one. */
  markdown?: (node: Node, write: MarkdownWriter) => TreeNode | TreeNode[];
  /** Written as HTML in Markdown: blank lines stand around it, also in a list. */
  isHtmlInMarkdown?: true;
  /** Of a node within a line. */
  inlineMarkdown?: (node: Node, neighbours: InlineNeighbours) => Phrasing;
}
