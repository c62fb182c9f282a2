import type { Node } from "@tiptap/pm/model";
import { writeFrontMatter } from "./front-matter.ts";
import { formatOf } from "../formats.ts";
import { withoutOrigins } from "../origins/origins.ts";
import type { MarkdownWriter } from "../formats/format.ts";
import { writeInlines } from "./serialize-inlines.ts";
import type { TreeNode } from "./tree.ts";
import { writeTree } from "./tree.ts";

export interface MarkdownOptions {
  /** Written as front matter, for a file that stands alone. */
  title?: string;
  tags?: string[];
}

/** The note as canonical Markdown: reading it back gives the same note, but for what Markdown cannot say. */
export function toMarkdown(doc: Node, options: MarkdownOptions = {}): string {
  const blocks = withoutOrigins(doc).children;
  const first = blocks[0];
  const kept =
    first?.type.name === "rawBlock" && first.attrs.format === "frontmatter"
      ? String(first.attrs.source)
      : null;
  const head = writeFrontMatter(options, kept);
  const body = writeTree({ type: "root", children: writeBlocks(kept === null ? blocks : blocks.slice(1)) });
  if (head === null) return withoutAccidentalFrontMatter(body);
  return body === "" ? `${head}\n` : `${head}\n\n${body}`;
}

/** A first line of plus signs would be read as the beginning of front matter. */
function withoutAccidentalFrontMatter(markdown: string): string {
  return /^\+\+\+[ \t]*(?:\n|$)/.test(markdown) ? `\\${markdown}` : markdown;
}

const writer: MarkdownWriter = {
  blocks: writeBlocks,
  inlines: writeInlines,
  standsApart: (node) => formatOf(node)?.isHtmlInMarkdown === true,
};

function writeBlocks(nodes: readonly Node[]): TreeNode[] {
  return nodes.flatMap(
    (node) => formatOf(node)?.markdown?.(node, writer) ?? { type: "verbatim", value: node.textContent },
  );
}
