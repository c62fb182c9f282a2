import type { Tx } from "../db/client.ts";

/**
 * A moment of the database that changes are told since: see decision 101. Rows have the number of the transaction that wrote them
 * last (`revision`); what is below the horizon is committed or was never written.
 */
export type SyncPoint = { epoch: string; horizon: number; floor: number };

/** The number of the next transaction. What is beyond it was written in another cluster, out of which a backup came: it is no news here. */
const NEXT = "pg_snapshot_xmax(pg_current_snapshot())::text::bigint";
export const IS_OF_HERE = `revision < ${NEXT}`;

/** To be read before the rows, in the same transaction: what commits in between is then told twice, and never missed. The floor is that of the owner of what is asked for. */
export async function readSyncPoint(tx: Tx, ownerId = tx.userId): Promise<SyncPoint> {
  const [point] = await tx.query<SyncPoint>(
    `SELECT sync_epoch() AS epoch, pg_snapshot_xmin(pg_current_snapshot())::text::bigint AS horizon,
       coalesce((SELECT floor FROM sync_floors WHERE user_id = $1 AND floor <= ${NEXT}), 0) AS floor`,
    [ownerId],
    "sync-point",
  );
  return point!;
}

/**
 * @param newest the highest revision of the collection, gone and moved rows included: while that stays, the token does. Of one that was quiet
 *   when something of the account was purged it is the latest there is: the next purge, of rows that are older, does not refuse it. A long transaction
 *   of anybody, such as a backup, holds the horizon back: then the newest stands behind it, so that a change is seen at once, and told again later
 */
export function syncToken({ epoch, horizon, floor }: SyncPoint, newest: number): string {
  const since = newest < floor ? horizon : Math.min(newest + 1, horizon);
  return `${epoch}-${since}${since <= newest ? `.${newest}` : ""}`;
}

/** From which revision on something is new to who has this token; null when that cannot be told any more. */
export function revisionSince({ epoch, horizon, floor }: SyncPoint, token: string): number | null {
  const [, of, number] = /^([0-9a-f]{10})-(\d{1,15})(?:\.\d{1,15})?$/.exec(token) ?? [];
  const since = Number(number);
  return of === epoch && since >= floor && since <= horizon ? since : null;
}
