import type { Database, Tx } from "../db/client.ts";
import type { BodyWorkshop } from "./body-workshop.ts";
import type { Compacted, LogRow } from "./merge-log.ts";

/**
 * Moves the log of a note into a snapshot and ten-minute history chunks. Reads and merges without a lock; then, in one
 * transaction, writes what it made and deletes exactly the rows it read, unless another compaction came first.
 * @returns how many rows were moved
 */
export async function compactNote(
  db: Database,
  workshop: Pick<BodyWorkshop, "compact">,
  note: { id: string; ownerId: string },
): Promise<number> {
  const read = await db.asJob(note.ownerId, "compact a note", (tx) => readLog(tx, note.id));
  if (read.rows.length === 0) return 0;
  const compacted = await workshop.compact(read.snapshot?.state ?? null, read.rows);
  if (compacted.moved.length === 0) return 0;
  return db.asJob(note.ownerId, "compact a note", async (tx) => {
    // Two statements: one that waits for a lock goes on with what it saw before it waited.
    const locked = await tx.query("SELECT 1 FROM notes_v2 WHERE id = $1 FOR UPDATE", [note.id]);
    const [current] = await tx.query<{ through_id: number }>(
      "SELECT through_id FROM note_snapshots WHERE note_id = $1",
      [note.id],
    );
    if (locked.length === 0 || current?.through_id !== read.snapshot?.throughId) return 0;
    await write(tx, note, compacted);
    return compacted.moved.length;
  });
}

async function readLog(tx: Tx, noteId: string) {
  const rows = await tx.query<LogRow & { kind: string }>(
    `SELECT 'state' AS kind, through_id AS id, state AS payload, at FROM note_snapshots WHERE note_id = $1
     UNION ALL SELECT 'row', id, payload, at FROM note_updates WHERE note_id = $1 ORDER BY id`,
    [noteId],
  );
  const snapshot = rows.find((row) => row.kind === "state");
  return {
    snapshot: snapshot ? { state: snapshot.payload, throughId: snapshot.id } : null,
    rows: rows.filter((row) => row.kind === "row"),
  };
}

async function write(tx: Tx, note: { id: string; ownerId: string }, compacted: Compacted) {
  for (const chunk of compacted.chunks) {
    await tx.query(
      `INSERT INTO note_history (note_id, user_id, from_id, through_id, started_at, ended_at, payload)
       VALUES ($1, $2, $3, $4, $5, $6, $7)`,
      [
        note.id,
        note.ownerId,
        chunk.fromId,
        chunk.throughId,
        chunk.startedAt,
        chunk.endedAt,
        Buffer.from(chunk.payload),
      ],
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
