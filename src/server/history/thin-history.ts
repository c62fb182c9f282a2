import { CHUNK_COLUMNS, type ChunkHead, type ChunkRow, readChunk, toValues } from "../collab/chunk-row.ts";
import type { BodyWorkerPool } from "../collab/body-worker-pool.ts";
import { readCuts } from "../collab/compact.ts";
import { sum } from "../collab/merge-log.ts";
import type { Database, Tx } from "../db/client.ts";

const HOUR = 60 * 60_000;
const DAY = 24 * HOUR;
const NOTES_AT_A_TIME = 200;
const STEPS = 50;

type Note = { id: string; ownerId: string };
/** How far a chunk was thinned: 0 a sitting, 1 an hour, 2 a day. */
type Grained = ChunkHead & { grain: number };
/** Neighbours that become one. */
export type Group = { grain: number; chunks: Grained[] };

/**
 * What of a history is to become one: sittings of a day ago by the hour, those of more than eight days ago by the day. Never over a
 * cut. Merging drops no update; only the number of places one can go back to grows smaller.
 */
export function planThinning(chunks: readonly Grained[], cuts: readonly number[], now: number): Group[] {
  const groups: (Group & { key: string })[] = [];
  for (const chunk of chunks) {
    const at = chunk.endedAt.getTime();
    const ended = (length: number) => Math.floor(at / length) * length + length;
    const grain = ended(DAY) <= now - 8 * DAY ? 2 : ended(HOUR) <= now - DAY ? 1 : 0;
    if (grain === 0 || grain < chunk.grain) continue;
    const key = `${grain} ${Math.floor(at / (grain === 2 ? DAY : HOUR))}`;
    const last = groups.at(-1);
    const end = last?.chunks.at(-1)?.throughId ?? 0;
    const isCut = cuts.some((cut) => end <= cut && cut < chunk.fromId);
    if (last?.key === key && !isCut) last.chunks.push(chunk);
    else groups.push({ key, grain, chunks: [chunk] });
  }
  return groups
    .map(({ grain, chunks: members }) => ({ grain, chunks: members }))
    .filter(({ grain, chunks: members }) => members.length > 1 || members[0]!.grain < grain);
}

/** Thins the histories that are due, as far as this run gets; the next goes on where it ended. */
export async function thinHistories(db: Database, bodies: Pick<BodyWorkerPool, "merge">): Promise<number> {
  let merged = 0;
  for (let step = 0; step < STEPS; step++) {
    const due = await db.asSystem("find histories to thin", (tx) =>
      tx.call<{ note_id: string; user_id: string }>("notesToThin", NOTES_AT_A_TIME),
    );
    let done = 0;
    for (const { note_id: id, user_id: ownerId } of due)
      done += await thinHistory(db, bodies, { id, ownerId });
    merged += done;
    if (done === 0) break;
  }
  return merged;
}

/** @returns how many rows of its history were looked after */
export async function thinHistory(
  db: Database,
  bodies: Pick<BodyWorkerPool, "merge">,
  note: Note,
  now = Date.now(),
): Promise<number> {
  const groups = await db.asJob(note.ownerId, "thin a history", async (tx) => {
    const rows = await tx.query<ChunkRow & { grain: number }>(
      `SELECT ${CHUNK_COLUMNS}, grain
       FROM note_history WHERE note_id = $1 ORDER BY through_id`,
      [note.id],
    );
    const chunks = rows.map((row) => ({ ...readChunk(row), grain: row.grain }));
    return planThinning(chunks, await readCuts(tx, note.id), now);
  });
  let done = 0;
  for (const group of groups) done += await mergeGroup(db, bodies, note, group);
  return done;
}

async function mergeGroup(
  db: Database,
  bodies: Pick<BodyWorkerPool, "merge">,
  note: Note,
  { grain, chunks }: Group,
): Promise<number> {
  const ids = chunks.map((chunk) => chunk.throughId);
  if (ids.length === 1)
    return db.asJob(note.ownerId, "thin a history", async (tx) => {
      await tx.query("UPDATE note_history SET grain = $3 WHERE note_id = $1 AND through_id = $2", [
        note.id,
        ids[0],
        grain,
      ]);
      return 1;
    });
  const parts = await db.asJob(note.ownerId, "thin a history", (tx) =>
    tx.query<{ payload: Buffer }>(
      "SELECT payload FROM note_history WHERE note_id = $1 AND through_id = ANY ($2) ORDER BY through_id",
      [note.id, ids],
    ),
  );
  if (parts.length !== ids.length) return 0;
  const payload = await bodies.merge(parts.map((part) => part.payload));
  return db.asJob(note.ownerId, "thin a history", (tx) => replace(tx, note, { grain, chunks }, payload));
}

/** Unless another node was first, or somebody named one of them meanwhile. */
async function replace(tx: Tx, note: Note, { grain, chunks }: Group, payload: Uint8Array): Promise<number> {
  const [first, last] = [chunks[0]!, chunks.at(-1)!];
  await tx.query("SELECT 1 FROM notes_v2 WHERE id = $1 FOR UPDATE", [note.id]);
  const cuts = await readCuts(tx, note.id);
  if (cuts.some((cut) => first.fromId <= cut && cut < last.throughId)) return 0;
  const ids = chunks.map((chunk) => chunk.throughId);
  const there = await tx.query(
    "SELECT through_id FROM note_history WHERE note_id = $1 AND through_id = ANY ($2)",
    [note.id, ids],
  );
  if (there.length !== ids.length) return 0;
  await tx.query("DELETE FROM note_history WHERE note_id = $1 AND through_id = ANY ($2)", [note.id, ids]);
  const merged = {
    fromId: first.fromId,
    throughId: last.throughId,
    startedAt: first.startedAt,
    endedAt: last.endedAt,
    payload,
    actorIds: [...new Set(chunks.flatMap((chunk) => chunk.actorIds))],
    wordCount: last.wordCount,
    wordsAdded: chunks.map((chunk) => chunk.wordsAdded).reduce(sum),
    wordsRemoved: chunks.map((chunk) => chunk.wordsRemoved).reduce(sum),
  };
  await tx.query(
    `INSERT INTO note_history (note_id, user_id, from_id, through_id, started_at, ended_at, payload, actor_ids, word_count, words_added, words_removed, grain)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)`,
    [note.id, note.ownerId, ...toValues(merged), grain],
  );
  return ids.length;
}
