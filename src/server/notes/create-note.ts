import type { BodyInput, Note } from "#contract/notes.ts";
import type { WordOrigin } from "#contract/shared/word-origins.ts";
import { uuidV7 } from "#contract/shared/uuid-v7.ts";
import type { Derived } from "#document/derive.ts";
import type { TextOrigin } from "#document/marks/origin.ts";
import { SCHEMA_VERSION } from "#document/schema-version.ts";
import { activityValues, quoted } from "../activity/log-activity.ts";
import { assertUpdate, isEmptyUpdate, LOG_FIRST_UPDATE } from "../collab/append-update.ts";
import { DERIVED_AT_ONCE_MAX, type WrittenBody } from "../collab/body-tasks.ts";
import type { Collab } from "../collab/collab.ts";
import { cut, LINK_FIRST } from "../collab/derive-notes.ts";
import { type FoundTask, keepTasks } from "../collab/note-tasks.ts";
import { COUNT_FIRST, COUNT_FIRST_HOUR, minuteBits } from "../collab/words/keep-words.ts";
import { hourOf } from "../collab/words/read-due.ts";
import type { Database, Tx } from "../db/client.ts";
import { Failure } from "../failure.ts";
import { recordTogether } from "../live/record-changes.ts";
import { assertFolder } from "./assert-folder.ts";
import { knownBefore } from "./named-notes.ts";
import { NOTE_COLUMNS, type NoteRow, toNote } from "./note-row.ts";
import { getNote, selectNote } from "./notes.ts";

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
  /** How the words of its body came about; null for those that nobody has to count: samples, copies. Typed unless it is said. */
  origin?: WordOrigin | null | undefined;
  /** How its text came about, for who reads it; `seed` says so itself. */
  textOrigin?: TextOrigin | undefined;
  /** What the body was before, oldest first. */
  earlier?: readonly WrittenBody[] | undefined;
};

/** The first change of a body with what is derived from it, which is stored together: a note is found as soon as it is there. */
type FirstBody = {
  payload: Uint8Array;
  /** Null for a long one, and where it could not be derived: that follows. */
  derived: Derived | null;
  tasks: FoundTask[];
  /** By whose clock its words are counted. */
  timeZone: string | undefined;
};

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
  const body = await firstBody(db, collab, userId, note);
  const amount = { notes: 1, bytes: body?.payload.length ?? 0 };
  const room = await collab.room.take(userId, amount).catch((error: unknown) => ({ error }));
  if ("error" in room) return madeBefore(db, userId, note.id, room.error);
  return insertNote(db, collab, userId, { ...note, id }, { body, amount }).finally(room.release);
}

/** @returns null for a note without text */
async function firstBody(
  db: Database,
  { bodies }: Pick<Collab, "bodies">,
  userId: string,
  { body, seed, textOrigin, earlier }: NewNote,
): Promise<FirstBody | null> {
  if (!seed && !body) return null;
  const { notes, timeZone } = await knownBefore(db, userId, seed ? undefined : body);
  const known = { titles: {}, timeZone };
  if (seed) {
    if (isEmptyUpdate(seed)) return null;
    assertUpdate(seed);
    if (seed.length > DERIVED_AT_ONCE_MAX) return { payload: seed, derived: null, tasks: [], timeZone };
    const made = await bodies.deriveFirst(seed, known).catch(() => ({ derived: null, tasks: [] }));
    return { payload: seed, ...made, timeZone };
  }
  const { update, derived } = await bodies.seed(body!, notes, textOrigin, earlier);
  if (isEmptyUpdate(update)) return null;
  const tasks = derived && derived.tasks.length > 0 ? await bodies.dated(derived.tasks, known) : [];
  return { payload: update, derived, tasks, timeZone };
}

