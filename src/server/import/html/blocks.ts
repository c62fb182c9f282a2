import type { JSONContent } from "@tiptap/core";
import { safeLanguage } from "#document/html/safe-language.ts";
import {
  attribute,
  find,
  formulaOf,
  hasClass,
  type HtmlElement,
  type HtmlNode,
  isElement,
  oneLine,
  styleOf,
  textOf,
  UNSEEN,
} from "./element.ts";
import { type Marks, marksOf, readInline } from "./inlines.ts";
import { Line } from "./line.ts";
import { readDefinitions, readList } from "./lists.ts";
import type { HtmlReading } from "./reading.ts";
import { readTable } from "./tables.ts";

/** Below this everything is text: nobody wrote it by hand, and the stack is not endless. */
const DEPTH_MAX = 120;

const BLOCKS = new Set(
  `address article aside blockquote body center dd details div dl dt fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6
   header hgroup hr li main nav ol p pre section summary table tbody td th thead tr ul`.split(/\s+/),
);

export type BlockReader = {
  reading: HtmlReading;
  depth: number;
  /** The blocks of an element's children, one level further down. */
  inside: (element: { childNodes: HtmlNode[] }, marks?: Marks) => JSONContent[];
};

/** The blocks that an element's children make. */
export function readBlocks(
  element: { childNodes: HtmlNode[] },
  reading: HtmlReading,
  depth = 0,
  marks: Marks = [],
): JSONContent[] {
  const blocks: JSONContent[] = [];
  const line = new Line();
  const endLine = () => {
    const wasEmpty = line.isEmpty;
    const content = line.take();
    if (!wasEmpty) blocks.push({ type: "paragraph", content });
  };
  const reader: BlockReader = {
    reading,
    depth,
    inside: (inner, given = marks) => readBlocks(inner, reading, depth + 1, given),
  };
  for (const node of element.childNodes) {
    if (!isElement(node)) readInline(node, line, marks, reading);
    else if (!UNSEEN.has(node.tagName)) {
      const made = depth > DEPTH_MAX ? asText(node) : readBlock(node, reader, marks);
      if (made === null) readInline(node, line, marks, reading);
      else {
        endLine();
        for (const block of made) addBlock(blocks, block, node);
      }
    }
  }
  endLine();
  return blocks;
}

const LISTS = ["to-do-list", "bulleted-list", "numbered-list"];

/** Notion writes each item as a list of its own. */
function addBlock(blocks: JSONContent[], block: JSONContent, from: HtmlElement): void {
  const last = blocks.at(-1);
  const isPart = last !== undefined && last.type === block.type && hasClass(from, ...LISTS);
  if (isPart) last.content!.push(...(block.content ?? []));
  else blocks.push(block);
}

function asText(element: HtmlElement): JSONContent[] {
  const text = oneLine(textOf(element));
  return text === "" ? [] : [{ type: "paragraph", content: [{ type: "text", text }] }];
}

/** An element of inline kind that holds blocks, as exports and mails do, is read as a block. */
const holdsBlocks = (element: HtmlElement) => find(element, ({ tagName }) => BLOCKS.has(tagName)) !== null;

/** The blocks an element stands for; null when it belongs to the line. */
function readBlock(element: HtmlElement, reader: BlockReader, marks: Marks): JSONContent[] | null {
  const own = reader.reading.custom?.(element);
  if (own !== undefined) return own.every((node) => isInlineType(node.type)) ? null : own;
  const special = readSpecial(element, reader);
  if (special !== undefined) return special;
  const { tagName } = element;
  switch (tagName) {
    case "h1":
    case "h2":
    case "h3":
    case "h4":
    case "h5":
    case "h6":
      return heading(element, Number(tagName.charAt(1)), reader);
    case "blockquote":
      return filled("blockquote", reader.inside(element));
    case "hr":
      return [{ type: "horizontalRule" }];
    case "pre":
      return [codeBlock(element)];
    case "ul":
    case "ol":
      return readList(element, reader);
    case "dl":
      return readDefinitions(element, reader);
    case "table":
      return readTable(element, reader);
    case "details":
      return [toggle(element, reader)];
    case "p":
      return paragraph(element, reader, marks);
  }
  if (BLOCKS.has(tagName)) return reader.inside(element, marksOf(element, marks));
  return holdsBlocks(element) ? reader.inside(element, marksOf(element, marks)) : null;
}

const INLINE_TYPES = new Set(["text", "image", "noteLink", "mathInline", "hardBreak", "rawInline"]);
const isInlineType = (type: string | undefined) => INLINE_TYPES.has(type ?? "");

const filled = (type: string, content: JSONContent[], attrs?: Record<string, unknown>): JSONContent[] =>
  content.length === 0 ? [] : [{ type, ...(attrs ? { attrs } : {}), content }];

function heading(element: HtmlElement, level: number, { reading }: BlockReader): JSONContent[] {
  const line = new Line();
  for (const node of element.childNodes) readInline(node, line, [], reading);
  const wasEmpty = line.isEmpty;
  const content = line.take().filter((node) => node.type !== "hardBreak");
  return wasEmpty ? [] : [{ type: "heading", attrs: { level }, content }];
}

