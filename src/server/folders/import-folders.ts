import type { Database, Tx } from "../db/client.ts";

/** Into the trash as of that moment, or out of it. */
export async function setFolderTrashedAt(
  db: Database,
  userId: string,
  folderId: string,
  at: string | null,
): Promise<void> {
  await db.queryAs(
    userId,
    "UPDATE folders SET trashed_at = $2 WHERE id = $1 AND trashed_at IS DISTINCT FROM $2::timestamptz",
    [folderId, at],
  );
}

/** Puts those of these folders into the trash in which nothing is left; called again, those around them. */
export function trashEmptyFolders(tx: Tx, ids: string[], at: string): Promise<{ id: string }[]> {
  return tx.query(
    `UPDATE folders f SET trashed_at = $3 WHERE f.id = ANY ($1::uuid[]) AND f.user_id = $2 AND f.trashed_at IS NULL
       AND NOT EXISTS (SELECT FROM notes_v2 n WHERE n.folder_id = f.id AND n.trashed_at IS NULL)
       AND NOT EXISTS (SELECT FROM folders c WHERE c.parent_folder_id = f.id AND c.trashed_at IS NULL)
     RETURNING f.id`,
    [ids, tx.userId, at],
  );
}
