import type { Tx } from "../db/client.ts";

const WITH_IT = `WITH RECURSIVE tree AS (
  SELECT id, trashed_at FROM folders WHERE id = $1 AND user_id = $2 AND trashed_at IS NOT NULL
  UNION SELECT f.id, f.trashed_at FROM folders f JOIN tree ON f.parent_folder_id = tree.id AND f.trashed_at = tree.trashed_at
)`;

/** Deletes these folders of the user for ever, as far as they are in the trash, with what went into it with them. */
export async function eraseFolders(tx: Tx, ids: string[]): Promise<{ folders: number; notes: number }> {
  let [folders, notes] = [0, 0];
  for (const id of ids) {
    const gone = await tx.query(
      `${WITH_IT} DELETE FROM notes_v2 n USING tree WHERE n.folder_id = tree.id
      AND n.trashed_at = tree.trashed_at AND n.user_id = $2 RETURNING n.id`,
      [id, tx.userId],
    );
    const left = await tx.query(
      `${WITH_IT} DELETE FROM folders f USING tree WHERE f.id = tree.id RETURNING f.id`,
      [id, tx.userId],
    );
    folders += left.length;
    notes += gone.length;
  }
  return { folders, notes };
}
