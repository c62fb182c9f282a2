import type { Changeset, ChangeSource, PartState, ProposedRecord } from "#contract/changesets.ts";
import { MOST_CHANGESET_BYTES, MOST_CHANGESETS } from "#contract/changesets.ts";
import { toMarkdown } from "#document/markdown/serialize.ts";
import { repairDocument } from "#document/repair.ts";
import type { Services } from "../base.ts";
import { readBody } from "../collab/load-note.ts";
import type { Tx } from "../db/client.ts";
import { placeOfPart, type StoredPart } from "../db/schema/changesets.ts";
import { Failure, notFound } from "../failure.ts";
import { bytesOf, readVersion } from "../history/version-states.ts";
import { selectNote } from "../notes/notes.ts";
import { recordChange } from "../live/record-change.ts";
import { notesNamedIn } from "../notes/named-notes.ts";
import { type RecordRow, shownRecord } from "./records.ts";
import { textOriginOf } from "./text-origin.ts";
import { rehearseRecords } from "./together.ts";

export type ChangesetDeps = Pick<Services, "db" | "collab" | "changeables">;
export type Proposal = {
  id: string;
  title: string;
  source: ChangeSource;
  /** `base`: the body that was changed, as its log has it, or `baseSeq`, its place there; the present one where both are left out. */
  notes: { noteId: string; text: string; base?: Uint8Array[]; baseSeq?: number | undefined }[];
  records: ProposedRecord[];
};

/**
 * Compares new texts with the notes as they are, tries what is to be done to things, and keeps both. Nothing of it stays done.
 * @throws Failure NOT_FOUND for what the person can't change, CONFLICT when the id is taken or a base not known any more, INVALID_INPUT when there is too much, and
 *   what the operations of the records throw
 */
export async function propose(deps: ChangesetDeps, userId: string, proposal: Proposal): Promise<Changeset> {
  const { db } = deps;
  const { id, title, source, notes } = proposal;
  if (new Set(notes.map(({ noteId }) => noteId)).size < notes.length)
    throw new Failure("INVALID_INPUT", "notes: each note may be named once");
  const kept: { noteId: string; parts: StoredPart[] }[] = [];
  for (const note of notes) {
    const { noteId } = note;
    const hunks = await hunksOf(deps, userId, { ...note, source });
    if (hunks.length > 0) kept.push({ noteId, parts: hunks.map((hunk) => ({ ...hunk, state: "proposed" })) });
  }
  if (kept.length + proposal.records.length === 0)
    throw new Failure("INVALID_INPUT", "Nothing would change.");
  const rows = JSON.stringify(kept.map(({ noteId, parts }) => ({ note_id: noteId, parts })));
  return db.withUser(userId, async (tx) => {
    const records = JSON.stringify(await rehearseRecords(deps, tx, proposal.records, source));
    const bytes = Buffer.byteLength(rows) + Buffer.byteLength(records);
    await assertRoom(tx, bytes);
    const made = await tx.query(
      "INSERT INTO changesets (id, user_id, title, source, bytes) VALUES ($1, $2, $3, $4, $5) ON CONFLICT DO NOTHING RETURNING id",
      [id, userId, title, JSON.stringify(source), bytes],
    );
    if (made.length === 0) throw new Failure("CONFLICT");
    await tx.query(
      `INSERT INTO changeset_notes (changeset_id, user_id, note_id, parts)
       SELECT $1, $2, r.note_id, r.parts FROM jsonb_to_recordset($3::jsonb) AS r (note_id uuid, parts jsonb)`,
      [id, userId, rows],
    );
    await tx.query(INSERT_RECORDS, [id, userId, records]);
    await recordChange(tx, { userId, entity: "changeset", entityId: id, operation: "insert" });
    return readChangeset(tx, id);
  });
}

export const INSERT_RECORDS = `INSERT INTO changeset_records (changeset_id, user_id, place, kind, record_id, action, title, before, after, state)
  SELECT $1, $2, r.place, r.kind, r.record_id, r.action, r.title, r.before, r.after, r.state
    FROM jsonb_to_recordset($3::jsonb) AS r (place int, kind text, record_id uuid, action text, title text, before jsonb, after jsonb, state text)`;

async function hunksOf(
  { db, collab }: ChangesetDeps,
  userId: string,
  { noteId, text, base, baseSeq, source }: Proposal["notes"][number] & { source: ChangeSource },
) {
  const { body, isForeign } = await db.withUser(userId, async (tx) => {
    const { isForeign = false } = await selectNote(tx, noteId);
    await assertWritable(tx, noteId);
    return { body: base ?? (await readBase(tx, noteId, baseSeq)), isForeign };
  });
  const input = { format: "markdown", text } as const;
  // A guest's titles stay titles (decision 60).
  const named = isForeign ? {} : await notesNamedIn(db, userId, input);
  return collab.bodies.hunks(body, input, named, textOriginOf(source));
}

/** The body at a place of its log. @throws Failure CONFLICT when it was merged with what was written later */
async function readBase(tx: Tx, noteId: string, baseSeq?: number): Promise<Uint8Array[]> {
  const body = await readBody(tx, noteId);
  if (baseSeq === undefined || baseSeq === body.seq) return body.parts;
  if (baseSeq === 0) return [];
  const version = await readVersion(tx, noteId, baseSeq);
  if (version.seq !== baseSeq) throw new Failure("CONFLICT", "The note was changed. Read it again.");
  return bytesOf(version);
}

