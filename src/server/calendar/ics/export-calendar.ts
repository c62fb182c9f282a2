import type { Readable } from "node:stream";
import { logActivity, quoted } from "../../activity/log-activity.ts";
import type { Database } from "../../db/client.ts";
import { notFound } from "../../failure.ts";
import { minutesBeforeEvents } from "../../reminders/import-reminders.ts";
import { COLUMNS } from "../event-row.ts";
import { type FileRow, PEOPLE } from "./to-ics.ts";
import { EVENTS_IN_PART, type FileHead, writeFile } from "./write-file.ts";

/** A calendar of one's own as a file. @throws Failure NOT_FOUND */
export async function exportCalendar(
  db: Database,
  userId: string,
  calendarId: string,
): Promise<{ name: string; file: Readable }> {
  const [head] = await db.queryAs<FileHead>(userId, HEAD, [userId, calendarId], "head-of-calendar-file");
  if (!head) throw notFound();
  await db.withUser(userId, (tx) =>
    logActivity(tx, {
      type: "export_notes",
      title: `Exported calendar ${quoted(head.name)}`,
      metadata: { export_format: "ics" },
    }),
  );
  const file = writeFile(head, (after) => readPart(db, userId, calendarId, after));
  return { name: head.name, file };
}

const HEAD = `SELECT c.id, c.name, p.settings->>'timeZone' AS time_zone, (
      SELECT coalesce(jsonb_object_agg(z.zone, z.year), '{}') FROM (
        SELECT e.time_zone AS zone, min(extract(year FROM e.date))::int AS year FROM calendar_events e
        WHERE e.calendar_id = c.id AND e.user_id = $1 AND e.trashed_at IS NULL AND e.time_zone <> 'UTC' GROUP BY 1) z) AS zones
  FROM calendars c LEFT JOIN user_preferences p ON p.user_id = c.user_id
  WHERE c.id = $2 AND c.user_id = $1 AND c.trashed_at IS NULL`;

/** In two steps: a join of both was planned as a search of the whole calendar for each event. */
function readPart(db: Database, userId: string, calendarId: string, after: string): Promise<FileRow[]> {
  return db.withUser(userId, async (tx) => {
    const own = await tx.query<FileRow>(OWN, [userId, calendarId, after], "part-of-calendar-file");
    const ids = own.map(({ id }) => id);
    const changed = await tx.query<FileRow>(CHANGED, [userId, ids], "instances-of-calendar-file");
    const rows = [...own, ...changed];
    const minutes = await minutesBeforeEvents(
      tx,
      rows.map(({ id }) => id),
    );
    return rows.map((row) => ({ ...row, minutes: minutes.get(row.id) ?? [] }));
  });
}

const OWN = `SELECT ${COLUMNS}, e.uid, e.ics, ${PEOPLE} FROM calendar_events e
  WHERE e.user_id = $1 AND e.calendar_id = $2 AND e.trashed_at IS NULL AND e.id > $3 AND (e.series_id IS NULL OR NOT EXISTS (
    SELECT FROM calendar_events s WHERE s.id = e.series_id AND s.calendar_id = $2 AND s.trashed_at IS NULL))
  ORDER BY e.id LIMIT ${EVENTS_IN_PART}`;

const CHANGED = `SELECT ${COLUMNS}, e.uid, e.ics, ${PEOPLE} FROM calendar_events e
  WHERE e.user_id = $1 AND e.series_id = ANY ($2::uuid[]) AND e.trashed_at IS NULL`;
