import { isDeepStrictEqual } from "node:util";
import { type ChangeSource, MOST_CHANGED_NOTES } from "#contract/changesets.ts";
import { readBody } from "../../collab/load-note.ts";
import { type EarlierBody, MOST_EARLIER } from "#contract/notes.ts";
import type { Tx } from "../../db/client.ts";
import { placeOfPart, type StoredPart } from "../../db/schema/changesets.ts";
import { Failure } from "../../failure.ts";
import { notesNamedIn } from "../../notes/named-notes.ts";
import { selectNote } from "../../notes/notes.ts";
import { assertWritable, type ChangesetDeps } from "../changesets.ts";
import { type Inside, lookInside } from "../look-inside.ts";
import { textOriginOf } from "../text-origin.ts";
import { takePlaces } from "./add-records.ts";

export type NewText = {
  noteId: string;
  text: string;
  /** Markdown that was read before. */
  was?: string | undefined;
  /** The body that was changed, where that isn't the one that would be there now. */
  base?: Uint8Array[] | undefined;
};

/**
 * New texts of notes as they would be. What waits for such a note already is part of what is read and changed, so that afterwards there is one
 * difference between how it is and how it would be.
 * @throws Failure NOT_FOUND, CONFLICT where the note would say something else by now
 */
export async function addTexts(
  deps: ChangesetDeps,
  tx: Tx,
  id: string,
  { texts, source }: { texts: readonly NewText[]; source: ChangeSource },
): Promise<void> {
  if (new Set(texts.map(({ noteId }) => noteId)).size < texts.length)
    throw new Failure("INVALID_INPUT", "texts: each note may be named once");
  const noteIds = texts.map(({ noteId }) => noteId);
  const { made, left } = await lookInside(deps, tx, { id, texts: noteIds }, async (inside) => {
    const made: Uint8Array[][] = [];
    const left = await leftOut(inside.tx, id, noteIds);
    for (const text of texts) made.push(await changedBody(inside, text, source));
    return { made, left };
  });
  for (const [index, noteId] of noteIds.entries())
    await keep(deps, tx, id, { noteId, body: made[index]!, left: left.get(noteId) ?? [], source });
  const [row] = await tx.query<{ count: number }>(
    "SELECT count(*)::int AS count FROM changeset_notes WHERE changeset_id = $1",
    [id],
  );
  if (row!.count > MOST_CHANGED_NOTES)
    throw new Failure("INVALID_INPUT", "That is too much for one set of changes. Accept some of them first.");
}

/** Places of those parts that wait for a text and are not in it when all has been tried: somebody wrote there. */
async function leftOut(tx: Tx, id: string, noteIds: readonly string[]): Promise<Map<string, number[]>> {
  const rows = await tx.query<{ note_id: string; parts: StoredPart[] }>(
    "SELECT note_id, parts FROM changeset_notes WHERE changeset_id = $1 AND note_id = ANY ($2::uuid[])",
    [id, noteIds],
    "parts-left-out",
  );
  const placesOf = (parts: StoredPart[]) =>
    parts.flatMap((part, index) => (isWaiting(part) ? [placeOfPart(part, index)] : []));
  return new Map(rows.map(({ note_id: noteId, parts }) => [noteId, placesOf(parts)]));
}

const isWaiting = ({ state }: StoredPart): boolean => state === "proposed" || state === "changed";

/** The body as it would be then, in parts. */
async function changedBody(
  { tx, deps: { db, collab } }: Inside,
  { noteId, text, was, base }: NewText,
  source: ChangeSource,
): Promise<Uint8Array[]> {
  const { isForeign = false } = await selectNote(tx, noteId);
  await assertWritable(tx, noteId);
  const { parts } = await readBody(tx, noteId);
  const now = await collab.bodies.read(parts, "markdown");
  if (was !== undefined && now !== was) throw changedMeanwhile();
  // A note that is to be made is another one each time: its blocks have other ids.
  const isSame = base !== undefined && (await collab.bodies.read(base, "markdown")) === now;
  const input = { format: "markdown", text } as const;
  // A guest's titles stay titles (decision 60).
  const named = isForeign ? {} : await notesNamedIn(db, tx.userId, input);
  const hunks = await collab.bodies.hunks(
    isSame ? parts : (base ?? parts),
    input,
    named,
    textOriginOf(source),
  );
  const { update, states } = await collab.bodies.putHunks(parts, hunks, "apply", []);
  if (states.some((state) => state !== "applied")) throw changedMeanwhile();
  return [...parts, update];
}

