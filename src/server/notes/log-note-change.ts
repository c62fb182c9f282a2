import type { Note } from "#contract/notes.ts";
import { type Changes, logActivity, logChange, quoted } from "../activity/log-activity.ts";
import type { Tx } from "../db/client.ts";

/** What the log compares of a note. */
export type NoteFields = Pick<Note, "title" | "category" | "tags" | "isFavorite" | "folderId">;

/** The same as one JSON value of SQL. */
export const FIELDS =
  "jsonb_build_object('title', title, 'category', content_type, 'tags', tags, 'isFavorite', is_favorite, 'folderId', folder_id)";

const COMPARED = ["title", "category", "tags", "folderId"] as const;

/** One entry for the favourite mark, one for everything else, which goes on for as long as somebody is at it. */
export async function logNoteChange(tx: Tx, before: NoteFields, note: Note): Promise<void> {
  const about = { entityType: "note", entityId: note.id } as const;
  if (before.isFavorite !== note.isFavorite)
    await logActivity(tx, {
      ...about,
      type: note.isFavorite ? "note_favorited" : "note_unfavorited",
      title: `${note.isFavorite ? "Added" : "Removed"} ${quoted(note.title)} ${note.isFavorite ? "to" : "from"} favorites`,
    });
  const changes: Changes = {};
  for (const field of COMPARED)
    if (JSON.stringify(before[field]) !== JSON.stringify(note[field]))
      changes[field] = { from: before[field], to: note[field] };
  if (Object.keys(changes).length > 0)
    await logChange(tx, {
      ...about,
      type: "note_updated",
      title: `Updated ${quoted(note.title)}`,
      metadata: { changes },
    });
}
