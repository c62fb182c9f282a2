import { createHash } from "node:crypto";
import { setImmediate } from "node:timers/promises";
import { uuidV7 } from "#contract/shared/uuid-v7.ts";
import type { FoundPromise } from "../collab/words/body-promises.ts";
import type { Collab } from "../collab/collab.ts";
import { readBodyAs } from "../collab/load-note.ts";
import type { Database, Tx } from "../db/client.ts";
import { Failure } from "../failure.ts";
import { recordChange } from "../live/record-change.ts";

/** More than anybody keeps an eye on. */
export const MOST_PROMISES = 5_000;
/** Raised when the grammar finds other things: notes are then read again, and what was decided stays. */
const GRAMMAR = 3;
/** After so long a turn is kept, and whoever waits asks for the next. */
const TURN_MS = 1_000;
const MOST_NOTES = 200;
/** More is generated, not written. */
const MOST_LETTERS = 200_000;

type Due = { id: string; seq: number; text: string; day: string; has_guests: boolean };
type Looked = { note: Due; found: FoundPromise[] };

/** Reads the notes that were written since the last look, as many as a turn has time for, and keeps what is promised in them. */
export async function lookForPromises(
  deps: { db: Database; collab: Pick<Collab, "bodies" | "derivation"> },
  userId: string,
): Promise<{ left: number; isFull: boolean }> {
  const { db, collab } = deps;
  await collab.derivation.countWaiting(userId);
  const due = await db.queryAs<Due>(userId, DUE, [userId, GRAMMAR], "notes-to-look-at");
  const begun = performance.now();
  const looked: Looked[] = [];
  for (const note of due) {
    if (looked.length > 0 && performance.now() - begun > TURN_MS) break;
    looked.push({ note, found: await promisesOfNote(deps, userId, note) });
    // Others are answered between two notes.
    await setImmediate();
  }
  const isFull = await db.withUser(userId, (tx) => keep(tx, looked));
  const [row] = await db.queryAs<{ left: number }>(userId, LEFT, [userId, GRAMMAR], "notes-left-to-look-at");
  return { left: row!.left, isFull };
}

async function promisesOfNote(
  { db, collab }: { db: Database; collab: Pick<Collab, "bodies"> },
  userId: string,
  { id, text, day, has_guests: hasGuests }: Due,
): Promise<FoundPromise[]> {
  const { mayPromise } = await import("#language/promises/promises.ts");
  if (!mayPromise(text)) return [];
  const { parts } = await readBodyAs(db, userId, id);
  const found = await collab.bodies.promises(parts, new Date(`${day}T12:00:00Z`)).catch(noneIn);
  // Who says "I" in a note that several write in is not known, and nobody is to owe what another promised.
  return hasGuests ? found.filter(({ from }) => from !== null) : found;
}

/** A body that takes too long to read has none, and holds up no other. */
function noneIn(error: unknown): FoundPromise[] {
  if (error instanceof Failure && error.code === "TOO_LARGE") return [];
  throw error;
}

/** @returns whether there was no room for some */
async function keep(tx: Tx, looked: Looked[]): Promise<boolean> {
  if (looked.length === 0) return false;
  // Of two looks at once the second counts what the first has kept.
  await tx.query("SELECT pg_advisory_xact_lock(hashtextextended('promises of ' || $1, 0))", [tx.userId]);
  const notes = looked.map(({ note }) => note);
  const ids = notes.map(({ id }) => id);
  const rows = looked.flatMap(({ note, found }) => found.map((each) => toKeep(note.id, each)));
  const gone = await tx.query<{ id: string }>(
    FORGET,
    [tx.userId, ids, rows.map((row) => row.note), rows.map((row) => row.hash)],
    "forget-promises",
  );
  const [counted] = await tx.query<{ count: number }>(
    "SELECT count(*)::int AS count FROM promises WHERE user_id = $1",
    [tx.userId],
  );
  const room = Math.max(0, MOST_PROMISES - counted!.count);
  const made = await tx.query<{ is_new: boolean }>(
    KEEP,
    [tx.userId, JSON.stringify(rows), room],
    "keep-promises",
  );
  await tx.query(LOOKED, [tx.userId, ids, notes.map(({ seq }) => seq), GRAMMAR], "keep-promise-looks");
  if (gone.length > 0 || made.some((row) => row.is_new))
    await recordChange(tx, { userId: tx.userId, entity: "promise", entityId: ids[0]!, operation: "update" });
  return made.length < rows.length;
}

