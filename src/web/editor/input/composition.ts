import { Extension } from "@tiptap/core";
import { Plugin } from "@tiptap/pm/state";
import type { EditorView } from "@tiptap/pm/view";
import type { Doc } from "yjs";
import { giveMissingIds } from "#document/block-ids.ts";
import { isComposing } from "../../kernel/actions/composing-keys.ts";
import { holdUpdates } from "../../platform/sync/apply-update.ts";

/** ProseMirror reads what was composed 20 ms after its end. */
export const COMPOSED_MS = 50;

/**
 * How long others are kept waiting for somebody who thinks in the middle of a word. Keyboards of phones compose every word, and go on
 * composing while nothing is typed.
 */
const idleMs = () => (matchMedia("(pointer: coarse)").matches ? 3_000 : 30_000);

/**
 * While an input method is at work, the browser must find its text as it left it, or the word being composed stands there twice: what
 * others write meanwhile comes when the word is done, and so do the ids of new blocks (BlockIds).
 */
export const Composition = Extension.create<{ doc: Doc | null }>({
  name: "composition",
  addOptions: () => ({ doc: null }),
  addProseMirrorPlugins() {
    const { doc } = this.options;
    let release: (() => void) | null = null;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const stop = () => {
      clearTimeout(timer);
      release?.();
      release = null;
    };
    const hold = () => {
      clearTimeout(timer);
      if (doc) release ??= holdUpdates(doc);
      timer = setTimeout(stop, idleMs());
    };
    const end = (view: EditorView) => {
      clearTimeout(timer);
      timer = setTimeout(() => {
        // Another word has begun: whatever comes of it, nobody waits for ever.
        if (view.composing) return hold();
        if (!view.isDestroyed && view.editable) view.dispatch(giveMissingIds(view.state.tr));
        stop();
      }, COMPOSED_MS);
    };
    return [
      new Plugin({
        props: {
          handleDOMEvents: {
            // ProseMirror goes on to handle it here. Around the text, Escape that gives up a word would be one that leaves its window.
            keydown: (_, event) => {
              if (isComposing(event)) event.stopPropagation();
            },
            compositionstart: () => hold(),
            compositionupdate: () => hold(),
            compositionend: (view) => end(view),
            blur: (view) => end(view),
          },
        },
        view: () => ({ destroy: stop }),
      }),
    ];
  },
});