async function insertNote(
  db: Database,
  collab: Pick<Collab, "onLogged" | "room">,
  userId: string,
  note: NewNote & { id: string },
  { body, amount }: { body: FirstBody | null; amount: { notes: number; bytes: number } },
): Promise<Note> {
  const { id } = note;
  const values = valuesOf(userId, note, body);
  const row = await db.withUser(userId, async (tx) => {
    const [made] = await tx.query<CreatedRow>(CREATE_NOTE, values, "create-note");
    if (!made) return undefined;
    const note = { id, ownerId: userId, seq: made.seq ?? 0 };
    const taskIds = body && body.tasks.length > 0 ? await keepTasks(tx, note, body.tasks) : [];
    // Last: it locks the user's counter, and the search row of a long note takes its time before.
    await recordTogether(tx, [
      { entity: "note", entityId: id, operation: "insert" },
      ...taskIds.map((entityId) => ({ entity: "task", entityId, operation: "insert" }) as const),
      ...(made.is_counted ? [{ entity: "words", entityId: userId, operation: "update" } as const] : []),
    ]);
    return made;
  });
  if (row?.fault) db.report(new Error(`An activity could not be logged: ${row.fault}`));
  if (!row) return db.withUser(userId, (tx) => resolveCreateConflict(tx, id, note.folderId));
  collab.room.added(userId, amount);
  if (body && row.seq)
    collab.onLogged({
      noteId: id,
      ownerId: userId,
      actorId: userId,
      payload: body.payload,
      seq: row.seq,
      schemaVersion: SCHEMA_VERSION,
      via: "server",
      isDerived: body.derived !== null,
    });
  return toNote(row);
}

type CreatedRow = NoteRow & { seq: number | null; fault: string | null; is_counted: boolean };

/** Of CREATE_NOTE. */
function valuesOf(userId: string, note: NewNote & { id: string }, body: FirstBody | null): unknown[] {
  const created = { type: "note_created", title: `Created ${quoted(note.title)}` } as const;
  const written = hourOf(note.writtenAt?.updated ?? new Date(), body?.timeZone);
  const { outline, searchText, humanText, excerpt, wordCount, links = [] } = body?.derived ?? {};
  return [
    note.id,
    userId,
    note.title,
    note.category,
    note.tags,
    note.isFavorite,
    note.folderId,
    body && Buffer.from(body.payload),
    SCHEMA_VERSION,
    note.writtenAt?.created ?? null,
    note.writtenAt?.updated ?? null,
    note.isLoggedElsewhere ?? false,
    ...activityValues(userId, { ...created, entityType: "note", entityId: note.id }),
    outline ?? "",
    searchText ?? "",
    excerpt ?? "",
    wordCount ?? 0,
    links.map(({ kind }) => kind),
    links.map(({ target }) => cut(target)),
    body?.derived !== null,
    note.origin ?? null,
    note.origin !== null,
    written.day,
    humanText ?? null,
    written.hour,
    minuteBits(1n << BigInt(written.minute)),
  ];
}

/**
 * In a folder that went into the trash meanwhile, perhaps while a page was offline, nobody would find it: it is made at the top.
 * Row, first change of the body, what is derived from it, words and log in one statement.
 */
const CREATE_NOTE = `WITH note AS (
    INSERT INTO notes_v2 (id, user_id, title, content_type, tags, is_favorite, folder_id, doc_seq, derived_seq, words_seq, schema_version, created_at, updated_at,
      content, text, excerpt, word_count, human_text)
    SELECT $1, $2, $3, $4, $5, $6, (SELECT f.id FROM folders f WHERE f.id = $7 AND f.trashed_at IS NULL), next.seq, CASE WHEN $27 THEN next.seq ELSE 0 END, CASE WHEN $29 AND NOT $27 THEN 0 ELSE next.seq END, $9,
      coalesce($10::timestamptz, now()), coalesce($11::timestamptz, now()), $21, $22, $23, $24, $31
    FROM (SELECT CASE WHEN $8::bytea IS NULL THEN 0 ELSE nextval('note_update_ids') END AS seq) AS next
    WHERE $7::uuid IS NULL OR EXISTS (SELECT FROM folders WHERE id = $7 AND user_id = $2)
    ON CONFLICT (id) DO NOTHING RETURNING ${NOTE_COLUMNS}, doc_seq
  ), body AS (
    ${LOG_FIRST_UPDATE} RETURNING id
  ), linked AS (
    ${LINK_FIRST}
  ), counted AS (
    ${COUNT_FIRST} RETURNING id
  ), counted_hour AS (
    ${COUNT_FIRST_HOUR}
  )
  SELECT note.*, (SELECT id FROM body) AS seq, EXISTS (SELECT FROM counted) AS is_counted, CASE WHEN NOT $12 THEN
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
