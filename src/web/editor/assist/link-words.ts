import type { Editor } from "@tiptap/core";
import type { Node } from "@tiptap/pm/model";

type Target = { noteId: string; title: string };

/** The first place where the title stands as words of its own, outside of code and links. */
function placeOf(doc: Node, title: string): { from: number; to: number } | null {
  const wanted = title.trim().toLowerCase();
  let found: { from: number; to: number } | null = null;
  doc.descendants((node, pos, parent) => {
    if (found) return false;
    if (!node.isText || parent?.type.spec.code) return true;
    if (node.marks.some(({ type }) => type.name === "link" || type.name === "code")) return false;
    const text = node.text!.toLowerCase();
    // Letters that change their length with their case would move every place behind them.
    if (text.length !== node.text!.length) return false;
    for (let at = text.indexOf(wanted); at >= 0 && !found; at = text.indexOf(wanted, at + 1)) {
      const [before, after] = [text.slice(0, at), text.slice(at + wanted.length)];
      const isWord = !/[\p{L}\p{N}]$/u.test(before) && !/^[\p{L}\p{N}]/u.test(after);
      if (isWord || /\p{Script=Han}/u.test(wanted)) found = { from: pos + at, to: pos + at + wanted.length };
    }
    return false;
  });
  return found;
}

/** Makes the words of the text that are the title of a note a link to it. False when they are not there any more. */
export function linkWords(editor: Editor, { noteId, title }: Target): boolean {
  const { state, schema } = editor;
  const place = placeOf(state.doc, title);
  if (!place || !editor.isEditable) return false;
  const said = state.doc.textBetween(place.from, place.to);
  const link = schema.nodes["noteLink"]!.create({ noteId, title, ...(said !== title && { label: said }) });
  editor.view.dispatch(state.tr.replaceWith(place.from, place.to, link));
  return true;
}

/** Adds a line with a link at the end of the text. */
export function linkAtEnd(editor: Editor, { noteId, title }: Target): boolean {
  if (!editor.isEditable) return false;
  const { state, schema } = editor;
  const { noteLink, paragraph } = schema.nodes;
  const line = paragraph!.create(null, noteLink!.create({ noteId, title }));
  const last = state.doc.lastChild;
  const end = state.doc.content.size;
  const isEmpty = last?.type === paragraph && last?.content.size === 0;
  editor.view.dispatch(state.tr.replaceWith(isEmpty ? end - 2 : end, end, line));
  return true;
}
