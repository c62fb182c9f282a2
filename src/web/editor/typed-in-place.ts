import { Extension } from "@tiptap/core";
import type { Node } from "@tiptap/pm/model";
import { Plugin, PluginKey, type Transaction } from "@tiptap/pm/state";
import { ReplaceStep } from "@tiptap/pm/transform";
import {
  absolutePositionToRelativePosition,
  type ProsemirrorBinding,
  ySyncPluginKey,
} from "@tiptap/y-tiptap";
import * as Y from "yjs";

/** Letters that took the place of others within one paragraph. */
export type Typed = { before: Node; after: Node; at: number; removed: string; inserted: string };

type Binding = Pick<ProsemirrorBinding, "doc" | "type" | "mapping">;

const key = new PluginKey<Typed | null>("typedInPlace");

/** What a transaction typed, or null when it did anything more, or what another device did. */
export function typedBy(transaction: Transaction): Typed | null {
  const [step, ...more] = transaction.steps;
  if (!(step instanceof ReplaceStep) || more.length > 0 || transaction.getMeta(ySyncPluginKey)) return null;
  const { from, to, slice } = step;
  const $from = transaction.before.resolve(from);
  if (!$from.parent.isTextblock || to > $from.end() || slice.openStart + slice.openEnd > 0) return null;
  const removed = lettersOf($from.parent.slice($from.parentOffset, to - $from.start()).content.content);
  const inserted = lettersOf(slice.content.content);
  if (removed === null || inserted === null) return null;
  return { before: transaction.before, after: transaction.doc, at: from, removed, inserted };
}

/** Half of a character outside the basic plane is no text that Yjs could keep. */
function lettersOf(nodes: readonly Node[]): string | null {
  if (!nodes.every((node) => node.isText)) return null;
  const letters = nodes.map((node) => node.text).join("");
  return /\p{Surrogate}/u.test(letters) ? null : letters;
}

/** Does to the shared text what was typed, where it was typed; false when the place is not what was expected. */
export function typeInPlace(binding: Binding, { at, removed, inserted }: Typed): boolean {
  const relative = absolutePositionToRelativePosition(
    at,
    binding.type,
    binding.mapping,
  ) as Y.RelativePosition;
  const place = Y.createAbsolutePositionFromRelativePosition(relative, binding.doc);
  if (!(place?.type instanceof Y.XmlText)) return false;
  const text = place.type;
  // As XmlText prints itself, marks are tags.
  const letters = Y.Text.prototype.toString.call(text);
  if (letters.slice(place.index, place.index + removed.length) !== removed) return false;
  text.delete(place.index, removed.length);
  text.insert(place.index, inserted);
  return true;
}

/**
 * The binding finds what changed by comparing the texts before and after. "w10." typed before "w8." looks as if it had been put behind
 * its "w": when somebody else deletes or moves "w8." at that moment, the wrong letters go along. So what was typed is written where the
 * caret was before the binding compares, and it finds nothing left to do but marks.
 */
export const TypedInPlace = Extension.create({
  name: "typedInPlace",
  // Before the binding, whose priority is 1000.
  priority: 1100,
  addProseMirrorPlugins() {
    return [
      new Plugin<Typed | null>({
        key,
        state: {
          init: () => null,
          apply: (transaction, typed) => (transaction.docChanged ? typedBy(transaction) : typed),
        },
        view: () => ({
          update: ({ state }, before) => {
            const typed = key.getState(state);
            // Several changes in one update are left to the comparison.
            if (!typed || typed.before !== before.doc || typed.after !== state.doc) return;
            const sync = ySyncPluginKey.getState(state) as SyncState;
            if (sync.snapshot ?? sync.prevSnapshot) return;
            if (!sync.addToHistory || sync.isChangeOrigin) return;
            const { binding } = sync;
            binding.mux(() => binding.doc.transact(() => typeInPlace(binding, typed), ySyncPluginKey));
          },
        }),
      }),
    ];
  },
});

type SyncState = {
  binding: ProsemirrorBinding;
  snapshot: unknown;
  prevSnapshot: unknown;
  addToHistory: boolean;
  isChangeOrigin: boolean;
};
