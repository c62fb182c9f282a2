import { createHash } from "node:crypto";
import { setImmediate } from "node:timers/promises";
import { uuidV7 } from "#contract/shared/uuid-v7.ts";
import type { Collab } from "../collab/collab.ts";
import { readBodyAs } from "../collab/load-note.ts";
import type { FoundClaim } from "../collab/words/body-claims.ts";
import type { Database, Tx } from "../db/client.ts";
import { Failure } from "../failure.ts";
import { recordChange } from "../live/record-change.ts";

/** More than anybody's notes say in such words. */
export const MOST_CLAIMS = 20_000;
/** Raised when the grammar finds other things: notes are then read again, and what was decided stays. */
const GRAMMAR = 3;
/** After so long a turn is kept, and whoever waits asks for the next. */
const TURN_MS = 1_000;
const MOST_NOTES = 200;
/** More is generated, not written. */
const MOST_LETTERS = 200_000;

type Deps = { db: Database; collab: Pick<Collab, "bodies" | "derivation"> };
type Due = { id: string; seq: number; text: string; day: string };
type Looked = { note: Due; found: FoundClaim[] };

/** Reads the notes that were written since the last look, as many as a turn has time for, and keeps what they claim. */
export async function lookForContradictions(
  deps: Deps,
  userId: string,
): Promise<{ left: number; isFull: boolean }> {
  const { db, collab } = deps;
  await collab.derivation.countWaiting(userId);
  const due = await db.queryAs<Due>(userId, DUE, [userId, GRAMMAR], "notes-to-read-claims");
  const begun = performance.now();
  const looked: Looked[] = [];
  for (const note of due) {
    if (looked.length > 0 && performance.now() - begun > TURN_MS) break;
    looked.push({ note, found: await claimsOfNote(deps, userId, note) });
    // Others are answered between two notes.
    await setImmediate();
  }
  const isFull = await db.withUser(userId, (tx) => keep(tx, looked));
  const [row] = await db.queryAs<{ left: number }>(
    userId,
    LEFT,
    [userId, GRAMMAR],
    "notes-left-to-read-claims",
  );
  return { left: row!.left, isFull };
}

async function claimsOfNote({ db, collab }: Deps, userId: string, { id, text }: Due): Promise<FoundClaim[]> {
  const { mayClaim } = await import("#language/claims/claims.ts");
  if (!mayClaim(text)) return [];
  const { parts } = await readBodyAs(db, userId, id);
  return collab.bodies.claims(parts).catch(noneIn);
}

/** A body that takes too long to read has none, and holds up no other. */
function noneIn(error: unknown): FoundClaim[] {
  if (error instanceof Failure && error.code === "TOO_LARGE") return [];
  throw error;
}

/** @returns whether there was no room for some */
async function keep(tx: Tx, looked: Looked[]): Promise<boolean> {
  if (looked.length === 0) return false;
  const { userId } = tx;
  // Of two looks at once the second counts what the first has kept.
  await tx.query("SELECT pg_advisory_xact_lock(hashtextextended('claims of ' || $1, 0))", [userId]);
  const ids = looked.map(({ note }) => note.id);
  const rows = looked.flatMap(({ note, found }) => found.map((each) => toKeep(note, each)));
  const gone = await tx.query<{ id: string }>(
    FORGET,
    [userId, ids, rows.map(({ note }) => note), rows.map(({ hash }) => hash)],
    "forget-claims",
  );
  const [counted] = await tx.query<{ count: number }>(
    "SELECT count(*)::int AS count FROM claims WHERE user_id = $1",
    [userId],
  );
  const room = Math.max(0, MOST_CLAIMS - counted!.count);
  const made = await tx.query<{ is_new: boolean }>(KEEP, [userId, JSON.stringify(rows), room], "keep-claims");
  await tx.query(LOOKED, [userId, ids, looked.map(({ note }) => note.seq), GRAMMAR], "keep-claim-looks");
  if (gone.length > 0 || made.some((row) => row.is_new))
    await recordChange(tx, { userId, entity: "contradiction", entityId: ids[0]!, operation: "update" });
  return made.length < rows.length;
}

const toKeep = ({ id, day }: Due, { blockId, sentence, key, value }: FoundClaim) => ({
  id: uuidV7(),
  note: id,
  block: blockId,
  hash: createHash("sha256").update(sentence.toLowerCase()).digest("base64url").slice(0, 22),
  ...{ sentence, key, value, day },
});

/** Only of notes whose words are all counted it is known on which day they were written. */
const IS_DUE = `n.user_id = $1 AND n.trashed_at IS NULL AND n.derived_seq > 0 AND n.words_seq >= n.derived_seq
  AND NOT EXISTS (SELECT FROM claim_looks l WHERE l.note_id = n.id AND l.seq >= n.derived_seq AND l.grammar = $2)`;

/** Written on the last day that words were, as far as that is known. */
const DUE = `SELECT n.id, n.derived_seq AS seq, left(coalesce(n.human_text, n.text), ${MOST_LETTERS}) AS text,
    coalesce((SELECT max(w.day) FROM word_days w WHERE w.note_id = n.id AND w.added > 0),
      (n.created_at AT TIME ZONE coalesce((SELECT settings->>'timeZone' FROM user_preferences WHERE user_id = $1), 'UTC'))::date)::text AS day
  FROM notes_v2 n WHERE ${IS_DUE} ORDER BY n.updated_at DESC, n.id LIMIT ${MOST_NOTES}`;
const LEFT = `SELECT count(*)::int AS left FROM notes_v2 n WHERE ${IS_DUE}`;

const FORGET = `DELETE FROM claims c WHERE c.user_id = $1 AND c.note_id = ANY ($2::uuid[])
    AND NOT EXISTS (SELECT FROM unnest($3::uuid[], $4::text[]) AS f (note_id, hash) WHERE f.note_id = c.note_id AND f.hash = c.hash)
  RETURNING c.id`;

/** Those that were found before keep their day: it is of when they were new. */
const KEEP = `WITH found AS (
    SELECT DISTINCT ON (f.note, f.hash) f.*, c.id IS NOT NULL AS is_known
    FROM jsonb_to_recordset($2::jsonb) AS f (id uuid, note uuid, block text, hash text, sentence text, key text, value jsonb, day date)
      JOIN notes_v2 n ON n.id = f.note AND n.user_id = $1 LEFT JOIN claims c ON c.note_id = f.note AND c.hash = f.hash
  ), fitting AS (
    SELECT *, count(*) FILTER (WHERE NOT is_known) OVER (ORDER BY id) AS nth FROM found
  )
  INSERT INTO claims AS c (id, user_id, note_id, block_id, hash, sentence, key, value, day)
  SELECT id, $1, note, block, hash, sentence, key, value, day FROM fitting WHERE is_known OR nth <= $3
  ON CONFLICT (note_id, hash) DO UPDATE SET block_id = excluded.block_id, key = excluded.key, value = excluded.value
  RETURNING (xmax = 0) AS is_new`;

const LOOKED = `INSERT INTO claim_looks (user_id, note_id, seq, grammar)
  SELECT $1, n.id, l.seq, $4 FROM unnest($2::uuid[], $3::bigint[]) AS l (note_id, seq) JOIN notes_v2 n ON n.id = l.note_id AND n.user_id = $1
  ON CONFLICT (note_id) DO UPDATE SET seq = greatest(claim_looks.seq, excluded.seq), grammar = excluded.grammar`;
