import { Fragment, type Node, type Schema, Slice } from "@tiptap/pm/model";
import type { Transaction } from "@tiptap/pm/state";
import { AddMarkStep, RemoveMarkStep, ReplaceStep } from "@tiptap/pm/transform";
import * as Y from "yjs";
import { type Mapping, marksOf, renderChildren } from "./render.ts";

type Change = { retain?: number; delete?: number; insert?: unknown; attributes?: Record<string, unknown> };

/** What a transaction did to the shared document: its events, and the types that changed with all they stand in. */
export type Changes = { events: Y.YEvent<Y.AbstractType<unknown>>[]; changed: ReadonlySet<unknown> };

type Patch = {
  tr: Transaction;
  events: ReadonlyMap<unknown, Y.YEvent<Y.AbstractType<unknown>>>;
  changed: ReadonlySet<unknown>;
  schema: Schema;
};

/**
 * Brings what others wrote into the editor by steps as small as the changes are: every place in the text (carets, comments,
 * suggestions) is then followed by ProseMirror's own mapping, and what did not change is neither made nor drawn anew.
 * @param shared The shared document; `mapping` has lost what the transaction changed
 */
export function patchDocument(
  tr: Transaction,
  shared: Y.XmlFragment,
  mapping: Mapping,
  changes: Changes,
): void {
  const { schema } = tr.doc.type;
  const wanted = tr.doc.copy(Fragment.from(renderChildren(shared, schema, mapping)));
  const events = new Map(changes.events.map((event) => [event.target as unknown, event]));
  patchChildren({ tr, events, changed: changes.changed, schema }, shared, tr.doc, wanted, 0);
  // What the steps could not say exactly; nearly always nothing.
  if (!tr.doc.eq(wanted)) replaceDiffering(tr, tr.doc, wanted, 0);
  mapping.set(shared, wanted);
}

/** @param start Where the content of `old` begins in the transaction's document. */
function patchChildren(patch: Patch, shared: Y.XmlFragment, old: Node, wanted: Node, start: number): void {
  const children = shared.toArray();
  const delta = (patch.events.get(shared)?.changes.delta ?? [{ retain: children.length }]) as Change[];
  const isOneToOne =
    children.length === wanted.childCount && lengthBefore(delta, children.length) === old.childCount;
  if (old.isTextblock || !isOneToOne) return replaceDiffering(patch.tr, old, wanted, start);
  let [at, oldIndex, index] = [start, 0, 0];
  const retain = (count: number) => {
    for (; count > 0; count--, oldIndex++, index++) {
      patchNode(patch, children[index], old.child(oldIndex), wanted.child(index), at);
      at += wanted.child(index).nodeSize;
    }
  };
  for (const { removed, added, kept } of replacements(delta)) {
    retain(kept);
    const gone = sizeOf(old, oldIndex, removed);
    const nodes = Array.from({ length: added }, (_, offset) => wanted.child(index + offset));
    if (removed + added > 0)
      patch.tr.step(new ReplaceStep(at, at + gone, new Slice(Fragment.from(nodes), 0, 0)));
    oldIndex += removed;
    index += added;
    at += nodes.reduce((sum, { nodeSize }) => sum + nodeSize, 0);
  }
  retain(children.length - index);
}

/** What is put in and taken out at one place is one step: a list must not lose its only item before it gets another. */
function replacements(delta: Change[]): { kept: number; removed: number; added: number }[] {
  const found: { kept: number; removed: number; added: number }[] = [];
  let here = { kept: 0, removed: 0, added: 0 };
  for (const { retain = 0, delete: removed = 0, insert } of delta) {
    if (retain > 0) {
      if (here.removed + here.added > 0) {
        found.push(here);
        here = { kept: 0, removed: 0, added: 0 };
      }
      here.kept += retain;
    }
    here.removed += removed;
    here.added += Array.isArray(insert) ? insert.length : 0;
  }
  if (here.removed + here.added > 0) found.push(here);
  return found;
}

