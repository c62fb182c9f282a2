import type { Chunk } from "./merge-log.ts";

/** A row of note_history as SELECT * answers it. */
export type ChunkRow = {
  from_id: number;
  through_id: number;
  started_at: Date;
  ended_at: Date;
  actor_ids: string[];
  word_count: number | null;
  words_added: number | null;
  words_removed: number | null;
};

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
