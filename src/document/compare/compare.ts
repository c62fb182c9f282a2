import type { JSONContent } from "@tiptap/core";
import { Fragment, type Node } from "@tiptap/pm/model";
import { align, type Comparison as Alignment, type Pair } from "../alignment.ts";
import { isBlockId } from "../block-id-attribute.ts";
import { blockChangeWords, blockWords } from "./change-words.ts";
import { countChangedWords, wordsOf } from "./changed-words.ts";
import { mergeText } from "./compare-text.ts";
import { withoutOrigins } from "../origins/origins.ts";
import { type Change, MergedNodes } from "../yjs/merged-nodes.ts";

/** Two bodies in one, with what went beside what came. */
export interface Comparison {
  /** A document of the schema: the later body, and in it what the earlier one had besides. */
  doc: JSONContent;
  /** In the order of their places. */
  changes: Change[];
  wordsAdded: number;
  wordsRemoved: number;
}

/** Two blocks of different identity whose words have less in common are not one block rewritten. */
const LIKENESS_MIN = 0.35;

/**
 * What differs between two bodies, word by word within blocks that stayed. Knows no kind of block: it goes by the schema, so that a new one
 * is compared as soon as it is there. Where the schema has no room for both sides in one place, the block around them is
 * shown twice, as it was and as it is.
 */
export function compareBodies(before: Node, after: Node): Comparison {
  // How words came about is no difference between them.
  const [old, next] = [withoutOrigins(before), withoutOrigins(after)];
  const merged = mergeBlocks(old.children, next.children);
  const content = Fragment.from(merged.nodes);
  const isValid = next.type.validContent(content);
  const changes = isValid ? merged.changes : [];
  const counts = countWords(merged.changes, content);
  return {
    doc: next.copy(isValid ? content : next.content).toJSON() as JSONContent,
    changes: changes.toSorted((a, b) => a.from - b.from || b.to - a.to),
    ...counts,
  };
}

function countWords(changes: readonly Change[], content: Fragment) {
  const text = (kind: Change["kind"]) =>
    changes
      .filter((change) => change.kind === kind)
      .map(({ from, to }) => content.textBetween(from, to, " ", " "))
      .join(" ");
  // By the text and not by place: what only moved was neither written nor deleted.
  const { added, removed } = countChangedWords(wordsOf(text("deleted")), wordsOf(text("inserted")));
  return { wordsAdded: added, wordsRemoved: removed };
}

/** Which blocks of one body became which of the other; those of neither side that have no partner went or came. */
export function alignBlocks(before: readonly Node[], after: readonly Node[]): Pair[] {
  return align(before.map(factsOf), after.map(factsOf), alignment(before.length === 1 && after.length === 1));
}

function mergeBlocks(before: readonly Node[], after: readonly Node[]): MergedNodes {
  const into = new MergedNodes();
  const old = before.map(factsOf);
  const next = after.map(factsOf);
  const pairs = align(old, next, alignment(old.length === 1 && next.length === 1));
  let at = 0;
  let to = 0;
  for (const [oldIndex, newIndex] of [...pairs, [old.length, next.length] as const]) {
    for (; at < oldIndex; at++) into.block(before[at]!, "deleted", blockWords(before[at]!));
    for (; to < newIndex; to++) into.block(after[to]!, "inserted", blockWords(after[to]!));
    if (oldIndex < old.length) mergePair(old[at++]!, next[to++]!, into);
  }
  return into;
}

function mergePair(old: Facts, next: Facts, into: MergedNodes): void {
  if (old.signature === next.signature) return into.block(next.node, null);
  const inner = mergeInside(old.node, next.node);
  if (!inner) {
    into.block(old.node, "deleted", blockWords(old.node));
    into.block(next.node, "inserted", blockWords(next.node));
    return;
  }
  const what = blockChangeWords(old.node, next.node);
  into.block(next.node.copy(Fragment.from(inner.nodes)), what ? "changed" : null, what, inner.changes);
}

/** Null where both cannot stand in one block. */
function mergeInside(before: Node, after: Node): MergedNodes | null {
  if (before.isLeaf || after.isLeaf) return null;
  const areTexts = before.inlineContent && after.inlineContent;
  if (!areTexts && before.type !== after.type) return null;
  let inner: MergedNodes;
  if (areTexts) mergeText(before.children, after.children, (inner = new MergedNodes()));
  else inner = mergeBlocks(before.children, after.children);
  return after.type.validContent(Fragment.from(inner.nodes)) ? inner : null;
}

interface Facts {
  node: Node;
  id: string | null;
  signature: string;
  words: Map<string, number>;
  count: number;
}

function factsOf(node: Node): Facts {
  const { id } = node.attrs as { id?: unknown };
  const words = new Map<string, number>();
  const all = wordsOf(node.textBetween(0, node.content.size, " ", " "));
  for (const word of all) words.set(word, (words.get(word) ?? 0) + 1);
  return { node, id: isBlockId(id) ? id : null, signature: signatureOf(node), words, count: all.length };
}

/** Equal for equal content, ids aside. */
const signatureOf = (node: Node): string =>
  JSON.stringify(node.toJSON(), (key, value: unknown) => (key === "id" ? undefined : value));

const alignment = (isOnlyPair: boolean): Alignment<Facts, Facts> => ({
  oldKeys: [({ id }) => id, ({ signature }) => signature],
  newKeys: [({ id }) => id, ({ signature }) => signature],
  likeness(old, next) {
    if (old.signature === next.signature) return 1;
    const isPossible =
      old.node.type === next.node.type || (old.node.inlineContent && next.node.inlineContent);
    if (!isPossible) return 0;
    if (old.id !== null && old.id === next.id) return 1;
    if (old.node.type === next.node.type && old.count === 0 && next.count === 0) return 0.1;
    const likeness = likenessOf(old, next);
    // Parts without an identity, like cells, are told apart by their places.
    const isPart = old.node.type === next.node.type && !("id" in old.node.attrs);
    return likeness >= LIKENESS_MIN || isOnlyPair || isPart ? Math.max(likeness, 0.01) : 0;
  },
});

function likenessOf(old: Facts, next: Facts): number {
  let common = 0;
  for (const [word, count] of old.words) common += Math.min(count, next.words.get(word) ?? 0);
  return (2 * common) / Math.max(1, old.count + next.count);
}
