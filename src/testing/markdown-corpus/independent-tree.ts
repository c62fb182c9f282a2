import MarkdownIt from "markdown-it";
import footnote from "markdown-it-footnote";
import type { Rule } from "./allowed.ts";
import { readRuns, type Run, type Token } from "./inline-runs.ts";

/** What a parser that shares no code with ours sees in a text: one line for each block and each run of text. */
export type IndependentTree = {
  lines: string[];
  /** The same of cells under no header, which a parser drops where the header is too short for them. */
  beyond: string[];
  /** How often each allowed way of writing was met, and left out of the lines. */
  met: Partial<Record<Rule, number>>;
};

type Met = (rule: Rule, times?: number) => void;

/** `text` stands for a block of text, whose runs are below. */
type Block = { name: string; children: Block[]; runs: Run[] };

const parser = new MarkdownIt({ html: true }).use(footnote);
// Whether an address is safe to open is not a question of syntax.
parser.validateLink = () => true;
parser.normalizeLink = (url: string) => url;
parser.normalizeLinkText = (text: string) => text;

export function readIndependently(markdown: string): IndependentTree {
  const counts: IndependentTree["met"] = {};
  const met: Met = (rule, times = 1) => {
    if (times > 0) counts[rule] = (counts[rule] ?? 0) + times;
  };
  const root: Block = { name: "root", children: [], runs: [] };
  const open = [root];
  for (const token of parser.parse(markdown.replace(/\r\n?/g, "\n"), {})) {
    const parent = open.at(-1)!;
    if (token.nesting === -1) open.pop();
    else {
      const block = readBlock(token, met);
      parent.children.push(block);
      if (token.nesting === 1) open.push(block);
    }
  }
  const [lines, beyond]: [string[], string[]] = [[], []];
  print(
    tidy(root.children, met).map((block) => cutTable(block, beyond, met)),
    "",
    lines,
  );
  return { lines, beyond, met: counts };
}

function readBlock(token: Token, met: Met): Block {
  const block: Block = { name: nameOf(token, met), children: [], runs: [] };
  if (token.type === "inline") block.runs = readRuns(token.children ?? [], met);
  return block;
}

function nameOf(token: Token, met: Met): string {
  const type = token.type.replace(/_open$/, "");
  const attribute = (name: string) => String(token.attrGet(name) ?? "");
  switch (type) {
    case "heading":
      return token.tag;
    case "paragraph":
      if (token.hidden) met("tight-list");
      return "paragraph";
    case "code_block":
      met("indented-code");
      return `code ${JSON.stringify(["", withoutLastNewline(token.content)])}`;
    case "fence":
      return `code ${JSON.stringify([infoOf(token.info, met), withoutLastNewline(token.content)])}`;
    case "html_block":
      return `html ${JSON.stringify(htmlOf(token.content, met))}`;
    case "ordered_list":
      return `ordered_list ${attribute("start") || "1"}`;
    case "th":
    case "td":
      return `${type} ${attribute("style")}`;
    case "footnote":
    case "footnote_reference":
      return `footnote ${JSON.stringify(token.meta)}`;
    default:
      return type;
  }
}

const withoutLastNewline = (code: string) => code.replace(/\n$/, "");

function infoOf(info: string, met: Met): string {
  const tidied = info.trim().replace(/\s+/g, " ");
  if (tidied !== info) met("info-spacing");
  return parser.utils.unescapeAll(tidied);
}

/** Its own indent and the blank lines after it are no part of what it says. */
function htmlOf(html: string, met: Met): string {
  const tidied = html.replace(/^[ \t]+|[ \t\n]+$/g, "");
  if (tidied !== html.replace(/\n$/, "")) met("html-indent");
  return withPlainDetails(tidied, met);
}

function withPlainDetails(html: string, met: Met): string {
  const [, open, summary] = /^<details( open)?>\s*<summary>([^]*?)<\/summary>$/.exec(html) ?? [];
  if (summary === undefined) return html;
  const inner = summary
    .replace(/\s+/g, " ")
    .trim()
    .replace(/<(\/?)(b|i|del)>/g, (_, slash: string, tag: "b" | "i" | "del") => `<${slash}${PLAIN[tag]}>`)
    .replaceAll("&quot;", '"')
    .replaceAll("&#39;", "'");
  const written = `<details${open ?? ""}>\n<summary>${inner}</summary>`;
  if (written !== html) met("details-tags");
  return written;
}

