import { SCHEMA_VERSION } from "#document/schema-version.ts";
import type { Collab } from "../collab/collab.ts";
import { readBody } from "../collab/load-note.ts";
import type { Database } from "../db/client.ts";
import { assertOwnNote } from "./seo.ts";

/**
 * Changes a heading where it stands, as its writer would.
 * @throws Failure NOT_FOUND for a note that is not one's own
 */
export async function setHeadingLevel(
  { db, collab }: { db: Database; collab: Collab },
  userId: string,
  { noteId, blockId, level }: { noteId: string; blockId: string; level: number },
): Promise<boolean> {
  const { parts } = await db.withUser(userId, async (tx) => {
    await assertOwnNote(tx, noteId);
    return readBody(tx, noteId);
  });
  const payload = await collab.bodies.setHeading(parts, blockId, level);
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
