import { Extension } from "@tiptap/core";
import { Plugin } from "@tiptap/pm/state";

/** Keys the editor answers by itself, at the caret it knows of; letters go in where the browser's caret is. */
const ANSWERED = new Set(["Enter", "Tab", "Backspace", "Delete"]);

/**
 * The browser tells that the caret moved a moment later. On a busy page the next key may come first, and the editor would answer it
 * where the caret was before: End, Enter would break the line in its middle. So it is asked to look before such a key.
 */
export const FreshCaret = Extension.create({
  name: "freshCaret",
  addProseMirrorPlugins() {
    return [
      new Plugin({
        props: {
          handleDOMEvents: {
            keydown: (view, event) => {
              const isAnswered = ANSWERED.has(event.key) || event.ctrlKey || event.metaKey || event.altKey;
              if (isAnswered && !view.composing)
                view.dom.ownerDocument.dispatchEvent(new Event("selectionchange"));
              return false;
            },
          },
        },
      }),
    ];
  },
});
