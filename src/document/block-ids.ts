import { Extension } from "@tiptap/core";
import type { Node } from "@tiptap/pm/model";
import type { Transaction } from "@tiptap/pm/state";
import { Plugin, PluginKey } from "@tiptap/pm/state";
import type { Mapping } from "@tiptap/pm/transform";
import { ySyncPluginKey } from "@tiptap/y-tiptap";
import { hasBlockId, isBlockId } from "./block-id-attribute.ts";
import type { CreateId } from "./block-id.ts";
import { createBlockId } from "./block-id.ts";

const key = new PluginKey("blockIds");
const CATCH_UP = "catch up";

export interface BlockIdsOptions {
  createId: CreateId;
}

interface Range {
  from: number;
  to: number;
}

interface Found {
  pos: number;
  id: unknown;
}

/**
 * Gives ids to the blocks that this client makes. What comes from other clients has theirs already, and giving
 * a second one would make two clients answer each other for ever.
 */
export const BlockIds = Extension.create<BlockIdsOptions>({
  name: "blockIds",

  addOptions() {
    return { createId: createBlockId };
  },

  addProseMirrorPlugins() {
    const { createId } = this.options;
    return [
      new Plugin({
        key,
        appendTransaction(transactions, oldState, newState) {
          const local = transactions.filter((tr) => tr.docChanged);
          const isCatchingUp = transactions.some((tr) => tr.getMeta(key) === CATCH_UP);
          if (!isCatchingUp && (local.length === 0 || local.some(isRemote) || local.some(isComposing)))
            return null;
          const { before, after } = isCatchingUp ? wholeOf(oldState.doc, newState.doc) : changedRanges(local);
          const changes = missingIds(oldState.doc, newState.doc, before, after, createId);
          if (changes.length === 0) return null;
          const { tr } = newState;
          // No addToHistory here: the Yjs binding would take the whole change, typing included, out of undo.
          for (const { pos, id } of changes) tr.setNodeAttribute(pos, "id", id);
          // Any step forgets them: bold would end with the line.
          return tr.setStoredMarks(newState.storedMarks);
        },
      }),
    ];
  },
});

/**
 * An input method is at work in a text of the page, and an id makes its block anew: the word being composed would stand there twice. The
 * first block of an empty note has none yet.
 */
const isComposing = (transaction: Transaction): boolean => transaction.getMeta("composition") !== undefined;

/** Gives ids to the blocks that were made while an input method was at work. */
export const giveMissingIds = (transaction: Transaction): Transaction => transaction.setMeta(key, CATCH_UP);

const wholeOf = (before: Node, after: Node): { before: Range[]; after: Range[] } => ({
  before: [{ from: 0, to: before.content.size }],
  after: [{ from: 0, to: after.content.size }],
});

/** A change that came through Yjs: another client's, or an undo, which brings blocks back with their ids. */
function isRemote(transaction: Transaction): boolean {
  const origin: Transaction = transaction.getMeta("appendedTransaction") ?? transaction;
  return origin.getMeta(ySyncPluginKey) !== undefined;
}

/** What the transactions replaced, in the document before the first and in the one after the last. */
function changedRanges(transactions: Transaction[]): { before: Range[]; after: Range[] } {
  const maps = transactions.flatMap((tr) => tr.mapping.maps);
  const before: Range[] = [];
  const after: Range[] = [];
  maps.forEach((map, index) => {
    map.forEach((oldFrom, oldTo, newFrom, newTo) => {
      after.push(carry({ from: newFrom, to: newTo }, maps.slice(index + 1)));
      before.push(
        carry(
          { from: oldFrom, to: oldTo },
          maps
            .slice(0, index)
            .reverse()
            .map((step) => step.invert()),
        ),
      );
    });
  });
  return { before, after };
}

function carry({ from, to }: Range, maps: Mapping["maps"][number][]): Range {
  return maps.reduce((range, map) => ({ from: map.map(range.from, -1), to: map.map(range.to, 1) }), {
    from,
    to,
  });
}

function blocksIn(doc: Node, ranges: Range[]): Found[] {
  const found = new Map<number, Found>();
  for (const { from, to } of ranges) {
    doc.nodesBetween(Math.max(0, from - 1), Math.min(doc.content.size, to + 1), (node, pos) => {
      if (hasBlockId(node.type.name)) found.set(pos, { pos, id: node.attrs.id });
      return !node.isTextblock;
    });
  }
  return [...found.values()].sort((a, b) => a.pos - b.pos);
}

/**
 * The ids to give. Costs what the change costs: the rest of the document is only looked at when an id has come
 * from elsewhere (pasted or dropped), to see whether it is a copy.
 */
function missingIds(
  oldDoc: Node,
  newDoc: Node,
  before: Range[],
  after: Range[],
  createId: CreateId,
): Found[] {
  const blocks = blocksIn(newDoc, after);
  const changed = new Set(blocks.map(({ pos }) => pos));
  const known = new Set(blocksIn(oldDoc, before).map(({ id }) => id));
  const hasForeign = blocks.some(({ id }) => isBlockId(id) && !known.has(id));
  const taken = hasForeign ? idsOutside(newDoc, changed) : new Set<unknown>();
  const changes: Found[] = [];
  for (const { pos, id } of blocks) {
    let unique = id;
    while (!isBlockId(unique) || taken.has(unique)) unique = createId();
    taken.add(unique);
    if (unique !== id) changes.push({ pos, id: unique });
  }
  return changes;
}

function idsOutside(doc: Node, changed: ReadonlySet<number>): Set<unknown> {
  const ids = new Set<unknown>();
  doc.descendants((node, pos) => {
    if (hasBlockId(node.type.name) && !changed.has(pos)) ids.add(node.attrs.id);
    return !node.isTextblock;
  });
  return ids;
}
