import { isDay, momentOf } from "#language/moment.ts";
import type { EventToWrite } from "../../ics/ics.ts";
import { type EventRow, toEvent } from "../event-row.ts";

/** With what another program said of it. */
export type FileRow = EventRow & {
  uid: string | null;
  ics: string | null;
  /** How long before it its reminders ring, where the reader is its owner. */
  minutes?: number[];
};
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
    ...(row.minutes && { addedReminders: row.minutes }),
    ics: row.ics,
    writtenAt: row.updated_at.getTime(),
  };
}

const uidOf = ({ uid, id }: FileRow) => uid ?? id;
