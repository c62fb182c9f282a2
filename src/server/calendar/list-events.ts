import { setImmediate } from "node:timers/promises";
import { type CalendarEvent, type EventInstance, MOST_INSTANCES } from "#contract/events.ts";
import { addDays, daysFrom } from "#language/moment.ts";
import type { Database } from "../db/client.ts";
import { Failure } from "../failure.ts";
import { COLUMNS, type EventRow, IS_THERE, toEvent } from "./event-row.ts";

/** A year with the weeks around it. */
const MOST_DAYS = 400;

const TURN_MS = 20;

type Asked = {
  from: string;
  to: string;
  timeZone?: string | undefined;
  calendarId?: string | undefined;
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
  { from, to, timeZone, calendarId, instances = true }: Asked,
): Promise<Listed> {
  if (to < from || daysFrom(from, to) > MOST_DAYS)
    throw new Failure("INVALID_INPUT", `Ask for at most ${MOST_DAYS} days, the first one first.`);
  // An event's own clock may be a day ahead of this one, or a day behind.
  const rows = await db.queryAs<ListedRow>(
    userId,
    LIST,
    [userId, addDays(from, -1), to === "9999-12-30" ? to : addDays(to, 1), calendarId ?? null],
    "list-events",
  );
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

const LIST = `SELECT ${COLUMNS}, p.zone, CASE WHEN e.repeat IS NULL AND e.extra_dates = '{}' THEN '{}' ELSE ARRAY(
    SELECT o.instance FROM calendar_events o WHERE o.series_id = e.id AND o.user_id = $1 AND o.trashed_at IS NULL) END AS replaced
  FROM calendar_events e
    LEFT JOIN (SELECT settings->>'timeZone' AS zone FROM user_preferences WHERE user_id = $1) p ON true
  WHERE ${IS_THERE} AND e.last_day >= $2 AND e.first_day <= $3 AND ($4::uuid IS NULL OR e.calendar_id = $4)`;
