import type { Mark, Node } from "@tiptap/pm/model";
import { markWords } from "./change-words.ts";
import type { MergedNodes } from "../yjs/merged-nodes.ts";
import { differingRuns, numbered } from "./differing-runs.ts";

/** Spaces, single letters of scripts that do not space their words, words, and every other sign for itself. */
const TOKENS =
  /\s+|[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmr}\p{sc=Mymr}]|[\p{L}\p{N}\p{M}]+(?:['\u2019][\p{L}\p{M}]+)*|[^]/gu;
const HAS_WORD = /[\p{L}\p{N}]/u;

/** A word or an inline node; `nodes` are more than one where the formatting changes within the word. */
export interface Token {
  key: string;
  nodes: Node[];
  /** Neither a word nor a node: alone between two changes it is no reason to tell them apart. */
  isWeak: boolean;
}

/** Writes the text of a paragraph, of both times in one: what went, what came, and what is only formatted otherwise. */
export function mergeText(before: readonly Node[], after: readonly Node[], into: MergedNodes): void {
  const old = tokensOf(before);
  const next = tokensOf(after);
  const runs = joined(differingRuns(...numbered(old.map(keyOf), next.map(keyOf))), old);
  let x = 0;
  let y = 0;
  const same = (to: number) => {
    for (; x < to; x++, y++) writeSame(old[x]!, next[y]!, into);
  };
  for (const run of runs) {
    same(run.oldFrom);
    into.text(old.slice(run.oldFrom, run.oldTo).flatMap(nodesOf), "deleted");
    into.text(next.slice(run.newFrom, run.newTo).flatMap(nodesOf), "inserted");
    [x, y] = [run.oldTo, run.newTo];
  }
  same(old.length);
}

const nodesOf = (token: Token) => token.nodes;
const keyOf = (token: Token) => token.key;

function writeSame(old: Token, next: Token, into: MergedNodes): void {
  const before = marksAt(old);
  const after = marksAt(next);
  if (before.key === after.key) into.text(next.nodes, null);
  else into.text(next.nodes, "changed", markWords(before.marks, after.marks));
}

export function marksAt({ nodes }: Token): { key: string; marks: readonly Mark[] } {
  const key = nodes.map(
    (node) => `${node.nodeSize}${JSON.stringify(node.marks.map((mark) => mark.toJSON()))}`,
  );
  return { key: key.join(), marks: nodes.flatMap((node) => node.marks) };
}

/** Runs between which there is only a space or a sign are one. */
function joined(runs: ReturnType<typeof differingRuns>, old: readonly Token[]) {
  const result: typeof runs = [];
  for (const run of runs) {
    const last = result.at(-1);
    if (last && old.slice(last.oldTo, run.oldFrom).every((token) => token.isWeak)) {
      last.oldTo = run.oldTo;
      last.newTo = run.newTo;
    } else result.push({ ...run });
  }
  return result;
}

export function tokensOf(nodes: readonly Node[]): Token[] {
  const tokens: Token[] = [];
  for (let index = 0; index < nodes.length;) {
    const texts: Node[] = [];
    while (nodes[index]?.isText) texts.push(nodes[index++]!);
    tokens.push(...textTokens(texts));
    const node = nodes[index];
    if (node && !node.isText) {
      tokens.push({
        key: `node ${JSON.stringify([node.type.name, node.attrs])}`,
        nodes: [node],
        isWeak: false,
      });
      index++;
    }
  }
  return tokens;
}

/** Words are found in the text as a whole, so that half a word in bold is still one word. */
function textTokens(texts: readonly Node[]): Token[] {
  const words =
    texts
      .map((node) => node.text ?? "")
      .join("")
      .match(TOKENS) ?? [];
  let at = 0;
  let from = 0;
  return words.map((word) => {
    const nodes: Node[] = [];
    for (let left = word.length; left > 0;) {
      const node = texts[at]!;
      const length = Math.min(left, node.nodeSize - from);
      nodes.push(node.cut(from, from + length));
      left -= length;
      from += length;
      if (from === node.nodeSize) [at, from] = [at + 1, 0];
    }
    return { key: `text ${word}`, nodes, isWeak: !HAS_WORD.test(word) };
  });
}
