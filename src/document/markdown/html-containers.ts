import type { JSONContent } from "@tiptap/core";
import type { Node } from "@tiptap/pm/model";
import type { NodeOf, TreeNode } from "./tree.ts";

/**
 * Blocks that Markdown has no form for and other programs read as HTML: `<details>` folds on GitHub, and Pandoc knows a
 * `<div class="columns">`. The tags stand alone between blank lines, what is between them is Markdown.
 */
export interface HtmlContainer {
  kind: "toggle" | "columns";
  /** Where in the children its parts begin and end; several for columns. */
  parts: { from: number; to: number }[];
  /** The index of the closing tag. */
  end: number;
  isOpen: boolean;
  summary: JSONContent[];
}

const TOGGLE = /^<details( open)?>\s*<summary>([^]*?)<\/summary>$/;
const COLUMNS = /^<div class="columns">\s*<div class="column">$/;
const NEXT_COLUMN = /^<\/div>\s*<div class="column">$/;
const COLUMNS_END = /^<\/div>\s*<\/div>$/;
const SUMMARY_MAX = 2000;

type Open = HtmlContainer & { at: number };

/** The containers among the children of one block, by the index of their opening tag. */
export function findContainers(children: readonly TreeNode[]): Map<number, HtmlContainer> {
  const found = new Map<number, HtmlContainer>();
  // Null stands for a tag that was opened in a way we do not read: what closes it closes none of ours.
  const open: (Open | null)[] = [];
  children.forEach((node, index) => {
    if (node.type !== "html") return;
    const html = node.value.trim();
    const opened = openedBy(html, index);
    if (opened !== null) return void open.push(opened);
    const last = open.at(-1);
    if (last && closePart(last, html, index)) {
      if (last.end < 0) return;
      open.pop();
      found.set(last.at, last);
      return;
    }
    balance(open, html);
  });
  return found;
}

function openedBy(html: string, at: number): Open | null {
  const container = (kind: HtmlContainer["kind"], isOpen: boolean, summary: JSONContent[]): Open => ({
    kind,
    parts: [{ from: at + 1, to: at + 1 }],
    end: -1,
    isOpen,
    summary,
    at,
  });
  if (COLUMNS.test(html)) return container("columns", false, []);
  const toggle = html.length > SUMMARY_MAX ? null : TOGGLE.exec(html);
  const summary = toggle && readSummary(toggle[2] ?? "");
  return summary ? container("toggle", toggle[1] !== undefined, summary) : null;
}

function closePart(container: Open, html: string, index: number): boolean {
  const isNext = container.kind === "columns" && NEXT_COLUMN.test(html);
  const isEnd = container.kind === "columns" ? COLUMNS_END.test(html) : html === "</details>";
  if (!isNext && !isEnd) return false;
  container.parts.at(-1)!.to = index;
  if (isNext) container.parts.push({ from: index + 1, to: index + 1 });
  else container.end = index;
  return true;
}

function balance(open: (Open | null)[], html: string): void {
  const count = (pattern: RegExp) => html.match(pattern)?.length ?? 0;
  let depth = count(/<(?:details|div)\b/gi) - count(/<\/(?:details|div)>/gi);
  for (; depth > 0; depth--) open.push(null);
  for (; depth < 0 && open.length > 0; depth++) open.pop();
}

const TAG_MARKS: Record<string, string> = {
  b: "bold",
  strong: "bold",
  i: "italic",
  em: "italic",
  s: "strike",
  del: "strike",
  code: "code",
  mark: "highlight",
};
const MARK_TAGS: Record<string, string> = {
  bold: "strong",
  italic: "em",
  strike: "s",
  code: "code",
  highlight: "mark",
};
const MARK_ORDER = ["bold", "italic", "strike", "code", "highlight"];
const ENTITIES: Record<string, string> = {
  "&amp;": "&",
  "&lt;": "<",
  "&gt;": ">",
  "&quot;": '"',
  "&#39;": "'",
};

