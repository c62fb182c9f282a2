import type { CalendarEvent, EventInstance } from "#contract/events.ts";
import { addDays, isDay, wallOf } from "#language/moment.ts";
import { instantOf } from "#language/time-zone.ts";
import { listCalendars } from "../calendar/calendars.ts";
import { listEvents } from "../calendar/list-events.ts";
import type { Database } from "../db/client.ts";
import type { Stretch } from "./free-slots.ts";

type Asked = { from: string; to: string; zone: string; allDayBlocks: boolean };

/** When the events of the calendars that are shown happen. */
export async function busyTime(
  db: Database,
  userId: string,
  { from, to, zone, allDayBlocks }: Asked,
): Promise<Stretch[]> {
  // On the clock of UTC each hour is there once; a day of it may begin in the one before.
  const days = { from: addDays(from, -1), to: addDays(to, 1), timeZone: "UTC" };
  const [calendars, { events, instances }] = await Promise.all([
    listCalendars(db, userId),
    listEvents(db, userId, days),
  ]);
  const hidden = new Set(calendars.flatMap(({ id, isVisible }) => (isVisible ? [] : [id])));
  const byId = new Map(events.map((event) => [event.id, event]));
  return instances.flatMap((instance) => {
    const event = byId.get(instance.eventId);
    if (!event || hidden.has(event.calendarId)) return [];
    if (isDay(instance.start) && !allDayBlocks) return [];
    return [stretchOf(event, instance, zone)];
  });
}

function stretchOf({ timeZone }: CalendarEvent, { start, end }: EventInstance, zone: string): Stretch {
  if (isDay(start))
    return { from: instantOf(wallOf(start), zone), to: instantOf(wallOf(addDays(end, 1)), zone) };
  // One without a zone of its own is on the account's clock, whatever clock was asked for.
  const instant = (moment: string) => (timeZone === null ? instantOf(wallOf(moment), zone) : wallOf(moment));
  return { from: instant(start), to: instant(end) };
}
