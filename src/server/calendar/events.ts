import type { CalendarEvent } from "#contract/events.ts";
import { uuidV7 } from "#contract/shared/uuid-v7.ts";
import type { Database, Tx } from "../db/client.ts";
import { Failure, notFound } from "../failure.ts";
import { defaultCalendar } from "./calendars.ts";
import { type EventRow, IS_THERE, oneOrNotFound, SHOWN_COLUMNS, toEvent } from "./event-row.ts";
import { timesOfNew } from "./event-times.ts";
import { logEvent, recordEventChanges } from "./log-events.ts";
import { type EventDraft, saveEvents } from "./save-events.ts";
import { zoneOfUser } from "../db/account-clock.ts";
import { putNewEvent } from "../projects/project-parts.ts";
import { holdCalendar } from "./shared-calendars.ts";
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
      `SELECT ${SHOWN_COLUMNS} FROM calendar_events e WHERE ${IS_THERE} AND e.id = $2`,
      [userId, eventId],
    ),
  );
}

type NewEvent = EventFields & {
  id?: string | undefined;
  title: string;
  date: string;
  projectId?: string | undefined;
};

/** Repeated with the same id by its owner, it answers the event that is there. */
export function createEvent(
  db: Database,
  userId: string,
  { id = uuidV7(), projectId, ...given }: NewEvent,
): Promise<CalendarEvent> {
  return db.withUser(userId, async (tx) => {
    const [known] = await tx.query<EventRow>(
      `SELECT ${SHOWN_COLUMNS} FROM calendar_events e WHERE e.id = $2 AND (e.user_id = $1 OR ${IS_THERE})`,
      [userId, id],
    );
    if (known) return toEvent(known);
    const event = await draftOfNew(tx, id, given);
    await assertPlaces(tx, event);
    await assertOwn(tx, [event.calendarId]);
    const [made] = await saveEvents(tx, [event]);
    if (projectId) await putNewEvent(tx, projectId, id);
    const isShared = await recordEventChanges(tx, [id], "insert");
    await logEvent(tx, "event_created", made!, isShared);
    return made!;
  });
}

async function draftOfNew(
  tx: Tx,
  id: string,
  given: Omit<NewEvent, "id" | "projectId">,
): Promise<EventDraft> {
  const calendarId = given.calendarId ?? (await defaultCalendar(tx)).id;
  const times = timesOfNew(given);
  return {
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
    attendees: given.attendees ?? [],
  };
}

/**
 * @param kept The note that it has already, which need not be one's own
 * @throws Failure NOT_FOUND when its calendar, or its note, is not there; CONFLICT for a calendar that may only be read
 */
export async function assertPlaces(
  tx: Tx,
  { calendarId, noteId }: Pick<EventDraft, "calendarId" | "noteId">,
  kept: string | null = null,
): Promise<void> {
  const owner = await holdCalendar(tx, calendarId);
  if (noteId === null || noteId === kept) return;
  if (owner !== tx.userId)
    throw new Failure("CONFLICT", "Only the owner of this calendar can link notes to its events.");
  const notes = await tx.query("SELECT 1 FROM notes_v2 WHERE id = $2 AND user_id = $1", [tx.userId, noteId]);
  if (notes.length === 0) throw notFound();
}