/** The line of a toggle from its HTML; null when there is more in it than words and plain formatting. */
function readSummary(html: string): JSONContent[] | null {
  const content: JSONContent[] = [];
  const marks: string[] = [];
  for (const [piece] of html
    .replace(/\s+/g, " ")
    .trim()
    .matchAll(/<[^<>]*>|<|[^<]+/g)) {
    const [, slash, name = ""] = /^<(\/?)([a-z]+)>$/.exec(piece) ?? [];
    const mark = TAG_MARKS[name];
    if (!piece.startsWith("<")) content.push(...summaryText(piece, marks));
    else if (mark === undefined) return null;
    else if (slash === "") {
      if (marks.includes(mark)) return null;
      marks.push(mark);
    } else if (marks.pop() !== mark) return null;
  }
  // What our own form would say otherwise stays HTML: an unknown entity, a tag around nothing.
  return marks.length === 0 && writeJson(content) === canonical(html) ? content : null;
}

function summaryText(html: string, marks: string[]): JSONContent[] {
  const text = html.replace(/&(?:amp|lt|gt|quot|#39);/g, (entity) => ENTITIES[entity] ?? entity);
  const sorted = MARK_ORDER.filter((mark) => marks.includes(mark)).map((type) => ({ type }));
  return [{ type: "text", text, ...(sorted.length > 0 && { marks: sorted }) }];
}

const canonical = (html: string) =>
  html
    .replace(/\s+/g, " ")
    .trim()
    .replace(
      /<(\/?)([a-z]+)>/g,
      (_, slash: string, name: string) => `<${slash}${MARK_TAGS[TAG_MARKS[name] ?? ""] ?? name}>`,
    )
    .replaceAll("&quot;", '"')
    .replaceAll("&#39;", "'");

type Piece = { text: string; marks: string[] };

function writeJson(content: JSONContent[]): string {
  return writePieces(
    content.map(({ text = "", marks = [] }) => ({ text, marks: marks.map(({ type }) => type) })),
  );
}

/** Marks open and close around as many pieces as share them. */
function writePieces(pieces: Piece[]): string {
  let html = "";
  let open: string[] = [];
  for (const { text, marks } of [...pieces, { text: "", marks: [] }]) {
    const kept = open.findIndex((mark, index) => mark !== marks[index]);
    const shared = kept < 0 ? open.length : kept;
    for (const mark of open.slice(shared).reverse()) html += `</${MARK_TAGS[mark]}>`;
    for (const mark of marks.slice(shared)) html += `<${MARK_TAGS[mark]}>`;
    html += text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
    open = marks;
  }
  return html.replace(/\s+/g, " ").trim();
}

const htmlNode = (value: string): NodeOf<"html"> => ({ type: "html", value });

/** A toggle as the nodes of the tree that stand for it. */
export function writeToggle(node: Node, writeBlocks: (nodes: readonly Node[]) => TreeNode[]): TreeNode[] {
  const summaries = node.children.filter(({ type }) => type.name === "toggleSummary");
  const body = node.children.filter(({ type }) => type.name !== "toggleSummary");
  const pieces = summaries.flatMap((summary, index): Piece[] => [
    ...(index > 0 ? [{ text: " ", marks: [] }] : []),
    ...summary.children.map(summaryPiece),
  ]);
  const open = node.attrs.isOpen === true ? " open" : "";
  const tag = htmlNode(`<details${open}>\n<summary>${writePieces(pieces)}</summary>`);
  return [tag, ...writeBlocks(body), htmlNode("</details>")];
}

function summaryPiece(node: Node): Piece {
  const names = node.marks.map(({ type }) => type.name);
  const { source, title, label, alt } = node.attrs;
  const shown = node.isText ? node.text : (label ?? title ?? alt ?? source ?? " ");
  return { text: String(shown), marks: MARK_ORDER.filter((mark) => names.includes(mark)) };
}

/** Columns as the nodes of the tree that stand for them. */
export function writeColumns(node: Node, writeBlocks: (nodes: readonly Node[]) => TreeNode[]): TreeNode[] {
  const first = htmlNode('<div class="columns">\n<div class="column">');
  const between = htmlNode('</div>\n<div class="column">');
  return [
    ...node.children.flatMap((column, index) => [
      index === 0 ? first : between,
      ...writeBlocks(column.children),
    ]),
    htmlNode("</div>\n</div>"),
  ];
}
