import type { LiveEvent } from "#contract/live.ts";
import type { Tx } from "../db/client.ts";

export type Change = Pick<LiveEvent, "entity" | "entityId" | "operation"> & { userId: string };

/**
 * Writes a live event in the transaction of the change itself, so that neither exists without the other. The audience is
 * the owner; absent means nobody.
 */
export async function recordChange(tx: Tx, change: Change): Promise<void> {
  await tx.query(
    `WITH ${changeParts({ userId: "$1", entity: "$2", entityId: "$3", operation: "$4" })} SELECT 1`,
    [change.userId, change.entity, change.entityId, change.operation],
    "record-change",
  );
  tx.announce(change.userId);
}

/**
 * The same as parts of a statement that makes the change itself: SQL expressions, and the part whose row says that there was a
 * change. Whoever uses it announces it after the commit.
 */
export function changeParts(
  change: { userId: string; entity: string; entityId: string; operation: string },
  made = "(SELECT) AS made",
): string {
  return `counter AS (
      INSERT INTO live_counters (user_id, seq) SELECT ${change.userId}, 1 FROM ${made}
      ON CONFLICT (user_id) DO UPDATE SET seq = live_counters.seq + 1 RETURNING seq
    ), event AS (
      INSERT INTO live_events (user_id, seq, entity, entity_id, operation)
      SELECT ${change.userId}, seq, ${change.entity}, ${change.entityId}, ${change.operation} FROM counter
    )`;
}
