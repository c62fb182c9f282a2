import * as Y from "yjs";
import type { WordOrigin } from "#contract/shared/word-origins.ts";
import { mergeKeepingWords } from "#document/yjs/merge-updates.ts";
import { isUnavailable, type Database, type Tx } from "../db/client.ts";
import { MalformedUpdateError, NewerNoteError, NoteNotFoundError } from "../failure.ts";
import { retry } from "../platform/retry.ts";
import type { TextRoom } from "./text-room.ts";

/** One change of a body on its way into the log. */
export type Append = {
  noteId: string;
  /** Who made the change; not necessarily the owner. */
  actorId: string;
  /** A Yjs update, version 1 encoding. */
  payload: Uint8Array;
  schemaVersion: number;
  /** A socket's change is applied and relayed by Hocuspocus after it is committed, the server's own by `relay`. */
  via: "socket" | "server";
  /** How its words came about; typed unless it is said. */
  origin?: WordOrigin | undefined;
};

/** A change that is committed. */
export type Appended = Append & {
  seq: number;
  ownerId: string;
  /** What is derived from it was stored with it. */
  isDerived?: boolean;
};

/** Told of every committed change, before its writer is. Must not throw. */
export type AppendListener = (appended: Appended) => void;

/** A Yjs update that says nothing: no structs, no deletions. */
export function isEmptyUpdate(payload: Uint8Array): boolean {
  return payload.length <= 2 && payload.every((byte) => byte === 0);
}

/** The row lock on notes_v2 makes the ids of one note grow in commit order. $5: accounts without room for more. */
const LOG_UPDATE = `WITH note AS (
    UPDATE notes_v2 SET doc_seq = nextval('note_update_ids'), schema_version = greatest(schema_version, $4)
    WHERE id = $1 AND schema_version <= $4 AND user_id <> ALL ($5::uuid[]) RETURNING user_id, doc_seq
  )
  INSERT INTO note_updates (id, note_id, user_id, actor_id, payload, schema_version, origin)
  SELECT doc_seq, $1, user_id, $2, $3, $4, $6 FROM note RETURNING id, user_id`;

type LoggedRow = { id: number; user_id: string };

/**
 * For the statement that makes a note, whose row and first change must commit together: `note` is the new row, $1 its id,
 * $2 owner and actor, $8 the change, $9 the schema version, $28 the origin of its words. The change is as old as the note says it is.
 */
export const LOG_FIRST_UPDATE = `INSERT INTO note_updates (id, note_id, user_id, actor_id, payload, schema_version, at, origin)
  SELECT doc_seq, $1, $2, $2, $8, $9, updated_at, $28 FROM note WHERE $8 IS NOT NULL`;

const valuesOf = (append: Append) => [
  append.noteId,
  append.actorId,
  Buffer.from(append.payload),
  append.schemaVersion,
];

function toAppended(append: Append, [row]: LoggedRow[]): Appended {
  if (!row) throw new NoteNotFoundError();
  return { ...append, seq: row.id, ownerId: row.user_id };
}

/** @throws MalformedUpdateError */
export function assertUpdate(payload: Uint8Array): void {
  try {
    Y.decodeUpdate(payload);
  } catch (error) {
    throw new MalformedUpdateError("These bytes are not a Yjs update", { cause: error });
  }
}

type Waiting = Append & { resolve: (appended: Appended) => void; reject: (error: unknown) => void };

/**
 * `appendUpdate`: the one way into a note's body, for sockets, API, import and restore alike. It resolves when the change
 * is committed; whoever acknowledges earlier loses words.
 *
 * Changes of one note that arrive while an earlier one is being committed are committed together: a fast writer then
 * costs one fsync per commit, not per key.
 */
export function createAppender(db: Database, onAppended: AppendListener, room: TextRoom) {
  const queues = new Map<string, Waiting[]>();

  function appendUpdate(append: Append): Promise<Appended> {
    return new Promise((resolve, reject) => {
      const waiting: Waiting = { ...append, resolve, reject };
      const queue = queues.get(append.noteId);
      if (queue) {
        queue.push(waiting);
        return;
      }
      queues.set(append.noteId, [waiting]);
      void drain(append.noteId);
    });
  }

  async function drain(noteId: string): Promise<void> {
    const queue = queues.get(noteId)!;
    while (queue.length > 0) {
      const batch = takeBatch(queue);
      try {
        const appended = await commit({ db, room }, batch);
        onAppended(appended);
        for (const waiting of batch) waiting.resolve(appended);
      } catch (error) {
        for (const waiting of batch) waiting.reject(error);
      }
    }
    queues.delete(noteId);
  }

  return {
    appendUpdate,
    get pending() {
      return queues.size;
    },
  };
}

