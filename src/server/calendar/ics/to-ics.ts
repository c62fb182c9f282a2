import { isDay, momentOf } from "#language/moment.ts";
import type { AttendeeStatus } from "#contract/attendees.ts";
import type { People, Person } from "../../ics/people.ts";
import type { EventToWrite } from "../../ics/ics.ts";
import { type EventRow, toEvent } from "../event-row.ts";

/** With what another program said of it. */
export type FileRow = EventRow & {
  uid: string | null;
  ics: string | null;
  /** Absent in files of strangers. */
  organizer?: Person | null;
  /** By address. */
  answers?: Record<string, AttendeeStatus> | null;
  /** How long before it its reminders ring, where the reader is its owner. */
  minutes?: number[];
};
/** What a file of its owner has of people, for $1. */
export const PEOPLE = `CASE WHEN e.attendees <> '[]' THEN (
    SELECT jsonb_build_object('email', p.email, 'name', p.display_name) FROM user_profiles p WHERE p.id = $1) END AS organizer,
  CASE WHEN e.attendees <> '[]' THEN (
    SELECT jsonb_object_agg(i.email, i.status) FROM event_invitations i
    WHERE i.event_id = coalesce(e.series_id, e.id) AND i.user_id = $1 AND i.answered_at IS NOT NULL) END AS answers`;
export type FileEvent = EventToWrite & { writtenAt: number };

/**
 * Events of one calendar as a file has them. An instance that was moved to another calendar is missing in the series of this one, and is
 * an event by itself in that one.
 *
 * @param rows series and single events of the calendar, each with all its changed instances, wherever they are
 */
export function toIcsEvents(rows: FileRow[], calendarId: string): FileEvent[] {
  const byId = new Map(rows.map((row) => [row.id, row]));
  const seriesOf = (row: FileRow) => (row.series_id === null ? undefined : byId.get(row.series_id));
  const movedAway = Map.groupBy(
    rows.filter((row) => row.calendar_id !== calendarId),
    (row) => row.series_id,
  );
  return rows
    .filter((row) => row.calendar_id === calendarId)
    .map((row) => {
      const series = seriesOf(row);
      const missing = (movedAway.get(row.id) ?? []).flatMap(({ instance }) => instance ?? []);
      return toIcs(row, series, missing);
    });
}

function toIcs(row: FileRow, series: FileRow | undefined, missing: string[]): FileEvent {
  const event = toEvent(row);
  // Its series became another kind since: named as that one names its instances.
  const instance =
    series && event.instance !== null && isDay(event.instance) !== (series.time === null)
      ? momentOf(event.instance.slice(0, 10), series.time)
      : event.instance;
  return {
    ...event,
    uid: uidOf(series ?? row),
    instance: series ? instance : null,
    exceptDates: [...new Set([...event.exceptDates, ...missing])].toSorted(),
    reminders: null,
    people: peopleOf(row),
    ...(row.minutes && { addedReminders: row.minutes }),
    ics: row.ics,
    writtenAt: row.updated_at.getTime(),
  };
}

function peopleOf({ attendees, organizer, answers }: FileRow): People | null {
  if (!organizer || attendees.length === 0) return null;
  return {
    organizer,
    attendees: attendees.map((attendee) => ({ ...attendee, status: answers?.[attendee.email] ?? null })),
  };
}

export const uidOf = ({ uid, id }: FileRow) => uid ?? id;
