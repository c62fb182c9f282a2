import { FilePlus2, FileText } from "lucide-react";
import { createNamedNote, findNotes, type NamedNote } from "../../kernel/notes/note-names.ts";
import { chooseNote, waitingLinks } from "../chosen-notes.ts";
import type { FindSuggestions, Suggestion } from "./suggestion-plugin.ts";
import { findParts } from "./find-parts.ts";
import { findPeople } from "./find-people.ts";
import { type Insert, insertEmbed, insertLink } from "./insert-reference.ts";
import { t } from "../../lib/messages/t.ts";

const SHOWN = 8;

/** Notes by title, what stands in one after `#` and `^`, and at the end a new note of the title that none has. */
function finder(insert: Insert, canCreate: boolean): FindSuggestions {
  return async (typed, editor) => {
    const query = typed.trim();
    const notes = (await findNotes(query)).slice(0, SHOWN);
    const found = notes.map((note) => suggestion(note, insert));
    if (notes.length === 0) {
      const parts = await findParts(query, editor, insert);
      if (parts) return parts;
    }
    const isNamed = notes.some(({ title }) => title.trim().toLowerCase() === query.toLowerCase());
    return !canCreate || query === "" || isNamed ? found : [...found, newNote(query, insert)];
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
  title: t("Create note “{title}”", { title }),
  icon: FilePlus2,
  isNeverFirst: true,
  run: (editor) => {
    insert(editor, { id: null, title });
    const { doc, selection } = editor.state;
    const at = waitingLinks(doc, 0, selection.from).findLast((pos) => doc.nodeAt(pos)?.attrs.title === title);
    if (at !== undefined) void chooseNote(editor, at, createNamedNote(title));
  },
});

export const findNoteLinks = finder(insertLink, true);
export const findNoteEmbeds = finder(insertEmbed, false);
/** People first, then notes. "@" stands before names in every other sentence: it never makes anything. */
export const findMentions: FindSuggestions = async (typed, editor) => {
  const [people, notes] = await Promise.all([findPeople(typed, editor), findNotes(typed.trim())]);
  const found = notes.slice(0, SHOWN).map((note) => suggestion(note, insertLink));
  return people.length === 0 ? found : [...people, ...found.map((note) => ({ ...note, group: t("Notes") }))];
};
