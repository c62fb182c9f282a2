import type { JSONContent } from "@tiptap/core";
import { BLOCK_DEPTH_MAX } from "../depth.ts";
import { isVideoName } from "../nodes/video-name.ts";
import { safeOwnFile } from "../html/safe-urls.ts";
import { readCallout } from "./callouts.ts";
import { findContainers, type HtmlContainer } from "./html-containers.ts";
import { isInlineHtml, readCell, readInlines, referenceAttributes } from "./inlines.ts";
import type { Reading } from "./reading.ts";
import type { NodeOf, Phrasing, TreeNode } from "./tree.ts";
import { writeBlock } from "./tree.ts";

/** A table is the deepest single block: rows, cells and their lines lie below it. */
const ROOM = 4;

export const rawBlock = (format: string, source: string): JSONContent => ({
  type: "rawBlock",
  attrs: { format, source },
});

/** The blocks of a container whose own depth in the note is `depth`; the note itself has depth 0. */
export function readBlocks(children: TreeNode[], reading: Reading, depth: number): JSONContent[] {
  const containers =
    depth < BLOCK_DEPTH_MAX - ROOM - 2 ? findContainers(children) : new Map<number, HtmlContainer>();
  const content: JSONContent[] = [];
  for (let index = 0; index < children.length; index++) {
    const container = containers.get(index);
    if (container) {
      content.push(readContainer(container, children, reading, depth + 1));
      index = container.end;
    } else content.push(...readBlock(children[index] as TreeNode, reading, depth + 1));
  }
  return content;
}

function readContainer(
  { kind, parts, isOpen, summary }: HtmlContainer,
  children: TreeNode[],
  reading: Reading,
  depth: number,
): JSONContent {
  const read = ({ from, to }: { from: number; to: number }, at: number) =>
    readBlocks(children.slice(from, to), reading, at);
  if (kind === "columns") {
    const content = parts.map((part): JSONContent => {
      const blocks = read(part, depth + 1);
      return { type: "column", content: blocks.length > 0 ? blocks : [{ type: "paragraph" }] };
    });
    return { type: "columns", content };
  }
  const line: JSONContent = { type: "toggleSummary", ...(summary.length > 0 && { content: summary }) };
  const content = [line, ...parts.flatMap((part) => read(part, depth))];
  return { type: "toggle", ...(isOpen && { attrs: { isOpen } }), content };
}

function readBlock(node: TreeNode, reading: Reading, depth: number): JSONContent[] {
  switch (node.type) {
    case "paragraph":
      return paragraph(node, reading);
    case "heading":
      return [textBlock("heading", { level: node.depth }, node, reading)];
    case "thematicBreak":
      return [{ type: "horizontalRule" }];
    case "code":
      return [code(node)];
    case "html":
      return html(node, reading);
    case "math":
      return math(node);
    case "definition":
      return reading.said.has(node) ? [] : asWritten(node, "definition", reading);
    case "footnoteDefinition":
      return keep(node, "markdown", "footnote", reading);
    case "blockquote":
    case "list":
    case "table":
      return depth > BLOCK_DEPTH_MAX - ROOM
        ? asWritten(node, "nesting", reading)
        : container(node, reading, depth);
    default:
      return keep(node, "markdown", node.type, reading);
  }
}

function container(
  node: NodeOf<"blockquote" | "list" | "table">,
  reading: Reading,
  depth: number,
): JSONContent[] {
  if (node.type === "list") return lists(node, reading, depth);
  if (node.type === "table") return [table(node, reading)];
  const callout = readCallout(node, reading);
  if (callout !== null) {
    const content = readBlocks(callout.children, reading, depth);
    return [
      {
        type: "callout",
        attrs: callout.attrs,
        content: content.length > 0 ? content : [{ type: "paragraph" }],
      },
    ];
  }
  const content = readBlocks(node.children, reading, depth);
  return [{ type: "blockquote", content: content.length > 0 ? content : [{ type: "paragraph" }] }];
}

