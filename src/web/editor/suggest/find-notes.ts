import type { Editor } from "@tiptap/core";
import { FilePlus2, FileText } from "lucide-react";
import { createNamedNote, findNotes, type NamedNote } from "../../lib/note-names.ts";
import type { FindSuggestions, Suggestion } from "./asking.ts";

const SHOWN = 8;

type Chosen = { id: string | null; title: string };
type Insert = (editor: Editor, chosen: Chosen) => void;

/** Notes by title, and at the end a new one of the title that no note has. */
function finder(insert: Insert): FindSuggestions {
  return async (typed) => {
    const query = typed.trim();
    const notes = (await findNotes(query)).slice(0, SHOWN);
    const isNamed = notes.some(({ title }) => title.trim().toLowerCase() === query.toLowerCase());
    const found = notes.map((note) => suggestion(note, insert));
    return query === "" || isNamed ? found : [...found, newNote(query, insert)];
  };
}

const suggestion = ({ id, title }: NamedNote, insert: Insert): Suggestion => ({
  id,
  title,
  icon: FileText,
  run: (editor) => insert(editor, { id, title }),
});

/** It is linked by its title at once, because one goes on typing; its id follows. */
const newNote = (title: string, insert: Insert): Suggestion => ({
  id: "new-note",
  title: `Create note “${title}”`,
  icon: FilePlus2,
  run: (editor) => {
    insert(editor, { id: null, title });
    void createNamedNote(title).then((noteId) => resolveLinks(editor, title, noteId));
  },
});

/** The links that wait for a note get its id, wherever they stand by now. */
function resolveLinks(editor: Editor, title: string, noteId: string | null): void {
  if (noteId === null || editor.isDestroyed) return;
  const { tr } = editor.state;
  editor.state.doc.descendants((node, at) => {
    const isMeant = /^note(?:Link|Embed)$/.test(node.type.name) && node.attrs.noteId === null;
    if (isMeant && node.attrs.title === title) tr.setNodeAttribute(at, "noteId", noteId);
  });
  if (tr.docChanged) editor.view.dispatch(tr);
}

const insertLink: Insert = (editor, { id, title }) => {
  const { $from } = editor.state.selection;
  const after = $from.parent.textBetween(
    $from.parentOffset,
    Math.min($from.parentOffset + 2, $from.parent.content.size),
  );
  // Brackets that the keyboard closed by itself go as well.
  const to = $from.pos + (after === "]]" ? 2 : 0);
  const space = /^\s/.test(after) ? [] : [{ type: "text", text: " " }];
  const link = { type: "noteLink", attrs: { noteId: id, title } };
  editor
    .chain()
    .insertContentAt({ from: $from.pos, to }, [link, ...space])
    .focus()
    .run();
};

/** On a line of its own the note is shown; within a line there is no room for it, so it is linked. */
const insertEmbed: Insert = (editor, chosen) => {
  const { $from } = editor.state.selection;
  if ($from.parent.type.name !== "paragraph" || $from.parent.content.size > 0)
    return insertLink(editor, chosen);
  const embed = { type: "noteEmbed", attrs: { noteId: chosen.id, title: chosen.title } };
  const range = { from: $from.before(), to: $from.after() };
  editor
    .chain()
    .insertContentAt(range, [embed, { type: "paragraph" }])
    .focus()
    .run();
};

export const findNoteLinks = finder(insertLink);
export const findNoteEmbeds = finder(insertEmbed);
