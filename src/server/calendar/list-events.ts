import { setImmediate } from "node:timers/promises";
import { BUSY, type CalendarEvent, type EventInstance, MOST_INSTANCES } from "#contract/events.ts";
import { addDays, daysFrom } from "#language/moment.ts";
import type { Database } from "../db/client.ts";
import { EVENTS_OF_PROJECT } from "../db/parts-of-project.ts";
import { Failure } from "../failure.ts";
import {
  COLUMNS,
  columnsInProject,
  type EventRow,
  IS_OWN,
  IS_THERE,
  SHOWN_COLUMNS,
  toEvent,
} from "./event-row.ts";

/** A year with the weeks around it. */
const MOST_DAYS = 400;

const TURN_MS = 20;

type Asked = {
  from: string;
  to: string;
  timeZone?: string | undefined;
  calendarId?: string | undefined;
  /** Those of this project */
  projectId?: string | undefined;
  instances?: boolean | undefined;
};
type Listed = {
  events: CalendarEvent[];
  instances: EventInstance[];
  isTruncated: boolean;
  replaced?: Record<string, string[]>;
};
type ListedRow = EventRow & { replaced: string[]; zone: string | null };

/** What happens on these days of the account's clock, or of the zone that is asked for. */
export async function listEvents(
  db: Database,
  userId: string,
  { from, to, timeZone, calendarId, projectId, instances = true }: Asked,
): Promise<Listed> {
  if (to < from || daysFrom(from, to) > MOST_DAYS)
    throw new Failure("INVALID_INPUT", `Ask for at most ${MOST_DAYS} days, the first one first.`);
  // An event's own clock may be a day ahead of this one, or a day behind.
  const values = [userId, addDays(from, -1), to === "9999-12-30" ? to : addDays(to, 1), calendarId ?? null];
  const rows = projectId
    ? await db.queryAs<ListedRow>(userId, OF_PROJECT, [...values, projectId], "list-events-of-project")
    : await db.queryAs<ListedRow>(userId, LIST, values, "list-events");
  if (!instances)
    return { events: rows.map(toEvent), instances: [], isTruncated: false, replaced: replacedOf(rows) };
  const { instancesOf } = await import("#language/instances.ts");
  const listed: Listed = { events: [], instances: [], isTruncated: false };
  let sinceTurn = performance.now();
  for (const row of rows) {
    if (listed.instances.length > MOST_INSTANCES) break;
    // Others are answered between the events of a long list.
    if (performance.now() - sinceTurn > TURN_MS) {
      await setImmediate();
      sinceTurn = performance.now();
    }
    const event = toEvent(row);
    const found = instancesOf(event, from, to, timeZone ?? row.zone ?? "UTC", row.replaced);
    if (found.length === 0) continue;
    listed.events.push(event);
    for (const instance of found) listed.instances.push({ eventId: event.id, ...instance });
  }
  listed.instances.sort((one, other) => (one.start < other.start ? -1 : Number(one.start > other.start)));
  listed.isTruncated = listed.instances.length > MOST_INSTANCES;
  listed.instances.length = Math.min(listed.instances.length, MOST_INSTANCES);
  return listed;
}

const replacedOf = (rows: ListedRow[]) =>
  Object.fromEntries(rows.flatMap(({ id, replaced }) => (replaced.length > 0 ? [[id, replaced]] : [])));

const WITH_ZONE = `p.zone, CASE WHEN e.repeat IS NULL AND e.extra_dates = '{}' THEN '{}' ELSE ARRAY(
    SELECT o.instance FROM calendar_events o WHERE o.series_id = e.id AND o.user_id = e.user_id AND o.trashed_at IS NULL) END AS replaced`;
const IN_DAYS = "e.last_day >= $2 AND e.first_day <= $3 AND ($4::uuid IS NULL OR e.calendar_id = $4)";

const OWN = `WITH p AS (SELECT settings->>'timeZone' AS zone FROM user_preferences WHERE user_id = $1)
  SELECT ${COLUMNS}, ${WITH_ZONE} FROM calendar_events e LEFT JOIN p ON true WHERE ${IS_OWN} AND ${IN_DAYS}`;

/**
 * What belongs to a project of one's own is one's own. Of a project of somebody else: what was put into it, as it is where its calendar is shared
 * to be read, too, and otherwise what is said about it, with the project in the place of the calendar.
 */
const OF_PROJECT = `WITH shared AS MATERIALIZED (SELECT * FROM events_of_shared_project($5, $2, $3)),
  p AS (SELECT settings->>'timeZone' AS zone FROM user_preferences WHERE user_id = $1)
  SELECT ${COLUMNS}, ${WITH_ZONE} FROM calendar_events e LEFT JOIN p ON true
    WHERE ${IS_OWN} AND ${IN_DAYS} AND e.id IN ${EVENTS_OF_PROJECT("$5::uuid")}
  UNION ALL
  SELECT ${SHOWN_COLUMNS}, ${WITH_ZONE} FROM shared s JOIN calendar_events e ON e.id = s.id LEFT JOIN p ON true WHERE ${IS_THERE} AND ${IN_DAYS}
  UNION ALL
  SELECT ${columnsInProject("$5::uuid")}, p.zone, s.replaced FROM shared s LEFT JOIN p ON true
  WHERE $4::uuid IS NULL AND NOT EXISTS (SELECT FROM calendar_events e WHERE e.id = s.id)`;

/**
 * One's own, those of calendars that are shared to be read, and of others when there is something. Each calendar is looked up by its owner
 * and the days: as one condition, the events of all accounts in these days would be.
 */
const LIST = `${OWN}
  UNION ALL
  SELECT ${SHOWN_COLUMNS}, ${WITH_ZONE} FROM calendar_access('viewer') AS s (id) JOIN calendars c ON c.id = s.id
    CROSS JOIN LATERAL (
      SELECT * FROM calendar_events e WHERE e.user_id = c.user_id AND e.calendar_id = c.id AND ${IS_THERE} AND ${IN_DAYS} OFFSET 0) e
    LEFT JOIN p ON true
  UNION ALL
  SELECT b.id, b.calendar_id, '${BUSY}', b.date, b."time", b.end_date, b.end_time, b.time_zone, '', '', 'event', '{}',
    b.repeat, b.except_dates, b.extra_dates, NULL, NULL, '[]', false, to_timestamp(0), to_timestamp(0), NULL, p.zone, b.replaced
  FROM busy_times($2, $3, $4) b LEFT JOIN p ON true`;