/** A paragraph that begins with a tag is a block of HTML if, at the beginning of a line, the tag makes one. */
function paragraph(node: NodeOf<"paragraph">, reading: Reading): JSONContent[] {
  const alone = standsAlone(node);
  if (alone !== null) return [alone];
  const block = textBlock("paragraph", undefined, node, reading);
  const [first, ...others] = block.content ?? [];
  if (first === undefined || (first.type === "hardBreak" && others.length === 0)) return [];
  if (first.type !== "rawInline" || first.attrs?.format !== "html") return [block];
  if (others.length === 0) return [rawBlock("html", String(first.attrs.source))];
  return [isInlineHtml(first) ? block : rawBlock("html", reading.slice(node).trimEnd())];
}

function textBlock(
  type: string,
  attrs: Record<string, unknown> | undefined,
  node: NodeOf<"paragraph" | "heading">,
  reading: Reading,
): JSONContent {
  const content = readInlines(node.children, reading);
  return { type, ...(attrs && { attrs }), ...(content.length > 0 && { content }) };
}

function html(node: NodeOf<"html">, reading: Reading): JSONContent[] {
  // Its own indent changes nothing, and the line ends that an open comment takes in would grow with every export.
  const source = node.value.replace(/^[ \t]+|[ \t\n]+$/g, "");
  reading.note("html", node, source);
  return [rawBlock("html", source)];
}

function code(node: NodeOf<"code">): JSONContent {
  const attrs: Record<string, unknown> = {};
  if (node.lang) attrs.language = node.lang;
  const meta = node.meta?.trim();
  if (meta) attrs.meta = meta;
  const content = node.value === "" ? undefined : [{ type: "text", text: node.value }];
  return { type: "codeBlock", attrs, ...(content && { content }) };
}

function keep(node: TreeNode, format: string, kind: string, reading: Reading): JSONContent[] {
  const source = reading.canonical(node, () => writeBlock(node)).trimEnd();
  reading.note(kind, node, source);
  return [rawBlock(format, source)];
}

function asWritten(node: TreeNode, kind: string, reading: Reading): JSONContent[] {
  const source = reading.slice(node);
  reading.note(kind, node, source);
  return [rawBlock("markdown", source)];
}

function math(node: NodeOf<"math">): JSONContent[] {
  const attrs: Record<string, unknown> = { source: node.value };
  const meta = node.meta?.trim();
  if (meta) attrs.meta = meta;
  return [{ type: "mathBlock", attrs }];
}

/** What is a block of its own when nothing stands beside it: an embed, a file or a video of ours. */
function standsAlone({ children }: NodeOf<"paragraph">): JSONContent | null {
  const [only] = children;
  if (only === undefined) return null;
  if (only.type === "link") return fileLink(children, only.url);
  if (children.length !== 1) return null;
  if (only.type === "wikiLink" && only.isEmbed && only.reference.label === null) {
    const { title, anchor } = only.reference;
    return { type: "noteEmbed", attrs: referenceAttributes({ title, anchor, label: null }, only.noteId) };
  }
  if (only.type === "image" && isVideoName(only.alt) && !only.title && safeOwnFile(only.url) !== null)
    return { type: "video", attrs: { url: safeOwnFile(only.url), name: only.alt } };
  return null;
}

/** A link to a file of ours, by its plain name; links to the same file side by side are one. */
function fileLink(children: Phrasing[], target: string): JSONContent | null {
  const url = safeOwnFile(target);
  const names = children.map((child) => {
    const [text] = child.type === "link" && child.url === target && !child.title ? child.children : [];
    return child.type === "link" && child.children.length === 1 && text?.type === "text" ? text.value : null;
  });
  if (url === null || names.includes(null)) return null;
  return { type: "fileBlock", attrs: { url, name: names.join("").replaceAll("\n", " ") } };
}

type ListItem = NodeOf<"listItem">;

const isTask = (item: ListItem) => typeof item.checked === "boolean";

/** One list per run of items that are all tasks or all not: ours hold only one kind. */
function lists(list: NodeOf<"list">, reading: Reading, depth: number): JSONContent[] {
  const result: JSONContent[] = [];
  let from = 0;
  list.children.forEach((item, index) => {
    const next = list.children[index + 1];
    if (next !== undefined && isTask(next) === isTask(item)) return;
    result.push(sublist(list, from, index + 1, reading, depth));
    from = index + 1;
  });
  return result;
}

