import type { Database, Tx } from "../db/client.ts";
import { recordChange } from "../live/record-change.ts";
import { eraseFile } from "./file-trash.ts";
import { ATTACHMENTS } from "./files.ts";
import { filesInUse } from "./files-in-use.ts";
import type { Storage } from "./storage/storage.ts";

/** Into the trash or out of it, within a change of something else, whose entry of the log tells of it. */
export async function setFilesTrashed(tx: Tx, ids: string[], isTrashed: boolean): Promise<void> {
  const rows = await tx.query<{ id: string }>(
    `UPDATE files SET trashed_at = ${isTrashed ? "now()" : "NULL"}
     WHERE id = ANY ($1::uuid[]) AND user_id = $2 AND trashed_at IS ${isTrashed ? "" : "NOT"} NULL RETURNING id`,
    [ids, tx.userId],
  );
  const operation = isTrashed ? "delete" : "insert";
  for (const { id } of rows)
    await recordChange(tx, { userId: tx.userId, entity: "file", entityId: id, operation });
}

/** Between the spec's buckets, which are labels: the bytes stay where they are. */
export async function moveToBucket(tx: Tx, id: string, from: string, to: string): Promise<void> {
  await tx.query("UPDATE files SET bucket = $4 WHERE id = $1 AND user_id = $2 AND bucket = $3", [
    id,
    tx.userId,
    from,
    to,
  ]);
}

/** Removes what was uploaded for something that then could not be made, unless meanwhile something else shows it. */
export async function discardUpload(
  db: Database,
  storage: Storage,
  userId: string,
  fileId: string,
): Promise<void> {
  const isOurs = await db.withUser(userId, async (tx) => {
    const [row] = await tx.query(
      `UPDATE files SET trashed_at = now() WHERE id = $1 AND user_id = $2 AND trashed_at IS NULL
         AND created_at > now() - interval '1 day' AND bucket = $3 AND NOT EXISTS (SELECT FROM user_gallery g WHERE g.file_id = files.id)
       RETURNING id`,
      [fileId, userId, ATTACHMENTS],
    );
    if (!row) return false;
    if ((await filesInUse(tx, [fileId])).size === 0) return true;
    await setFilesTrashed(tx, [fileId], false);
    return false;
  });
  if (isOurs) await eraseFile(db, storage, userId, fileId);
}
