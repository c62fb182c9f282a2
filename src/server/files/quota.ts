import type { Tx } from "../db/client.ts";
import { Failure } from "../failure.ts";
import { sizeWords } from "../platform/size-words.ts";

/**
 * Refuses what would take an account beyond its share. To the end of the transaction no other file of the same account is
 * counted, so two that come at once cannot both take the last room.
 * @throws Failure QUOTA_EXCEEDED
 */
export async function assertRoom(tx: Tx, quotaBytes: number | null, bytes: number): Promise<void> {
  if (quotaBytes === null) return;
  await tx.query("SELECT pg_advisory_xact_lock(hashtextextended('files of ' || $1, 0))", [tx.userId]);
  const [row] = await tx.query<{ used: number }>(
    `SELECT (SELECT coalesce(sum(size::bigint), 0) FROM files WHERE user_id = $1)::bigint
       + (SELECT coalesce(sum(size::bigint), 0) FROM file_uploads WHERE user_id = $1)::bigint AS used`,
    [tx.userId],
  );
  if (row!.used + bytes <= quotaBytes) return;
  const what = `It is ${sizeWords(bytes)}`;
  throw new Failure(
    "QUOTA_EXCEEDED",
    bytes > quotaBytes
      ? `There isn't enough space for this file. ${what}; all your files together can use ${sizeWords(quotaBytes)}.`
      : `There isn't enough space left for this file. ${what}; your files use ${sizeWords(row!.used)} of ${sizeWords(quotaBytes)}. Delete files you no longer need, then empty the trash.`,
  );
}
