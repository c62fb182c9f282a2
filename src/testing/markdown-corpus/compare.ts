import { parseMarkdown } from "#document/markdown/parse.ts";
import { toMarkdown } from "#document/markdown/serialize.ts";
import { schema } from "#document/schema.ts";
import { readState, seedUpdate } from "#document/yjs/yjs.ts";
import { ALLOWED, type Rule } from "./allowed.ts";
import { readIndependently } from "./independent-tree.ts";

export type Comparison = {
  written: string;
  /** The first lines in which the trees differ beyond what is allowed; empty when they do not. */
  difference: string[];
  /** How many of each allowed difference there are. */
  allowed: Partial<Record<Rule, number>>;
};

const FRONT_MATTER =
  /^\uFEFF?(?:---[ \t]*\r?\n(?:[^]*?\r?\n)?---|\+\+\+[ \t]*\r?\n(?:[^]*?\r?\n)?\+\+\+)[ \t]*(?:\r?\n|$)/;
const withoutHead = (markdown: string) => markdown.replace(FRONT_MATTER, "").replace(/^\uFEFF/, "");

/** The way of a text through the product: imported, stored, exported. */
export function passThrough(markdown: string): string {
  const { doc } = parseMarkdown(markdown);
  return toMarkdown(readState(seedUpdate(schema.nodeFromJSON(doc).toJSON())));
}

/** What an independent parser sees in a text and in its export. */
export function compare(markdown: string, written = passThrough(markdown)): Comparison {
  const before = readIndependently(withoutHead(markdown.replaceAll("\0", "")));
  const after = readIndependently(withoutHead(written));
  const allowed: Comparison["allowed"] = {};
  for (const rule of Object.keys(ALLOWED) as Rule[]) {
    const count = Math.abs((before.met[rule] ?? 0) - (after.met[rule] ?? 0));
    if (count > 0) allowed[rule] = count;
  }
  const difference = firstDifference(before.lines, after.lines);
  // What the source shows there already must still be shown.
  if (difference.length === 0 && before.beyond.length > 0)
    difference.push(...firstDifference(before.beyond, after.beyond));
  return { written, difference, allowed };
}

function firstDifference(before: string[], after: string[]): string[] {
  const at = before.findIndex((line, index) => line !== after[index]);
  if (at < 0 && before.length === after.length) return [];
  const from = at < 0 ? before.length : at;
  const show = (sign: string, lines: string[]) =>
    lines.slice(Math.max(0, from - 2), from + 3).map((line) => `${sign} ${line.slice(0, 300)}`);
  return [...show("-", before), ...show("+", after)];
}
