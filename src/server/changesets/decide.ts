import type { Changeset, PartState } from "#contract/changesets.ts";
import type { Hunk } from "#document/hunks/hunks.ts";
import { SCHEMA_VERSION } from "#document/schema-version.ts";
import { logActivity, quoted } from "../activity/log-activity.ts";
import { type Appended, appendWithin, isEmptyUpdate } from "../collab/append-update.ts";
import { readBody } from "../collab/load-note.ts";
import type { Tx } from "../db/client.ts";
import { placeOfPart, type StoredPart } from "../db/schema/changesets.ts";
import { recordChange } from "../live/record-change.ts";
import { type ChangesetDeps, type Head, lockChangeset, readChangeset, readRecords } from "./changesets.ts";
import { applyRecord, type At, type RecordRow, undoRecord } from "./records.ts";
import { type AfterCommit, together } from "./together.ts";

export type Way = "apply" | "refuse" | "undo";
type Chosen = {
  id: string;
  way: Way;
  notes?: { noteId: string; parts: number[] }[] | undefined;
  records?: number[] | undefined;
  /** Of what is named, nothing that was refused or undone. */
  onlyWaiting?: boolean | undefined;
  /** Only texts of these notes; to look at others they need not be put in. */
  texts?: readonly string[];
};

/** The states in which a part can go that way. One that was refused or undone, or whose place was written in, may be applied again. */
const FROM: Record<Way, readonly PartState[]> = {
  apply: ["proposed", "changed", "undone", "refused"],
  refuse: ["proposed", "changed"],
  undo: ["applied", "kept"],
};
/** Without a choice: what was refused or undone is not meant by "apply all". */
const ALL: Record<Way, readonly PartState[]> = { ...FROM, apply: ["proposed", "changed"] };
const statesFor = (chosen: Chosen): readonly PartState[] =>
  (isAll(chosen) || chosen.onlyWaiting ? ALL : FROM)[chosen.way];
const isAll = ({ notes, records }: Chosen): boolean => notes === undefined && records === undefined;

/**
 * Does what was proposed, or takes it back, in one transaction: all of it stands, or nothing. Who writes in one of the notes at the same
 * time waits for it, and is merged with it.
 * @throws Failure NOT_FOUND, QUOTA_EXCEEDED
 */
export async function decide(deps: ChangesetDeps, userId: string, chosen: Chosen): Promise<Changeset> {
  let afterwards: AfterCommit = [];
  const changeset = await deps.db.withUser(userId, async (tx) => {
    const decided = await decideWithin(deps, tx, chosen);
    ({ afterwards } = decided);
    await tell(tx, decided.head, chosen.way, decided.count);
    return readChangeset(tx, chosen.id);
  });
  for (const each of afterwards) each();
  return changeset;
}

type Decided = { head: Head; count: number; notes: string[]; afterwards: AfterCommit };

/** The same within a transaction that may still be taken back: nobody is told of it. `notes` are those whose text was changed. */
export async function decideWithin(deps: ChangesetDeps, tx: Tx, chosen: Chosen): Promise<Decided> {
  const afterwards: AfterCommit = [];
  const head = await lockChangeset(tx, chosen.id);
  const at = together(deps, tx, head.source, afterwards);
  // A note is there before its text is changed, and a text is as it was before its note goes.
  const before = chosen.way === "undo" ? [] : await decideRecords(at, chosen);
  const notes = await decideNotes(at, chosen);
  const after = chosen.way === "undo" ? await decideRecords(at, chosen) : [];
  return { head, count: before.length + notes.length + after.length, notes, afterwards };
}

/** @returns the titles of what was changed */
async function decideRecords(at: At, chosen: Chosen): Promise<string[]> {
  const states = statesFor(chosen);
  const rows = (await readRecords(at.tx, chosen.id)).filter(
    ({ place, state }) => states.includes(state) && (isAll(chosen) || chosen.records?.includes(place)),
  );
  for (const row of chosen.way === "undo" ? rows.toReversed() : rows) {
    if (chosen.way === "refuse") row.state = "refused";
    else await (chosen.way === "apply" ? applyRecord(at, row) : undoRecord(at, row));
    await at.tx.query(
      "UPDATE changeset_records SET state = $3, done = $4 WHERE changeset_id = $1 AND place = $2",
      [chosen.id, row.place, row.state, row.done === null ? null : JSON.stringify(row.done)],
    );
  }
  return chosen.way === "refuse" ? [] : rows.filter(isDone).map(({ title }) => title);
}

const isDone = ({ state }: Pick<RecordRow, "state">) => ["applied", "undone", "merged"].includes(state);

async function decideNotes(at: At, chosen: Chosen): Promise<string[]> {
  const changed: string[] = [];
  for (const note of await lockedNotes(at.tx, chosen)) {
    const wanted = indexesOf(note, chosen);
    const { id, way } = chosen;
    const appended = way === "refuse" ? refuse(note, wanted) : await put(at, note, wanted, { id, way });
    await writeParts(at.tx, chosen.id, note);
    if (!appended) continue;
    changed.push(note.note_id);
    at.services.collab.room.added(appended.ownerId, { bytes: appended.payload.length });
    at.services.collab.onLogged(appended);
  }
  return changed;
}

type NoteRow = { note_id: string; parts: StoredPart[] };

/**
 * What is decided about in each note, in one order, so that two that decide at once don't wait for each other. The texts first: who has
 * them may also change what other changesets hold of them.
 */
