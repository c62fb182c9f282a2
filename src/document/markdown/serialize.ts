import type { Node } from "@tiptap/pm/model";
import { writeFrontMatter } from "./front-matter.ts";
import { videoName } from "../nodes/file-blocks.ts";
import { writeReference } from "../note-reference.ts";
import { writeCallout } from "./callouts.ts";
import { writeColumns, writeToggle } from "./html-containers.ts";
import { isBlankLine, LINE_BREAK, writeInlines } from "./serialize-inlines.ts";
import type { NodeOf, Phrasing, TreeNode } from "./tree.ts";
import { writeTree } from "./tree.ts";

export interface MarkdownOptions {
  /** Written as front matter, for a file that stands alone. */
  title?: string;
  tags?: string[];
}

/** The note as canonical Markdown: reading it back gives the same note, but for what Markdown cannot say. */
export function toMarkdown(doc: Node, options: MarkdownOptions = {}): string {
  const blocks = doc.children;
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

function writeBlocks(nodes: readonly Node[]): TreeNode[] {
  return nodes.flatMap((node) => {
    if (node.type.name === "toggle") return writeToggle(node, writeBlocks);
    if (node.type.name === "columns") return writeColumns(node, writeBlocks);
    return writeNode(node) ?? [];
  });
}

function writeNode(node: Node): TreeNode | null {
  switch (node.type.name) {
    case "paragraph":
      // Markdown has no empty paragraph.
      return isBlankLine(node) ? null : { type: "paragraph", children: writeInlines(node, "lines") };
    case "heading":
      return {
        type: "heading",
        depth: headingDepth(node.attrs.level),
        children: writeInlines(node, "one line"),
      };
    case "horizontalRule":
      return { type: "thematicBreak" };
    case "codeBlock":
      return { type: "code", lang: node.attrs.language, meta: node.attrs.meta, value: node.textContent };
    case "blockquote":
      return { type: "blockquote", children: writeBlocks(node.children) } as NodeOf<"blockquote">;
    case "bulletList":
    case "orderedList":
    case "taskList":
      return writeList(node);
    case "table":
      return writeTable(node);
    case "callout":
      return writeCallout(node, writeBlocks(node.children));
    case "mathBlock":
      return writeMath(node);
    case "fileBlock":
      return alone({ type: "link", url: String(node.attrs.url ?? ""), children: [nameOf(node)] });
    case "video":
      return alone({ type: "image", url: String(node.attrs.url ?? ""), alt: videoName(node.attrs.name) });
    case "noteEmbed":
      return alone({ type: "verbatim", value: `![[${writeReference({ ...embedded(node), label: null })}]]` });
    default:
      return writeRaw(node);
  }
}

const alone = (child: Phrasing): TreeNode => ({ type: "paragraph", children: [child] });
const nameOf = (node: Node): Phrasing => ({ type: "text", value: String(node.attrs.name || "File") });
const embedded = ({ attrs }: Node) => ({ title: attrs.title as unknown, anchor: attrs.anchor as unknown });

/** An empty formula would be read as one without an end. */
function writeMath({ attrs }: Node): TreeNode {
  return { type: "math", value: String(attrs.source ?? ""), meta: attrs.meta };
}

function headingDepth(level: unknown): 1 | 2 | 3 | 4 | 5 | 6 {
  return level === 2 || level === 3 || level === 4 || level === 5 || level === 6 ? level : 1;
}

function writeRaw(node: Node): TreeNode {
  const source = String(node.attrs.source ?? node.textContent);
  if (node.attrs.format === "html") return { type: "html", value: source };
  // Front matter is only that at the very beginning; anywhere else it is shown as code.
  if (node.attrs.format === "frontmatter") return { type: "code", lang: "yaml", value: source };
  return { type: "verbatim", value: source };
}

/** Their tags are told from the text between them by blank lines. */
const NEEDS_BLANK_LINES = new Set(["toggle", "columns"]);

function writeList(node: Node): NodeOf<"list"> {
  const spread = node.attrs.loose === true;
  const start = node.type.name === "bulletList" ? null : node.attrs.start;
  const isOrdered = typeof start === "number";
  const children = node.children.map((item): NodeOf<"listItem"> => ({
    type: "listItem",
    spread: spread || item.children.some(({ type }) => NEEDS_BLANK_LINES.has(type.name)),
    ...(item.type.name === "taskItem" && { checked: item.attrs.checked === true }),
    children: writeItem(item) as NodeOf<"listItem">["children"],
  }));
  return { type: "list", ordered: isOrdered, ...(isOrdered && { start }), spread, children };
}

/** A box needs something beside it to be read as one. */
function writeItem(item: Node): TreeNode[] {
  const isEmptyTask =
    item.type.name === "taskItem" && item.firstChild !== null && isBlankLine(item.firstChild);
  const line: TreeNode[] = isEmptyTask ? [{ type: "paragraph", children: [LINE_BREAK] }] : [];
  return [...line, ...writeBlocks(item.children)];
}

function writeTable(node: Node): NodeOf<"table"> {
  const rows = node.children.map(writeRow);
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

function alignment(value: unknown): "left" | "center" | "right" | null {
  return value === "left" || value === "center" || value === "right" ? value : null;
}

/** Markdown has no cells that span columns: the room they take is left empty. */
function writeRow(row: Node): NodeOf<"tableRow"> {
  const children = row.children.flatMap((cell): NodeOf<"tableCell">[] => [
    { type: "tableCell", children: writeInlines(cell, "cell") },
    ...Array.from({ length: Number(cell.attrs.colspan ?? 1) - 1 }, (): NodeOf<"tableCell"> => ({
      type: "tableCell",
      children: [],
    })),
  ]);
  return { type: "tableRow", children };
}
