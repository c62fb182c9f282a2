import { z } from "zod";
import type { Database, Tx } from "../db/client.ts";
import { Failure, notFound } from "../failure.ts";
import { enqueue } from "../jobs/job.ts";

/** What waits in the queue: a calendar whose source is to be read. Its run is in ics/read-subscription.ts. */
export const readSubscriptions = {
  name: "read-subscription",
  data: z.object({ calendarId: z.uuid() }),
};

export const refreshSoon = (tx: Tx, calendarId: string, at = new Date()): Promise<void> =>
  enqueue(tx, readSubscriptions, { calendarId }, { key: calendarId, at });

/** @throws Failure NOT_FOUND, CONFLICT when it is an own calendar */
export function refreshCalendar(db: Database, userId: string, calendarId: string): Promise<void> {
  return db.withUser(userId, async (tx) => {
    const [row] = await tx.query<{ source_url: string | null }>(
      "SELECT source_url FROM calendars WHERE id = $2 AND user_id = $1 AND trashed_at IS NULL",
      [userId, calendarId],
    );
    if (!row) throw notFound();
    if (row.source_url === null)
      throw new Failure("CONFLICT", "This calendar is not subscribed to: its events are your own.");
    await refreshSoon(tx, calendarId);
  });
}

export const readOnly = () =>
  new Failure("CONFLICT", "You subscribe to this calendar. Its events are changed where they come from.");

/**
 * What comes from elsewhere would be written over with the next look.
 *
 * @throws Failure CONFLICT
 */
export async function assertOwn(tx: Tx, calendarIds: readonly string[]): Promise<void> {
  const subscribed = await tx.query(
    "SELECT 1 FROM calendars WHERE id = ANY ($1::uuid[]) AND source_url IS NOT NULL",
    [calendarIds],
    "subscribed-calendars",
  );
  if (subscribed.length > 0) throw readOnly();
}
