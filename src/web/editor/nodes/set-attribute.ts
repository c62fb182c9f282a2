import type { Editor } from "@tiptap/core";

/** Changes one attribute of the block at a place, if it is still there and may be changed. */
export function setAttribute(editor: Editor, at: number | undefined, name: string, value: unknown): void {
  if (at === undefined || !editor.isEditable) return;
  const node = editor.state.doc.nodeAt(at);
  if (!node || node.attrs[name] === value) return;
  editor.view.dispatch(editor.state.tr.setNodeAttribute(at, name, value));
}
