import type { Database, Tx } from "../db/client.ts";

/** Into the trash as of that moment. */
export async function setFileTrashedAt(
  db: Database,
  userId: string,
  fileId: string,
  at: string,
): Promise<void> {
  await db.queryAs(userId, "UPDATE files SET trashed_at = $2 WHERE id = $1", [fileId, at]);
}

/** Puts those of these files into the trash that no note shows any more, and no project has. */
export function trashUnusedFiles(tx: Tx, ids: string[], at: string): Promise<{ id: string }[]> {
  return tx.query(
    `UPDATE files f SET trashed_at = $3 WHERE f.id = ANY ($1::uuid[]) AND f.user_id = $2 AND f.trashed_at IS NULL
       AND NOT EXISTS (SELECT FROM note_links l JOIN notes_v2 n ON n.id = l.note_id
         WHERE l.user_id = $2 AND l.kind = 'file' AND l.target LIKE '/files/' || f.id || '%' AND n.trashed_at IS NULL)
       AND NOT EXISTS (SELECT FROM project_files i WHERE i.id = f.id AND i.user_id = $2)
     RETURNING f.id`,
    [ids, tx.userId, at],
  );
}
