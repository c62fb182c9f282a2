import type { Editor, JSONContent } from "@tiptap/core";
import type { ResolvedPos } from "@tiptap/pm/model";
import { NodeSelection, Selection, TextSelection, type Transaction } from "@tiptap/pm/state";

type Placed = { tr: Transaction; isAtom: boolean; at: number; end: number };

/** Instead of an empty line, else below; below a block that takes no caret there is a line to go on in. */
function place({ state }: Editor, json: JSONContent, $from: ResolvedPos, below: number): Placed {
  const node = state.schema.nodeFromJSON(json);
  const isEmptyLine =
    $from.depth > 0 && $from.parent.type.name === "paragraph" && $from.parent.content.size === 0;
  const { tr } = state;
  const at = isEmptyLine ? $from.before() : below;
  if (isEmptyLine) tr.replaceWith(at, $from.after(), node);
  else tr.insert(at, node);
  const end = at + node.nodeSize;
  if (node.isAtom && tr.doc.resolve(end).nodeAfter === null) tr.insert(end, state.schema.node("paragraph"));
  return { tr, isAtom: node.isAtom, at, end };
}

/** Puts a block where the caret is, which comes into it. */
export function insertBlock(editor: Editor, json: JSONContent): void {
  const { $from } = editor.state.selection;
  const { tr, isAtom, at } = place(editor, json, $from, $from.depth > 0 ? $from.after() : $from.pos);
  tr.setSelection(isAtom ? NodeSelection.create(tr.doc, at) : TextSelection.near(tr.doc.resolve(at + 1)));
  editor.view.dispatch(tr.scrollIntoView());
  editor.view.focus();
}

/** Puts a block at a place, and says where it ends. The caret moves only when it is right there: to the line below. */
export function insertBlockAt(editor: Editor, json: JSONContent, pos: number): number {
  const { doc, selection } = editor.state;
  const $pos = doc.resolve(pos);
  const { tr, end } = place(editor, json, $pos, $pos.parent.isTextblock ? $pos.after() : pos);
  if (selection.from === pos) tr.setSelection(Selection.near(tr.doc.resolve(end))).scrollIntoView();
  editor.view.dispatch(tr);
  return end;
}

/** Makes the block at the caret the line of a toggle. */
export function turnIntoToggle(editor: Editor): void {
  const { state, view } = editor;
  const { $from } = state.selection;
  const { toggle, toggleSummary } = state.schema.nodes;
  if (!toggle || !toggleSummary || !$from.parent.inlineContent || $from.parent.type.spec.code) return;
  const summary = toggleSummary.create(null, $from.parent.content);
  const at = $from.before();
  const tr = state.tr.replaceWith(at, $from.after(), toggle.create(null, summary));
  view.dispatch(tr.setSelection(TextSelection.create(tr.doc, at + 2 + $from.parentOffset)).scrollIntoView());
  view.focus();
}
