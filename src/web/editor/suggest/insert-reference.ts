import type { Editor } from "@tiptap/core";

/** The note that was chosen, and what of it. Without an id it is named only; without a title it is the note that is written. */
export type Chosen = { id: string | null; title: string; anchor?: string; label?: string };
export type Insert = (editor: Editor, chosen: Chosen) => void;

const attributes = ({ id, title, anchor, label }: Chosen) => ({
  noteId: id,
  title,
  ...(anchor !== undefined && { anchor }),
  ...(label !== undefined && { label }),
});

export const insertLink: Insert = (editor, chosen) => {
  const { $from } = editor.state.selection;
  const after = $from.parent.textBetween(
    $from.parentOffset,
    Math.min($from.parentOffset + 2, $from.parent.content.size),
  );
  // Brackets that the keyboard closed by itself go as well.
  const to = $from.pos + (after === "]]" ? 2 : 0);
  const space = /^\s/.test(after) ? [] : [{ type: "text", text: " " }];
  const link = { type: "noteLink", attrs: attributes(chosen) };
  editor
    .chain()
    .insertContentAt({ from: $from.pos, to }, [link, ...space])
    .focus()
    .run();
  if (space.length > 0) passTypedSpace(editor);
};

/** A person is plain text behind an "@", as in comments: other programs, exports and older pages know no more of it. */
export function insertName(editor: Editor, name: string): void {
  const { $from } = editor.state.selection;
  const after = $from.parent.textBetween(
    $from.parentOffset,
    Math.min($from.parentOffset + 1, $from.parent.content.size),
  );
  const space = /^\s/.test(after) ? "" : " ";
  editor.view.dispatch(editor.state.tr.insertText(`@${name}${space}`).scrollIntoView());
  editor.view.focus();
  if (space !== "") passTypedSpace(editor);
}

/** The space after a link is there already: whoever types one next does not get two. */
function passTypedSpace({ state, view }: Editor): void {
  const at = state.selection.from;
  const handleInput = (event: InputEvent) => {
    const { empty, from } = view.state.selection;
    if (event.data === " " && empty && from === at) event.preventDefault();
  };
  view.dom.addEventListener("beforeinput", handleInput, { once: true });
}

/** On a line of its own the note is shown; within a line there is no room for it, so it is linked. */
export const insertEmbed: Insert = (editor, chosen) => {
  const { $from } = editor.state.selection;
  if ($from.parent.type.name !== "paragraph" || $from.parent.content.size > 0)
    return insertLink(editor, chosen);
  const { label: _, ...attrs } = attributes(chosen);
  const range = { from: $from.before(), to: $from.after() };
  editor
    .chain()
    .insertContentAt(range, [{ type: "noteEmbed", attrs }, { type: "paragraph" }])
    .focus()
    .run();
};
