import { SCHEMA_VERSION } from "#document/schema-version.ts";
import { logActivity, quoted } from "../activity/log-activity.ts";
import { isEmptyUpdate } from "../collab/append-update.ts";
import type { Collab } from "../collab/collab.ts";
import { readBody } from "../collab/load-note.ts";
import type { Database, Tx } from "../db/client.ts";
import { Failure, notFound } from "../failure.ts";
import { recordChange } from "../live/record-change.ts";
import { selectNote } from "../notes/notes.ts";
import { bytesOf, readVersion } from "./version-states.ts";
import { readDocSeq } from "./versions.ts";

/**
 * Names a version, which keeps it for ever, or takes the name away again.
 * @throws Failure CONFLICT when nothing was written yet, NOT_FOUND when no version ends there (any more)
 */
export async function nameVersion(
  db: Database,
  userId: string,
  { noteId, seq: wanted, name }: { noteId: string; seq?: number | undefined; name: string | null },
): Promise<{ seq: number; name: string | null }> {
  return db.withUser(userId, async (tx) => {
    // Compaction and thinning take the same lock: what ends here now is not merged over before it is named.
    const current = await readDocSeq(tx, noteId, "FOR UPDATE");
    const seq = wanted ?? current;
    if (seq === 0) throw new Failure("CONFLICT", "There's nothing to keep: this note is empty.");
    if (name === null) await forgetName(tx, noteId, seq);
    else {
      await assertEnd(tx, noteId, seq);
      await mark(tx, { noteId, seq, kind: "kept", name });
    }
    await notifyReaders(tx, noteId);
    return { seq, name };
  });
}

async function forgetName(tx: Tx, noteId: string, seq: number): Promise<void> {
  await tx.query("DELETE FROM note_versions WHERE note_id = $1 AND seq = $2 AND kind = 'kept'", [
    noteId,
    seq,
  ]);
  await tx.query("UPDATE note_versions SET name = NULL WHERE note_id = $1 AND seq = $2", [noteId, seq]);
}

/** @throws Failure NOT_FOUND */
async function assertEnd(tx: Tx, noteId: string, seq: number): Promise<void> {
  const found = await tx.query(
    `SELECT 1 FROM note_history WHERE note_id = $1 AND through_id = $2
     UNION ALL SELECT 1 FROM note_updates WHERE note_id = $1 AND id = $2`,
    [noteId, seq],
  );
  if (found.length === 0) throw notFound();
}

type NewMark = {
  noteId: string;
  seq: number;
  kind: "kept" | "beforeRestore" | "restored";
  name?: string;
  restoredFrom?: number;
};

/** A name that is there stays unless another is given; what came of a restore stays that. */
async function mark(tx: Tx, { noteId, seq, kind, name, restoredFrom }: NewMark): Promise<void> {
  await tx.query(
    `INSERT INTO note_versions AS v (note_id, user_id, seq, kind, name, restored_from, actor_id)
     SELECT id, user_id, $2, $3, $4, $5, $6 FROM notes_v2 WHERE id = $1
     ON CONFLICT (note_id, seq) DO UPDATE SET name = coalesce(excluded.name, v.name),
       kind = CASE WHEN excluded.kind = 'restored' THEN excluded.kind ELSE v.kind END,
       restored_from = coalesce(excluded.restored_from, v.restored_from)`,
    [noteId, seq, kind, name ?? null, restoredFrom ?? null, tx.userId],
  );
}

/**
 * Makes a note say again what it said: as one more change on top, so that everyone who has it open sees it and what others write at
 * the same time stays. The state before is marked before anything changes, so that no end of a process can lose it.
 */
export async function restoreVersion(
  db: Database,
  { bodies, appendUpdate }: Pick<Collab, "bodies" | "appendUpdate">,
  userId: string,
  { noteId, seq }: { noteId: string; seq: number },
): Promise<{ seq: number; before: number; isChanged: boolean }> {
  const { target, current } = await db.withUser(userId, async (tx) => {
    await assertMayWrite(tx, noteId);
    return { target: await readVersion(tx, noteId, seq), current: await readBody(tx, noteId) };
  });
  const payload = await bodies.rewind(current.parts, bytesOf(target));
  const before = current.seq;
  if (isEmptyUpdate(payload)) return { seq: before, before, isChanged: false };
  await markLocked(db, userId, { noteId, seq: before, kind: "beforeRestore" });
  const appended = await appendUpdate({
    noteId,
    actorId: userId,
    payload,
    schemaVersion: SCHEMA_VERSION,
    via: "server",
    origin: "restore",
  });
  const restored = { noteId, seq: appended.seq, kind: "restored", restoredFrom: target.seq } as const;
  await markLocked(db, userId, restored);
  await db.withUser(userId, async (tx) => {
    await notifyReaders(tx, noteId);
    const { title } = await selectNote(tx, noteId);
    await logActivity(tx, {
      type: "note_version_restored",
      title: `Restored an earlier version of ${quoted(title)}`,
      entityType: "note",
      entityId: noteId,
      metadata: { version: target.seq, before },
    });
  });
  return { seq: appended.seq, before, isChanged: true };
}

const markLocked = (db: Database, userId: string, version: Parameters<typeof mark>[1]) =>
  db.withUser(userId, async (tx) => {
    await readDocSeq(tx, version.noteId, "FOR UPDATE");
    await mark(tx, version);
  });

/** @throws Failure NOT_FOUND */
async function assertMayWrite(tx: Tx, noteId: string): Promise<void> {
  // Row-level security shows a row to lock only to whom it lets change it.
  await readDocSeq(tx, noteId, "FOR UPDATE");
}

async function notifyReaders(tx: Tx, noteId: string): Promise<void> {
  const [note] = await tx.query<{ user_id: string }>("SELECT user_id FROM notes_v2 WHERE id = $1", [noteId]);
  if (note)
    await recordChange(tx, { userId: note.user_id, entity: "note", entityId: noteId, operation: "update" });
}
