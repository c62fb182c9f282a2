import type { Database } from "../../db/client.ts";
import { notFound } from "../../failure.ts";

/**
 * Lets a guest put a file under this id into a note of somebody else: it may be shown there once it has come. An id that is taken by
 * any other file is nobody's to be told of.
 * @throws Failure NOT_FOUND
 */
export function claimUpload(db: Database, ownerId: string, noteId: string, fileId: string): Promise<void> {
  return db.withUser(ownerId, async (tx) => {
    await tx.query(
      `INSERT INTO guest_uploads (file_id, user_id, note_id)
       SELECT $1, $2, $3 WHERE NOT EXISTS (SELECT FROM files WHERE id = $1) AND NOT EXISTS (SELECT FROM file_uploads WHERE id = $1)
       ON CONFLICT DO NOTHING`,
      [fileId, ownerId, noteId],
    );
    const found = await tx.query("SELECT 1 FROM guest_uploads WHERE file_id = $1 AND note_id = $2", [
      fileId,
      noteId,
    ]);
    if (found.length === 0) throw notFound();
  });
}

/** @throws Failure NOT_FOUND for an upload that no guest has begun in this note */
export async function assertClaimed(
  db: Database,
  ownerId: string,
  noteId: string,
  fileId: string,
): Promise<void> {
  const sql = "SELECT 1 FROM guest_uploads WHERE file_id = $1 AND note_id = $2";
  if ((await db.queryAs(ownerId, sql, [fileId, noteId])).length === 0) throw notFound();
}
