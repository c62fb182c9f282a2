import type { Tx } from "../db/client.ts";
import { recordChange } from "../live/record-change.ts";

/** A series that was parted from another is reminded of as that is, from its first time on; also its owner, when a guest parts it. */
export async function partReminders(tx: Tx, from: string, to: string, isShared: boolean): Promise<void> {
  if (isShared)
    await tx.query("SELECT part_reminders_of_owner($1, $2)", [from, to], "part-reminders-of-owner");
  const made = await tx.query<{ id: string }>(
    `INSERT INTO reminders (id, user_id, event_id, reminder_date, local_time, time_zone, minutes_before, is_stale)
     SELECT gen_random_uuid(), $1, $3, reminder_date, local_time, time_zone, minutes_before, true FROM reminders
     WHERE user_id = $1 AND event_id = $2 AND minutes_before IS NOT NULL AND status <> 'dismissed' RETURNING id`,
    [tx.userId, from, to],
    "part-reminders",
  );
  for (const { id } of made)
    await recordChange(tx, { userId: tx.userId, entity: "reminder", entityId: id, operation: "insert" });
}

/** Of an event that is another row from now on. */
export const handOverReminders = (tx: Tx, from: string, to: string): Promise<unknown> =>
  tx.query(
    "UPDATE reminders SET event_id = $3, is_stale = minutes_before IS NOT NULL WHERE user_id = $1 AND event_id = $2",
    [tx.userId, from, to],
    "hand-over-reminders",
  );
