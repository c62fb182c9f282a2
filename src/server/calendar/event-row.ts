import type { CalendarEvent } from "#contract/events.ts";
import type { Row } from "../db/row.ts";
import type { calendarEvents } from "../db/schema/calendar.ts";
import { notFound } from "../failure.ts";

const LISTED = [
  "id",
  "calendar_id",
  "title",
  "date",
  "time",
  "end_date",
  "end_time",
  "time_zone",
  "location",
  "description",
  "type",
  "tags",
  "repeat",
  "except_dates",
  "extra_dates",
  "series_id",
  "instance",
  "attendees",
  "is_canceled",
  "created_at",
  "updated_at",
] as const;
const PLAIN = LISTED.map((column) => `e.${column}`).join(", ");
/** As they are kept: for what changes them. */
export const COLUMNS = `${PLAIN}, e.note_id`;
export type EventRow = Row<typeof calendarEvents, typeof LISTED> & {
  note_id: string | null;
};

/** The note about an event of another account is told of to who may read it, and to nobody else. */
export const SHOWN_COLUMNS = `${PLAIN}, CASE WHEN e.user_id = $1 OR EXISTS (SELECT FROM notes_v2 n WHERE n.id = e.note_id) THEN e.note_id END AS note_id`;

/** Of what somebody else put into a project, as `events_of_shared_project` tells it: the project stands in the place of the calendar. */
export const columnsInProject = (project: string): string =>
  `s.id, ${project} AS calendar_id, s.title, s.date, s."time", s.end_date, s.end_time, s.time_zone, s.location, s.description, 'event' AS type, '{}'::text[] AS tags,
    s.repeat, s.except_dates, s.extra_dates, s.series_id, s.instance, '[]'::jsonb AS attendees, s.is_canceled, s.put_at AS created_at, s.put_at AS updated_at, NULL::uuid AS note_id`;

/** One's own. Those of a calendar in the trash are there with it. */
export const IS_OWN = "e.user_id = $1 AND e.trashed_at IS NULL";
/** Also of a calendar that somebody shares, which row-level security opens by the role. Not for lists of one's own: it names no index. */
export const IS_THERE = "e.trashed_at IS NULL";

export const toEvent = (row: EventRow): CalendarEvent => ({
  id: row.id,
  calendarId: row.calendar_id,
  title: row.title,
  date: row.date,
  time: row.time,
  endDate: row.end_date,
  endTime: row.end_time,
  timeZone: row.time_zone,
  location: row.location,
  description: row.description,
  type: row.type,
  tags: row.tags,
  repeat: row.repeat,
  exceptDates: row.except_dates,
  extraDates: row.extra_dates,
  seriesId: row.series_id,
  instance: row.instance,
  noteId: row.note_id,
  attendees: row.attendees,
  isCanceled: row.is_canceled,
  createdAt: row.created_at.toISOString(),
  updatedAt: row.updated_at.toISOString(),
});

/** @throws Failure NOT_FOUND */
export function oneOrNotFound([row]: EventRow[]): CalendarEvent {
  if (!row) throw notFound();
  return toEvent(row);
}
