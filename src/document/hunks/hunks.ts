import type { JSONContent } from "@tiptap/core";
import type { Node } from "@tiptap/pm/model";
import { isBlockId } from "../block-id-attribute.ts";
import { assignIds, type CreateId, createBlockId } from "../block-id.ts";
import { alignBlocks } from "../compare/compare.ts";
import { withoutOrigins } from "../origins/origins.ts";
import { repairDocument } from "../repair.ts";
import { mergeBlocks } from "./merge-blocks.ts";
import { rewritten } from "./rewritten.ts";

/**
 * Neighboring blocks of a body that become others: the part of a change that is accepted, refused and undone by itself. Nothing
 * before: they are put in; nothing after: they are taken out.
 */
export type Hunk = {
  /** Ids of the blocks around it in the body it was made for; null at its beginning and end. */
  previous: string | null;
  next: string | null;
  before: JSONContent[];
  after: JSONContent[];
};

/** Of a hunk that was to be taken back: wholly; in part, since people have written in it; not at all, for the same reason; or it was not there any more. */
export type Undone = "undone" | "merged" | "kept" | "gone";

/** What makes one body of the other, in the order of the text. What is new gets its ids here, so that it is known when it is to be undone. */
export function hunksBetween(before: Node, after: Node, createId: CreateId = createBlockId): Hunk[] {
  const old = before.children;
  const next = [...rewritten(before, after, createId).children];
  const pairs = alignBlocks(old, next);
  const kept = new Set(pairs.map(([, index]) => index));
  const ids = idsIn(before);
  // What moved is taken out and put in, and each of both may be refused: it is not the same block twice.
  next.forEach((block, index) => {
    if (!kept.has(index)) next[index] = fromJson([assignIds(toJson(block), createId, new Set(ids))])[0]!;
  });
  const hunks: Hunk[] = [];
  /** Whether nothing lies between the last hunk and what comes next. */
  let isTouching = false;
  let [at, to] = [0, 0];
  const add = (oldEnd: number, newEnd: number) => {
    const hunk = {
      previous: idOf(old[at - 1]),
      next: idOf(old[oldEnd]),
      before: old.slice(at, oldEnd).map(toJson),
      after: next.slice(to, newEnd).map(toJson),
    };
    const last = isTouching ? hunks.at(-1) : undefined;
    // What is put in or taken out beside a rewritten block has no neighbor that stays: both are one part.
    if (last && (isOneSided(last) || isOneSided(hunk))) {
      last.next = hunk.next;
      last.before.push(...hunk.before);
      last.after.push(...hunk.after);
    } else if (hunk.before.length + hunk.after.length > 0) hunks.push(hunk);
    isTouching ||= hunk.before.length + hunk.after.length > 0;
    [at, to] = [oldEnd, newEnd];
  };
  for (const [oldIndex, newIndex] of pairs) {
    add(oldIndex, newIndex);
    if (isSame(old[oldIndex]!, next[newIndex]!)) {
      [at, to] = [oldIndex + 1, newIndex + 1];
      isTouching = false;
    } else add(oldIndex + 1, newIndex + 1);
  }
  add(old.length, next.length);
  return hunks;
}

/**
 * Puts hunks into a body. One whose blocks are not as they were when it was made is left out: false in `isApplied`. What somebody else has
 * put into the same place already is not put there twice.
 */
export function applyHunks(current: Node, hunks: readonly Hunk[]): { doc: Node; isApplied: boolean[] } {
  let blocks = [...current.children];
  const isApplied = hunks.map((hunk) => {
    if (isThereAlready(blocks, hunk)) return true;
    const from = hunk.before.length > 0 ? placeOf(blocks, hunk.before) : gapOf(blocks, hunk);
    if (from === null) return false;
    blocks = blocks.toSpliced(from, hunk.before.length, ...fromJson(hunk.after));
    return true;
  });
  return { doc: bodyOf(blocks), isApplied };
}

/** Takes hunks out of a body again, however long ago they were put in. What people have written since stays. */
export function undoHunks(current: Node, hunks: readonly Hunk[]): { doc: Node; undone: Undone[] } {
  let blocks = [...current.children];
  // From behind: what stood around a hunk is there again before its neighbor looks for its place.
  const undone = hunks.toReversed().map((hunk): Undone => {
    const result = undoOne(blocks, hunk);
    blocks = result.blocks;
    return result.undone;
  });
  return { doc: bodyOf(blocks), undone: undone.toReversed() };
}

/**
 * A hunk that stays, as it would have been made without one that was undone: what it takes the place of holds nothing of that any more, or
 * undoing it as well would bring that back; and what was put back is none of its words. Null where nothing is different.
 */
