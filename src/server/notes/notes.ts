import { type BodyInput, type Note } from "#contract/notes.ts";
import { uuidV7 } from "#contract/shared/uuid-v7.ts";
import { SCHEMA_VERSION } from "#document/schema-version.ts";
import { activityValues, logActivity, quoted } from "../activity/log-activity.ts";
import { assertUpdate, isEmptyUpdate, LOG_FIRST_UPDATE } from "../collab/append-update.ts";
import type { Collab } from "../collab/collab.ts";
import type { Database, Tx } from "../db/client.ts";
import { Failure, notFound } from "../failure.ts";
import { changeEventCtes, recordChange } from "../live/record-change.ts";
import { assertFolder } from "./assert-folder.ts";
import { assertStill } from "./assert-still.ts";
import { FIELDS, logNoteChange, type NoteFields } from "./log-note-change.ts";
import { notesNamedIn } from "./named-notes.ts";
import { NOTE_COLUMNS, type NoteRow, toNote } from "./note-row.ts";

export type NewNote = {
  id?: string | undefined;
  title: string;
  body?: BodyInput | undefined;
  /** The first change of the body instead of `body`, for a caller that has parsed it elsewhere. */
  seed?: Uint8Array | undefined;
  category: string;
  tags: string[];
  isFavorite: boolean;
  folderId: string | null;
  /** When it was first written and last changed, for a note that is older than its row; now when absent. */
  writtenAt?: { created: Date; updated: Date } | undefined;
  /** Made together with many others, of which the log tells once. */
  isLoggedElsewhere?: boolean | undefined;
};
export type NoteChange = Partial<Omit<NewNote, "id" | "body" | "seed" | "writtenAt" | "isLoggedElsewhere">>;
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

/**
 * Creates a note; row and first change of the body commit together. Repeated with the same id by its owner (an offline
 * page that never heard the answer), it answers the note that is there.
 */
export async function createNote(
  db: Database,
  collab: Pick<Collab, "onLogged" | "bodies" | "room">,
  userId: string,
  note: NewNote,
): Promise<Note> {
  const id = note.id ?? uuidV7();
  const { body } = note;
  const seed =
    note.seed ?? (body ? await collab.bodies.seed(body, await notesNamedIn(db, userId, body)) : null);
  const payload = seed && !isEmptyUpdate(seed) ? seed : null;
  if (payload) assertUpdate(payload);
  const amount = { notes: 1, bytes: payload?.length ?? 0 };
  const room = await collab.room.take(userId, amount).catch((error: unknown) => ({ error }));
  if ("error" in room) return madeBefore(db, userId, note.id, room.error);
  return insertNote(db, collab, userId, { ...note, id }, { payload, amount }).finally(room.release);
}

async function insertNote(
  db: Database,
  collab: Pick<Collab, "onLogged" | "room">,
  userId: string,
  note: NewNote & { id: string },
  { payload, amount }: { payload: Uint8Array | null; amount: { notes: number; bytes: number } },
): Promise<Note> {
  const { id } = note;
  const created = { type: "note_created", title: `Created ${quoted(note.title)}` } as const;
  const [row] = await db.queryAs<NoteRow & { seq: number | null; fault: string | null }>(
    userId,
    CREATE_NOTE,
    [
      id,
      userId,
      note.title,
      note.category,
      note.tags,
      note.isFavorite,
      note.folderId,
      payload && Buffer.from(payload),
      SCHEMA_VERSION,
      note.writtenAt?.created ?? null,
      note.writtenAt?.updated ?? null,
      note.isLoggedElsewhere ?? false,
      ...activityValues(userId, { ...created, entityType: "note", entityId: id }),
    ],
    "create-note",
  );
  if (row?.fault) db.report(new Error(`An activity could not be logged: ${row.fault}`));
  if (!row) return db.withUser(userId, (tx) => resolveCreateConflict(tx, id, note.folderId));
  db.announce(userId);
  collab.room.added(userId, amount);
  const logged = { noteId: id, actorId: userId, schemaVersion: SCHEMA_VERSION, via: "server" as const };
  if (payload && row.seq) collab.onLogged({ ...logged, payload, seq: row.seq, ownerId: userId });
  return toNote(row);
}

