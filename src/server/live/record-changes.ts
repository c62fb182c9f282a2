import type { LiveEvent } from "#contract/wire/live.ts";
import type { Tx } from "../db/client.ts";
import { notifyReaders, READERS_OF_CALENDARS } from "./record-change.ts";

/**
 * `recordChange` for many rows of one kind at once: one count, one statement.
 *
 * @returns how many others were told
 */
export async function recordChanges(
  tx: Tx,
  change: { entity: LiveEvent["entity"]; operation: LiveEvent["operation"]; entityIds: string[] },
): Promise<number> {
  if (change.entityIds.length === 0) return 0;
  const isEvent = change.entity === "event";
  const [row] = await tx.query<{ readers: string[] | null }>(
    `WITH counter AS (
       INSERT INTO live_counters (user_id, seq) VALUES ($1, cardinality($4::uuid[]))
       ON CONFLICT (user_id) DO UPDATE SET seq = live_counters.seq + cardinality($4::uuid[]) RETURNING seq
     ), event AS (
       INSERT INTO live_events (user_id, seq, entity, entity_id, operation)
       SELECT $1, counter.seq - cardinality($4::uuid[]) + place, $2, id, $3
       FROM counter, unnest($4::uuid[]) WITH ORDINALITY AS changed (id, place)
     )
     SELECT ${isEvent ? READERS_OF_CALENDARS : "NULL::uuid[]"} AS readers`,
    [tx.userId, change.entity, change.operation, change.entityIds],
    isEvent ? "record-event-changes" : "record-changes",
  );
  tx.announce(tx.userId);
  row?.readers?.forEach((reader) => tx.announce(reader));
  if (change.entity === "note") await notifyReaders(tx, change.entityIds, change);
  return row?.readers?.length ?? 0;
}