const changedMeanwhile = () =>
  new Failure("CONFLICT", "This note was changed meanwhile. Read it again, then change it.");

/** `left`: places of parts that are not in the body, and go on waiting beside it. */
type Kept = { noteId: string; body: Uint8Array[]; left: readonly number[]; source: ChangeSource };

async function keep(
  deps: ChangesetDeps,
  tx: Tx,
  id: string,
  { noteId, body, left, source }: Kept,
): Promise<void> {
  const { bodies } = deps.collab;
  const isReal = (await tx.query("SELECT 1 FROM notes_v2 WHERE id = $1", [noteId])).length > 0;
  if (!isReal) return keepInNew(tx, id, { noteId, text: await bodies.read(body, "markdown"), source });
  const hunks = await bodies.hunksOf((await readBody(tx, noteId)).parts, body);
  const [known] = await tx.query<{ parts: StoredPart[] }>(
    "SELECT parts FROM changeset_notes WHERE changeset_id = $1 AND note_id = $2 FOR UPDATE",
    [id, noteId],
  );
  const before = (known?.parts ?? []).map((part, index) => ({ ...part, place: placeOfPart(part, index) }));
  const stays = before.filter((part) => !isWaiting(part) || left.includes(part.place));
  const place = await takePlaces(tx, id, { known: before.map((part) => part.place), count: hunks.length });
  const comes = hunks.map((hunk, index) => ({ ...hunk, state: "proposed" as const, place: place + index }));
  const parts: StoredPart[] = [...stays, ...comes.map((part) => before.find(isSameAs(part)) ?? part)];
  if (parts.length === 0)
    await tx.query("DELETE FROM changeset_notes WHERE changeset_id = $1 AND note_id = $2", [id, noteId]);
  else
    await tx.query(
      `INSERT INTO changeset_notes (changeset_id, user_id, note_id, parts) VALUES ($1, $2, $3, $4::jsonb)
        ON CONFLICT (changeset_id, note_id) DO UPDATE SET parts = excluded.parts`,
      [id, tx.userId, noteId, JSON.stringify(parts)],
    );
}

/** A part that is as it was keeps its place: who has just seen it may decide about it. */
const isSameAs =
  (comes: StoredPart) =>
  (stored: StoredPart): boolean =>
    isDeepStrictEqual(stored, JSON.parse(JSON.stringify({ ...comes, place: stored.place })));

/** The text of a note that is to be made goes along with it. */
async function keepInNew(
  tx: Tx,
  id: string,
  { noteId, text, source: { model, prompt } }: { noteId: string; text: string; source: ChangeSource },
): Promise<void> {
  const writtenBy = model === undefined ? null : { model, ...(prompt !== undefined && { prompt }) };
  const [made] = await tx.query<{ after: Written }>(
    `SELECT after FROM changeset_records
      WHERE changeset_id = $1 AND record_id = $2 AND kind = 'note' AND action = 'create' AND state IN ('proposed', 'changed') FOR UPDATE`,
    [id, noteId],
  );
  const fields = {
    body: { format: "markdown", text },
    writtenBy,
    ...(made && { earlier: before(made.after, writtenBy) }),
  };
  await tx.query(
    `UPDATE changeset_records SET after = after || $3::jsonb
      WHERE changeset_id = $1 AND record_id = $2 AND kind = 'note' AND action = 'create' AND state IN ('proposed', 'changed')`,
    [id, noteId, JSON.stringify(fields)],
  );
}

type Written = { body?: EarlierBody["body"]; writtenBy?: EarlierBody["writtenBy"]; earlier?: EarlierBody[] };

/** What a text was before this writer: a further change of the same one is no step of its own. */
function before({ body, writtenBy, earlier = [] }: Written, writer: Written["writtenBy"]): EarlierBody[] {
  if (!body || (writtenBy !== undefined && isDeepStrictEqual(writtenBy, writer))) return earlier;
  return [...earlier, { body, ...(writtenBy !== undefined && { writtenBy }) }].slice(-MOST_EARLIER);
}
