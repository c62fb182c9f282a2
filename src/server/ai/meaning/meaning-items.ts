import type { Database, Tx } from "../../db/client.ts";
import type { Thing } from "../../retrieval/meaning/texts-for-meaning.ts";
import { toBits, topicOf } from "../../retrieval/meaning/vectors.ts";

export type Item = {
  id: string;
  kind: Thing["kind"];
  thing_id: string;
  due_at: string;
  hashes: string[];
  vectors: Buffer | null;
};

const AT_ONCE = 16;
const DUE = `SELECT id, CASE WHEN note_id IS NOT NULL THEN 'note' WHEN file_id IS NOT NULL THEN 'file' WHEN task_id IS NOT NULL THEN 'task' ELSE 'event' END AS kind,
    coalesce(note_id, file_id, task_id, event_id) AS thing_id, due_at::text, hashes, vectors
  FROM meaning_items WHERE user_id = $1 AND due_at < now() - make_interval(secs => $2) ORDER BY due_at DESC LIMIT ${AT_ONCE}`;

/** Some of what is to be read, what was changed last first. */
export const itemsDue = (db: Database, userId: string, quietSeconds: number): Promise<Item[]> =>
  db.queryAs<Item>(userId, DUE, [userId, quietSeconds], "meaning-items-due");

/** Vectors of an item by their hashes: what was not changed is not read again. */
export function vectorsOf({ hashes, vectors }: Item, numbers: number | null): [string, Int8Array][] {
  if (numbers === null || vectors?.length !== numbers * hashes.length) return [];
  return hashes.map((hash, place) => [
    hash,
    new Int8Array(vectors.subarray(place * numbers, (place + 1) * numbers)),
  ]);
}

export type Passage = { hash: string; vector: Int8Array };
/** Of an item: more passages are to be read, at once; some were refused, and are tried again after a while. */
export type Left = "none" | "more" | "refused";

const REFUSED_AGAIN_SECONDS = 6 * 3_600;

/** Keeps what was read of an item; nothing, where the thing was changed meanwhile or is gone. */
export async function keepItem(tx: Tx, item: Item, read: readonly Passage[], left: Left): Promise<void> {
  const vectors = read.map(({ vector }) => vector);
  const kept = await tx.query(
    `UPDATE meaning_items SET hashes = $3, vectors = $4,
       due_at = CASE $5 WHEN 'more' THEN due_at WHEN 'refused' THEN now() + make_interval(secs => ${REFUSED_AGAIN_SECONDS}) END
     WHERE id = $1 AND due_at = $2::timestamptz RETURNING id`,
    [item.id, item.due_at, read.map(({ hash }) => hash), vectors.length > 0 ? asBytes(vectors) : null, left],
    "keep-meaning-item",
  );
  if (kept.length === 0) return;
  await tx.query("DELETE FROM meaning_passages WHERE item_id = $1", [item.id], "forget-passages-of-item");
  await tx.query(
    `INSERT INTO meaning_passages (item_id, user_id, place, topic, bits)
     SELECT $1, $2, p.place - 1, p.topic, p.bits FROM unnest($3::smallint[], $4::varbit[]) WITH ORDINALITY AS p (topic, bits, place)`,
    [item.id, tx.userId, vectors.map(topicOf), vectors.map(toBits)],
    "keep-meaning-passages",
  );
}

const asBytes = (vectors: readonly Int8Array[]): Buffer =>
  Buffer.concat(vectors.map(({ buffer, byteOffset, length }) => Buffer.from(buffer, byteOffset, length)));
