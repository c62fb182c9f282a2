import type { Mark, Node } from "@tiptap/pm/model";
import { formatOf } from "../formats.ts";
import { safeHref } from "../html/safe-urls.ts";
import type { InlinePlace } from "../formats/format.ts";
import { LINE_BREAK } from "./line-break.ts";
import type { Phrasing } from "./tree.ts";

interface Run {
  node: Node;
  /** What wraps it, without the code mark, which is part of the text itself. */
  wraps: Wrap[];
}

interface Wrap {
  key: string;
  type: "link" | "strong" | "emphasis" | "delete" | "highlight";
  url: string;
  title: string | null;
}

const WRAP_TYPES: Record<string, Wrap["type"]> = {
  bold: "strong",
  italic: "emphasis",
  strike: "delete",
  highlight: "highlight",
};

function linkWrap(href: unknown, title: unknown): Wrap[] {
  const url = safeHref(href);
  if (url === null) return [];
  const name = typeof title === "string" && title !== "" ? title : null;
  return [{ key: JSON.stringify([url, name]), type: "link", url, title: name }];
}

function wrapsOf(node: Node): Wrap[] {
  if (node.type.name === "image") return linkWrap(node.attrs.href, node.attrs.hrefTitle);
  return node.marks.flatMap((mark: Mark): Wrap[] => {
    if (mark.type.name === "link") return linkWrap(mark.attrs.href, mark.attrs.title);
    const type = WRAP_TYPES[mark.type.name];
    return type === undefined ? [] : [{ key: type, type, url: "", title: null }];
  });
}

/** The inline content of a paragraph or heading, or of the paragraphs of a cell as lines. */
export function writeInlines(node: Node, place: InlinePlace): Phrasing[] {
  const lines = place === "cell" ? node.children.map((line) => line.children) : [node.children];
  return lines.flatMap((line, index) => [
    ...(index > 0 ? [LINE_BREAK] : []),
    ...wrap(adoptWraps(line.map((child) => ({ node: child, wraps: wrapsOf(child) }))), place),
  ]);
}

/**
 * Only text carries marks (the Yjs binding drops them elsewhere), so a line break or a tag between two bold
 * texts takes part in what both have in common: `**a<br>b**` instead of `**a**<br>**b**`.
 */
function adoptWraps(runs: Run[]): Run[] {
  const isBare = (run: Run | undefined) =>
    run !== undefined && !run.node.isText && run.node.type.name !== "image";
  for (let from = 0; from < runs.length; from++) {
    let to = from;
    while (isBare(runs[to])) to++;
    if (to === from) continue;
    const between = runs.slice(from, to);
    // What is kept as Markdown may be a link itself, and links do not nest.
    const mayLink = between.every((run) => run.node.attrs.format !== "markdown");
    const after = runs[to]?.wraps ?? [];
    const common = (runs[from - 1]?.wraps ?? []).filter(
      ({ key, type }) => after.some((other) => other.key === key) && (mayLink || type !== "link"),
    );
    // A letter right behind its last dollar would make a formula text; the sign that begins a mark keeps them apart.
    const isGlued =
      between.at(-1)?.node.type.name === "mathInline" && /^[\p{L}\p{N}]/u.test(runs[to]?.node.text ?? "");
    if (!isGlued) for (const run of between) run.wraps = common;
    from = to;
  }
  return runs;
}

/** Nests the flat runs again; the mark that reaches furthest goes outside. */
function wrap(runs: Run[], place: InlinePlace): Phrasing[] {
  const result: Phrasing[] = [];
  for (let from = 0; from < runs.length;) {
    let widest: Wrap | null = null;
    let to = from + 1;
    for (const candidate of runs[from]?.wraps ?? []) {
      let end = from + 1;
      while (runs[end]?.wraps.some((other) => other.key === candidate.key) === true) end++;
      if (widest === null || end > to) [widest, to] = [candidate, end];
    }
    if (widest === null) {
      result.push(...leaf(runs, from, place));
    } else {
      const { key, type, url, title } = widest;
      const inner = runs.slice(from, to).map((run) => ({
        node: run.node,
        wraps: run.wraps.filter((other) => other.key !== key),
      }));
      const children = wrap(inner, place);
      result.push(
        type === "link" ? ({ type, url, title, children } as Phrasing) : ({ type, children } as Phrasing),
      );
    }
    from = to;
  }
  return result;
}

function leaf(runs: Run[], index: number, place: InlinePlace): Phrasing[] {
  const node = runs[index]?.node;
  if (node === undefined) return [];
  if (node.isText) {
    const value = (node.text ?? "").replaceAll("\n", " ");
    return [{ type: node.marks.some((mark) => mark.type.name === "code") ? "inlineCode" : "text", value }];
  }
  const next = runs[index + 1];
  const neighbours = {
    mayBreak: place === "lines" && mayBreak(next?.node),
    letterAfter: letterAfter(next),
  };
  return [formatOf(node)?.inlineMarkdown?.(node, neighbours) ?? { type: "text", value: "" }];
}

/** What stands right behind a run: a letter of the next, unless that begins with a sign of its own ("[", "**", "`"). */
function letterAfter(next: Run | undefined): string {
  if (next === undefined || next.wraps.length > 0) return "";
  return next.node.marks.some((mark) => mark.type.name === "code") ? "" : (next.node.text?.[0] ?? "");
}

/** A backslash breaks a line only where text follows; a tag that began a line could become a block. */
function mayBreak(next: Node | undefined): boolean {
  return next !== undefined && (next.isText || next.type.name === "image");
}
