import type { BriefTask, EventBrief } from "#contract/briefs.ts";
import { isOnesTime, listCalendars } from "../calendar/calendars.ts";
import { listEvents } from "../calendar/list-events.ts";
import type { Database } from "../db/client.ts";
import { briefOf, type Happening } from "./brief-of-event.ts";
import { tasksDue } from "./tasks-and-files.ts";

const MOST_EVENTS = 10;

/** What happens from one day to another in the calendars that are shown, on the account's clock, by its start. */
export async function happeningIn(
  db: Database,
  userId: string,
  days: { from: string; to: string },
): Promise<Happening[]> {
  const [calendars, { events, instances }] = await Promise.all([
    listCalendars(db, userId),
    listEvents(db, userId, days),
  ]);
  const hidden = new Set(calendars.filter((calendar) => !isOnesTime(calendar)).map(({ id }) => id));
  const byId = new Map(events.map((event) => [event.id, event]));
  return instances.flatMap(({ eventId, instance, start, end }): Happening[] => {
    const event = byId.get(eventId);
    return event && !hidden.has(event.calendarId) ? [{ event, instance, start, end }] : [];
  });
}

type DayBrief = { day: string; events: EventBrief[]; due: BriefTask[] };

export async function briefOfDay(db: Database, userId: string, day: string): Promise<DayBrief> {
  const happening = await happeningIn(db, userId, { from: day, to: day });
  const events: EventBrief[] = [];
  // One after the other: each asks for much, and others are served meanwhile.
  for (const one of happening.slice(0, MOST_EVENTS)) events.push(await briefOf(db, userId, one));
  return { day, events, due: await tasksDue(db, userId, day) };
}
