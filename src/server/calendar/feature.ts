import { defineFeature } from "../feature.ts";
import { eventChanges } from "./changes.ts";
import {
  importCalendars,
  importEvents,
  trashUntouchedCalendars,
  trashUntouchedEvents,
} from "./import-events.ts";
import { readSubscription } from "./ics/read-subscription.ts";
import { deliverInvitation } from "./invitations/deliver.ts";
import { importAnswers } from "./invitations/import-answers.ts";
import { attendeeRoutes, calendarRoutes, eventRoutes } from "./routes.ts";
import { eraseCalendars, eraseEvents, restoreCalendar, restoreEvent } from "./trash-events.ts";
import {
  undoCalendarChange,
  undoEventChange,
  undoNewCalendar,
  undoNewEvent,
  undoRemovedCalendar,
  undoRemovedEvent,
} from "./undo-events.ts";

/** What went with its calendar is part of that, and a changed instance is part of its series. */
export const calendarFeature = defineFeature({
  routes: { attendees: attendeeRoutes, calendars: calendarRoutes, events: eventRoutes },
  changes: { event: eventChanges },
  trash: {
    calendar: {
      listed: `SELECT 'calendar' AS kind, id, name, NULL::text AS place, 0 AS notes, NULL::int AS size, trashed_at
        FROM calendars WHERE user_id = $1 AND trashed_at IS NOT NULL`,
      all: "SELECT 'calendar' AS kind, id FROM calendars WHERE user_id = $1 AND trashed_at <= $2::timestamptz",
      restore: restoreCalendar,
      erase: {
        together: async (tx, ids) => {
          const gone = await eraseCalendars(tx, ids);
          return { removed: { calendar: gone.length }, titles: gone.map(({ name }) => name) };
        },
      },
      isContainer: true,
    },
    event: {
      listed: `SELECT 'event' AS kind, e.id, e.title AS name, c.name AS place, 0 AS notes, NULL::int AS size, e.trashed_at
        FROM calendar_events e JOIN calendars c ON c.id = e.calendar_id
        WHERE e.user_id = $1 AND e.trashed_at IS NOT NULL AND e.series_id IS NULL AND c.source_url IS NULL AND c.trashed_at IS DISTINCT FROM e.trashed_at`,
      all: "SELECT 'event' AS kind, id FROM calendar_events WHERE user_id = $1 AND trashed_at <= $2::timestamptz",
      restore: restoreEvent,
      erase: {
        together: async (tx, ids) => {
          const gone = await eraseEvents(tx, ids);
          return { removed: { event: gone.length }, titles: gone.map(({ title }) => title) };
        },
      },
    },
  },
  undo: {
    event_created: undoNewEvent,
    event_updated: undoEventChange,
    event_restored: undoNewEvent,
    event_deleted: undoRemovedEvent,
    calendar_created: undoNewCalendar,
    calendar_updated: undoCalendarChange,
    calendar_restored: undoNewCalendar,
    calendar_deleted: undoRemovedCalendar,
  },
  importRows: {
    calendars: { add: importCalendars, removeUntouched: trashUntouchedCalendars },
    answers: { add: importAnswers },
    events: { add: importEvents, removeUntouched: trashUntouchedEvents },
  },
  jobs: [readSubscription, deliverInvitation],
  cleanup: async ({ db }) => {
    const [gone] = await db.asSystem("remove calendars and events from the trash", (tx) =>
      tx.call<{ calendars: number; events: number }>("purgeEvents"),
    );
    return gone;
  },
});
