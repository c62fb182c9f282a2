import type { Note } from "#contract/notes.ts";
import { logActivity, quoted } from "../activity/log-activity.ts";
import type { Database, Tx } from "../db/client.ts";
import { notFound } from "../failure.ts";
import { recordChange, tellProjectsOfNotes } from "../live/record-change.ts";
import { assertFolder } from "./assert-folder.ts";
import { assertStill } from "./assert-still.ts";
import type { NewNote } from "./create-note.ts";
import { FIELDS, logNoteChange, type NoteFields } from "./log-note-change.ts";
import { NOTE_COLUMNS, type NoteRow, tagsAfter, toNote } from "./note-row.ts";

export type NoteChange = Partial<Omit<NewNote, "id" | "body" | "seed" | "writtenAt" | "isLoggedElsewhere">>;
/** Of the tags what comes and goes: what others do to them meanwhile stays. */
type TagChange = { addTags?: string[] | undefined; removeTags?: string[] | undefined };

export async function getNote(db: Database, userId: string, noteId: string): Promise<Note> {
  return oneOrNotFound(await db.queryAs<NoteRow>(userId, SELECT_NOTE, [noteId], "select-note"));
}

const SELECT_NOTE = `SELECT ${NOTE_COLUMNS} FROM notes_v2 WHERE id = $1`;

/** @throws Failure NOT_FOUND */
export async function selectNote(tx: Tx, noteId: string): Promise<Note> {
  return oneOrNotFound(await tx.query<NoteRow>(SELECT_NOTE, [noteId], "select-note"));
}

function oneOrNotFound([row]: NoteRow[]): Note {
  if (!row) throw notFound();
  return toNote(row);
}

/** SQL whose first parameter is the note's id. */
function assignmentsOf({ addTags = [], removeTags = [], ...change }: NoteChange & TagChange) {
  const isTagged = addTags.length + removeTags.length > 0;
  const columns = {
    title: change.title,
    content_type: change.category,
    tags: isTagged ? undefined : change.tags,
    is_favorite: change.isFavorite,
    folder_id: change.folderId,
  };
  const given = Object.entries(columns).filter(([, value]) => value !== undefined);
  const set = given.map(([column], index) => `${column} = $${index + 2}`);
  if (isTagged) set.push(`tags = ${tagsAfter("tags", `$${set.length + 2}`, `$${set.length + 3}`)}`);
  // Where a note is and whose favorite is no change of what it says, by which "Last changed" orders.
  if (set.some((assignment) => /^(title|content_type|tags) /.test(assignment)))
    set.push("updated_at = now()");
  return {
    set: set.join(", "),
    values: [...given.map(([, value]) => value), ...(isTagged ? [addTags, removeTags] : [])],
  };
}

export async function updateNote(
  db: Database,
  userId: string,
  noteId: string,
  change: NoteChange & TagChange,
  onlyIf: NoteChange = {},
): Promise<Note> {
  const { set, values } = assignmentsOf(change);
  // Where a note is and whose favourite, its owner alone says.
  const isOfOwner = change.isFavorite !== undefined || change.folderId !== undefined;
  return db.withUser(userId, async (tx) => {
    await assertFolder(tx, change.folderId);
    if (set === "") return selectNote(tx, noteId);
    const [row] = await tx.query<NoteRow & { user_id: string; before: NoteFields }>(
      `WITH found AS (SELECT id AS found_id, ${FIELDS} AS before FROM notes_v2
         WHERE id = $1 ${isOfOwner ? "AND user_id = app_user_id()" : ""} FOR UPDATE)
       UPDATE notes_v2 SET ${set} FROM found WHERE id = found_id
       RETURNING ${NOTE_COLUMNS}, user_id, before`,
      [noteId, ...values],
    );
    if (!row) throw notFound();
    const before = row.is_foreign ? { ...row.before, isFavorite: false, folderId: null } : row.before;
    assertStill<NoteChange>(onlyIf, before);
    await recordChange(tx, { userId: row.user_id, entity: "note", entityId: noteId, operation: "update" });
    const note = toNote(row);
    await logNoteChange(tx, before, note);
    return note;
  });
}

/** A note whose folder is in the trash comes back to the top: nobody would find it in there. */
const OUT_OF_TRASH = `trashed_at = NULL, folder_id = (SELECT f.id FROM folders f WHERE f.id = folder_id AND f.trashed_at IS NULL)`;

/** Into the trash, or out of it again. Only the owner may. */
export async function setTrashed(
  db: Database,
  userId: string,
  noteId: string,
  isTrashed: boolean,
): Promise<Note> {
  return db.withUser(userId, async (tx) => {
    const [row] = await tx.query<NoteRow>(
      `UPDATE notes_v2 SET ${isTrashed ? "trashed_at = coalesce(trashed_at, now())" : OUT_OF_TRASH}
       WHERE id = $1 AND user_id = $2 RETURNING ${NOTE_COLUMNS}`,
      [noteId, userId],
    );
    if (!row) throw notFound();
    await recordChange(tx, {
      userId,
      entity: "note",
      entityId: noteId,
      operation: isTrashed ? "delete" : "insert",
    });
    await tellProjectsOfNotes(tx, [noteId]);
    await logActivity(tx, {
      type: isTrashed ? "note_deleted" : "note_restored",
      title: `${isTrashed ? "Deleted" : "Restored"} ${quoted(row.title)}`,
      entityType: "note",
      entityId: noteId,
    });
    return toNote(row);
  });
}
