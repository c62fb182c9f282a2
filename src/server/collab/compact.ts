import type { Database, Tx } from "../db/client.ts";
import type { BodyWorkerPool } from "./body-worker-pool.ts";
import { type ChunkRow, readChunk, toValues } from "./chunk-row.ts";
import type { Chunk, Compacted, Log, LogRow } from "./merge-log.ts";

/**
 * Moves the log of a note into a snapshot and history chunks, one for each sitting. Reads and merges without a lock; then, in one
 * transaction, writes what it made and deletes exactly the rows it read, unless another compaction came first.
 * @param onlyCounted leave the rows whose words are not counted yet
 * @returns how many rows were moved
 */
export async function compactNote(
  db: Database,
  workshop: Pick<BodyWorkerPool, "compact">,
  note: { id: string; ownerId: string },
  { onlyCounted = false } = {},
): Promise<number> {
  const read = await db.asJob(note.ownerId, "compact a note", async (tx) => {
    const log = await readLog(tx, note.id);
    if (!onlyCounted) return log;
    const counted = await readWordsSeq(tx, note.id);
    return { ...log, rows: log.rows.filter(({ id }) => id <= counted) };
  });
  if (read.rows.length === 0) return 0;
  const compacted = await workshop.compact(read);
  if (compacted.moved.length === 0) return 0;
  return db.asJob(note.ownerId, "compact a note", async (tx) => {
    // Two statements: one that waits for a lock goes on with what it saw before it waited.
    const locked = await tx.query("SELECT 1 FROM notes_v2 WHERE id = $1 FOR UPDATE", [note.id]);
    const [current] = await tx.query<{ through_id: number }>(
      "SELECT through_id FROM note_snapshots WHERE note_id = $1",
      [note.id],
    );
    if (locked.length === 0 || (current?.through_id ?? null) !== read.throughId) return 0;
    // A version that was named meanwhile must not be merged over: the next time it is known.
    if (isCut(compacted.chunks, await readCuts(tx, note.id))) return 0;
    await write(tx, note, compacted, read.open);
    return compacted.moved.length;
  });
}

async function readWordsSeq(tx: Tx, noteId: string): Promise<number> {
  const [row] = await tx.query<{ words_seq: number }>("SELECT words_seq FROM notes_v2 WHERE id = $1", [
    noteId,
  ]);
  return row?.words_seq ?? 0;
}

const isCut = (chunks: Chunk[], cuts: number[]) =>
  chunks.some((chunk) => cuts.some((cut) => chunk.fromId <= cut && cut < chunk.throughId));

/** Where versions end that stay: at those somebody named, and on both sides of a restore. */
export async function readCuts(tx: Tx, noteId: string): Promise<number[]> {
  const rows = await tx.query<{ seq: number; kind: string }>(
    "SELECT seq, kind FROM note_versions WHERE note_id = $1",
    [noteId],
    "read-cuts",
  );
  return rows.flatMap(({ seq, kind }) => (kind === "restored" ? [seq - 1, seq] : [seq]));
}

/** What compaction works on; listing versions asks for the same, to show what is not compacted yet. */
export async function readLog(tx: Tx, noteId: string): Promise<Log & { throughId: number | null }> {
  const found = await tx.query<LogRow & { kind: string }>(
    `SELECT 'state' AS kind, through_id AS id, state AS payload, at, user_id AS "actorId" FROM note_snapshots WHERE note_id = $1
     UNION ALL SELECT 'row', id, payload, at, actor_id FROM note_updates WHERE note_id = $1 ORDER BY id`,
    [noteId],
  );
  const snapshot = found.find((row) => row.kind === "state");
  const rows = found.filter((row) => row.kind === "row");
  const isLogged = rows.length > 0;
  return {
    state: snapshot?.payload ?? null,
    throughId: snapshot?.id ?? null,
    rows,
    open: isLogged && snapshot ? await readOpen(tx, noteId, rows[0]!.at) : null,
    cuts: isLogged ? await readCuts(tx, noteId) : [],
  };
}

/** The last chunk, where whoever wrote it may only just have paused. */
async function readOpen(tx: Tx, noteId: string, since: Date): Promise<Chunk | null> {
  const [row] = await tx.query<ChunkRow & { payload: Buffer }>(
    `SELECT * FROM (SELECT * FROM note_history WHERE note_id = $1 ORDER BY through_id DESC LIMIT 1) AS last
     WHERE grain = 0 AND ended_at > $2::timestamptz - interval '10 minutes'`,
    [noteId, since],
  );
  return row ? { ...readChunk(row), payload: row.payload } : null;
}

async function write(
  tx: Tx,
  note: { id: string; ownerId: string },
  compacted: Compacted,
  open: Chunk | null,
): Promise<void> {
  for (const chunk of compacted.chunks) {
    if (chunk.fromId === open?.fromId) await removeChunk(tx, note.id, open.throughId);
    await tx.query(
      `INSERT INTO note_history (note_id, user_id, from_id, through_id, started_at, ended_at, payload, actor_ids, word_count, words_added, words_removed)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`,
      [note.id, note.ownerId, ...toValues(chunk)],
    );
  }
  await tx.query(
    `INSERT INTO note_snapshots (note_id, user_id, state, state_vector, through_id) VALUES ($1, $2, $3, $4, $5)
     ON CONFLICT (note_id) DO UPDATE
     SET state = excluded.state, state_vector = excluded.state_vector, through_id = excluded.through_id, at = now()`,
    [
      note.id,
      note.ownerId,
      Buffer.from(compacted.state),
      Buffer.from(compacted.stateVector),
      compacted.moved.at(-1)!,
    ],
  );
  const { length } = await tx.query(
    "DELETE FROM note_updates WHERE note_id = $1 AND id = ANY ($2) RETURNING id",
    [note.id, compacted.moved],
  );
  if (length !== compacted.moved.length) throw new Error("Compaction met rows that were already gone");
}

async function removeChunk(tx: Tx, noteId: string, throughId: number): Promise<void> {
  const { length } = await tx.query(
    "DELETE FROM note_history WHERE note_id = $1 AND through_id = $2 RETURNING 1",
    [noteId, throughId],
  );
  if (length !== 1) throw new Error("Compaction met a chunk that was already gone");
}
