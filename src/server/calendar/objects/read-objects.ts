import type { Tx } from "../../db/client.ts";
import type { StoredObject } from "../../ics/stored-object.ts";
import { writeCalendar } from "../../ics/write-calendar.ts";
import { COLUMNS } from "../event-row.ts";
import { type FileRow, PEOPLE, toIcsEvents } from "../ics/to-ics.ts";
import type { EventObject, OwnedCalendar } from "./find-objects.ts";

/** The files of these objects, in their order. */
export async function writeObjects(
  tx: Tx,
  calendar: OwnedCalendar,
  objects: EventObject[],
): Promise<StoredObject[]> {
  const ids = objects.map(({ id }) => id);
  const rows = await tx.query<FileRow>(ROWS, [calendar.ownerId, ids], "rows-of-objects");
  const byRoot = Map.groupBy(rows, ({ id, series_id: seriesId }) =>
    seriesId !== null && !ids.includes(id) ? seriesId : id,
  );
  return objects.flatMap(({ id, name, etag }) => {
    const events = toIcsEvents(byRoot.get(id) ?? [], calendar.id);
    const own = events.length > 0;
    const now = Math.max(...events.map(({ writtenAt }) => writtenAt));
    return own ? { name, etag, text: writeCalendar({ events, now }) } : [];
  });
}

const ROWS = `SELECT ${COLUMNS}, e.uid, e.ics, ${PEOPLE} FROM calendar_events e WHERE e.user_id = $1 AND e.id = ANY ($2::uuid[]) AND e.trashed_at IS NULL
  UNION ALL
  SELECT ${COLUMNS}, e.uid, e.ics, ${PEOPLE} FROM calendar_events e
  WHERE e.user_id = $1 AND e.series_id = ANY ($2::uuid[]) AND NOT e.id = ANY ($2::uuid[]) AND e.trashed_at IS NULL`;
