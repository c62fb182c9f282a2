import type { JSONContent } from "@tiptap/core";
import { MARK_ORDER, MARK_TAGS, writePieces } from "./html-pieces.ts";
import type { TreeNode } from "./tree.ts";

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

function writeJson(content: JSONContent[]): string {
  return writePieces(
    content.map(({ text = "", marks = [] }) => ({ text, marks: marks.map(({ type }) => type) })),
  );
}