/**
 * In a folder that went into the trash meanwhile, perhaps while a page was offline, nobody would find it: it is made at the top.
 * Row, first change of the body, live event and log in one statement, hence in one transaction and one round trip.
 */
const CREATE_NOTE = `WITH note AS (
    INSERT INTO notes_v2 (id, user_id, title, content_type, tags, is_favorite, folder_id, doc_seq, schema_version, created_at, updated_at)
    SELECT $1, $2, $3, $4, $5, $6, (SELECT f.id FROM folders f WHERE f.id = $7 AND f.trashed_at IS NULL), CASE WHEN $8::bytea IS NULL THEN 0 ELSE nextval('note_update_ids') END, $9,
      coalesce($10::timestamptz, now()), coalesce($11::timestamptz, now())
    WHERE $7::uuid IS NULL OR EXISTS (SELECT FROM folders WHERE id = $7 AND user_id = $2)
    ON CONFLICT (id) DO NOTHING RETURNING ${NOTE_COLUMNS}, doc_seq
  ), body AS (
    ${LOG_FIRST_UPDATE} RETURNING id
  ), ${changeEventCtes({ userId: "$2", entity: "'note'", entityId: "$1", operation: "'insert'" }, "note")}
  SELECT note.*, (SELECT id FROM body) AS seq, CASE WHEN NOT $12 THEN
    log_activity($13::uuid, $14::uuid, $15, $16, $17, $18, $19::uuid, $20::jsonb) END AS fault FROM note`;

/** A repeat needs no room. */
async function madeBefore(
  db: Database,
  userId: string,
  id: string | undefined,
  noRoom: unknown,
): Promise<Note> {
  const found = id && (await getNote(db, userId, id).catch(() => null));
  if (found && !found.isForeign) return found;
  throw noRoom;
}

/** A repeat answers the note that is there; a foreign id and a foreign folder are refused. */
async function resolveCreateConflict(tx: Tx, id: string, folderId: string | null): Promise<Note> {
  const found = await selectNote(tx, id).catch(() => null);
  // One that somebody else made under this id and shares is not what was to be made.
  if (found && !found.isForeign) return found;
  await assertFolder(tx, folderId);
  throw new Failure("CONFLICT", "This id is taken. Create another one and try again.");
}

export async function updateNote(
  db: Database,
  userId: string,
  noteId: string,
  change: NoteChange,
  onlyIf: NoteChange = {},
): Promise<Note> {
  const columns = {
    title: change.title,
    content_type: change.category,
    tags: change.tags,
    is_favorite: change.isFavorite,
    folder_id: change.folderId,
  };
  // Where a note is and whose favourite, its owner alone says.
  const isOfOwner = change.isFavorite !== undefined || change.folderId !== undefined;
  const given = Object.entries(columns).filter(([, value]) => value !== undefined);
  return db.withUser(userId, async (tx) => {
    await assertFolder(tx, change.folderId);
    if (given.length === 0) return selectNote(tx, noteId);
    const set = given.map(([column], index) => `${column} = $${index + 2}`).join(", ");
    const [row] = await tx.query<NoteRow & { user_id: string; before: NoteFields }>(
      `WITH found AS (SELECT id AS found_id, ${FIELDS} AS before FROM notes_v2
         WHERE id = $1 ${isOfOwner ? "AND user_id = app_user_id()" : ""} FOR UPDATE)
       UPDATE notes_v2 SET ${set}, updated_at = now() FROM found WHERE id = found_id
       RETURNING ${NOTE_COLUMNS}, user_id, before`,
      [noteId, ...given.map(([, value]) => value)],
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
    await logActivity(tx, {
      type: isTrashed ? "note_deleted" : "note_restored",
      title: `${isTrashed ? "Deleted" : "Restored"} ${quoted(row.title)}`,
      entityType: "note",
      entityId: noteId,
    });
    return toNote(row);
  });
}
