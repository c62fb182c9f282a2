import type { CalendarEvent, EventInstance } from "#contract/events.ts";
import { addDays, instantAt, isDay, wallOf } from "#language/moment.ts";
import { instantOf } from "#language/time-zone.ts";
import { isOnesTime, listCalendars } from "../calendar/calendars.ts";
import { listEvents } from "../calendar/list-events.ts";
import type { Database } from "../db/client.ts";
import { IS_THERE } from "../tasks/task-row.ts";
import type { Stretch } from "./free-slots.ts";

type Asked = { from: string; to: string; zone: string; allDayBlocks: boolean };
export type Happening = Stretch & { title: string; kind: "event" | "task" };

/** Everything that has its time in these days: events of the calendars that are shown, and time set aside for tasks. */
export async function whatHappens(db: Database, userId: string, asked: Asked): Promise<Happening[]> {
  const [events, tasks] = await Promise.all([eventsIn(db, userId, asked), plannedTasksIn(db, userId, asked)]);
  return [...events, ...tasks];
}

async function eventsIn(
  db: Database,
  userId: string,
  { from, to, zone, allDayBlocks }: Asked,
): Promise<Happening[]> {
  // On the clock of UTC each hour is there once; a day of it may begin in the one before.
  const days = { from: addDays(from, -1), to: addDays(to, 1), timeZone: "UTC" };
  const [calendars, { events, instances }] = await Promise.all([
    listCalendars(db, userId),
    listEvents(db, userId, days),
  ]);
  const hidden = new Set(calendars.filter((calendar) => !isOnesTime(calendar)).map(({ id }) => id));
  const byId = new Map(events.map((event) => [event.id, event]));
  return instances.flatMap((instance): Happening[] => {
    const event = byId.get(instance.eventId);
    if (!event || event.isCanceled || hidden.has(event.calendarId)) return [];
    if (isDay(instance.start) && !allDayBlocks) return [];
    return [{ ...stretchOf(event, instance, zone), title: event.title, kind: "event" }];
  });
}

function stretchOf({ timeZone }: CalendarEvent, { start, end }: EventInstance, zone: string): Stretch {
  if (isDay(start))
    return { from: instantOf(wallOf(start), zone), to: instantOf(wallOf(addDays(end, 1)), zone) };
  // One without a zone of its own is on the account's clock, whatever clock was asked for.
  const instant = (moment: string) => (timeZone === null ? instantOf(wallOf(moment), zone) : wallOf(moment));
  return { from: instant(start), to: instant(end) };
}

async function plannedTasksIn(db: Database, userId: string, { from, to, zone }: Asked): Promise<Happening[]> {
  const rows = await db.queryAs<{ title: string; planned_at: Date; planned_minutes: number }>(
    userId,
    PLANNED,
    [userId, instantAt(addDays(from, -1), zone), instantAt(addDays(to, 1), zone)],
    "planned-tasks",
  );
  return rows.map(({ title, planned_at: at, planned_minutes: minutes }) => {
    const start = at.getTime();
    return { from: start, to: start + minutes * 60_000, title, kind: "task" };
  });
}

/** Of no more than a day each, so that what reaches into the days began in the one before. */
const PLANNED = `SELECT t.title, t.planned_at, t.planned_minutes FROM tasks t
  WHERE ${IS_THERE} AND NOT t.completed AND t.planned_at >= $2 AND t.planned_at < $3 ORDER BY t.planned_at, t.id LIMIT 5000`;
