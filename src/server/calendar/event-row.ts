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
  "note_id",
  "created_at",
  "updated_at",
] as const;
/** Said by another program alone, and kept with what else of its file Cairn does not know. */
const IS_CANCELED = "coalesce(e.ics ~ '(?in)^STATUS[^:]*:\\s*CANCELLED\\s*$', false) AS is_canceled";
export const COLUMNS = `${LISTED.map((column) => `e.${column}`).join(", ")}, ${IS_CANCELED}`;
export type EventRow = Row<typeof calendarEvents, typeof LISTED> & { is_canceled: boolean };

/** Those of a calendar in the trash are there with it. */
export const IS_THERE = "e.user_id = $1 AND e.trashed_at IS NULL";

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
  isCanceled: row.is_canceled,
  createdAt: row.created_at.toISOString(),
  updatedAt: row.updated_at.toISOString(),
});

/** @throws Failure NOT_FOUND */
export function oneOrNotFound([row]: EventRow[]): CalendarEvent {
  if (!row) throw notFound();
  return toEvent(row);
}