export type Appender = ReturnType<typeof createAppender>;

type LogDeps = { db: Database; room: TextRoom };

async function commit({ db, room }: LogDeps, batch: Waiting[]): Promise<Appended> {
  const { noteId, actorId, schemaVersion, via, origin } = batch[0]!;
  const payload =
    batch.length === 1 ? batch[0]!.payload : mergeKeepingWords(batch.map((waiting) => waiting.payload));
  assertUpdate(payload);
  const append = { noteId, actorId, payload, schemaVersion, via, origin };
  const query: Tx["query"] = (statement, values = [], name) => db.queryAs(actorId, statement, values, name);
  const appended = await log(query, room, append);
  room.added(appended.ownerId, { bytes: payload.length });
  return appended;
}

/** @throws NoteNotFoundError, NewerNoteError, Failure QUOTA_EXCEEDED */
async function log(query: Tx["query"], room: TextRoom, append: Append): Promise<Appended> {
  const insert = () =>
    query<LoggedRow>(LOG_UPDATE, [...valuesOf(append), room.full, append.origin ?? null], "log-update");
  let rows = await insert();
  // Room may have been made meanwhile.
  if (rows.length === 0 && (await hadNoRoom(query, room, append))) rows = await insert();
  return toAppended(append, rows);
}

/**
 * Why nothing was logged, where that has words of its own.
 * @returns true when only the room was missing, and it is there now
 * @throws NewerNoteError, Failure QUOTA_EXCEEDED
 */
async function hadNoRoom(
  query: Tx["query"],
  room: TextRoom,
  { noteId, schemaVersion, payload }: Append,
): Promise<boolean> {
  const [note] = await query<{ user_id: string; schema_version: number }>(
    "SELECT user_id, schema_version FROM notes_v2 WHERE id = $1",
    [noteId],
  );
  if (!note) return false;
  if (note.schema_version > schemaVersion) throw new NewerNoteError();
  if (!room.full.includes(note.user_id)) return false;
  await room.assertRoom(note.user_id, { bytes: payload.length });
  return true;
}

/**
 * Logs a change in the caller's transaction, for what must be written together with others or not at all. After the commit
 * `room.added` and `collab.onLogged` have to hear of it.
 * @throws MalformedUpdateError, NoteNotFoundError, NewerNoteError, Failure QUOTA_EXCEEDED
 */
export async function appendWithin(tx: Tx, room: TextRoom, append: Append): Promise<Appended> {
  assertUpdate(append.payload);
  return log(tx.query, room, append);
}

const MAX_BATCH = 200;

/** The longest run at the head of the queue with one author, schema and origin: they share a transaction and a row. */
function takeBatch(queue: Waiting[]): Waiting[] {
  const first = queue.shift()!;
  const batch = [first];
  // One malformed update must not take its neighbours down, so it travels alone and fails alone.
  if (!isWellFormed(first.payload)) return batch;
  while (queue.length > 0 && batch.length < MAX_BATCH) {
    const next = queue[0]!;
    if (!isAlike(first, next) || !isWellFormed(next.payload)) break;
    batch.push(queue.shift()!);
  }
  return batch;
}

function isAlike(a: Append, b: Append): boolean {
  return (
    a.actorId === b.actorId && a.schemaVersion === b.schemaVersion && a.via === b.via && a.origin === b.origin
  );
}

function isWellFormed(payload: Uint8Array): boolean {
  try {
    assertUpdate(payload);
    return true;
  } catch {
    return false;
  }
}

/** Without end: only an answer, or who no longer wants one, ends it. */
function* growingPauses() {
  for (let pauseMs = 50; ; pauseMs = Math.min(pauseMs * 2, 1_000)) yield pauseMs;
}

/**
 * Repeats an append for as long as the database is away: a socket keeps its writer waiting ("Saving...") rather than
 * telling it anything untrue. A repeat after an unknown outcome is harmless, since Yjs updates are idempotent.
 */
export const appendWithRetry = (
  appendUpdate: Appender["appendUpdate"],
  append: Append,
  isWanted: () => boolean,
): Promise<Appended> =>
  retry(() => appendUpdate(append), {
    isTransient: (error) => isUnavailable(error) && isWanted(),
    pausesMs: growingPauses(),
  });
