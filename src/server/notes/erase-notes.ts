import type { Tx } from "../db/client.ts";

/** Deletes these notes of the user for ever, as far as they are in the trash. */
export function eraseNotes(tx: Tx, ids: string[]): Promise<{ id: string; title: string }[]> {
  return tx.query(
    "DELETE FROM notes_v2 WHERE id = ANY ($1::uuid[]) AND user_id = $2 AND trashed_at IS NOT NULL RETURNING id, title",
    [ids, tx.userId],
  );
}
