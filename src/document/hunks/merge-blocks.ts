import { Fragment, type Node, type NodeType } from "@tiptap/pm/model";
import type { Pair } from "../alignment.ts";
import { alignBlocks } from "../compare/compare.ts";
import { marksAt, type Token, tokensOf } from "../compare/compare-text.ts";
import { differingRuns, numbered, type Run } from "../compare/differing-runs.ts";

/**
 * What `theirs` made of `base`, done to `mine`, which came of `base` as well: blocks by their ids, texts word by word.
 * @returns null when both changed the same words or attributes, or `theirs` has no block for what `mine` wrote in one
 */
export function mergeBlocks(
  base: readonly Node[],
  mine: readonly Node[],
  theirs: readonly Node[],
): Node[] | null {
  const [ours, others] = [sideOf(base, mine), sideOf(base, theirs)];
  const merged: Node[] = [];
  for (let index = 0; index <= base.length; index++) {
    const added = ours.added[index] ?? [];
    merged.push(
      ...added,
      ...(others.added[index] ?? []).filter((each) => !added.some((one) => one.eq(each))),
    );
    const was = base[index];
    const [here, there] = [ours.kept.get(index), others.kept.get(index)];
    // What people deleted since stays deleted.
    if (!was || !here) continue;
    if (!there) {
      if (!here.eq(was)) return null;
      continue;
    }
    const block = mergeBlock(was, here, there);
    if (!block) return null;
    merged.push(block);
  }
  return merged;
}

/** What became of each block, and what was put in before each. */
function sideOf(base: readonly Node[], blocks: readonly Node[]) {
  const pairs = alignBlocks(base, blocks);
  const kept = new Map(pairs.map(([from, to]) => [from, blocks[to]!]));
  const added: Node[][] = [];
  let [last, at] = [0, 0];
  for (const [from, to] of [...pairs, [base.length, blocks.length] as Pair]) {
    if (to > at) added[last] = blocks.slice(at, to);
    [last, at] = [from + 1, to + 1];
  }
  return { kept, added };
}

function mergeBlock(was: Node, mine: Node, theirs: Node): Node | null {
  if (theirs.eq(was)) return mine;
  if (mine.eq(was) || mine.eq(theirs)) return theirs;
  const type = chosen(was.type, mine.type, theirs.type);
  const attrs = type && mergeAttributes(type, [was, mine, theirs]);
  const content = attrs && mergeInside(was, mine, theirs);
  if (!content || !type.validContent(Fragment.from(content))) return null;
  return type.create(attrs, content, mine.marks);
}

function mergeInside(was: Node, mine: Node, theirs: Node): Node[] | null {
  const all = [was, mine, theirs];
  if (all.every((node) => node.inlineContent)) return mergeText(was.children, mine.children, theirs.children);
  if (all.some((node) => node.inlineContent || node.isLeaf))
    return all.every((node) => node.isLeaf) ? [] : null;
  return mergeBlocks(was.children, mine.children, theirs.children);
}

/** Attributes that the chosen type has not are those of another kind of block. */
function mergeAttributes(type: NodeType, [was, mine, theirs]: [Node, Node, Node]) {
  const attrs: Record<string, unknown> = {};
  for (const name of Object.keys(type.spec.attrs ?? {})) {
    const [a, b, c] = [was, mine, theirs].map((node) => JSON.stringify(node.attrs[name]));
    const text = chosen(a, b, c);
    if (text === null) return null;
    attrs[name] = text === undefined ? undefined : JSON.parse(text);
  }
  return attrs;
}

/** Null when both chose otherwise. */
function chosen<Value>(was: Value, mine: Value, theirs: Value): Value | null {
  if (theirs === was || theirs === mine) return mine;
  return mine === was ? theirs : null;
}

/** Words of a text, merged where both changed other ones. */
function mergeText(base: readonly Node[], mine: readonly Node[], theirs: readonly Node[]): Node[] | null {
  const [was, ours, others] = [base, mine, theirs].map(tokensOf) as [Token[], Token[], Token[]];
  const merged: Node[] = [];
  const write = (tokens: readonly Token[]) => merged.push(...tokens.flatMap(({ nodes }) => nodes));
  const queue = [runsOf(was, ours), runsOf(was, others)] as const;
  for (let at = 0; at < was.length || queue.some((runs) => runs.length > 0);) {
    const [one, other] = [queue[0][0], queue[1][0]];
    if (one && other && isOverlapping(one, other)) return null;
    const next = !other || (one && isBefore(one, other)) ? one : other;
    write(was.slice(at, next?.oldFrom ?? was.length));
    at = next?.oldFrom ?? was.length;
    if (!next) continue;
    write((next === one ? ours : others).slice(next.newFrom, next.newTo));
    at = next.oldTo;
    queue[next === one ? 0 : 1].shift();
  }
  return merged;
}

function runsOf(old: readonly Token[], next: readonly Token[]): Run[] {
  const keyOf = (token: Token) => `${token.key} ${marksAt(token).key}`;
  return differingRuns(...numbered(old.map(keyOf), next.map(keyOf)));
}

const isBefore = (one: Run, other: Run): boolean =>
  one.oldFrom < other.oldFrom || (one.oldFrom === other.oldFrom && one.oldTo <= other.oldTo);

/** Whether both changed the same words. Two that only put in words at one place did not. */
const isOverlapping = (one: Run, other: Run): boolean =>
  one.oldFrom < other.oldTo && other.oldFrom < one.oldTo;
