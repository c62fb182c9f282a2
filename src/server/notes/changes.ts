import { notes } from "#contract/notes.ts";
import type { Changeable } from "../feature.ts";
import { createNote, type NewNote } from "./create-note.ts";
import { type NoteChange, setTrashed, updateNote } from "./notes.ts";

type Row = {
  title: string;
  category: string;
  tags: string[];
  is_favorite: boolean;
  folder_id: string | null;
  doc_seq: number;
};

export const noteChanges: Changeable = {
  idName: "noteId",
  operations: notes,
  read: async (tx, id) => {
    const [row] = await tx.query<Row>(
      `SELECT title, content_type AS category, tags, is_favorite, folder_id, doc_seq FROM notes_v2
        WHERE id = $1 AND trashed_at IS NULL FOR UPDATE`,
      [id],
    );
    if (!row) return null;
    const { is_favorite: isFavorite, folder_id: folderId, doc_seq: text, ...fields } = row;
    // Its text is changed by parts; here it is only said whether somebody wrote in it.
    return { ...fields, isFavorite, folderId, text };
  },
  create: ({ db, collab }, userId, input: NewNote) => createNote(db, collab, userId, input),
  update: ({ db }, userId, { noteId, ...change }: NoteChange & { noteId: string }) =>
    updateNote(db, userId, noteId, change),
  remove: ({ db }, userId, { noteId }: { noteId: string }) => setTrashed(db, userId, noteId, true),
  restore: ({ db }, userId, id) => setTrashed(db, userId, id, false),
};
