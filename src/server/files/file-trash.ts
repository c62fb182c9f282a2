import type { FileEntry } from "#contract/files.ts";
import { logActivity, quoted } from "../activity/log-activity.ts";
import type { Database } from "../db/client.ts";
import { notFound } from "../failure.ts";
import { recordChange, tellProjectsOfFiles } from "../live/record-change.ts";
import { type FileRow, toFileEntry } from "./files.ts";
import type { Storage } from "./storage/storage.ts";

const AT_A_TIME = 500;

/** Into the trash, where its address answers nothing, or out of it again: notes that show it show it again. */
export async function setFileTrashed(
  db: Database,
  userId: string,
  fileId: string,
  isTrashed: boolean,
): Promise<FileEntry> {
  return db.withUser(userId, async (tx) => {
    const [row] = await tx.query<FileRow>(
      `UPDATE files SET trashed_at = ${isTrashed ? "coalesce(trashed_at, now())" : "NULL"}
       WHERE id = $1 AND user_id = $2 RETURNING *`,
      [fileId, userId],
    );
    if (!row) throw notFound();
    await tellProjectsOfFiles(tx, [fileId]);
    await recordChange(tx, {
      userId,
      entity: "file",
      entityId: fileId,
      operation: isTrashed ? "delete" : "insert",
    });
    await logActivity(tx, {
      type: isTrashed ? "file_deleted" : "file_restored",
      title: `${isTrashed ? "Deleted" : "Restored"} file ${quoted(row.name)}`,
      entityType: "file",
      entityId: fileId,
    });
    return toFileEntry(row);
  });
}

/** Many at once; tells which were there. One entry of the log each, so that each can be taken back. */
export async function removeFiles(db: Database, userId: string, fileIds: string[]): Promise<string[]> {
  return db.withUser(userId, async (tx) => {
    const rows = await tx.query<{ id: string; name: string }>(
      `UPDATE files SET trashed_at = now() WHERE id = ANY ($1::uuid[]) AND user_id = $2 AND trashed_at IS NULL
       RETURNING id, name`,
      [fileIds, userId],
    );
    const ids = rows.map(({ id }) => id);
    await tellProjectsOfFiles(tx, ids);
    for (const { id, name } of rows) {
      await recordChange(tx, { userId, entity: "file", entityId: id, operation: "delete" });
      const title = `Deleted file ${quoted(name)}`;
      await logActivity(tx, { type: "file_deleted", title, entityType: "file", entityId: id });
    }
    return ids;
  });
}

/**
 * For ever, and only out of the trash. The bytes go before the row is given up: where the process ends in between, the row is still in
 * the trash and the next try finds nothing left to remove.
 * @returns whether it was there
 */
export async function eraseFile(
  db: Database,
  storage: Storage,
  userId: string,
  fileId: string,
): Promise<boolean> {
  return db.withUser(userId, async (tx) => {
    const [row] = await tx.query<{ storage_key: string }>(
      "DELETE FROM files WHERE id = $1 AND user_id = $2 AND trashed_at IS NOT NULL RETURNING storage_key",
      [fileId, userId],
    );
    if (!row) return false;
    await storage.removeFile(row.storage_key);
    await recordChange(tx, { userId, entity: "file", entityId: fileId, operation: "delete" });
    return true;
  });
}

/** Files that lay in the trash for thirty days. */
export async function purgeFiles(db: Database, storage: Storage): Promise<number> {
  const due = await db.asSystem("find files to purge", (tx) =>
    tx.call<{ file_id: string; user_id: string }>("filesToPurge", AT_A_TIME),
  );
  let purged = 0;
  for (const { file_id: fileId, user_id: userId } of due)
    if (await eraseFile(db, storage, userId, fileId)) purged++;
  return purged;
}
