import type { Database, Tx } from "../db/client.ts";
import { eraseFile } from "../files/file-trash.ts";
import { setFilesTrashed } from "../files/files-of-pictures.ts";
import type { Storage } from "../files/storage/storage.ts";
import { filesInUse } from "../files/files-in-use.ts";
import { log, named, record } from "./pictures.ts";

/** Into the trash, their files with them unless something shows those; one entry of the log each, so that each can be taken back. */
export function removePictures(
  db: Database,
  userId: string,
  pictureIds: string[],
  { keepsFiles = false } = {},
): Promise<{ removed: string[]; keptFiles: string[] }> {
  return db.withUser(userId, async (tx) => {
    const rows = await tx.query<{ id: string; file_id: string; title: string; name: string }>(
      `UPDATE user_gallery g SET trashed_at = now() FROM files f
       WHERE g.id = ANY ($1::uuid[]) AND g.user_id = $2 AND g.trashed_at IS NULL AND f.id = g.file_id AND f.user_id = g.user_id
       RETURNING g.id, g.file_id, g.title, f.name`,
      [pictureIds, userId],
    );
    if (rows.length === 0) return { removed: [], keptFiles: [] };
    const ids = rows.map(({ file_id: id }) => id);
    const inUse = keepsFiles ? new Set(ids) : await filesInUse(tx, ids);
    await setFilesTrashed(
      tx,
      ids.filter((id) => !inUse.has(id)),
      true,
    );
    for (const row of rows) {
      await record(tx, row.id, "delete");
      await log(tx, "picture_deleted", `Deleted ${named(row)} from the gallery`, row.id);
    }
    return { removed: rows.map(({ id }) => id), keptFiles: [...inUse] };
  });
}

/**
 * For ever, and only out of the trash; with its file when that lies there too, and then the row goes with the file's.
 * @returns whether it was there
 */
export async function erasePicture(
  db: Database,
  storage: Storage,
  userId: string,
  pictureId: string,
): Promise<boolean> {
  const [row] = await db.queryAs<{ file_id: string }>(
    userId,
    "SELECT file_id FROM user_gallery WHERE id = $1 AND user_id = $2 AND trashed_at IS NOT NULL",
    [pictureId, userId],
  );
  if (!row) return false;
  if (await eraseFile(db, storage, userId, row.file_id)) return true;
  return db.withUser(userId, async (tx) => {
    const [gone] = await tx.query(
      "DELETE FROM user_gallery WHERE id = $1 AND user_id = $2 AND trashed_at IS NOT NULL RETURNING id",
      [pictureId, userId],
    );
    return gone !== undefined;
  });
}

/** Puts those into the trash that nobody changed since that moment; what becomes of their files, the import decides. */
export async function trashUntouchedPictures(tx: Tx, ids: string[], since: string): Promise<void> {
  await tx.query(
    `UPDATE user_gallery SET trashed_at = now()
     WHERE user_id = $2 AND id = ANY ($1::uuid[]) AND trashed_at IS NULL AND updated_at <= $3::timestamptz`,
    [ids, tx.userId, since],
  );
}
