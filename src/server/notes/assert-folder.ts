import type { Tx } from "../db/client.ts";
import { Failure } from "../failure.ts";

/**
 * That something may be put into this folder: it is the user's and not in the trash, where nobody would find it, and stays out of
 * there until the transaction ends. Foreign keys look past row-level security, and their message would tell that a foreign folder exists.
 * @throws Failure NOT_FOUND
 */
export async function assertFolder(tx: Tx, folderId: string | null | undefined): Promise<void> {
  if (!folderId) return;
  const rows = await tx.query(
    "SELECT 1 FROM folders WHERE id = $1 AND user_id = $2 AND trashed_at IS NULL FOR SHARE",
    [folderId, tx.userId],
  );
  if (rows.length === 0) throw new Failure("NOT_FOUND", "This folder doesn't exist.");
}
