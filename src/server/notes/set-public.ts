import type { Tx } from "../db/client.ts";

/** Says of a note that everybody may read it, or no longer. */
export async function setPublic(tx: Tx, noteId: string, isPublic: boolean): Promise<void> {
  await tx.query("UPDATE notes_v2 SET is_public = $2 WHERE id = $1 AND is_public <> $2", [noteId, isPublic]);
}
