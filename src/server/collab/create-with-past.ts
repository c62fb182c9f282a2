import { SCHEMA_VERSION } from "#document/schema-version.ts";
import type { Tx } from "../db/client.ts";
import { recordChange } from "../live/record-change.ts";
import { assertUpdate } from "./append-update.ts";

export type PastNote = {
  id: string;
  title: string;
  category: string;
  tags: string[];
  isFavorite: boolean;
  folderId: string | null;
  created: string;
  updated: string;
  trashedAt: string | null;
};
/** A change of the body as old as it says, and the name of the state it led to. */
export type PastChange = { payload: Uint8Array; at: string; name: string | null };

/**
 * Makes a note together with its history, for an account that moves in: the changes go into the log with their own times, where
 * compaction makes versions of them as of any others. Nobody has a note open that did not exist. In one transaction.
 * @returns false when the id is taken, or the folder is not the user's
 */
export async function createWithPast(tx: Tx, note: PastNote, changes: PastChange[]): Promise<boolean> {
  for (const { payload } of changes) assertUpdate(payload);
  const made = await tx.query(
    `INSERT INTO notes_v2 (id, user_id, title, content_type, tags, is_favorite, folder_id, schema_version, created_at, updated_at, trashed_at)
     SELECT $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11
     WHERE $7::uuid IS NULL OR EXISTS (SELECT FROM folders WHERE id = $7 AND user_id = $2)
     ON CONFLICT (id) DO NOTHING RETURNING id`,
    [
      note.id,
      tx.userId,
      note.title,
      note.category,
      note.tags,
      note.isFavorite,
      note.folderId,
      SCHEMA_VERSION,
      note.created,
      note.updated,
      note.trashedAt,
    ],
  );
  if (made.length === 0) return false;
  for (const part of inParts(changes))
    await tx.query(LOG_PAST, [
      note.id,
      tx.userId,
      SCHEMA_VERSION,
      part.map(({ payload }) => Buffer.from(payload)),
      part.map(({ at }) => at),
      part.map(({ name }) => name && name.slice(0, 200)),
    ]);
  await recordChange(tx, { userId: tx.userId, entity: "note", entityId: note.id, operation: "insert" });
  return true;
}

/** A statement is held in memory as a whole, and its bytes are written in twice as many letters. */
const STATEMENT_BYTES = 4_000_000;

function inParts(changes: PastChange[]): PastChange[][] {
  const parts: PastChange[][] = [];
  let bytes = Infinity;
  for (const change of changes) {
    bytes += change.payload.length;
    if (bytes <= STATEMENT_BYTES) parts.at(-1)!.push(change);
    else {
      parts.push([change]);
      bytes = change.payload.length;
    }
  }
  return parts;
}

/**
 * Changes in their order, the names of the states they led to, and where the note stands after the last, in one statement. Their words are
 * not counted: the export that brings them brings what was counted when they were written.
 */
const LOG_PAST = `WITH numbered AS MATERIALIZED (
    SELECT nextval('note_update_ids') AS id, payload, at, name FROM (
      SELECT payload, at, name FROM unnest($4::bytea[], $5::timestamptz[], $6::text[]) WITH ORDINALITY AS p (payload, at, name, place)
      ORDER BY place
    ) past
  ), note AS (
    UPDATE notes_v2 SET doc_seq = p.newest, words_seq = p.newest FROM (SELECT max(id) AS newest FROM numbered) p WHERE notes_v2.id = $1
  ), named AS (
    INSERT INTO note_versions (note_id, user_id, seq, kind, name, actor_id, created_at)
    SELECT $1, $2, id, 'kept', name, $2, at FROM numbered WHERE name IS NOT NULL
  )
  INSERT INTO note_updates (id, note_id, user_id, actor_id, payload, schema_version, at)
  SELECT id, $1, $2, $2, payload, $3, at FROM numbered`;