const PLAIN = { b: "strong", i: "em", del: "s" };

const isList = ({ name }: Block) => name === "bullet_list" || name.startsWith("ordered_list");
const isTask = ({ children }: Block) => TASK.test(children[0]?.children[0]?.runs[0]?.key ?? "");
const TASK = /^text:\[[ xX]\](?=$|[ ])/;

function tidy(blocks: Block[], met: Met): Block[] {
  const tidied: Block[] = [];
  for (const block of blocks) {
    block.children = tidy(block.children, met);
    if (block.name === "list_item") tidyBox(block, met);
    if (block.name === "blockquote") tidyCallout(block, met);
    const last = tidied.at(-1);
    // Lists beside each other that tasks were split off from are one in the source.
    if (last && isList(last) && isList(block) && isSplitAtTasks(last, block)) {
      met("list-split-at-tasks");
      last.children.push(...block.children);
    } else if (isBlank(block)) met("empty-paragraph");
    else tidied.push(asTagBlock(block, met));
  }
  return tidied;
}

function tidyBox(item: Block, met: Met): void {
  const run = item.children[0]?.children[0]?.runs[0];
  if (!run?.key.startsWith("text:[X]") || !isTask(item)) return;
  met("task-box");
  run.key = run.key.replace("[X]", "[x]");
}

const KIND = /^text:\[![\w-]+\][+-]?$/;

/** A line break between the kind of a callout and its text says nothing. */
function tidyCallout(quote: Block, met: Met): void {
  const [first, second] = quote.children;
  const runs = first?.children[0]?.runs ?? [];
  if (runs.length === 1 && second?.name === "paragraph" && KIND.test(runs[0]?.key ?? "")) {
    runs.push({ key: "break", marks: [] }, ...(second.children[0]?.runs ?? []));
    quote.children.splice(1, 1);
  }
  const [head, next, text] = runs;
  if (!head || !KIND.test(head.key) || next?.key !== "break") return;
  met("callout-break");
  const plain = text?.key.startsWith("text:") && text.marks.length === 0 ? text.key.slice(5) : null;
  head.key += ` ${plain ?? ""}`;
  runs.splice(1, plain === null ? 1 : 2);
}

function isSplitAtTasks(last: Block, next: Block): boolean {
  const [before, after] = [last.children.at(-1), next.children[0]];
  return before !== undefined && after !== undefined && isTask(before) !== isTask(after);
}

/** Takes the last columns off that have no header. */
function cutTable(block: Block, beyond: string[], met: Met): Block {
  if (block.name !== "table") {
    return { ...block, children: block.children.map((child) => cutTable(child, beyond, met)) };
  }
  const rows = block.children.flatMap(({ children }) => children);
  const header = rows[0]?.children ?? [];
  const isEmpty = (cell: Block | undefined) =>
    cell?.name === "th " && (cell.children[0]?.runs.length ?? 0) === 0;
  let width = header.length;
  while (width > 1 && isEmpty(header[width - 1])) width--;
  for (const row of rows) {
    const cells = row.children.splice(width).flatMap(({ children }) => children);
    const filled = cells.filter(({ runs }) => runs.length > 0);
    met("cells-beyond-header", filled.length);
    print(filled, "", beyond);
  }
  return block;
}

/** A paragraph of nothing but a line break shows nothing. */
function isBlank({ name, children }: Block): boolean {
  return name === "paragraph" && (children[0]?.runs ?? []).every(({ key }) => key === "break");
}

/** A tag over several lines is no block of HTML; on one line, with nothing beside it, it is. */
function asTagBlock(block: Block, met: Met): Block {
  const [only, ...others] = block.children[0]?.runs ?? [];
  const isTag = block.name === "paragraph" && others.length === 0 && only?.key.startsWith("html:");
  if (!isTag || only === undefined) return block;
  met("tag-alone");
  return { name: `html ${JSON.stringify(only.key.slice(5))}`, children: [], runs: [] };
}

function print(blocks: Block[], indent: string, lines: string[]): void {
  for (const { name, children, runs } of blocks) {
    if (name !== "inline") lines.push(`${indent}${name}`);
    for (const { key, marks } of runs)
      lines.push(`${indent}${key}${marks.length > 0 ? ` {${marks.join(" ")}}` : ""}`);
    print(children, `${indent}  `, lines);
  }
}
