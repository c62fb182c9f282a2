import { changesOf, fieldsBefore } from "../activity/fields-before.ts";
import { defineFeature, type Undo } from "../feature.ts";
import { noteChanges } from "./changes.ts";
import { eraseNotes } from "./erase-notes.ts";
import { forgetWords } from "./forget-words.ts";
import { getNote, type NoteChange, setTrashed, updateNote } from "./notes.ts";
import { noteRoutes } from "./routes.ts";

/** Fields that the log can put back, by their names in messages; the text has a history of its own. */
const FIELDS = { title: "title", tags: "tags", category: "category", folderId: "folder" };

const putInTrash = (isTrashed: boolean): Undo => ({
  run: (db, userId, { entityId }) => setTrashed(db, userId, entityId, isTrashed),
});
const setFavorite = (isFavorite: boolean): Undo => ({
  run: (db, userId, { entityId }) => updateNote(db, userId, entityId, { isFavorite }),
});

export const notesFeature = defineFeature({
  routes: { notes: noteRoutes },
  changes: { note: noteChanges },
  trash: {
    note: {
      listed: `SELECT 'note' AS kind, n.id, n.title AS name, f.name AS place, 0 AS notes, NULL::int AS size, n.trashed_at
        FROM notes_v2 n LEFT JOIN folders f ON f.id = n.folder_id WHERE n.user_id = $1 AND n.trashed_at IS NOT NULL`,
      all: "SELECT 'note' AS kind, id FROM notes_v2 WHERE user_id = $1 AND trashed_at <= $2::timestamptz",
      restore: (db, userId, id) => setTrashed(db, userId, id, false),
      erase: {
        together: async (tx, ids) => {
          const gone = await eraseNotes(tx, ids);
          return { removed: { note: gone.length }, titles: gone.map(({ title }) => title) };
        },
      },
    },
  },
  undo: {
    note_created: putInTrash(true),
    note_restored: putInTrash(true),
    note_deleted: putInTrash(false),
    note_favorited: setFavorite(false),
    note_unfavorited: setFavorite(true),
    note_updated: {
      isPossible: (entry) => Object.keys(FIELDS).some((field) => field in changesOf(entry)),
      run: async (db, userId, entry) => {
        const note = await getNote(db, userId, entry.entityId);
        return updateNote(db, userId, note.id, fieldsBefore(entry, FIELDS, note) as NoteChange);
      },
    },
  },
  cleanup: async ({ db }) => {
    // One function for folders, live events, page metrics and notifications as well.
    const [purged] = await db.asSystem("empty the trash", (tx) =>
      tx.call<{ notes: number; folders: number; events: number }>("purge"),
    );
    await forgetWords(db);
    return purged;
  },
});
