import { Extension } from "@tiptap/core";
import { Plugin } from "@tiptap/pm/state";
import type { EditorView } from "@tiptap/pm/view";

/**
 * The browser tells that the caret moved a moment later. On a busy page the next key may come first, and the editor would answer it
 * where the caret was before: End, Enter would break the line in its middle, and of a letter typed twice it could not say which is the
 * new one. So it is asked to look before a key.
 */
export const SyncSelection = Extension.create({
  name: "syncSelection",
  addProseMirrorPlugins() {
    return [
      new Plugin({
        props: {
          handleDOMEvents: {
            keydown: (view) => {
              if (!view.composing && hasMoved(view))
                view.dom.ownerDocument.dispatchEvent(new Event("selectionchange"));
              return false;
            },
          },
        },
      }),
    ];
  },
});

/** Whether the browser's caret may be elsewhere than the editor's. */
function hasMoved(view: EditorView): boolean {
  const shown = view.dom.ownerDocument.getSelection();
  if (!shown?.focusNode) return false;
  const { anchor, head } = view.state.selection;
  return (
    !isAt(view, head, shown.focusNode, shown.focusOffset) ||
    !isAt(view, anchor, shown.anchorNode, shown.anchorOffset)
  );
}

function isAt(view: EditorView, position: number, node: globalThis.Node | null, offset: number): boolean {
  // A place beside an element has a name within it and one without.
  return [0, -1, 1].some((side) => {
    const place = view.domAtPos(position, side);
    return place.node === node && place.offset === offset;
  });
}
