import type { Tx } from "../db/client.ts";

/** Deletes these tasks of the user for ever, as far as they are in the trash and no note's, with the sub-tasks that went with them. */
export function eraseTasks(tx: Tx, ids: string[]): Promise<{ title: string }[]> {
  return tx.query(
    `WITH RECURSIVE gone AS (
       SELECT id, trashed_at FROM tasks WHERE id = ANY ($1::uuid[]) AND user_id = $2 AND note_id IS NULL AND trashed_at IS NOT NULL
       UNION SELECT t.id, t.trashed_at FROM tasks t JOIN gone ON t.parent_id = gone.id AND t.trashed_at = gone.trashed_at
     )
     DELETE FROM tasks WHERE id IN (SELECT id FROM gone) AND user_id = $2 RETURNING title`,
    [ids, tx.userId],
  );
}
