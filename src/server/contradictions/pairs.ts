import { createHash } from "node:crypto";
import type { Contradiction } from "#contract/contradictions.ts";
import type { Written } from "#language/claims/disagreements.ts";
import type { Tx } from "../db/client.ts";
import { notFound } from "../failure.ts";

/** A claim without its words: many are compared, few are shown. Its place is its note. */
type ClaimRow = Written & { id: string; hash: string };
type Pair = [older: ClaimRow, newer: ClaimRow];
type Side = Contradiction["older"];

/** What is said of things that have more than one value, in the order it was found: what all notes agree on is neither sent nor compared. */
const DISPUTED = `SELECT c.id, c.note_id AS place, c.hash, c.key, c.value, c.day::text AS day
  FROM claims c JOIN notes_v2 n ON n.id = c.note_id AND n.user_id = $1 AND n.trashed_at IS NULL
  WHERE c.user_id = $1 AND c.key IN (
    SELECT s.key FROM claims s WHERE s.user_id = $1 GROUP BY s.key HAVING min(jsonb_hash_extended(s.value, 0)) < max(jsonb_hash_extended(s.value, 0)))
  ORDER BY c.id`;

const SIDES = `SELECT c.id AS "claimId", c.note_id AS "noteId", n.title AS "noteTitle", c.block_id AS "blockId", c.sentence, c.day::text AS day
  FROM claims c JOIN notes_v2 n ON n.id = c.note_id AND n.user_id = $1 WHERE c.user_id = $1 AND c.id = ANY ($2::uuid[])`;

/** Every pair that stands, whatever was decided about it. */
async function allPairs(tx: Tx): Promise<Pair[]> {
  const { disagreements } = await import("#language/claims/disagreements.ts");
  return disagreements(await tx.query<ClaimRow>(DISPUTED, [tx.userId], "disputed-claims"));
}

const pairId = (sides: Pair): string =>
  createHash("sha256")
    .update(
      sides
        .map(({ place, hash }) => `${place} ${hash}`)
        .toSorted()
        .join(" "),
    )
    .digest("base64url")
    .slice(0, 22);

/** With their words; those that went meanwhile are left out. */
async function withWords(tx: Tx, pairs: readonly Pair[]): Promise<Contradiction[]> {
  const ids = [...new Set(pairs.flat().map(({ id }) => id))];
  const rows = await tx.query<Side>(SIDES, [tx.userId, ids], "words-of-claims");
  const sides = new Map(rows.map((side) => [side.claimId, side]));
  return pairs.flatMap((pair) => {
    const [older, newer] = pair.map(({ id }) => sides.get(id));
    return older && newer ? [{ id: pairId(pair), older, newer, isSameDay: pair[0].day === pair[1].day }] : [];
  });
}

const notesOf = (one: string, other: string): string => (one < other ? `${one} ${other}` : `${other} ${one}`);

/** Those about which nothing was decided: the newest of them, and how many there are. */
export async function openPairs(tx: Tx, most: number): Promise<{ pairs: Contradiction[]; total: number }> {
  const settled = await tx.query<{ pair: string; note_id: string; other_note_id: string }>(
    "SELECT pair, note_id, other_note_id FROM settled_pairs WHERE user_id = $1",
    [tx.userId],
    "settled-pairs",
  );
  const known = new Set(settled.map(({ pair }) => pair));
  // An id is a hash, and made for those alone whose notes have a decision between them.
  const decided = new Set(settled.map(({ note_id: one, other_note_id: other }) => notesOf(one, other)));
  const open = (await allPairs(tx)).filter(
    (pair) => !decided.has(notesOf(pair[0].place, pair[1].place)) || !known.has(pairId(pair)),
  );
  return { pairs: await withWords(tx, newest(open, most)), total: open.length };
}

/** By the day of the newer side; of one day in the order given. */
function newest(pairs: readonly Pair[], most: number): Pair[] {
  const byDay = Map.groupBy(pairs, ([, newer]) => newer.day);
  const chosen: Pair[] = [];
  for (const day of [...byDay.keys()].toSorted().toReversed()) {
    if (chosen.length >= most) break;
    chosen.push(...byDay.get(day)!.slice(0, most - chosen.length));
  }
  return chosen;
}

/** Whatever was decided about it; undefined once its sentences are gone. */
export async function findPair(tx: Tx, id: string): Promise<Contradiction | undefined> {
  const found = (await allPairs(tx)).find((pair) => pairId(pair) === id);
  return found && (await withWords(tx, [found]))[0];
}

/** @throws Failure NOT_FOUND */
export async function pairOf(tx: Tx, id: string): Promise<Contradiction> {
  const pair = await findPair(tx, id);
  if (!pair) throw notFound();
  return pair;
}
