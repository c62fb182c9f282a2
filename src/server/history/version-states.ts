import type { Tx } from "../db/client.ts";
import { notFound } from "../failure.ts";

type Part = { id: number; payload: Uint8Array };
/** Everything a version consists of, in the order it was committed, and its exact place in the log. */
export type StoredVersion = { parts: Part[]; seq: number };

/** Before anything was written. */
export const NOTHING: StoredVersion = { parts: [], seq: 0 };

/**
 * What a note said before is for those who may write in it: who shares it to be read shares what it says.
 * @throws Failure NOT_FOUND
 */
export async function assertMayReadHistory(tx: Tx, noteId: string): Promise<void> {
  const found = await tx.query(
    "SELECT 1 FROM notes_v2 WHERE id = $1 AND (user_id = app_user_id() OR has_note_access(id, app_user_id(), 'editor'))",
    [noteId],
    "may-read-history",
  );
  if (found.length === 0) throw notFound();
}

/**
 * Reads what made up a body at a place of its log, in one statement, hence from one moment: compaction moves rows from log to
 * history at any time. A place that was merged over since is answered by the version it went into.
 * @throws Failure NOT_FOUND for a place that the log has not reached, or a note that is not there
 */
export async function readVersion(tx: Tx, noteId: string, seq: number): Promise<StoredVersion> {
  const parts = await tx.query<Part>(READ_VERSION, [noteId, seq], "read-version");
  const last = parts.at(-1);
  if (!last || last.id < seq) throw notFound();
  return { parts, seq: last.id };
}

export const bytesOf = ({ parts }: StoredVersion): Uint8Array[] => parts.map(({ payload }) => payload);

/** What followed a version up to a later one. Where both were read around a compaction, some of it is told twice, which Yjs bears. */
export function furtherBytes(earlier: StoredVersion, later: StoredVersion): Uint8Array[] {
  return later.parts.filter(({ id }) => id > earlier.seq).map(({ payload }) => payload);
}

const READ_VERSION = `WITH target AS (
    SELECT coalesce((SELECT min(through_id) FROM note_history WHERE note_id = $1 AND through_id >= $2), $2::bigint) AS seq
  )
  SELECT through_id AS id, payload FROM note_history, target WHERE note_id = $1 AND through_id <= target.seq
  UNION ALL SELECT id, payload FROM note_updates, target WHERE note_id = $1 AND id <= target.seq
  ORDER BY id`;
