import type { Changeset, PartState } from "#contract/changesets.ts";
import { SCHEMA_VERSION } from "#document/schema-version.ts";
import { type Appended, appendWithin, isEmptyUpdate } from "../collab/append-update.ts";
import type { Collab } from "../collab/collab.ts";
import { readBody } from "../collab/load-note.ts";
import type { Database, Tx } from "../db/client.ts";
import type { StoredPart } from "../db/schema/changesets.ts";
import { recordChange } from "../live/record-change.ts";
import { assertThere, readChangeset } from "./changesets.ts";

export type Way = "apply" | "refuse" | "undo";
type Chosen = { id: string; notes?: { noteId: string; parts: number[] }[] | undefined };

/** The states in which a part can go that way. One that was undone, or whose place was written in, may be applied again. */
const FROM: Record<Way, readonly PartState[]> = {
  apply: ["proposed", "changed", "undone"],
  refuse: ["proposed", "changed"],
  undo: ["applied", "kept"],
};
/** Without a choice: what was undone is not meant by "apply all". */
const ALL: Record<Way, readonly PartState[]> = { ...FROM, apply: ["proposed", "changed"] };

/**
 * Writes parts into their notes, or takes them out again, in one transaction: all of it stands, or nothing. Who writes in one of these
 * notes at the same time waits for it, and is merged with it.
 * @throws Failure NOT_FOUND, QUOTA_EXCEEDED
 */
export async function decide(
  db: Database,
  collab: Collab,
  userId: string,
  chosen: Chosen & { way: Way },
): Promise<Changeset> {
  let logged: Appended[] = [];
  const changeset = await db.withUser(userId, async (tx) => {
    logged = [];
    await assertThere(tx, chosen.id);
    for (const note of await lockedNotes(tx, chosen)) {
      const wanted = indexesOf(note, chosen);
      if (wanted.length === 0) continue;
      const appended =
        chosen.way === "refuse" ? refuse(note, wanted) : await put(tx, collab, note, wanted, chosen.way);
      if (appended) logged.push(appended);
      await tx.query(
        "UPDATE changeset_notes SET parts = $3::jsonb WHERE changeset_id = $1 AND note_id = $2",
        [chosen.id, note.note_id, JSON.stringify(note.parts)],
      );
    }
    await tell(tx, chosen.id, logged);
    return readChangeset(tx, chosen.id);
  });
  for (const each of logged) {
    collab.room.added(each.ownerId, { bytes: each.payload.length });
    collab.onLogged(each);
  }
  return changeset;
}

type NoteRow = { note_id: string; parts: StoredPart[] };

/** In one order, so that two that decide at once don't wait for each other. */
const lockedNotes = (tx: Tx, { id }: Chosen) =>
  tx.query<NoteRow>(
    "SELECT note_id, parts FROM changeset_notes WHERE changeset_id = $1 ORDER BY note_id FOR UPDATE",
    [id],
  );

function indexesOf({ note_id: noteId, parts }: NoteRow, chosen: Chosen & { way: Way }): number[] {
  const named = chosen.notes?.find((each) => each.noteId === noteId)?.parts;
  const states = named ? FROM[chosen.way] : ALL[chosen.way];
  if (chosen.notes && !named) return [];
  return parts.flatMap(({ state }, index) =>
    states.includes(state) && (!named || named.includes(index)) ? [index] : [],
  );
}

function refuse({ parts }: NoteRow, wanted: readonly number[]): null {
  for (const index of wanted) parts[index]!.state = "refused";
  return null;
}

async function put(
  tx: Tx,
  collab: Collab,
  { note_id: noteId, parts }: NoteRow,
  wanted: readonly number[],
  way: "apply" | "undo",
): Promise<Appended | null> {
  // Locked: nothing is written between what is read and what is logged.
  const writable = await tx.query("SELECT 1 FROM notes_v2 WHERE id = $1 FOR UPDATE", [noteId]);
  if (writable.length === 0) return null;
  const body = await readBody(tx, noteId);
  const { update, states } = await collab.bodies.putHunks(
    body.parts,
    wanted.map((index) => parts[index]!),
    way,
  );
  wanted.forEach((index, at) => (parts[index]!.state = states[at]!));
  if (isEmptyUpdate(update)) return null;
  const append = { noteId, actorId: tx.userId, payload: update, schemaVersion: SCHEMA_VERSION };
  return appendWithin(tx, collab.room, {
    ...append,
    via: "server",
    origin: way === "apply" ? "api" : "restore",
  });
}

async function tell(tx: Tx, id: string, logged: Appended[]): Promise<void> {
  await tx.query("UPDATE changesets SET updated_at = now() WHERE id = $1", [id]);
  for (const { noteId, ownerId } of logged)
    await recordChange(tx, { userId: ownerId, entity: "note", entityId: noteId, operation: "update" });
}
