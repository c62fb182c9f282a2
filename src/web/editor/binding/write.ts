import type { Node } from "@tiptap/pm/model";
import { type ProsemirrorBinding, updateYFragment } from "@tiptap/y-tiptap";
import * as Y from "yjs";
import type { Mapping } from "./render.ts";

/**
 * Writes what the editor shows into the shared document. Blocks are known by their ids, so one that was moved is put in at its new place and
 * taken out at the old one, and the others stay what they are; y-tiptap's comparison writes the words of one block into another.
 */
export function writeDocument(binding: ProsemirrorBinding, shown: Node): void {
  writeChildren(binding, binding.type, shown);
}

function writeChildren(binding: ProsemirrorBinding, shared: Y.XmlFragment, shown: Node): void {
  const mapping = binding.mapping as Mapping;
  const children = shared.toArray();
  const stay = lastingIn(children, shown, mapping);
  // From the end, so that places before do not shift.
  for (let index = children.length - 1; index >= 0; index--) {
    if (stay.has(children[index] as Y.XmlElement)) continue;
    mapping.delete(children[index]);
    shared.delete(index, 1);
  }
  const places = new Map([...stay].map(([child, index]) => [index, child]));
  shown.forEach((node, _, index) => {
    const child = places.get(index);
    if (child) writeBlock(binding, child, node);
    else insertBlock(binding, shared, index, node);
  });
  mapping.set(shared, shown);
}

function writeBlock(binding: ProsemirrorBinding, shared: Y.XmlElement, shown: Node): void {
  const mapping = binding.mapping as Mapping;
  if (mapping.get(shared) === shown) return;
  if (shown.isTextblock || shown.isLeaf) return updateYFragment(binding.doc, shared, shown, binding);
  const attributes = shared.getAttributes() as Record<string, unknown>;
  for (const [name, value] of Object.entries(shown.attrs)) {
    if (value === null || value === undefined) {
      if (name in attributes) shared.removeAttribute(name);
    } else if (JSON.stringify(attributes[name]) !== JSON.stringify(value))
      shared.setAttribute(name, value as string);
  }
  writeChildren(binding, shared, shown);
}

function insertBlock(binding: ProsemirrorBinding, parent: Y.XmlFragment, index: number, shown: Node): void {
  const block = new Y.XmlElement(shown.type.name);
  parent.insert(index, [block]);
  updateYFragment(binding.doc, block, shown, binding);
}

type Pair = { child: Y.XmlElement; from: number; to: number };

/** The shared blocks that stay, each with its place among those shown: the most that keep their order. */
function lastingIn(children: unknown[], shown: Node, mapping: Mapping): Map<Y.XmlElement, number> {
  const places = new Map<unknown, number>();
  shown.forEach((node, _, index) => {
    const key = keyOf(node.type.name, node.attrs["id"]) ?? node;
    if (!places.has(key)) places.set(key, index);
  });
  const pairs = children.flatMap((child, from): Pair[] => {
    if (!(child instanceof Y.XmlElement)) return [];
    const to = places.get(keyOf(child.nodeName, child.getAttribute("id")) ?? mapping.get(child));
    return to === undefined || shown.child(to).type.name !== child.nodeName ? [] : [{ child, from, to }];
  });
  const lasting = longestRising(pairs);
  return new Map([...lasting, ...likeBetween(lasting, children, shown)].map(({ child, to }) => [child, to]));
}

const keyOf = (name: string, id: unknown) => (typeof id === "string" && id !== "" ? `${name} ${id}` : null);

/** Blocks without ids (rows, cells, any that is given one now) that changed stand where they stood between those that did not. */
function likeBetween(lasting: Pair[], children: unknown[], shown: Node): Pair[] {
  const found: Pair[] = [];
  let [from, to] = [0, 0];
  for (const next of [...lasting, { from: children.length, to: shown.childCount }]) {
    for (; from < next.from && to < next.to; from++, to++) {
      const [child, node] = [children[from], shown.child(to)];
      const isLike = child instanceof Y.XmlElement && child.nodeName === node.type.name;
      if (isLike && !child.getAttribute("id")) found.push({ child, from, to });
    }
    [from, to] = [next.from + 1, next.to + 1];
  }
  return found;
}

/** The longest part of the pairs whose places rise (patience sorting). */
function longestRising(pairs: Pair[]): Pair[] {
  const tails: number[] = [];
  const previous: number[] = [];
  for (const [index, { to }] of pairs.entries()) {
    let [low, high] = [0, tails.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (pairs[tails[middle]!]!.to < to) low = middle + 1;
      else high = middle;
    }
    previous[index] = low > 0 ? tails[low - 1]! : -1;
    tails[low] = index;
  }
  const rising: Pair[] = [];
  for (let index = tails.at(-1) ?? -1; index >= 0; index = previous[index]!) rising.unshift(pairs[index]!);
  return rising;
}