function sublist(
  list: NodeOf<"list">,
  from: number,
  to: number,
  reading: Reading,
  depth: number,
): JSONContent {
  const items = list.children.slice(from, to);
  const areTasks = items.some(isTask);
  const content = items.map((item) => listItem(item, reading, depth));
  const attrs: Record<string, unknown> = {};
  const start = (list.start ?? 1) + from;
  if (list.ordered === true && (areTasks || start !== 1)) attrs.start = start;
  const isSpread =
    list.spread === true || items.some((item) => item.spread === true) || content.some(needsSpace);
  // A blank line has to stand between something, or the list reads back as tight.
  if (isSpread && (content.length > 1 || content.some(hasSeveralBlocks))) attrs.loose = true;
  const type = areTasks ? "taskList" : list.ordered === true ? "orderedList" : "bulletList";
  return { type, attrs, content };
}

/** A tag after a paragraph is only a block of its own with a blank line between. */
function needsSpace(item: JSONContent): boolean {
  const blocks = item.content ?? [];
  return blocks.some(
    (block, index) =>
      block.type === "rawBlock" && isInlineHtml(block) && !isEmptyParagraph(blocks[index - 1]),
  );
}

function hasSeveralBlocks(item: JSONContent): boolean {
  const blocks = item.content ?? [];
  return blocks.length > (isEmptyParagraph(blocks[0]) ? 2 : 1);
}

function isEmptyParagraph(node: JSONContent | undefined): boolean {
  return node?.type === "paragraph" && node.content === undefined;
}

function listItem(item: ListItem, reading: Reading, depth: number): JSONContent {
  if (isTask(item)) return taskItem(item, reading, depth);
  const content = readBlocks(item.children, reading, depth + 1);
  // Items begin with a line of their own; export leaves an empty one out.
  if (content[0]?.type !== "paragraph") content.unshift({ type: "paragraph" });
  return { type: "listItem", content };
}

/** A task begins with the text beside its box; export writes a line break where there is none yet. */
function taskItem(item: ListItem, reading: Reading, depth: number): JSONContent {
  const [first, ...others] = item.children;
  const line: JSONContent =
    first?.type === "paragraph"
      ? textBlock("paragraph", undefined, withoutGap(first, reading), reading)
      : { type: "paragraph" };
  if (line.content?.length === 1 && line.content[0]?.type === "hardBreak") delete line.content;
  const rest = first?.type === "paragraph" ? others : item.children;
  const content = [line, ...readBlocks(rest, reading, depth + 1)];
  return { type: "taskItem", attrs: { checked: item.checked === true }, content };
}

/** Notion writes two spaces behind a box, of which Markdown takes one for its own. A space that is meant is written `&#x20;`. */
function withoutGap(line: NodeOf<"paragraph">, reading: Reading): NodeOf<"paragraph"> {
  const [first, ...others] = line.children;
  const start = first?.position?.start.offset;
  if (first?.type !== "text" || start === undefined) return line;
  const value = first.value.slice(
    /^[ \t]*/.exec(reading.source.slice(start, start + first.value.length))![0].length,
  );
  return { ...line, children: value === "" ? others : [{ ...first, value }, ...others] };
}

function table(node: NodeOf<"table">, reading: Reading): JSONContent {
  const columns = Math.max(1, ...node.children.map((row) => row.children.length));
  const rows = node.children.map((row, index) => {
    const type = index === 0 ? "tableHeader" : "tableCell";
    const cells = Array.from({ length: columns }, (_, column): JSONContent => {
      const content = readCell(row.children[column]?.children ?? [], reading);
      const align = node.align?.[column];
      const line: JSONContent = { type: "paragraph", ...(content.length > 0 && { content }) };
      return { type, ...(align && { attrs: { align } }), content: [line] };
    });
    return { type: "tableRow", content: cells };
  });
  // A header without a word is how Markdown writes a table that has none.
  const hasHeader = rows.length < 2 || rows[0]?.content.some((cell) => !isEmptyParagraph(cell.content?.[0]));
  return { type: "table", content: hasHeader ? rows : rows.slice(1) };
}
