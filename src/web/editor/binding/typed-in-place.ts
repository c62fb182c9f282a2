import type { Node } from "@tiptap/pm/model";
import type { Transaction } from "@tiptap/pm/state";
import { ReplaceStep } from "@tiptap/pm/transform";
import {
  absolutePositionToRelativePosition,
  type ProsemirrorBinding,
  ySyncPluginKey,
} from "@tiptap/y-tiptap";
import * as Y from "yjs";
import { markAttributes } from "#document/yjs/yjs-nodes.ts";

/** Letters that took the place of others within one paragraph; `inserted` are texts with their marks. */
export type Typed = { before: Node; after: Node; at: number; removed: string; inserted: readonly Node[] };

type Binding = Pick<ProsemirrorBinding, "doc" | "type" | "mapping">;

/** What a transaction typed, or null when it did anything more, or what another device did. */
export function typedBy(transaction: Transaction): Typed | null {
  const [step, ...more] = transaction.steps;
  if (!(step instanceof ReplaceStep) || more.length > 0 || transaction.getMeta(ySyncPluginKey)) return null;
  const { from, to, slice } = step;
  const $from = transaction.before.resolve(from);
  if (!$from.parent.isTextblock || to > $from.end() || slice.openStart + slice.openEnd > 0) return null;
  const removed = lettersOf($from.parent.slice($from.parentOffset, to - $from.start()).content.content);
  const inserted = slice.content.content;
  if (removed === null || lettersOf(inserted) === null) return null;
  return { before: transaction.before, after: transaction.doc, at: from, removed, inserted };
}

/** Half of a character outside the basic plane is no text that Yjs could keep. */
function lettersOf(nodes: readonly Node[]): string | null {
  if (!nodes.every((node) => node.isText)) return null;
  const letters = nodes.map((node) => node.text).join("");
  return /\p{Surrogate}/u.test(letters) ? null : letters;
}

/**
 * Does to the shared text what was typed, where it was typed; null when the place is not what was expected. Written with its marks at once:
 * made bold or plain afterwards, the first letter would stand on the other side of a mark's end than the next, and words of others between.
 */
export function typeInPlace(binding: Binding, { at, removed, inserted }: Typed): Y.XmlText | null {
  const relative = absolutePositionToRelativePosition(
    at,
    binding.type,
    binding.mapping,
  ) as Y.RelativePosition;
  const place = Y.createAbsolutePositionFromRelativePosition(relative, binding.doc);
  if (!(place?.type instanceof Y.XmlText)) return null;
  const text = place.type;
  // As XmlText prints itself, marks are tags.
  const letters = Y.Text.prototype.toString.call(text);
  if (letters.slice(place.index, place.index + removed.length) !== removed) return null;
  text.delete(place.index, removed.length);
  for (const node of inserted.toReversed()) text.insert(place.index, node.text!, markAttributes(node));
  return text;
}
