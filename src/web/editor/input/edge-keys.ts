import { type Editor, Extension } from "@tiptap/core";
import { GapCursor } from "@tiptap/pm/gapcursor";
import type { ResolvedPos } from "@tiptap/pm/model";
import { Selection, TextSelection } from "@tiptap/pm/state";
import type { EditorView } from "@tiptap/pm/view";
import { isLong } from "../long-note.ts";

/**
 * Where the text begins or ends, when its first or last block is one in which the browser finds no place: of a table it
 * takes the first cell for the end, and for a diagram, a formula or a closed callout it leaves the caret where it was, so
 * that what is typed next would stand in the middle of something. Null where the browser knows better.
 */
export function edgeOf(view: EditorView, isEnd: boolean): Selection | null {
  const { doc } = view.state;
  let pos = isEnd ? doc.content.size : 0;
  let node = isEnd ? doc.lastChild : doc.firstChild;
  while (node) {
    const start = isEnd ? pos - node.nodeSize : pos;
    const dom = view.nodeDOM(start);
    const isClosed = dom instanceof HTMLElement && "closed" in dom.dataset;
    if (isClosed || (node.isAtom && node.isBlock)) return new GapCursor(doc.resolve(pos));
    const isWalkedInto = node.type.spec.tableRole === "table" || node.type.spec.code;
    if (isWalkedInto) return TextSelection.near(doc.resolve(isEnd ? pos - 1 : pos + 1), isEnd ? -1 : 1);
    if (node.isTextblock) return null;
    pos += isEnd ? -1 : 1;
    node = isEnd ? node.lastChild : node.firstChild;
  }
  return null;
}

/** Of a long text the browser knows only what it has laid out. */
const lastPlace = ({ state: { doc } }: EditorView, isEnd: boolean): Selection | null =>
  isLong(doc) ? (isEnd ? Selection.atEnd(doc) : Selection.atStart(doc)) : null;

function goToEdge({ view }: Editor, isEnd: boolean): boolean {
  const edge = edgeOf(view, isEnd) ?? lastPlace(view, isEnd);
  if (!edge) return false;
  view.dispatch(view.state.tr.setSelection(edge).scrollIntoView());
  return true;
}

function selectToEdge({ view }: Editor, isEnd: boolean): boolean {
  const edge = lastPlace(view, isEnd);
  if (!edge) return false;
  const { $anchor } = view.state.selection;
  view.dispatch(view.state.tr.setSelection(TextSelection.between($anchor, edge.$head)).scrollIntoView());
  return true;
}

const CONTAINERS = new Set(["blockquote", "callout", "toggle", "columns", "table"]);

/** Where a quote or another block with blocks in it ends the note, the arrows lead to a new line below it. */
function leaveDown({ view, isEditable }: Editor, key: "down" | "right"): boolean {
  const { state } = view;
  const { $head, empty } = state.selection;
  if (!isEditable || !empty || $head.depth < 2 || !CONTAINERS.has($head.node(1).type.name)) return false;
  if ($head.after(1) < state.doc.content.size || !isLastIn($head)) return false;
  const isEdge =
    key === "right" ? $head.parentOffset === $head.parent.content.size : view.endOfTextblock("down");
  if (!isEdge) return false;
  const end = state.doc.content.size;
  const tr = state.tr.insert(end, state.schema.node("paragraph"));
  view.dispatch(tr.setSelection(TextSelection.create(tr.doc, end + 1)).scrollIntoView());
  return true;
}

/** Nothing stands below; what stands beside, a column or a cell of the last row, is no way down. */
function isLastIn($head: ResolvedPos): boolean {
  for (let depth = 1; depth < $head.depth; depth++) {
    const { type, childCount } = $head.node(depth);
    const isBeside = type.name === "columns" || type.spec.tableRole === "row";
    if (!isBeside && $head.index(depth) < childCount - 1) return false;
  }
  return true;
}

/** The keys to the beginning and the end of a text, also where these are no places for a caret. */
export const EdgeKeys = Extension.create({
  name: "edgeKeys",
  addKeyboardShortcuts() {
    const [toStart, toEnd] = [() => goToEdge(this.editor, false), () => goToEdge(this.editor, true)];
    const [uptoStart, uptoEnd] = [
      () => selectToEdge(this.editor, false),
      () => selectToEdge(this.editor, true),
    ];
    // Cmd with an arrow is what a Mac has for it.
    return {
      ArrowDown: () => leaveDown(this.editor, "down"),
      ArrowRight: () => leaveDown(this.editor, "right"),
      "Ctrl-Home": toStart,
      "Ctrl-End": toEnd,
      "Shift-Ctrl-Home": uptoStart,
      "Shift-Ctrl-End": uptoEnd,
      "Meta-ArrowUp": toStart,
      "Meta-ArrowDown": toEnd,
      "Shift-Meta-ArrowUp": uptoStart,
      "Shift-Meta-ArrowDown": uptoEnd,
    };
  },
});
