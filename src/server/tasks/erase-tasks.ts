import type { Tx } from "../db/client.ts";

/** Deletes these tasks of the user for ever, as far as they are in the trash and no note's. */
export function eraseTasks(tx: Tx, ids: string[]): Promise<{ title: string }[]> {
  return tx.query(
    "DELETE FROM tasks WHERE id = ANY ($1::uuid[]) AND user_id = $2 AND note_id IS NULL AND trashed_at IS NOT NULL RETURNING title",
    [ids, tx.userId],
  );
}
