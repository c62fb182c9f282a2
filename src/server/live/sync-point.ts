import type { Tx } from "../db/client.ts";

/**
 * A moment of the database that changes are told since: see decision 101. Rows have the number of the transaction that wrote them
 * last (`revision`); what is below the horizon is committed or was never written.
 */
export type SyncPoint = {
  epoch: string;
  horizon: number;
  /** Who last asked before this can't be told of what was deleted permanently since. */
  floor: number;
  /** The transaction that did so last. */
  purge: string;
};

/** The number of the next transaction. What is beyond it was written in another cluster, out of which a backup came: it is no news here. */
const NEXT = "pg_snapshot_xmax(pg_current_snapshot())::text::bigint";
export const IS_OF_HERE = `revision < ${NEXT}`;

/** To be read before the rows, in the same transaction: what commits in between is then told twice, and never missed. The floor is that of the owner of what is asked for. */
export async function readSyncPoint(tx: Tx, ownerId = tx.userId): Promise<SyncPoint> {
  const [point] = await tx.query<SyncPoint>(
    `SELECT sync_epoch() AS epoch, pg_snapshot_xmin(pg_current_snapshot())::text::bigint AS horizon,
       coalesce(f.floor, 0) AS floor, coalesce(f.xmin::text, '0') AS purge
     FROM (SELECT) AS one LEFT JOIN sync_floors f ON f.user_id = $1 AND f.floor <= ${NEXT}`,
    [ownerId],
    "sync-point",
  );
  return point!;
}

/**
 * @param newest the highest revision of the collection, gone and moved rows included: while that stays, the token does. Of one that was quiet
 *   when something of the account was purged it is the latest there is: the next purge, of rows that are older, does not refuse it. A long transaction
 *   of anybody, such as a backup, holds the horizon back: then the newest stands behind it, so that a change is seen at once, and told again later,
 *   and the last purge where that is beyond it, of which who has the token knows
 */
export function syncToken({ epoch, horizon, floor, purge }: SyncPoint, newest: number): string {
  const since = newest < floor ? horizon : Math.min(newest + 1, horizon);
  return `${epoch}-${since}${since <= newest ? `.${newest}` : ""}${since < floor ? `~${purge}` : ""}`;
}

/** From which revision on something is new to who has this token; null when that cannot be told any more. */
export function revisionSince({ epoch, horizon, floor, purge }: SyncPoint, token: string): number | null {
  const [, of, number, known] =
    /^([0-9a-f]{10})-(\d{1,15})(?:\.\d{1,15})?(?:~(\d{1,15}))?$/.exec(token) ?? [];
  const since = Number(number);
  return of === epoch && (since >= floor || known === purge) && since <= horizon ? since : null;
}
