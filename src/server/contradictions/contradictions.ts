import type { Contradiction } from "#contract/contradictions.ts";
import { SCHEMA_VERSION } from "#document/schema-version.ts";
import { isEmptyUpdate } from "../collab/append-update.ts";
import type { Collab } from "../collab/collab.ts";
import { readBodyAs } from "../collab/load-note.ts";
import type { Database, Tx } from "../db/client.ts";
import { Failure, notFound } from "../failure.ts";
import { recordChange } from "../live/record-change.ts";
import { lookForContradictions } from "./look.ts";
import { findPair, openPairs, pairOf } from "./pairs.ts";

const MOST_LISTED = 200;
/** Of one account: more were never looked at one by one. */
export const MOST_SETTLED = 5_000;

type Deps = { db: Database; collab: Pick<Collab, "bodies" | "appendUpdate" | "derivation"> };

/** Sentences of different notes that disagree, as the notes were read last. */
export function listContradictions(
  db: Database,
  userId: string,
): Promise<{ pairs: Contradiction[]; total: number }> {
  return db.withUser(userId, (tx) => openPairs(tx, MOST_LISTED));
}

/** Both are right: the same words in the same notes are not shown again. May be repeated. @throws Failure NOT_FOUND */
export async function dismissPair(
  db: Database,
  userId: string,
  pairId: string,
): Promise<Record<string, never>> {
  await db.withUser(userId, async (tx) => {
    // Repeated, its sentences may be gone by now.
    if (!(await settledPair(tx, pairId))) await settle(tx, await pairOf(tx, pairId), null);
  });
  return {};
}

/**
 * Puts a link to the note that is right after the sentence that isn't, as its writer would. Repeated, it does nothing.
 * @throws Failure NOT_FOUND, CONFLICT when the sentence was changed since, or something else was decided
 */
export async function correctPair(
  { db, collab }: Deps,
  userId: string,
  { pairId, rightClaimId }: { pairId: string; rightClaimId: string },
): Promise<Record<string, never>> {
  if (await db.withUser(userId, (tx) => isCorrected(tx, pairId, rightClaimId))) return {};
  const pair = await db.withUser(userId, (tx) => pairOf(tx, pairId));
  const right = [pair.older, pair.newer].find(({ claimId }) => claimId === rightClaimId);
  if (!right) throw notFound();
  const wrong = right === pair.older ? pair.newer : pair.older;
  const { parts } = await readBodyAs(db, userId, wrong.noteId);
  const note = { id: right.noteId, title: right.noteTitle };
  const { blockId, sentence } = wrong;
  const payload = await collab.bodies.correct(parts, { blockId, sentence, note });
  if (!payload || isEmptyUpdate(payload)) throw new Failure("CONFLICT", "That sentence was changed.");
  // Known as settled before it is written: sent twice at once, it writes one link.
  const isRepeated = await db.withUser(
    userId,
    async (tx) => !(await settle(tx, pair, right.noteId)) && (await isCorrected(tx, pairId, rightClaimId)),
  );
  if (isRepeated) return {};
  await write(collab, userId, wrong.noteId, payload).catch(async (error: unknown) => {
    await db.withUser(userId, (tx) => reopen(tx, pair.id, right.noteId));
    throw error;
  });
  return {};
}

/** Takes a decision back, and the link that it put into the note, if it is still there. Where nothing was decided, it does nothing. */
export async function reopenPair(
  { db, collab }: Deps,
  userId: string,
  pairId: string,
): Promise<Record<string, never>> {
  const settled = await db.withUser(userId, (tx) => settledPair(tx, pairId));
  if (!settled) return {};
  const { note_id: one, other_note_id: other, right_note_id: right } = settled;
  const wrong = right === one ? other : one;
  // The text first: whoever sees the pair again finds the sentence as it was.
  if (right !== null) await unlink({ db, collab }, userId, { pairId, wrong, right });
  await db.withUser(userId, (tx) => reopen(tx, pairId, one));
  // A list that is asked for now has the pair.
  if (right !== null) await readAgain({ db, collab }, userId, wrong);
  return {};
}