function patchNode(patch: Patch, shared: unknown, old: Node, wanted: Node, at: number): void {
  if (old === wanted || !patch.changed.has(shared) || !(shared instanceof Y.XmlElement)) return;
  const { tr } = patch;
  for (const name of Object.keys(wanted.attrs)) {
    if (!isSame(old.attrs[name], wanted.attrs[name])) tr.setNodeAttribute(at, name, wanted.attrs[name]);
  }
  if (wanted.isTextblock) patchText(patch, shared, old, wanted, at + 1);
  else patchChildren(patch, shared, old, wanted, at + 1);
}

/** Letters are put and taken where they were put and taken, not where a comparison would guess. */
function patchText(patch: Patch, shared: Y.XmlElement, old: Node, wanted: Node, start: number): void {
  const { tr, events, schema } = patch;
  const [text, ...others] = shared.toArray();
  const event = text && events.get(text);
  if (!(text instanceof Y.XmlText) || others.length > 0 || events.has(shared) || !event)
    return replaceDiffering(tr, old, wanted, start);
  const delta = event.changes.delta as Change[];
  if (lengthBefore(delta, text.length) !== old.content.size) return replaceDiffering(tr, old, wanted, start);
  let at = start;
  for (const { retain = 0, delete: removed = 0, insert, attributes } of delta) {
    at += retain;
    if (removed > 0) tr.step(new ReplaceStep(at, at + removed, Slice.empty));
    if (typeof insert !== "string") continue;
    const letters = schema.text(insert, marksOf(attributes, schema));
    tr.step(new ReplaceStep(at, at, new Slice(Fragment.from(letters), 0, 0)));
    at += insert.length;
  }
  patchMarks(tr, wanted, start);
}

function patchMarks(tr: Transaction, wanted: Node, start: number): void {
  const now = tr.doc.resolve(start).parent;
  if (now.content.eq(wanted.content) || now.textContent !== wanted.textContent) return;
  wanted.forEach((run, offset) => {
    const [from, to] = [start + offset, start + offset + run.nodeSize];
    tr.doc.nodesBetween(from, to, (node, pos) => {
      if (!node.isInline) return;
      const range = [Math.max(pos, from), Math.min(pos + node.nodeSize, to)] as const;
      for (const mark of node.marks)
        if (!mark.isInSet(run.marks)) tr.step(new RemoveMarkStep(...range, mark));
    });
    for (const mark of run.marks) tr.step(new AddMarkStep(from, to, mark));
  });
}

/** Replaces the fewest children, or the shortest piece of a textblock, that differ. */
function replaceDiffering(tr: Transaction, old: Node, wanted: Node, start: number): void {
  if (wanted.isTextblock && old.isTextblock) {
    const from = old.content.findDiffStart(wanted.content);
    const ends = old.content.findDiffEnd(wanted.content);
    if (from === null || !ends) return;
    // Of like letters the two searches may claim the same ones.
    const overlap = Math.max(0, from - Math.min(ends.a, ends.b));
    const piece = wanted.slice(from, ends.b + overlap);
    tr.step(new ReplaceStep(start + from, start + ends.a + overlap, piece));
    return;
  }
  const [a, b] = [old.children, wanted.children];
  const shorter = Math.min(a.length, b.length);
  let [left, right] = [0, 0];
  while (left < shorter && a[left]!.eq(b[left]!)) left++;
  while (right < shorter - left && a.at(-1 - right)!.eq(b.at(-1 - right)!)) right++;
  const from = start + sizeOf(old, 0, left);
  const nodes = b.slice(left, b.length - right);
  const removed = sizeOf(old, left, a.length - right - left);
  if (removed > 0 || nodes.length > 0)
    tr.step(new ReplaceStep(from, from + removed, new Slice(Fragment.from(nodes), 0, 0)));
}

/** How many children, or letters, there were before the changes. */
function lengthBefore(delta: Change[], after: number): number {
  return delta.reduce((length, { delete: removed = 0, insert }) => {
    const added = Array.isArray(insert) || typeof insert === "string" ? insert.length : 0;
    return length + removed - added;
  }, after);
}

const sizeOf = (node: Node, index: number, count: number): number =>
  node.children.slice(index, index + count).reduce((sum, { nodeSize }) => sum + nodeSize, 0);

const isSame = (a: unknown, b: unknown) => a === b || JSON.stringify(a) === JSON.stringify(b);