const toKeep = (note: string, found: FoundPromise) => ({
  id: uuidV7(),
  note,
  block: found.blockId,
  hash: createHash("sha256").update(found.sentence.toLowerCase()).digest("base64url").slice(0, 22),
  sentence: found.sentence,
  from: found.from,
  to: found.to,
  to_me: found.isToMe,
  what: found.what,
  due: found.due,
});

/** Only of notes whose words are all counted it is known on which day they were written. */
const IS_DUE = `n.user_id = $1 AND n.trashed_at IS NULL AND n.derived_seq > 0 AND n.words_seq >= n.derived_seq
  AND NOT EXISTS (SELECT FROM promise_looks l WHERE l.note_id = n.id AND l.seq >= n.derived_seq AND l.grammar = $2)`;

/** "By Friday" is said on the last day that words were written on, as far as that is known. */
const DUE = `SELECT n.id, n.derived_seq AS seq, left(coalesce(n.human_text, n.text), ${MOST_LETTERS}) AS text,
    coalesce((SELECT max(w.day) FROM word_days w WHERE w.note_id = n.id AND w.added > 0),
      (n.created_at AT TIME ZONE coalesce((SELECT settings->>'timeZone' FROM user_preferences WHERE user_id = $1), 'UTC'))::date)::text AS day,
    (EXISTS (SELECT FROM note_updates u WHERE u.note_id = n.id AND u.actor_id <> $1)
      OR EXISTS (SELECT FROM note_history h WHERE h.note_id = n.id AND NOT h.actor_ids <@ ARRAY[$1::uuid])) AS has_guests
  FROM notes_v2 n WHERE ${IS_DUE} ORDER BY n.updated_at DESC, n.id LIMIT ${MOST_NOTES}`;
const LEFT = `SELECT count(*)::int AS left FROM notes_v2 n WHERE ${IS_DUE}`;

/** What is no longer said, unless somebody decided about it or made a task of it. */
const FORGET = `DELETE FROM promises p WHERE p.user_id = $1 AND p.note_id = ANY ($2::uuid[]) AND p.decision = 'open' AND p.task_id IS NULL
    AND NOT EXISTS (SELECT FROM unnest($3::uuid[], $4::text[]) AS f (note_id, hash) WHERE f.note_id = p.note_id AND f.hash = p.hash)
  RETURNING p.id`;

/** Those that were found before keep their day: it was reckoned from when they were new. */
const KEEP = `WITH found AS (
    SELECT f.*, row_number() OVER () AS place, p.id IS NOT NULL AS is_known
    FROM jsonb_to_recordset($2::jsonb) AS f (id uuid, note uuid, block text, hash text, sentence text, "from" text, "to" text, to_me boolean, what text, due date)
      JOIN notes_v2 n ON n.id = f.note AND n.user_id = $1 LEFT JOIN promises p ON p.note_id = f.note AND p.hash = f.hash
  ), fitting AS (
    SELECT *, count(*) FILTER (WHERE NOT is_known) OVER (ORDER BY place) AS nth FROM found
  )
  INSERT INTO promises AS p (id, user_id, note_id, block_id, hash, sentence, from_person, to_person, is_to_me, what, due)
  SELECT id, $1, note, block, hash, sentence, "from", "to", to_me, what, due FROM fitting WHERE is_known OR nth <= $3
  ON CONFLICT (note_id, hash) DO UPDATE SET block_id = excluded.block_id, from_person = excluded.from_person,
    to_person = excluded.to_person, is_to_me = excluded.is_to_me, what = excluded.what
  RETURNING (xmax = 0) AS is_new`;

const LOOKED = `INSERT INTO promise_looks (user_id, note_id, seq, grammar)
  SELECT $1, n.id, l.seq, $4 FROM unnest($2::uuid[], $3::bigint[]) AS l (note_id, seq) JOIN notes_v2 n ON n.id = l.note_id AND n.user_id = $1
  ON CONFLICT (note_id) DO UPDATE SET seq = greatest(promise_looks.seq, excluded.seq), grammar = excluded.grammar`;
