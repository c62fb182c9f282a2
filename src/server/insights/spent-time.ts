import type { SpentTime } from "#contract/analytics.ts";
import type { CalendarEvent, EventInstance } from "#contract/events.ts";
import { addDays, isDay, wallOf } from "#language/moment.ts";
import { instantOf } from "#language/time-zone.ts";
import { isOnesTime, listCalendars } from "../calendar/calendars.ts";
import { listEvents } from "../calendar/list-events.ts";
import type { Database } from "../db/client.ts";
import type { Period } from "./period.ts";

const [MOST_TITLES, MOST_EVENTS] = [50, 20];

type Spent = { event: CalendarEvent; day: string; minutes: number };

/** How long the events of one's own calendars took within a period; whole days take no time. */
export async function spentTime(
  db: Database,
  userId: string,
  { from, to }: Period,
  zone: string,
): Promise<SpentTime> {
  const [calendars, { events, instances, isTruncated }] = await Promise.all([
    listCalendars(db, userId),
    listEvents(db, userId, { from, to, timeZone: zone }),
  ]);
  const own = new Map(calendars.filter(isOnesTime).map(({ id, name }) => [id, name]));
  const byId = new Map(events.map((event) => [event.id, event]));
  const edges = { from: instantOf(wallOf(from), zone), to: instantOf(wallOf(addDays(to, 1)), zone) };
  const spent = instances.flatMap((instance): Spent[] => {
    const event = byId.get(instance.eventId);
    if (!event || event.isCanceled || !own.has(event.calendarId) || isDay(instance.start)) return [];
    const minutes = minutesIn(instance, zone, edges);
    return minutes > 0 ? [{ event, day: instance.start.slice(0, 10), minutes }] : [];
  });
  return { calendars: byCalendar(spent, own), titles: byTitle(spent), isTruncated };
}

function minutesIn({ start, end }: EventInstance, zone: string, edges: { from: number; to: number }): number {
  const [begin, over] = [instantOf(wallOf(start), zone), instantOf(wallOf(end), zone)];
  return Math.round((Math.min(over, edges.to) - Math.max(begin, edges.from)) / 60_000);
}

const summed = (spent: readonly Spent[]) => ({
  minutes: spent.reduce((sum, { minutes }) => sum + minutes, 0),
  count: spent.length,
  events: spent.slice(-MOST_EVENTS).map(({ event, day }) => ({ eventId: event.id, day })),
});

const byCalendar = (spent: readonly Spent[], names: ReadonlyMap<string, string>) =>
  Array.from(
    Map.groupBy(spent, ({ event }) => event.calendarId),
    ([calendarId, ofOne]) => ({ calendarId, name: names.get(calendarId)!, ...summed(ofOne) }),
  ).toSorted((one, other) => other.minutes - one.minutes);

const byTitle = (spent: readonly Spent[]) =>
  Array.from(
    Map.groupBy(spent, ({ event }) => event.title),
    ([title, ofOne]) => ({ title, ...summed(ofOne) }),
  )
    .toSorted((one, other) => other.minutes - one.minutes)
    .slice(0, MOST_TITLES);