async function lockedNotes(tx: Tx, chosen: Chosen): Promise<NoteRow[]> {
  const found = await tx.query<NoteRow>(
    "SELECT note_id, parts FROM changeset_notes WHERE changeset_id = $1 AND ($2::uuid[] IS NULL OR note_id = ANY ($2))",
    [chosen.id, chosen.texts ?? null],
  );
  const ids = found.filter((note) => indexesOf(note, chosen).length > 0).map((note) => note.note_id);
  // All at once: one by one, while whatever follows writing has some of them, each would wait for the other again and again.
  await tx.query("SELECT 1 FROM notes_v2 WHERE id = ANY ($1::uuid[]) ORDER BY id FOR UPDATE", [ids]);
  return tx.query<NoteRow>(
    "SELECT note_id, parts FROM changeset_notes WHERE changeset_id = $1 AND note_id = ANY ($2::uuid[]) ORDER BY note_id FOR UPDATE",
    [chosen.id, ids],
  );
}

const writeParts = (tx: Tx, changesetId: string, { note_id: noteId, parts }: NoteRow) =>
  tx.query("UPDATE changeset_notes SET parts = $3::jsonb WHERE changeset_id = $1 AND note_id = $2", [
    changesetId,
    noteId,
    JSON.stringify(parts),
  ]);

function indexesOf({ note_id: noteId, parts }: NoteRow, chosen: Chosen): number[] {
  const named = chosen.notes?.find((each) => each.noteId === noteId)?.parts;
  const states = statesFor(chosen);
  if (!isAll(chosen) && !named) return [];
  return parts.flatMap((part, index) =>
    states.includes(part.state) && (!named || named.includes(placeOfPart(part, index))) ? [index] : [],
  );
}

function refuse({ parts }: NoteRow, wanted: readonly number[]): null {
  for (const index of wanted) parts[index]!.state = "refused";
  return null;
}

async function put(
  { tx, services: { collab }, room, origin }: At,
  { note_id: noteId, parts }: NoteRow,
  wanted: readonly number[],
  { id, way }: { id: string; way: "apply" | "undo" },
): Promise<Appended | null> {
  // Locked: nothing is written between what is read and what is logged.
  const writable = await tx.query("SELECT 1 FROM notes_v2 WHERE id = $1 AND trashed_at IS NULL FOR UPDATE", [
    noteId,
  ]);
  if (writable.length === 0) {
    // In the trash, or no longer shared for writing.
    for (const index of wanted) parts[index]!.state = "gone";
    return null;
  }
  const body = await readBody(tx, noteId);
  const others = way === "undo" ? await undoneLater(tx, noteId, id) : [];
  const { update, states, ...put } = await collab.bodies.putHunks(
    body.parts,
    wanted.map((index) => parts[index]!),
    way,
    others.flatMap(({ parts: own }) => own.filter(isIn)),
  );
  wanted.forEach((index, at) => (parts[index]!.state = states[at]!));
  await rewriteOthers(tx, others, put.others);
  if (isEmptyUpdate(update)) return null;
  const append = { noteId, actorId: tx.userId, payload: update, schemaVersion: SCHEMA_VERSION };
  const appended = await appendWithin(tx, room, {
    ...append,
    via: "server",
    origin: way === "apply" ? origin : "restore",
  });
  await recordChange(tx, {
    userId: appended.ownerId,
    entity: "note",
    entityId: noteId,
    operation: "update",
  });
  return appended;
}

type OtherRow = NoteRow & { changeset_id: string };

/** Whether it is in the text, and may be undone. */
const isIn = ({ state }: StoredPart): boolean => FROM.undo.includes(state);

/**
 * What other changesets have in the text of a note, for who has that locked; who deletes one of them at this moment has its rows.
 */
const undoneLater = (tx: Tx, noteId: string, changesetId: string) =>
  tx.query<OtherRow>(
    `SELECT changeset_id, note_id, parts FROM changeset_notes n
      WHERE note_id = $1 AND user_id = $2 AND changeset_id <> $3
        AND EXISTS (SELECT FROM jsonb_array_elements(n.parts) AS part WHERE part->>'state' = ANY ($4::text[]))
      ORDER BY changeset_id FOR UPDATE SKIP LOCKED`,
    [noteId, tx.userId, changesetId, FROM.undo],
    "undone-later",
  );

/** `changed` of all their parts that are in the text, one after the other; null for what stays as it was. */
async function rewriteOthers(
  tx: Tx,
  others: readonly OtherRow[],
  changed: readonly (Hunk | null)[],
): Promise<void> {
  let at = 0;
  for (const row of others) {
    const now = row.parts.map((part) => (isIn(part) ? { ...part, ...changed[at++] } : part));
    const isChanged = now.some(
      ({ before, after }, index) => before !== row.parts[index]!.before || after !== row.parts[index]!.after,
    );
    if (isChanged) await writeParts(tx, row.changeset_id, { ...row, parts: now });
  }
}

const DONE: Partial<Record<Way, { type: "changeset_applied" | "changeset_undone"; verb: string }>> = {
  apply: { type: "changeset_applied", verb: "Accepted changes" },
  undo: { type: "changeset_undone", verb: "Took back changes" },
};

async function tell(tx: Tx, { id, title }: Head, way: Way, count: number): Promise<void> {
  await tx.query("UPDATE changesets SET updated_at = now() WHERE id = $1", [id]);
  await recordChange(tx, { userId: tx.userId, entity: "changeset", entityId: id, operation: "update" });
  const done = DONE[way];
  if (done && count > 0)
    await logActivity(tx, {
      type: done.type,
      title: `${done.verb}: ${quoted(title)}`,
      entityType: "changeset",
      entityId: id,
      metadata: { count },
    });
}
