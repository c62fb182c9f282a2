import type { LiveEvent } from "#contract/live.ts";
import type { Tx } from "../db/client.ts";

export type Change = Pick<LiveEvent, "entity" | "entityId" | "operation"> & { userId: string };

/**
 * Writes a live event in the transaction of the change itself, so that neither exists without the other. The audience is
 * the owner; absent means nobody.
 */
export async function recordChange(tx: Tx, change: Change): Promise<void> {
  await tx.query(
    `WITH counter AS (
       INSERT INTO live_counters (user_id, seq) VALUES ($1, 1)
       ON CONFLICT (user_id) DO UPDATE SET seq = live_counters.seq + 1 RETURNING seq
     )
     INSERT INTO live_events (user_id, seq, entity, entity_id, operation) SELECT $1, seq, $2, $3, $4 FROM counter`,
    [change.userId, change.entity, change.entityId, change.operation],
    "record-change",
  );
  tx.announce(change.userId);
}
