import * as Y from "yjs";
import type { Database, Tx } from "../db/client.ts";

const CHUNK_MS = 10 * 60 * 1000;

type LogRow = { id: number; payload: Buffer; at: Date };
type Compacted = { state: Uint8Array; stateVector: Uint8Array; chunks: Chunk[] };
type Chunk = { fromId: number; throughId: number; startedAt: Date; endedAt: Date; payload: Uint8Array };

/**
 * Moves the log of a note into a snapshot and ten-minute history chunks. Reads and merges without a lock; then, in one
 * transaction, writes what it made and deletes exactly the rows it read, unless another compaction came first.
 * @returns how many rows were moved
 */
export async function compactNote(db: Database, note: { id: string; ownerId: string }): Promise<number> {
  const read = await db.asJob(note.ownerId, "compact a note", (tx) => readLog(tx, note.id));
  if (read.rows.length === 0) return 0;
  const compacted = merge(read.snapshot?.state, read.rows);
  return db.asJob(note.ownerId, "compact a note", async (tx) => {
    const [current] = await tx.query<{ through_id: number | null }>(
      `SELECT s.through_id FROM notes_v2 n LEFT JOIN note_snapshots s ON s.note_id = n.id WHERE n.id = $1 FOR UPDATE OF n`,
      [note.id],
    );
    if (!current || current.through_id !== (read.snapshot?.throughId ?? null)) return 0;
    await write(tx, note, read.rows, compacted);
    return read.rows.length;
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

function merge(state: Uint8Array | undefined, rows: LogRow[]): Compacted {
  const doc = new Y.Doc();
  if (state) Y.applyUpdate(doc, state);
  const groups = new Map<number, LogRow[]>();
  for (const row of rows) {
    Y.applyUpdate(doc, row.payload);
    const window = Math.floor(row.at.getTime() / CHUNK_MS);
    groups.set(window, [...(groups.get(window) ?? []), row]);
  }
  const compacted = {
    state: Y.encodeStateAsUpdate(doc),
    stateVector: Y.encodeStateVector(doc),
    chunks: [...groups.values()].map(toChunk),
  };
  doc.destroy();
  return compacted;
}

function toChunk(rows: LogRow[]): Chunk {
  const first = rows[0]!;
  const last = rows.at(-1)!;
  return {
    fromId: first.id,
    throughId: last.id,
    startedAt: first.at,
    endedAt: last.at,
    payload: Y.mergeUpdates(rows.map((row) => row.payload)),
  };
}

async function write(tx: Tx, note: { id: string; ownerId: string }, rows: LogRow[], compacted: Compacted) {
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
      rows.at(-1)!.id,
    ],
  );
  const { length } = await tx.query(
    "DELETE FROM note_updates WHERE note_id = $1 AND id = ANY ($2) RETURNING id",
    [note.id, rows.map((row) => row.id)],
  );
  if (length !== rows.length) throw new Error("Compaction met rows that were already gone");
}
