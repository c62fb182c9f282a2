import type { Editor, JSONContent } from "@tiptap/core";
import { NodeSelection, TextSelection } from "@tiptap/pm/state";

/** Puts a block where the caret is, or at another place: instead of an empty line, else below; the caret comes into it. */
export function insertBlock(editor: Editor, json: JSONContent, place?: number): void {
  const { state, view } = editor;
  const $from = place === undefined ? state.selection.$from : state.doc.resolve(place);
  const node = state.schema.nodeFromJSON(json);
  const depth = $from.depth > 0 ? $from.depth : 1;
  const isEmptyLine =
    $from.depth > 0 && $from.parent.type.name === "paragraph" && $from.parent.content.size === 0;
  const { tr } = state;
  const at = isEmptyLine ? $from.before(depth) : $from.depth > 0 ? $from.after(depth) : $from.pos;
  if (isEmptyLine) tr.replaceWith(at, $from.after(depth), node);
  else tr.insert(at, node);
  const end = at + node.nodeSize;
  // Below a block that takes no caret there must be a line to go on in.
  if (node.isAtom && tr.doc.resolve(end).nodeAfter === null) tr.insert(end, state.schema.node("paragraph"));
  tr.setSelection(
    node.isAtom ? NodeSelection.create(tr.doc, at) : TextSelection.near(tr.doc.resolve(at + 1)),
  );
  view.dispatch(tr.scrollIntoView());
  view.focus();
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
