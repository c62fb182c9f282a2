import type { Tx } from "../../db/client.ts";
import { recordChange } from "../../live/record-change.ts";

/** What the log keeps of an import into a calendar that was there. */
export type Imported = { created: number; updated: number; from: string; to: string };

/** Into the trash, unless it was touched since; a series of which an instance was changed since stays, too. */
export async function trashImported(tx: Tx, calendarId: string, { from, to }: Imported): Promise<void> {
  const gone = await tx.query<{ id: string }>(
    TRASH,
    [tx.userId, calendarId, from, to],
    "trash-imported-events",
  );
  if (gone.length === 0) return;
  const about = { userId: tx.userId, entity: "event", operation: "delete" } as const;
  await recordChange(tx, { ...about, entityId: gone[0]!.id });
}

const TRASH = `WITH untouched AS (
    SELECT e.id FROM calendar_events e
    WHERE e.user_id = $1 AND e.calendar_id = $2 AND e.trashed_at IS NULL AND e.series_id IS NULL AND e.uid IS NOT NULL
      AND e.created_at BETWEEN $3::timestamptz AND $4::timestamptz AND e.updated_at <= $4::timestamptz
      AND NOT EXISTS (SELECT FROM calendar_events i
        WHERE i.series_id = e.id AND i.trashed_at IS NULL AND i.updated_at > $4::timestamptz))
  UPDATE calendar_events e SET trashed_at = now() FROM untouched u
  WHERE e.user_id = $1 AND e.trashed_at IS NULL AND (e.id = u.id OR e.series_id = u.id) RETURNING e.id`;
