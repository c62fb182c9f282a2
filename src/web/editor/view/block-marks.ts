import { Extension, type Editor } from "@tiptap/core";
import type { Node } from "@tiptap/pm/model";
import { Plugin, PluginKey, type EditorState } from "@tiptap/pm/state";
import { Decoration, DecorationSet } from "@tiptap/pm/view";
import { decoded } from "#document/html/decoded.ts";
import { bringIntoSight } from "../../lib/bring-into-sight.ts";

type Marks = {
  isFocused: boolean;
  /** The block an address has led to, for a moment. */
  flash: number | null;
};

const key = new PluginKey<Marks>("blockMarks");

/** The block of the caret stands out while everything else steps back; a block that was looked for flashes. */
export const BlockMarks = Extension.create({
  name: "blockMarks",
  addProseMirrorPlugins() {
    return [
      new Plugin<Marks>({
        key,
        state: {
          init: () => ({ isFocused: false, flash: null }),
          apply: (transaction, marks) => {
            const change = transaction.getMeta(key) as Partial<Marks> | undefined;
            if (change) return { ...marks, ...change };
            if (marks.flash === null || !transaction.docChanged) return marks;
            return { ...marks, flash: transaction.mapping.map(marks.flash) };
          },
        },
        props: { decorations: (state) => draw(state) },
      }),
    ];
  },
});

function draw(state: EditorState): DecorationSet | null {
  const marks = key.getState(state);
  if (!marks || (!marks.isFocused && marks.flash === null)) return null;
  const decorations: Decoration[] = [];
  if (marks.isFocused) {
    const { $from } = state.selection;
    const at = $from.depth > 0 ? $from.before(1) : $from.pos;
    const node = state.doc.nodeAt(at);
    if (node) decorations.push(Decoration.node(at, at + node.nodeSize, { class: "is-written" }));
  }
  const flashed = marks.flash === null ? null : state.doc.nodeAt(marks.flash);
  if (flashed && marks.flash !== null)
    decorations.push(Decoration.node(marks.flash, marks.flash + flashed.nodeSize, { class: "is-flashing" }));
  return DecorationSet.create(state.doc, decorations);
}

const change = (editor: Editor, marks: Partial<Marks>) => {
  if (!editor.isDestroyed)
    editor.view.dispatch(editor.state.tr.setMeta(key, marks).setMeta("addToHistory", false));
};

export const markWritten = (editor: Editor, isFocused: boolean): void => change(editor, { isFocused });

const FLASH_MS = 2000;

/** Where the block with an id stands, else the heading of these words; below 0 when the note has none. */
function placeOf(doc: Node, place: string): number {
  let [block, heading] = [-1, -1];
  const words = decoded(place).trim().toLowerCase();
  doc.descendants((node, pos) => {
    if (block < 0 && node.attrs["id"] === place) block = pos;
    const isHeading = heading < 0 && node.type.name === "heading";
    if (isHeading && node.textContent.trim().toLowerCase() === words) heading = pos;
    return block < 0 && !node.isTextblock;
  });
  return block < 0 ? heading : block;
}

/** Brings the place an address names into sight and flashes it; false when the note has none. */
export function showPlace(editor: Editor, place: string): boolean {
  const found = placeOf(editor.state.doc, place);
  if (found < 0) return false;
  // A phone would open its keyboard.
  if (matchMedia("(pointer: fine)").matches && editor.isEditable) {
    editor.commands.setTextSelection(found + 1);
    editor.view.focus();
  }
  const element = editor.view.nodeDOM(found);
  if (element instanceof HTMLElement) bringIntoSight(element, "center");
  change(editor, { flash: found });
  setTimeout(() => change(editor, { flash: null }), FLASH_MS);
  return true;
}
