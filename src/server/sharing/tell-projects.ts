import type { Database } from "../db/client.ts";
import { recordChanges } from "../live/record-changes.ts";

/**
 * Tells everybody who sees a shared project in this folder that somebody came to it or left: with them, their files come and go, and who is
 * named among its people. In a transaction of its own, as its owner: whoever left would tell nobody any more, and a folder that is moved
 * meanwhile waits for shares first and for the turn after it.
 */
export async function tellProjectsIn(db: Database, ownerId: string, folderId: string): Promise<void> {
  await db.withUser(ownerId, async (tx) => {
    const projects = await tx.query<{ id: string }>(
      `WITH RECURSIVE below AS (
         SELECT id FROM folders WHERE id = $2 AND user_id = $1
         UNION SELECT f.id FROM folders f JOIN below ON f.parent_folder_id = below.id WHERE f.trashed_at IS NULL
       )
       SELECT id FROM projects WHERE user_id = $1 AND is_shared AND folder_id IN (SELECT id FROM below) ORDER BY id`,
      [ownerId, folderId],
      "projects-in-folder",
    );
    const entityIds = projects.map(({ id }) => id);
    await recordChanges(tx, { entity: "project", operation: "update", entityIds });
  });
}