/** Row-level security shows a row to lock only to whom it lets change it. @throws Failure NOT_FOUND */
export async function assertWritable(tx: Tx, noteId: string): Promise<void> {
  const writable = await tx.query("SELECT 1 FROM notes_v2 WHERE id = $1 AND trashed_at IS NULL FOR UPDATE", [
    noteId,
  ]);
  if (writable.length === 0) throw notFound();
}

export async function assertRoom(tx: Tx, bytes: number): Promise<void> {
  await tx.query("SELECT pg_advisory_xact_lock(hashtextextended('changesets ' || $1, 0))", [tx.userId]);
  const [row] = await tx.query<{ count: number; bytes: number }>(
    "SELECT count(*)::int AS count, coalesce(sum(bytes), 0)::float8 AS bytes FROM changesets WHERE user_id = $1",
    [tx.userId],
  );
  if ((row?.count ?? 0) >= MOST_CHANGESETS)
    throw new Failure(
      "INVALID_INPUT",
      `You already have ${MOST_CHANGESETS.toLocaleString("en")} sets of changes. Delete some under Changes first.`,
    );
  if ((row?.bytes ?? 0) + bytes > MOST_CHANGESET_BYTES)
    throw new Failure("QUOTA_EXCEEDED", "Your changesets are too large together. Delete one first.");
}

export type Head = { id: string; title: string; source: ChangeSource; created_at: Date; updated_at: Date };
const headOf = ({ id, title, source, created_at: created, updated_at: updated }: Head) => ({
  id,
  title,
  source,
  createdAt: created.toISOString(),
  updatedAt: updated.toISOString(),
});

const HEAD = "c.id, c.title, c.source, c.created_at, c.updated_at";

/** Held until the transaction ends: one at a time decides about it. @throws Failure NOT_FOUND */
export async function lockChangeset(tx: Tx, id: string): Promise<Head> {
  const [head] = await tx.query<Head>(
    `SELECT ${HEAD} FROM changesets c WHERE c.id = $1 AND c.user_id = $2 FOR UPDATE`,
    [id, tx.userId],
  );
  if (!head) throw notFound();
  return head;
}

/** @throws Failure NOT_FOUND */
export async function readChangeset(tx: Tx, id: string): Promise<Changeset> {
  const [head] = await tx.query<Head>(`SELECT ${HEAD} FROM changesets c WHERE c.id = $1 AND c.user_id = $2`, [
    id,
    tx.userId,
  ]);
  if (!head) throw notFound();
  const rows = await tx.query<{ note_id: string; title: string; parts: StoredPart[] }>(
    `SELECT c.note_id, n.title, c.parts FROM changeset_notes c JOIN notes_v2 n ON n.id = c.note_id
      WHERE c.changeset_id = $1 ORDER BY lower(n.title), c.note_id`,
    [id],
  );
  return {
    ...headOf(head),
    notes: rows.map(({ note_id: noteId, title, parts }) => ({ noteId, title, parts: parts.map(shown) })),
    records: (await readRecords(tx, id)).map(shownRecord),
  };
}

export const readRecords = (tx: Tx, id: string): Promise<RecordRow[]> =>
  tx.query<RecordRow>(
    `SELECT place, kind, record_id, action, title, before, after, done, state FROM changeset_records
      WHERE changeset_id = $1 ORDER BY place`,
    [id],
  );

const shown = (part: StoredPart, index: number) => ({
  place: placeOfPart(part, index),
  before: markdownOf(part.before),
  after: markdownOf(part.after),
  blockId: blockOf(part),
  state: part.state,
});

/** A block that stands in the note by what has become of the part, else one beside it. */
function blockOf({ previous, next, before, after, state }: StoredPart): string | null {
  const [block] = state === "applied" || state === "kept" ? after : before;
  const id: unknown = block?.attrs?.["id"];
  return typeof id === "string" ? id : (previous ?? next);
}

const markdownOf = (content: StoredPart["before"]): string =>
  content.length === 0 ? "" : toMarkdown(repairDocument({ type: "doc", content }));

/** SQL: how many parts of a changeset are in each state, without those of notes that can't be seen any more. */
export const statesOf = (
  id: string,
): string => `(SELECT coalesce(jsonb_object_agg(t.state, t.count), '{}') FROM (
    SELECT p.state, count(*)::int AS count FROM (
      SELECT part->>'state' AS state FROM changeset_notes n JOIN notes_v2 v ON v.id = n.note_id, jsonb_array_elements(n.parts) AS part
        WHERE n.changeset_id = ${id}
      UNION ALL SELECT r.state FROM changeset_records r WHERE r.changeset_id = ${id}) p GROUP BY 1) t)`;

export async function listChangesets({ db }: Pick<Services, "db">, userId: string) {
  const rows = await db.queryAs<Head & { states: Partial<Record<PartState, number>> }>(
    userId,
    `SELECT ${HEAD}, ${statesOf("c.id")} AS states FROM changesets c WHERE c.user_id = $1 ORDER BY c.created_at DESC, c.id`,
    [userId],
    "list-changesets",
  );
  return rows.map((row) => ({ ...headOf(row), states: row.states }));
}

export function removeChangeset({ db }: Pick<Services, "db">, userId: string, id: string): Promise<void> {
  return db.withUser(userId, async (tx) => {
    const gone = await tx.query("DELETE FROM changesets WHERE id = $1 AND user_id = $2 RETURNING id", [
      id,
      userId,
    ]);
    if (gone.length === 0) throw notFound();
    await recordChange(tx, { userId, entity: "changeset", entityId: id, operation: "delete" });
  });
}
