import type { Changeset, PartState } from "#contract/changesets.ts";
import { MOST_CHANGESET_BYTES, MOST_CHANGESETS } from "#contract/changesets.ts";
import { toMarkdown } from "#document/markdown/serialize.ts";
import { repairDocument } from "#document/repair.ts";
import type { Collab } from "../collab/collab.ts";
import { readBody } from "../collab/load-note.ts";
import type { Database, Tx } from "../db/client.ts";
import type { StoredPart } from "../db/schema/changesets.ts";
import { Failure, notFound } from "../failure.ts";
import { selectNote } from "../notes/notes.ts";
import { notesNamedIn } from "../notes/named-notes.ts";

type Proposal = { id: string; title: string; notes: { noteId: string; text: string }[] };

/**
 * Compares new texts with the notes as they are, and keeps what differs. Nothing is written into a note.
 * @throws Failure NOT_FOUND for a note that the person can't write in, CONFLICT when the id is taken, INVALID_INPUT when there are too many
 */
export async function propose(
  db: Database,
  collab: Collab,
  userId: string,
  proposal: Proposal,
): Promise<Changeset> {
  const { id, title, notes } = proposal;
  if (new Set(notes.map(({ noteId }) => noteId)).size < notes.length)
    throw new Failure("INVALID_INPUT", "notes: each note may be named once");
  const kept: { noteId: string; parts: StoredPart[] }[] = [];
  for (const { noteId, text } of notes) {
    const hunks = await hunksOf(db, collab, userId, noteId, text);
    if (hunks.length > 0) kept.push({ noteId, parts: hunks.map((hunk) => ({ ...hunk, state: "proposed" })) });
  }
  const rows = JSON.stringify(kept.map(({ noteId, parts }) => ({ note_id: noteId, parts })));
  const bytes = Buffer.byteLength(rows);
  return db.withUser(userId, async (tx) => {
    await assertRoom(tx, bytes);
    const made = await tx.query(
      "INSERT INTO changesets (id, user_id, title, bytes) VALUES ($1, $2, $3, $4) ON CONFLICT DO NOTHING RETURNING id",
      [id, userId, title, bytes],
    );
    if (made.length === 0) throw new Failure("CONFLICT");
    await tx.query(
      `INSERT INTO changeset_notes (changeset_id, user_id, note_id, parts)
       SELECT $1, $2, r.note_id, r.parts FROM jsonb_to_recordset($3::jsonb) AS r (note_id uuid, parts jsonb)`,
      [id, userId, rows],
    );
    return readChangeset(tx, id);
  });
}

async function hunksOf(db: Database, collab: Collab, userId: string, noteId: string, text: string) {
  const { body, isForeign } = await db.withUser(userId, async (tx) => {
    const { isForeign = false } = await selectNote(tx, noteId);
    // Row-level security shows a row to lock only to whom it lets change it.
    const writable = await tx.query("SELECT 1 FROM notes_v2 WHERE id = $1 FOR UPDATE", [noteId]);
    if (writable.length === 0) throw notFound();
    return { body: await readBody(tx, noteId), isForeign };
  });
  const input = { format: "markdown", text } as const;
  // A guest's titles stay titles (decision 60).
  const named = isForeign ? {} : await notesNamedIn(db, userId, input);
  return collab.bodies.hunks(body.parts, input, named);
}

async function assertRoom(tx: Tx, bytes: number): Promise<void> {
  const [row] = await tx.query<{ count: number; bytes: number }>(
    "SELECT count(*)::int AS count, coalesce(sum(bytes), 0)::float8 AS bytes FROM changesets WHERE user_id = $1",
    [tx.userId],
  );
  if ((row?.count ?? 0) >= MOST_CHANGESETS)
    throw new Failure("INVALID_INPUT", `You already have ${MOST_CHANGESETS} changesets. Delete one first.`);
  if ((row?.bytes ?? 0) + bytes > MOST_CHANGESET_BYTES)
    throw new Failure("QUOTA_EXCEEDED", "Your changesets are too large together. Delete one first.");
}

type Head = { id: string; title: string; created_at: Date; updated_at: Date };
const headOf = ({ id, title, created_at: created, updated_at: updated }: Head) => ({
  id,
  title,
  createdAt: created.toISOString(),
  updatedAt: updated.toISOString(),
});

/** @throws Failure NOT_FOUND */
export async function assertThere(tx: Tx, id: string): Promise<Head> {
  const [head] = await tx.query<Head>(
    "SELECT id, title, created_at, updated_at FROM changesets WHERE id = $1 AND user_id = $2",
    [id, tx.userId],
  );
  if (!head) throw notFound();
  return head;
}

/** @throws Failure NOT_FOUND */
export async function readChangeset(tx: Tx, id: string): Promise<Changeset> {
  const head = await assertThere(tx, id);
  const rows = await tx.query<{ note_id: string; title: string; parts: StoredPart[] }>(
    `SELECT c.note_id, n.title, c.parts FROM changeset_notes c JOIN notes_v2 n ON n.id = c.note_id
      WHERE c.changeset_id = $1 ORDER BY lower(n.title), c.note_id`,
    [id],
  );
  return {
    ...headOf(head),
    notes: rows.map(({ note_id: noteId, title, parts }) => ({ noteId, title, parts: parts.map(shown) })),
  };
}

const shown = ({ before, after, state }: StoredPart) => ({
  before: markdownOf(before),
  after: markdownOf(after),
  state,
});

const markdownOf = (content: StoredPart["before"]): string =>
  content.length === 0 ? "" : toMarkdown(repairDocument({ type: "doc", content }));

export async function listChangesets(db: Database, userId: string) {
  const rows = await db.queryAs<Head & { states: Partial<Record<PartState, number>> }>(
    userId,
    `SELECT c.id, c.title, c.created_at, c.updated_at, coalesce(s.states, '{}') AS states FROM changesets c
      LEFT JOIN LATERAL (SELECT jsonb_object_agg(t.state, t.count) AS states FROM (
        SELECT part->>'state' AS state, count(*)::int AS count FROM changeset_notes n, jsonb_array_elements(n.parts) AS part
          WHERE n.changeset_id = c.id GROUP BY 1) t) s ON true
      WHERE c.user_id = $1 ORDER BY c.created_at DESC, c.id`,
    [userId],
    "list-changesets",
  );
  return rows.map((row) => ({ ...headOf(row), states: row.states }));
}

export function removeChangeset(db: Database, userId: string, id: string): Promise<void> {
  return db.withUser(userId, async (tx) => {
    const gone = await tx.query("DELETE FROM changesets WHERE id = $1 AND user_id = $2 RETURNING id", [
      id,
      userId,
    ]);
    if (gone.length === 0) throw notFound();
  });
}