async function readAgain(deps: Deps, userId: string, noteId: string): Promise<void> {
  await deps.collab.derivation.deriveNow(noteId, userId);
  await lookForContradictions(deps, userId);
}

type SettledPair = { note_id: string; other_note_id: string; right_note_id: string | null };

async function settledPair(tx: Tx, pairId: string): Promise<SettledPair | undefined> {
  const [settled] = await tx.query<SettledPair>(
    "SELECT note_id, other_note_id, right_note_id FROM settled_pairs WHERE user_id = $1 AND pair = $2",
    [tx.userId, pairId],
    "settled-pair",
  );
  return settled;
}

/** Whether just this was decided already. @throws Failure CONFLICT when something else was */
async function isCorrected(tx: Tx, pairId: string, rightClaimId: string): Promise<boolean> {
  const settled = await settledPair(tx, pairId);
  if (!settled) return false;
  const [right] = await tx.query(
    "SELECT 1 FROM claims WHERE user_id = $1 AND id = $2 AND note_id = $3",
    [tx.userId, rightClaimId, settled.right_note_id],
    "right-claim",
  );
  if (!right) throw new Failure("CONFLICT", "This is settled already.");
  return true;
}

async function reopen(tx: Tx, pairId: string, noteId: string): Promise<void> {
  await tx.query(
    "DELETE FROM settled_pairs WHERE user_id = $1 AND pair = $2",
    [tx.userId, pairId],
    "reopen-pair",
  );
  await tell(tx, noteId);
}

async function unlink(
  { db, collab }: Deps,
  userId: string,
  { pairId, wrong, right }: { pairId: string; wrong: string; right: string },
): Promise<void> {
  const [pair, note] = await db.withUser(userId, async (tx) => [
    await findPair(tx, pairId),
    (
      await tx.query<{ id: string; title: string }>("SELECT id, title FROM notes_v2 WHERE id = $1", [right])
    )[0],
  ]);
  if (!note) return;
  // Notes may be linked as right more than once: which link is of this pair, its sentence says.
  const side = pair && (pair.older.noteId === wrong ? pair.older : pair.newer);
  const { parts } = await readBodyAs(db, userId, wrong);
  const payload = await collab.bodies.uncorrect(parts, { sentence: side?.sentence ?? null, note });
  if (payload && !isEmptyUpdate(payload)) await write(collab, userId, wrong, payload);
}

const write = (collab: Pick<Collab, "appendUpdate">, userId: string, noteId: string, payload: Uint8Array) =>
  collab.appendUpdate({
    noteId,
    actorId: userId,
    payload,
    schemaVersion: SCHEMA_VERSION,
    via: "server",
  });

/** @returns whether nothing had been decided about it */
async function settle(
  tx: Tx,
  { id, older, newer }: Contradiction,
  rightNoteId: string | null,
): Promise<boolean> {
  const made = await tx.query(
    `INSERT INTO settled_pairs (user_id, pair, note_id, other_note_id, right_note_id) VALUES ($1, $2, $3, $4, $5)
     ON CONFLICT (user_id, pair) DO NOTHING RETURNING pair`,
    [tx.userId, id, older.noteId, newer.noteId, rightNoteId],
    "settle-pair",
  );
  await tx.query(
    `DELETE FROM settled_pairs WHERE user_id = $1 AND pair IN (
       SELECT pair FROM settled_pairs WHERE user_id = $1 ORDER BY settled_at DESC, pair OFFSET ${MOST_SETTLED})`,
    [tx.userId],
    "forget-oldest-pairs",
  );
  await tell(tx, older.noteId);
  return made.length > 0;
}

const tell = (tx: Tx, entityId: string) =>
  recordChange(tx, { userId: tx.userId, entity: "contradiction", entityId, operation: "update" });
