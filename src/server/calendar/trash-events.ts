import type { CalendarEvent } from "#contract/events.ts";
import type { Calendar } from "#contract/calendars.ts";
import type { Database, Tx } from "../db/client.ts";
import { notFound } from "../failure.ts";
import { recordChange } from "../live/record-change.ts";
import { CALENDAR, type CalendarRow, logCalendar, toCalendar } from "./calendars.ts";
import { COLUMNS, type EventRow, toEvent } from "./event-row.ts";
import { holdCalendar, withoutHiddenNotes } from "./shared-calendars.ts";
import { logEvent, recordEventChanges } from "./log-events.ts";

/** With the changed instances that went with it; an event whose calendar is in the trash brings that back, too. */
export function restoreEvent(db: Database, userId: string, eventId: string): Promise<CalendarEvent> {
  return db.withUser(userId, async (tx) => {
    const rows = await tx.query<EventRow>(RESTORE, [eventId], "restore-event");
    const event = rows.map(toEvent).find(({ id }) => id === eventId);
    if (!event) throw notFound();
    await restoreCalendarOf(tx, event);
    // That of another account comes back by its owner alone.
    await holdCalendar(tx, event.calendarId);
    const isShared = await recordEventChanges(
      tx,
      rows.map(({ id }) => id),
      "insert",
    );
    await logEvent(tx, "event_restored", event, isShared);
    return (await withoutHiddenNotes(tx, [event]))[0]!;
  });
}

/** An instance of a series is not restored alone: it is part of it. */
const RESTORE = `UPDATE calendar_events e SET trashed_at = NULL FROM calendar_events r
  WHERE r.id = $1 AND r.trashed_at IS NOT NULL AND r.series_id IS NULL AND e.user_id = r.user_id
    AND e.trashed_at = r.trashed_at AND (e.id = r.id OR e.series_id = r.id)
  RETURNING ${COLUMNS}`;

/** The calendar alone: its other events stay where they are. */
async function restoreCalendarOf(tx: Tx, { calendarId }: CalendarEvent): Promise<void> {
  const [row] = await tx.query<CalendarRow>(
    `UPDATE calendars SET trashed_at = NULL, ${FREE_ADDRESS} WHERE id = $2 AND user_id = $1 AND trashed_at IS NOT NULL RETURNING ${CALENDAR}`,
    [tx.userId, calendarId],
  );
  if (!row) return;
  await recordChange(tx, {
    userId: tx.userId,
    entity: "calendar",
    entityId: calendarId,
    operation: "insert",
  });
  await logCalendar(tx, "calendar_restored", row);
}

/** A program may have given the address of the one in the trash to another. */
const FREE_ADDRESS = `resource = CASE WHEN EXISTS (SELECT FROM calendars o WHERE o.user_id = $1 AND o.id <> $2 AND o.trashed_at IS NULL
  AND o.resource = calendars.resource) THEN NULL ELSE resource END`;

export function removeCalendar(db: Database, userId: string, calendarId: string): Promise<void> {
  return db.withUser(userId, async (tx) => {
    const [row] = await tx.query<CalendarRow>(
      `UPDATE calendars SET trashed_at = now(), is_default = false
       WHERE id = $2 AND user_id = $1 AND trashed_at IS NULL RETURNING ${CALENDAR}`,
      [userId, calendarId],
    );
    if (!row) throw notFound();
    await tx.query(
      "UPDATE calendar_events SET trashed_at = now() WHERE calendar_id = $2 AND user_id = $1 AND trashed_at IS NULL",
      [userId, calendarId],
      "trash-events-of-calendar",
    );
    await recordChange(tx, { userId, entity: "calendar", entityId: calendarId, operation: "delete" });
    await logCalendar(tx, "calendar_deleted", row);
  });
}

/** With the events that went with it. */
export function restoreCalendar(db: Database, userId: string, calendarId: string): Promise<Calendar> {
  return db.withUser(userId, async (tx) => {
    const [row] = await tx.query<CalendarRow>(
      `WITH events AS (UPDATE calendar_events e SET trashed_at = NULL FROM calendars c
           WHERE c.id = $2 AND c.user_id = $1 AND e.calendar_id = c.id AND e.user_id = $1 AND e.trashed_at = c.trashed_at RETURNING 1)
       UPDATE calendars SET trashed_at = NULL, ${FREE_ADDRESS} WHERE id = $2 AND user_id = $1 AND trashed_at IS NOT NULL RETURNING ${CALENDAR}`,
      [userId, calendarId],
    );
    if (!row) throw notFound();
    await recordChange(tx, { userId, entity: "calendar", entityId: calendarId, operation: "insert" });
    await logCalendar(tx, "calendar_restored", row);
    return toCalendar(row);
  });
}

/** Deletes these for ever, as far as they are in the trash. */
export function eraseEvents(tx: Tx, ids: string[]): Promise<{ title: string }[]> {
  return tx.query(
    "DELETE FROM calendar_events WHERE id = ANY ($1::uuid[]) AND user_id = $2 AND trashed_at IS NOT NULL RETURNING title",
    [ids, tx.userId],
  );
}

/** With what is left in them. */
export function eraseCalendars(tx: Tx, ids: string[]): Promise<{ name: string }[]> {
  return tx.query(
    "DELETE FROM calendars WHERE id = ANY ($1::uuid[]) AND user_id = $2 AND trashed_at IS NOT NULL RETURNING name",
    [ids, tx.userId],
  );
}
