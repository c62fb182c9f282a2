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
 * @returns false when it is there already
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
  for (const { payload, at, name } of changes) {
    const [row] = await tx.query<{ id: number }>(
      `WITH note AS (UPDATE notes_v2 SET doc_seq = nextval('note_update_ids') WHERE id = $1 RETURNING doc_seq)
       INSERT INTO note_updates (id, note_id, user_id, actor_id, payload, schema_version, at)
       SELECT doc_seq, $1, $2, $2, $3, $4, $5 FROM note RETURNING id`,
      [note.id, tx.userId, Buffer.from(payload), SCHEMA_VERSION, at],
    );
    if (name !== null)
      await tx.query(
        "INSERT INTO note_versions (note_id, user_id, seq, kind, name, actor_id, created_at) VALUES ($1, $2, $3, 'kept', $4, $2, $5)",
        [note.id, tx.userId, row!.id, name.slice(0, 200), at],
      );
  }
  await recordChange(tx, { userId: tx.userId, entity: "note", entityId: note.id, operation: "insert" });
  return true;
}
