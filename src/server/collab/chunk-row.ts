import type { Row } from "../db/row.ts";
import type { noteHistory } from "../db/schema/notes.ts";
import type { Chunk } from "./merge-log.ts";

const COLUMNS = [
  "from_id",
  "through_id",
  "started_at",
  "ended_at",
  "actor_ids",
  "word_count",
  "words_added",
  "words_removed",
] as const;
/** Everything of a row of note_history but its bytes and whose it is. */
export const CHUNK_COLUMNS = COLUMNS.join(", ");
export type ChunkRow = Row<typeof noteHistory, typeof COLUMNS>;

/** Everything of a chunk but its bytes, which lists do not fetch. */
export type ChunkHead = Omit<Chunk, "payload">;

export function readChunk(row: ChunkRow): ChunkHead {
  return {
    fromId: row.from_id,
    throughId: row.through_id,
    startedAt: row.started_at,
    endedAt: row.ended_at,
    actorIds: row.actor_ids,
    wordCount: row.word_count,
    wordsAdded: row.words_added,
    wordsRemoved: row.words_removed,
  };
}

/** In the order of note_history's columns after the two that say whose it is. */
export function toValues(chunk: Chunk): unknown[] {
  return [
    chunk.fromId,
    chunk.throughId,
    chunk.startedAt,
    chunk.endedAt,
    Buffer.from(chunk.payload),
    chunk.actorIds,
    chunk.wordCount,
    chunk.wordsAdded,
    chunk.wordsRemoved,
  ];
}
