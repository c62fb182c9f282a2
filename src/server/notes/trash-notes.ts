import type { Tx } from "../db/client.ts";

/** Puts these notes into the trash, as of that moment. */
export async function trashNotes(tx: Tx, ids: string[], at: string): Promise<void> {
  await tx.query("UPDATE notes_v2 SET trashed_at = $2 WHERE id = ANY ($1::uuid[])", [ids, at]);
}
