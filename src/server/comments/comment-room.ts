import type { Collab } from "../collab/collab.ts";
import type { Database } from "../db/client.ts";

/**
 * What is said beside a note counts as text of its owner.
 * @param aboutId the note, thread or comment it belongs to; one that is not there is told of by whoever uses it
 * @throws Failure QUOTA_EXCEEDED
 */
export async function takeCommentRoom(
  { db, collab, userId }: { db: Database; collab: Pick<Collab, "room">; userId: string },
  aboutId: string,
  text: string,
): Promise<void> {
  const [about] = await db.queryAs<{ owner: string }>(
    userId,
    `SELECT user_id AS owner FROM notes_v2 WHERE id = $1 UNION ALL SELECT user_id FROM comment_threads WHERE id = $1
     UNION ALL SELECT user_id FROM note_comments WHERE id = $1`,
    [aboutId],
  );
  if (!about) return;
  const bytes = Buffer.byteLength(text);
  await collab.room.assertRoom(about.owner, { bytes });
  collab.room.added(about.owner, { bytes });
}
