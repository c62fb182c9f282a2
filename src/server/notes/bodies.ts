import type { BodyInput, NoteBody } from "#contract/notes.ts";
import { originOf } from "#document/marks/origin.ts";
import { SCHEMA_VERSION } from "#document/schema-version.ts";
import { isEmptyUpdate } from "../collab/append-update.ts";
import type { Collab } from "../collab/collab.ts";
import { readBody, type StoredBody } from "../collab/load-note.ts";
import type { Database } from "../db/client.ts";
import { Failure } from "../failure.ts";
import { notesNamedIn } from "./named-notes.ts";
import { selectNote } from "./notes.ts";

/** Reads a body as it is in the log, which may be seconds newer than what lists show of it. */
export async function getBody(
  db: Database,
  collab: Collab,
  userId: string,
  noteId: string,
  format: NoteBody["format"],
): Promise<NoteBody> {
  const { parts, seq } = await openBody(db, userId, noteId);
  return { noteId, format, text: await collab.bodies.read(parts, format), seq };
}

/** Editors write through the document: whoever replaces a text as a whole is a program. */
const OF_PROGRAMS = originOf({ kind: "imported", from: "API" });

/**
 * Replaces a body by the smallest difference, so that what others write at the same time in other blocks stays.
 * @throws Failure CONFLICT when the body changed since `baseSeq` was read
 */
export async function replaceBody(
  db: Database,
  collab: Collab,
  userId: string,
  change: { noteId: string; body: BodyInput; baseSeq: number },
): Promise<{ seq: number }> {
  const { parts, seq, isForeign } = await openBody(db, userId, change.noteId);
  if (seq !== change.baseSeq) throw new Failure("CONFLICT");
  // A guest's titles stay titles: an id would tell which of the owner's notes, or the guest's, is meant (decision 60).
  const notes = isForeign ? {} : await notesNamedIn(db, userId, change.body);
  const payload = await collab.bodies.replace(parts, change.body, notes, OF_PROGRAMS);
  if (isEmptyUpdate(payload)) return { seq };
  const appended = await collab.appendUpdate({
    noteId: change.noteId,
    actorId: userId,
    payload,
    schemaVersion: SCHEMA_VERSION,
    via: "server",
    origin: "api",
  });
  return { seq: appended.seq };
}

function openBody(
  db: Database,
  userId: string,
  noteId: string,
): Promise<StoredBody & { isForeign: boolean }> {
  return db.withUser(userId, async (tx) => {
    // Sent together; the first says whether the note is there at all.
    const [{ isForeign = false }, body] = await Promise.all([selectNote(tx, noteId), readBody(tx, noteId)]);
    return { ...body, isForeign };
  });
}