export function withoutUndone(hunk: Hunk, undone: Hunk): Hunk | null {
  // Where something was taken out, only the text itself knows the place.
  if (undone.after.length === 0) return null;
  const [before, after] = [hunk.before, hunk.after].map((content) => {
    const blocks = fromJson(content);
    const result = undoOne(blocks, undone);
    if (result.undone === "gone" || result.undone === "kept") return null;
    if (result.blocks.length === 0) return [];
    // Words that stay have come about as they did.
    return [...rewritten(bodyOf(blocks), bodyOf(result.blocks), createBlockId).children].map(toJson);
  });
  return before || after ? { ...hunk, before: before ?? hunk.before, after: after ?? hunk.after } : null;
}

function undoOne(blocks: Node[], hunk: Hunk): { blocks: Node[]; undone: Undone } {
  const was = fromJson(hunk.before);
  if (hunk.after.length === 0) {
    if (was.some((block) => indexOfId(blocks, idOf(block)) >= 0)) return { blocks, undone: "gone" };
    const gap = gapOf(blocks, hunk) ?? blocks.length;
    return { blocks: blocks.toSpliced(gap, 0, ...was), undone: "undone" };
  }
  const made = fromJson(hunk.after);
  const found = made.map((block) => indexOfId(blocks, idOf(block))).filter((index) => index >= 0);
  if (found.length === 0) return { blocks, undone: "gone" };
  const [from, to] = [Math.min(...found), Math.max(...found) + 1];
  const mine = blocks.slice(from, to);
  const put = (result: Node[], undone: Undone) => ({
    blocks: blocks.toSpliced(from, to - from, ...result),
    undone,
  });
  if (mine.length === made.length && mine.every((block, index) => isSame(block, made[index]!)))
    return put(was, "undone");
  const merged = mergeBlocks(made.map(withoutOrigins), mine.map(withoutOrigins), was.map(withoutOrigins));
  return merged ? put(merged, "merged") : { blocks, undone: "kept" };
}

/** Where these blocks stand one behind the other, unchanged; null when they don't. */
function placeOf(blocks: readonly Node[], wanted: readonly JSONContent[]): number | null {
  const all = fromJson(wanted);
  const from = indexOfId(blocks, idOf(all[0]));
  const isThere =
    from >= 0 && all.every((block, index) => blocks[from + index] && isSame(blocks[from + index]!, block));
  return isThere ? from : null;
}

/** Whether between its neighbors, where other blocks stood when it was made, what it makes stands by now. */
function isThereAlready(blocks: readonly Node[], { previous, next, before, after }: Hunk): boolean {
  const from = previous === null ? 0 : indexOfId(blocks, previous) + 1;
  const to = next === null ? blocks.length : indexOfId(blocks, next);
  if (after.length === 0 || (previous !== null && from === 0)) return false;
  const between = blocks.slice(from, Math.max(from, to)).map(withoutIds);
  const [was, made] = [before, after].map((content) => fromJson(content).map(withoutIds));
  return placesOf(between, made!).length > placesOf(was!, made!).length;
}

/** Where these blocks stand one behind the other. */
const placesOf = (blocks: readonly Node[], wanted: readonly Node[]): number[] =>
  blocks.flatMap((_, at) => (wanted.every((block, index) => blocks[at + index]?.eq(block)) ? [at] : []));

/** As it is read: neither who made it is a difference, nor how its words came about. */
function withoutIds(block: Node): Node {
  const bare = (node: Node): Node =>
    node.isText ? node : node.type.create({ ...node.attrs, id: null }, node.children.map(bare), node.marks);
  return bare(withoutOrigins(block));
}

/** Between which blocks it lies; null when neither is there any more. */
function gapOf(blocks: readonly Node[], { previous, next }: Hunk): number | null {
  if (previous === null && next === null) return blocks.length;
  const behind = indexOfId(blocks, previous);
  if (behind >= 0) return behind + 1;
  const before = indexOfId(blocks, next);
  if (before >= 0) return before;
  return previous === null ? 0 : null;
}

const isOneSided = ({ before, after }: Hunk): boolean => before.length === 0 || after.length === 0;

const indexOfId = (blocks: readonly Node[], id: string | null): number =>
  id === null ? -1 : blocks.findIndex((block) => idOf(block) === id);

function idOf(block: Node | undefined): string | null {
  const id: unknown = block?.attrs["id"];
  return isBlockId(id) ? id : null;
}

function idsIn(body: Node): string[] {
  const ids: string[] = [];
  body.descendants((node) => {
    const id = idOf(node);
    if (id !== null) ids.push(id);
  });
  return ids;
}

/** How words came about is no difference: what is put in keeps the origins of words that stay, so it stands there with others than it came with. */
const isSame = (one: Node, other: Node): boolean => withoutOrigins(one).eq(withoutOrigins(other));
const toJson = (block: Node): JSONContent => block.toJSON() as JSONContent;
const bodyOf = (blocks: readonly Node[]): Node =>
  repairDocument({ type: "doc", content: blocks.map(toJson) });

function fromJson(content: readonly JSONContent[]): Node[] {
  return content.length === 0 ? [] : [...repairDocument({ type: "doc", content: [...content] }).children];
}