function paragraph(element: HtmlElement, { reading, inside }: BlockReader, marks: Marks): JSONContent[] {
  if (holdsBlocks(element)) return inside(element, marks);
  const line = new Line();
  const own = marksOf(element, marks);
  for (const node of element.childNodes) readInline(node, line, own, reading);
  const wasEmpty = line.isEmpty;
  const content = line.take();
  return wasEmpty ? [] : [{ type: "paragraph", content }];
}

function codeBlock(element: HtmlElement): JSONContent {
  const code = find(element, ({ tagName }) => tagName === "code") ?? element;
  const classes = `${attribute(code, "class") ?? ""} ${attribute(element, "class") ?? ""}`;
  const named = /(?:^|\s)(?:language|lang|highlight-source|sourceCode)-?([\w+#.-]+)/.exec(classes)?.[1];
  const pandoc = /sourceCode\s+([\w+#.-]+)/.exec(classes)?.[1];
  const language = safeLanguage((pandoc ?? named)?.toLowerCase() ?? null);
  const text = textOf(element).replaceAll(/\r\n?/g, "\n").replace(/\n$/, "");
  return {
    type: "codeBlock",
    attrs: { language },
    content: text === "" ? [] : [{ type: "text", text }],
  };
}

function toggle(element: HtmlElement, { inside, reading }: BlockReader): JSONContent {
  const summary = element.childNodes.find((node) => isElement(node) && node.tagName === "summary");
  const line = new Line();
  if (summary && isElement(summary))
    for (const node of summary.childNodes) readInline(node, line, [], reading);
  const rest = { childNodes: element.childNodes.filter((node) => node !== summary) };
  const head: JSONContent = { type: "toggleSummary", content: line.take() };
  const isOpen = attribute(element, "open") !== null;
  return { type: "toggle", attrs: { isOpen }, content: [head, ...inside(rest)] };
}

/** Blocks that programs say by classes: callouts, columns, formulas, bookmarks, footers of exports. */
function readSpecial(element: HtmlElement, reader: BlockReader): JSONContent[] | undefined {
  if (hasClass(element, "katex-display", "equation-container", "math-display") || isOwnFormula(element)) {
    const source = isOwnFormula(element) ? textOf(element) : formulaOf(element);
    return source === null ? undefined : [{ type: "mathBlock", attrs: { source } }];
  }
  if (attribute(element, "data-raw") !== null && element.tagName === "pre")
    return [{ type: "rawBlock", attrs: { format: attribute(element, "data-raw"), source: textOf(element) } }];
  if (isCallout(element)) return [callout(element, reader)];
  if (hasClass(element, "column-list", "columns")) return columns(element, reader);
  if (hasClass(element, "bookmark") && element.tagName === "a") return bookmark(element);
  return undefined;
}

const isOwnFormula = (element: HtmlElement) =>
  element.tagName === "pre" && attribute(element, "data-math") !== null;

const isCallout = (element: HtmlElement) =>
  attribute(element, "data-callout") !== null ||
  (hasClass(element, "callout") && ["figure", "div", "aside"].includes(element.tagName)) ||
  (element.tagName === "aside" && styleOf(element, "display") !== "none") ||
  hasClass(element, "markdown-alert");

function callout(element: HtmlElement, { inside }: BlockReader): JSONContent {
  const kind =
    attribute(element, "data-callout") ??
    /(?:^|\s)markdown-alert-(\w+)/.exec(attribute(element, "class") ?? "")?.[1]?.toUpperCase() ??
    "NOTE";
  const isLabel = (node: HtmlNode) =>
    isElement(node) &&
    (attribute(node, "data-callout-label") !== null || hasClass(node, "markdown-alert-title"));
  const content = inside({ childNodes: element.childNodes.filter((node) => !isLabel(node)) });
  const attrs = {
    kind,
    title: attribute(element, "data-callout-title"),
    fold: attribute(element, "data-fold"),
  };
  return { type: "callout", attrs, content: content.length > 0 ? content : [{ type: "paragraph" }] };
}

function columns(element: HtmlElement, { inside }: BlockReader): JSONContent[] {
  const parts = element.childNodes.filter(isElement).filter((part) => hasClass(part, "column"));
  if (parts.length < 2) return inside(element);
  const content = parts.map((part) => {
    const blocks = inside(part);
    return { type: "column", content: blocks.length > 0 ? blocks : [{ type: "paragraph" }] };
  });
  return [{ type: "columns", content }];
}

function bookmark(element: HtmlElement): JSONContent[] {
  const href = attribute(element, "href") ?? "";
  const title = find(element, (inner) => hasClass(inner, "bookmark-title"));
  const text = oneLine(textOf(title ?? element)) || href;
  return [
    { type: "paragraph", content: [{ type: "text", text, marks: [{ type: "link", attrs: { href } }] }] },
  ];
}
