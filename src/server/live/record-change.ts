import type { LiveEvent } from "#contract/wire/live.ts";
import type { Tx } from "../db/client.ts";

export type Change = Pick<LiveEvent, "entity" | "entityId" | "operation"> & { userId: string };

/**
 * Writes a live event in the transaction of the change itself, so that neither exists without the other. The audience is
 * the owner and, for a note and what is said beside it, a calendar and its events, whoever it is shared with; absent means nobody.
 */
export async function recordChange(tx: Tx, change: Change): Promise<void> {
  const isNote = change.entity === "note" || change.entity === "comment";
  const isCalendar = change.entity === "event" || change.entity === "calendar";
  // A guest's own events are written for it like those of the others.
  if (isNote && change.userId !== tx.userId) return notifyReaders(tx, [change.entityId], change);
  const [row] = await tx.query<{ readers: string[] | null }>(
    `WITH counter AS (
       INSERT INTO live_counters (user_id, seq) VALUES ($1, 1)
       ON CONFLICT (user_id) DO UPDATE SET seq = live_counters.seq + 1 RETURNING seq
     ), event AS (
       INSERT INTO live_events (user_id, seq, entity, entity_id, operation)
       SELECT $1, seq, $2, $3, $4 FROM counter
     )
     SELECT ${isNote ? READERS : isCalendar ? readersOfCalendars("ARRAY[$3::uuid]", "$4") : "NULL::uuid[]"} AS readers`,
    [change.userId, change.entity, change.entityId, change.operation],
    isNote ? "record-note-change" : isCalendar ? "record-calendar-change" : "record-change",
  );
  tx.announce(change.userId);
  row?.readers?.forEach((reader) => tx.announce(reader));
}

const READERS = `CASE WHEN EXISTS (SELECT FROM note_access a WHERE a.note_id = $3) THEN notify_note_readers($3::uuid, $2::text, $4::text) END`;

/** Those who see these events, or calendars, but for the caller; asked only where calendars are shared. */
const readersOfCalendars = (ids: string, operation: string) =>
  `CASE WHEN EXISTS (SELECT FROM shares s WHERE s.calendar_id IS NOT NULL AND (s.owner_id = $1 OR s.user_id = $1))
     THEN notify_calendar_readers(${ids}, $2::text, ${operation}::text) END`;
export const READERS_OF_CALENDARS = readersOfCalendars("$4::uuid[]", "$3");

/** The owner of a shared note, and whom it is shared with, as far as they are not the ones who changed it. */
export async function notifyReaders(
  tx: Tx,
  noteIds: string[],
  { entity, operation }: Pick<LiveEvent, "entity" | "operation">,
): Promise<void> {
  const rows = await tx.query<{ readers: string[] }>(
    `SELECT notify_note_readers(note, $2, $3) AS readers FROM unnest($1::uuid[]) AS note
     WHERE EXISTS (SELECT FROM note_access a WHERE a.note_id = note) ORDER BY note`,
    [noteIds, entity, operation],
    "tell-readers",
  );
  for (const { readers } of rows) readers.forEach((reader) => tx.announce(reader));
}
