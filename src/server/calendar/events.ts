import type { CalendarEvent } from "#contract/events.ts";
import { uuidV7 } from "#contract/shared/uuid-v7.ts";
import type { Database, Tx } from "../db/client.ts";
import { notFound } from "../failure.ts";
import { defaultCalendar } from "./calendars.ts";
import { COLUMNS, type EventRow, IS_THERE, oneOrNotFound, toEvent } from "./event-row.ts";
import { timesOfNew } from "./event-times.ts";
import { logEvent, recordEventChanges } from "./log-events.ts";
import { type EventDraft, saveEvents } from "./save-events.ts";
import { zoneOfUser } from "../db/account-clock.ts";
import { assertOwn } from "./subscriptions.ts";

type Given<Fields> = { [Field in keyof Fields]?: Fields[Field] | undefined };
/** What a caller may give of an event. */
export type EventFields = Given<
  Omit<CalendarEvent, "id" | "seriesId" | "instance" | "isCanceled" | "createdAt" | "updatedAt">
>;

export async function getEvent(db: Database, userId: string, eventId: string): Promise<CalendarEvent> {
  return oneOrNotFound(
    await db.queryAs<EventRow>(
      userId,
      `SELECT ${COLUMNS} FROM calendar_events e WHERE ${IS_THERE} AND e.id = $2`,
      [userId, eventId],
    ),
  );
}

/** Repeated with the same id by its owner, it answers the event that is there. */
export function createEvent(
  db: Database,
  userId: string,
  { id = uuidV7(), ...given }: EventFields & { id?: string | undefined; title: string; date: string },
): Promise<CalendarEvent> {
  return db.withUser(userId, async (tx) => {
    const [known] = await tx.query<EventRow>(`SELECT ${COLUMNS} FROM calendar_events e WHERE e.id = $1`, [
      id,
    ]);
    if (known) return toEvent(known);
    const calendarId = given.calendarId ?? (await defaultCalendar(tx)).id;
    const times = timesOfNew(given);
    const event: EventDraft = {
      id,
      calendarId,
      title: given.title,
      ...times,
      timeZone:
        times.time === null ? null : given.timeZone === undefined ? await zoneOfUser(tx) : given.timeZone,
      location: given.location ?? "",
      description: given.description ?? "",
      type: given.type ?? "event",
      tags: [...new Set(given.tags)],
      repeat: given.repeat ?? null,
      exceptDates: given.exceptDates ?? [],
      extraDates: given.extraDates ?? [],
      seriesId: null,
      instance: null,
      noteId: given.noteId ?? null,
    };
    await assertPlaces(tx, event);
    await assertOwn(tx, [calendarId]);
    const [made] = await saveEvents(tx, [event]);
    await recordEventChanges(tx, [id], "insert");
    await logEvent(tx, "event_created", made!);
    return made!;
  });
}

/** @throws Failure NOT_FOUND when its calendar, or its note, is not there */
export async function assertPlaces(
  tx: Tx,
  { calendarId, noteId }: Pick<EventDraft, "calendarId" | "noteId">,
): Promise<void> {
  // Held, so that the calendar does not go into the trash without it.
  const calendars = await tx.query(
    "SELECT 1 FROM calendars WHERE id = $2 AND user_id = $1 AND trashed_at IS NULL FOR SHARE",
    [tx.userId, calendarId],
    "calendar-of-event",
  );
  if (calendars.length === 0) throw notFound();
  if (noteId === null) return;
  const notes = await tx.query("SELECT 1 FROM notes_v2 WHERE id = $2 AND user_id = $1", [tx.userId, noteId]);
  if (notes.length === 0) throw notFound();
}
