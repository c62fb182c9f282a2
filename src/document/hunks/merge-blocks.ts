import { Fragment, type Node, type NodeType } from "@tiptap/pm/model";
import type { Pair } from "../alignment.ts";
import { isBlockId } from "../block-id-attribute.ts";
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
  const moved = movedBlocks(base, mine);
  if (moved) return mergeMoved(base, moved, others);
  const merged: Node[] = [];
  for (let index = 0; index <= base.length; index++) {
    const added = ours.added[index] ?? [];
    merged.push(...added, ...withoutCopies(others.added[index] ?? [], added));
    const was = base[index];
    const here = ours.kept.get(index);
    // What people deleted since stays deleted.
    if (!was || !here) continue;
    const block = mergeKept(was, here, others.kept.get(index));
    if (block === null) return null;
    merged.push(...block);
  }
  return merged;
}

const withoutCopies = (blocks: readonly Node[], others: readonly Node[]): Node[] =>
  blocks.filter((each) => !others.some((one) => one.eq(each)));

function mergeKept(was: Node, mine: Node, theirs: Node | undefined): Node[] | null {
  if (!theirs) return mine.eq(was) ? [] : null;
  const block = mergeBlock(was, mine, theirs);
  return block && [block];
}

type Moved = { block: Node; from: number | undefined };

/** Where each block stood before, if people have put some into another order; else null. */
function movedBlocks(base: readonly Node[], mine: readonly Node[]): Moved[] | null {
  const found = new Map(alignBlocks(base, mine).map(([from, to]) => [to, from]));
  const taken = new Set(found.values());
  const blocks = mine.map((block, to) => {
    const id: unknown = block.attrs["id"];
    const byId = isBlockId(id) ? base.findIndex(({ attrs }) => attrs["id"] === id) : -1;
    return { block, from: found.get(to) ?? (byId >= 0 && !taken.has(byId) ? byId : undefined) };
  });
  return blocks.some(({ from }, to) => from !== found.get(to)) ? blocks : null;
}

/** In the order that people have given them; what is put in stands behind what it stood behind. */
function mergeMoved(
  base: readonly Node[],
  mine: readonly Moved[],
  others: ReturnType<typeof sideOf>,
): Node[] | null {
  const first: Node[] = [];
  const behind = new Map<number, Node[]>();
  const merged: Node[][] = [first];
  for (const { block, from } of mine) {
    const kept = from === undefined ? [block] : mergeKept(base[from]!, block, others.kept.get(from));
    if (kept === null) return null;
    const own = [...kept];
    merged.push(own);
    if (from !== undefined) behind.set(from, own);
  }
  const blocks = mine.map(({ block }) => block);
  for (const [index, added] of others.added.entries()) {
    let at = index - 1;
    while (at >= 0 && !behind.has(at)) at--;
    (behind.get(at) ?? first).push(...withoutCopies(added ?? [], blocks));
  }
  return merged.flat();
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
