import { type CalendarEvent, MOST_EVENTS } from "#contract/events.ts";
import type { Tx } from "../db/client.ts";
import { Failure } from "../failure.ts";
import { COLUMNS, type EventRow, toEvent } from "./event-row.ts";

/** What is written of an event; whose it is follows from its calendar. */
export type EventDraft = Omit<CalendarEvent, "isCanceled" | "createdAt" | "updatedAt">;

const GIVEN = `(id uuid, calendar_id uuid, title text, date date, "time" text, end_date date, end_time text, time_zone text, location text,
  description text, type text, tags text[], repeat text, except_dates text[], extra_dates text[], series_id uuid, instance text, note_id uuid,
  attendees jsonb, first_day date, last_day date, is_trashed boolean)`;

async function toRow(event: EventDraft, isTrashed: boolean) {
  // Loaded with the first event: the library that reads rules need not be there at the start.
  const { spanOf } = await import("#language/instances.ts");
  const { firstDay, lastDay } = spanOf(event);
  return {
    id: event.id,
    calendar_id: event.calendarId,
    title: event.title,
    date: event.date,
    time: event.time,
    end_date: event.endDate,
    end_time: event.endTime,
    time_zone: event.timeZone,
    location: event.location,
    description: event.description,
    type: event.type,
    tags: event.tags,
    repeat: event.repeat,
    except_dates: event.exceptDates,
    extra_dates: event.extraDates,
    series_id: event.seriesId,
    instance: event.instance,
    note_id: event.noteId,
    attendees: event.attendees,
    first_day: firstDay,
    last_day: lastDay,
    is_trashed: isTrashed,
  };
}

/**
 * Writes events as they are to be, whether they are there or not; those of `trashed` go into the trash.
 * @returns the ones that are not in it
 * @throws Failure QUOTA_EXCEEDED, CONFLICT when an id is another account's
 */
export async function saveEvents(
  tx: Tx,
  events: EventDraft[],
  trashed: EventDraft[] = [],
  changeId: string | null = null,
): Promise<CalendarEvent[]> {
  const rows = await Promise.all([
    ...events.map((event) => toRow(event, false)),
    ...trashed.map((event) => toRow(event, true)),
  ]);
  // What makes room for an instance comes before what takes it.
  const ordered = rows.toSorted((one, other) => Number(other.is_trashed) - Number(one.is_trashed));
  const saved = await write(tx, ordered, changeId);
  if (saved.length < rows.length) throw idIsTaken();
  const foreign = saved.find(({ user_id: owner }) => owner !== tx.userId);
  await (foreign ? assertRoomOfOwner(tx, foreign.calendar_id) : assertRoom(tx));
  return saved.filter(({ is_trashed: isTrashed }) => !isTrashed).map(toEvent);
}

/** With the last guest the lines go that another program has written of them. */
const ICS = `CASE WHEN e.attendees <> '[]' AND excluded.attendees = '[]'
      THEN regexp_replace(e.ics, '(^|\\n)(ATTENDEE|ORGANIZER)[;:][^\\n]*', '', 'gi') ELSE e.ics END`;

const SAVE = `INSERT INTO calendar_events AS e (id, user_id, calendar_id, title, date, "time", end_date, end_time, time_zone, location,
    description, type, tags, repeat, except_dates, extra_dates, series_id, instance, note_id, attendees, first_day, last_day, trashed_at,
    change_id)
  SELECT r.id, c.user_id, r.calendar_id, r.title, r.date, r."time", r.end_date, r.end_time, r.time_zone, r.location, r.description, r.type, r.tags,
    r.repeat, r.except_dates, r.extra_dates, r.series_id, r.instance, r.note_id, r.attendees, r.first_day, r.last_day,
    CASE WHEN r.is_trashed THEN now() END, $2
  FROM jsonb_to_recordset($1::jsonb) AS r ${GIVEN} JOIN calendars c ON c.id = r.calendar_id
  ON CONFLICT (id) DO UPDATE SET calendar_id = excluded.calendar_id, title = excluded.title, date = excluded.date,
    "time" = excluded."time", end_date = excluded.end_date, end_time = excluded.end_time, time_zone = excluded.time_zone,
    location = excluded.location, description = excluded.description, type = excluded.type, tags = excluded.tags, repeat = excluded.repeat,
    except_dates = excluded.except_dates, extra_dates = excluded.extra_dates, series_id = excluded.series_id,
    instance = excluded.instance, note_id = excluded.note_id, attendees = excluded.attendees, ics = ${ICS}, first_day = excluded.first_day, last_day = excluded.last_day,
    trashed_at = excluded.trashed_at, change_id = excluded.change_id, updated_at = now()
  WHERE e.user_id = excluded.user_id
  RETURNING ${COLUMNS}, e.user_id, e.trashed_at IS NOT NULL AS is_trashed`;

type SavedRow = EventRow & { user_id: string; is_trashed: boolean };

/** By row-level security. */
const REFUSED_ROW = "42501";

export const idIsTaken = () => new Failure("CONFLICT", "This id is taken. Create another one and try again.");

async function write(tx: Tx, rows: object[], changeId: string | null): Promise<SavedRow[]> {
  try {
    return await tx.query<SavedRow>(SAVE, [JSON.stringify(rows), changeId], "save-events");
  } catch (error) {
    // The row is in a calendar of the same owner that is not shared.
    if ((error as { code?: string }).code === REFUSED_ROW) throw idIsTaken();
    throw error;
  }
}

/** What a guest makes counts as the owner's. */
async function assertRoomOfOwner(tx: Tx, calendarId: string): Promise<void> {
  const [row] = await tx.query<{ count: number }>("SELECT events_of_owner($1, $2) AS count", [
    calendarId,
    MOST_EVENTS + 1,
  ]);
  if (row!.count > MOST_EVENTS)
    throw new Failure("QUOTA_EXCEEDED", "The owner of this calendar has reached the limit for events.");
}

async function assertRoom(tx: Tx): Promise<void> {
  const [row] = await tx.query<{ count: number }>(
    `SELECT count(*)::int AS count FROM (
       SELECT 1 FROM calendar_events WHERE user_id = $1 AND trashed_at IS NULL LIMIT ${MOST_EVENTS + 1}) AS those`,
    [tx.userId],
    "count-events",
  );
  if (row!.count > MOST_EVENTS)
    throw new Failure(
      "QUOTA_EXCEEDED",
      `You've reached the limit for events. An account can have ${MOST_EVENTS.toLocaleString("en-US")}. Delete some that are over.`,
    );
}
