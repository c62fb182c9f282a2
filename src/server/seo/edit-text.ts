import { SCHEMA_VERSION } from "#document/schema-version.ts";
import type { Collab } from "../collab/collab.ts";
import { readBody } from "../collab/load-note.ts";
import type { Database } from "../db/client.ts";
import { assertOwnNote } from "./seo.ts";

type Deps = { db: Database; collab: Collab };
type Bodies = Collab["bodies"];

/**
 * Changes a heading where it stands, as its writer would. False where there is nothing to change.
 * @throws Failure NOT_FOUND for a note that is not one's own
 */
export const setHeadingLevel = (
  deps: Deps,
  userId: string,
  { noteId, blockId, level }: { noteId: string; blockId: string; level: number },
): Promise<boolean> =>
  editText(deps, userId, [noteId], (bodies, parts) => bodies.setHeading(parts, blockId, level));

type Link = { noteId: string; toNoteId: string; blockId: string; words: string; isLinked: boolean };

/**
 * Makes a link of words where they stand, or takes it from them. False where they are not there.
 * @throws Failure NOT_FOUND for a note that is not one's own
 */
export const linkWords = (
  deps: Deps,
  userId: string,
  { noteId, toNoteId, ...link }: Link,
): Promise<boolean> =>
  editText(deps, userId, [noteId, toNoteId], (bodies, parts) =>
    bodies.link(parts, { ...link, noteId: toNoteId }),
  );

/** @param noteIds The note that is changed, and others that have to be there */
async function editText(
  { db, collab }: Deps,
  userId: string,
  noteIds: [string, ...string[]],
  edit: (bodies: Bodies, parts: Uint8Array[]) => Promise<Uint8Array | null>,
): Promise<boolean> {
  const [noteId] = noteIds;
  const { parts } = await db.withUser(userId, async (tx) => {
    for (const id of noteIds) await assertOwnNote(tx, id);
    return readBody(tx, noteId);
  });
  const payload = await edit(collab.bodies, parts);
  if (!payload) return false;
  await collab.appendUpdate({
    noteId,
    actorId: userId,
    payload,
    schemaVersion: SCHEMA_VERSION,
    via: "server",
  });
  return true;
}
