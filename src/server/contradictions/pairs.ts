import { createHash } from "node:crypto";
import type { Contradiction } from "#contract/contradictions.ts";
import type { Written } from "#language/claims/disagreements.ts";
import type { Tx } from "../db/client.ts";
import { notFound } from "../failure.ts";

type ClaimRow = Written & {
  id: string;
  note_id: string;
  note_title: string;
  block_id: string | null;
  hash: string;
  sentence: string;
};

/** What several notes say of one thing. */
const SHARED = `SELECT c.id, c.note_id, c.note_id::text AS place, n.title AS note_title, c.block_id, c.hash, c.sentence, c.key, c.value, c.day::text AS day
  FROM claims c JOIN notes_v2 n ON n.id = c.note_id AND n.trashed_at IS NULL
  WHERE c.user_id = $1 AND c.key IN (SELECT s.key FROM claims s WHERE s.user_id = $1 GROUP BY s.key HAVING count(DISTINCT s.note_id) > 1)
  ORDER BY c.created_at, c.id`;

/** Every pair that stands, whatever was decided about it, the newest first. */
async function allPairs(tx: Tx): Promise<Contradiction[]> {
  const { disagreements } = await import("#language/claims/disagreements.ts");
  const rows = await tx.query<ClaimRow>(SHARED, [tx.userId], "claims-of-several-notes");
  return disagreements(rows)
    .map(([older, newer]) => ({
      id: pairId(older, newer),
      older: toSide(older),
      newer: toSide(newer),
      isSameDay: older.day === newer.day,
    }))
    .toSorted((one, other) => (one.newer.day < other.newer.day ? 1 : -1));
}

const pairId = (...sides: ClaimRow[]): string =>
  createHash("sha256")
    .update(
      sides
        .map(({ note_id: note, hash }) => `${note} ${hash}`)
        .toSorted()
        .join(" "),
    )
    .digest("base64url")
    .slice(0, 22);

const toSide = (row: ClaimRow): Contradiction["older"] => ({
  claimId: row.id,
  noteId: row.note_id,
  noteTitle: row.note_title,
  blockId: row.block_id,
  sentence: row.sentence,
  day: row.day,
});

/** Those about which nothing was decided. */
export async function openPairs(tx: Tx): Promise<Contradiction[]> {
  const settled = await tx.query<{ pair: string }>("SELECT pair FROM settled_pairs WHERE user_id = $1", [
    tx.userId,
  ]);
  const known = new Set(settled.map(({ pair }) => pair));
  return (await allPairs(tx)).filter(({ id }) => !known.has(id));
}

/** Whatever was decided about it; undefined once its sentences are gone. */
export const findPair = async (tx: Tx, id: string): Promise<Contradiction | undefined> =>
  (await allPairs(tx)).find((each) => each.id === id);

/** @throws Failure NOT_FOUND */
export async function pairOf(tx: Tx, id: string): Promise<Contradiction> {
  const pair = await findPair(tx, id);
  if (!pair) throw notFound();
  return pair;
}
