import { signedIn } from "../base.ts";
import { createCalendar, listCalendars, updateCalendar } from "./calendars.ts";
import { removeEvent, updateEvent } from "./change-events.ts";
import { eventNote } from "./event-note.ts";
import { createEvent, getEvent } from "./events.ts";
import { createFeed, getFeed, revokeFeed } from "./ics/feeds.ts";
import { invitationFile, knownPeople, listAttendees } from "./invitations/guests.ts";
import { invitedIn } from "./invitations/invited.ts";
import { sendInvitations } from "./invitations/send-invitations.ts";
import { listEvents } from "./list-events.ts";
import { refreshCalendar } from "./subscriptions.ts";
import { searchEvents } from "./search-events.ts";
import { removeCalendar, restoreCalendar, restoreEvent } from "./trash-events.ts";

const { attendees, calendars, events } = signedIn;

export const calendarRoutes = {
  list: calendars.list.handler(async ({ context }) => ({
    calendars: await listCalendars(context.db, context.userId),
  })),
  create: calendars.create.handler(({ input, context }) => createCalendar(context.db, context.userId, input)),
  update: calendars.update.handler(({ input, context }) => updateCalendar(context.db, context.userId, input)),
  remove: calendars.remove.handler(async ({ input, context }) => {
    await removeCalendar(context.db, context.userId, input.calendarId);
    return {};
  }),
  restore: calendars.restore.handler(({ input, context }) =>
    restoreCalendar(context.db, context.userId, input.calendarId),
  ),
  refresh: calendars.refresh.handler(async ({ input, context }) => {
    await refreshCalendar(context.db, context.userId, input.calendarId);
    return {};
  }),
  feed: calendars.feed.handler(({ input, context }) => getFeed(context.db, context.userId, input.calendarId)),
  createFeed: calendars.createFeed.handler(({ input, context }) =>
    createFeed(context.db, context.userId, input.calendarId),
  ),
  revokeFeed: calendars.revokeFeed.handler(async ({ input, context }) => {
    await revokeFeed(context.db, context.userId, input.calendarId);
    return {};
  }),
};

export const eventRoutes = {
  list: events.list.handler(({ input, context }) => listEvents(context.db, context.userId, input)),
  search: events.search.handler(async ({ input, context }) => ({
    hits: await searchEvents(context.db, context.userId, input),
  })),
  get: events.get.handler(({ input, context }) => getEvent(context.db, context.userId, input.eventId)),
  create: events.create.handler(({ input, context }) => createEvent(context.db, context.userId, input)),
  update: events.update.handler(({ input, context }) => updateEvent(context.db, context.userId, input)),
  note: events.note.handler(({ input, context }) =>
    eventNote(context.db, context.collab, context.userId, input),
  ),
  remove: events.remove.handler(async ({ input, context }) => ({
    activityId: await removeEvent(context.db, context.userId, input),
  })),
  restore: events.restore.handler(({ input, context }) =>
    restoreEvent(context.db, context.userId, input.eventId),
  ),
};

export const attendeeRoutes = {
  list: attendees.list.handler(({ input, context }) => listAttendees(context, context.userId, input.eventId)),
  send: attendees.send.handler(async ({ input, context }) => ({
    sent: await sendInvitations(context, context.currentSession, input.eventIds),
  })),
  file: attendees.file.handler(async ({ input, context }) => ({
    ics: await invitationFile(context.db, context.userId, input.eventId),
  })),
  invited: attendees.invited.handler(async ({ input, context }) => ({
    eventIds: await invitedIn(context.db, context.userId, input.calendarId),
  })),
  known: attendees.known.handler(async ({ context }) => ({
    people: await knownPeople(context.db, context.userId),
    canMail: Boolean(context.config.smtpUrl),
    isConfirmed: context.currentSession.isEmailVerified,
  })),
};
