import { sql } from "drizzle-orm";
import {
  bigint,
  boolean,
  date,
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  timestamp,
  unique,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";
import type { AttendeeStatus } from "#contract/attendees.ts";
import type { CalendarColor } from "#contract/calendars.ts";
import type { Attendee } from "#contract/events.ts";
import { createdAt, revision, trashedAt, updatedAt, userId } from "./columns.ts";

export const calendars = pgTable(
  "calendars",
  {
    id: uuid("id").primaryKey(),
    userId: userId(),
    name: text("name").notNull(),
    color: text("color").$type<CalendarColor>().notNull(),
    isVisible: boolean("is_visible").notNull().default(true),
    isDefault: boolean("is_default").notNull().default(false),
    /** Of one that is subscribed to: where its events come from, and what became of the last look. */
    sourceUrl: text("source_url"),
    sourceEtag: text("source_etag"),
    sourceReadAt: timestamp("source_read_at", { withTimezone: true }),
    sourceError: text("source_error"),
    /** In a row. */
    sourceFailures: integer("source_failures").notNull().default(0),
    /** Last part of its CalDAV address, when a client chose another than the id. */
    resource: text("resource"),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
    trashedAt: trashedAt(),
  },
  (table) => [
    unique("calendars_id_user").on(table.id, table.userId),
    index("calendars_listed").on(table.userId, table.id),
    uniqueIndex("calendars_default")
      .on(table.userId)
      .where(sql`is_default`),
  ],
);

/**
 * What happens at a time. Days and times are those of the event's own clock, so that it keeps its hour when the clocks change;
 * when it really happens is reckoned as it is read.
 */
export const calendarEvents = pgTable(
  "calendar_events",
  {
    id: uuid("id").primaryKey(),
    userId: userId(),
    /** References (id, user_id) of calendars. */
    calendarId: uuid("calendar_id").notNull(),
    title: text("title").notNull(),
    date: date("date").notNull(),
    /** HH:MM; null is all day. */
    time: text("time"),
    /** The last day, included. */
    endDate: date("end_date").notNull(),
    endTime: text("end_time"),
    /** IANA name; null is the zone of whoever looks. */
    timeZone: text("time_zone"),
    location: text("location").notNull().default(""),
    description: text("description").notNull().default(""),
    type: text("type").notNull().default("event"),
    tags: text("tags")
      .array()
      .notNull()
      .default(sql`'{}'`),
    /** RRULE without its prefix, UNTIL in the event's own time. */
    repeat: text("repeat"),
    /** Starts of instances, YYYY-MM-DD or YYYY-MM-DDTHH:MM. */
    exceptDates: text("except_dates")
      .array()
      .notNull()
      .default(sql`'{}'`),
    extraDates: text("extra_dates")
      .array()
      .notNull()
      .default(sql`'{}'`),
    /** The event whose instance it replaces; references (id, user_id) of this table. */
    seriesId: uuid("series_id"),
    instance: text("instance"),
    /** What is gone for ever stays named, as a link does. */
    noteId: uuid("note_id"),
    /** Who is asked to come; what they answered is in event_invitations. */
    attendees: jsonb("attendees").$type<Attendee[]>().notNull().default([]),
    /** First and last day of all instances, for the search by days; one without an end has the last day there is. */
    firstDay: date("first_day").notNull(),
    lastDay: date("last_day").notNull(),
    /** The change that wrote it last, by which it is known when it comes again. */
    changeId: uuid("change_id"),
    /** UID of iCalendar, when it was given by another program; else its id is it. */
    uid: text("uid"),
    /** What another program's iCalendar said of it that is not understood here, byte for byte. */
    ics: text("ics"),
    /** Whether that says that it does not take place. */
    isCanceled: boolean("is_canceled")
      .notNull()
      .generatedAlwaysAs(sql`coalesce(ics ~ '(?in)^STATUS[^:]*:\\s*CANCELLED\\s*$', false)`),
    /** Last part of its CalDAV address, when a client chose another than the id. */
    resource: text("resource"),
    /** Number of the transaction that wrote it last; a trigger sets it. What changed since is found by it (decision 101). */
    revision: revision(),
    /** Calendars that it has left, whose clients are told so. */
    formerCalendars: uuid("former_calendars")
      .array()
      .notNull()
      .default(sql`'{}'`),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
    trashedAt: trashedAt(),
  },
  (table) => [
    unique("calendar_events_id_user").on(table.id, table.userId),
    index("calendar_events_by_day")
      .on(table.userId, table.lastDay, table.firstDay)
      .where(sql`trashed_at IS NULL`),
    index("calendar_events_of_calendar").on(table.calendarId, table.id),
    index("calendar_events_of_series")
      .on(table.seriesId, table.instance)
      .where(sql`series_id IS NOT NULL AND trashed_at IS NULL`),
    index("calendar_events_by_uid")
      .on(table.userId, table.uid)
      .where(sql`uid IS NOT NULL`),
    index("calendar_events_by_resource")
      .on(table.calendarId, table.resource)
      .where(sql`resource IS NOT NULL`),
    index("calendar_events_changed").on(table.calendarId, table.revision),
    index("calendar_events_moved")
      .on(table.userId)
      .where(sql`former_calendars <> '{}'`),
    foreignKey({
      name: "calendar_events_calendar_owner",
      columns: [table.calendarId, table.userId],
      foreignColumns: [calendars.id, calendars.userId],
    }).onDelete("cascade"),
    foreignKey({
      name: "calendar_events_series_owner",
      columns: [table.seriesId, table.userId],
      foreignColumns: [table.id, table.userId],
    }).onDelete("cascade"),
  ],
);

/** How a guest sees a calendar that another account shares: its owner's name and color stay as they are. */
export const calendarLooks = pgTable(
  "calendar_looks",
  {
    userId: userId(),
    calendarId: uuid("calendar_id")
      .notNull()
      .references(() => calendars.id, { onDelete: "cascade" }),
    /** Null: as its owner calls it. */
    name: text("name"),
    color: text("color").$type<CalendarColor>(),
    isVisible: boolean("is_visible").notNull().default(true),
  },
  (table) => [primaryKey({ name: "calendar_looks_pk", columns: [table.userId, table.calendarId] })],
);

/** Private addresses under which other programs read a calendar, without a session. Its secret is told once and is not kept. */
export const calendarFeeds = pgTable(
  "calendar_feeds",
  {
    calendarId: uuid("calendar_id").primaryKey(),
    userId: userId(),
    /** SHA-256 of the secret part of the address, in hexadecimal digits. */
    secretHash: text("secret_hash").notNull().unique("calendar_feeds_secret"),
    createdAt: createdAt(),
  },
  (table) => [
    foreignKey({
      name: "calendar_feeds_calendar_owner",
      columns: [table.calendarId, table.userId],
      foreignColumns: [calendars.id, calendars.userId],
    }).onDelete("cascade"),
  ],
);

/** What an address was mailed of an event, and what it answered. */
export const eventInvitations = pgTable(
  "event_invitations",
  {
    id: uuid("id").primaryKey(),
    userId: userId(),
    /** Of a series the series itself. */
    eventId: uuid("event_id").notNull(),
    email: text("email").notNull(),
    /** SHA-256 of the token in the mail's link, in hexadecimal digits. The token is made from the id with the server's secret. */
    tokenHash: text("token_hash").notNull().unique("event_invitations_token"),
    status: text("status").$type<AttendeeStatus>().notNull().default("needs-action"),
    comment: text("comment").notNull().default(""),
    answeredAt: timestamp("answered_at", { withTimezone: true }),
    /** SEQUENCE of iCalendar in the last mail. */
    sequence: integer("sequence").notNull().default(0),
    /** Hashes of what that mail said in all, and of its times: other times ask for another answer. */
    told: text("told").notNull(),
    toldTimes: text("told_times").notNull(),
    /** Starts of the instances that it was about; null of all of it. */
    toldInstances: text("told_instances").array(),
    isCanceled: boolean("is_canceled").notNull().default(false),
    /** When the mail server took it; null while it waits. */
    sentAt: timestamp("sent_at", { withTimezone: true }),
    failure: text("failure"),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [
    unique("event_invitations_address").on(table.eventId, table.email),
    index("event_invitations_listed").on(table.userId, table.updatedAt),
    foreignKey({
      name: "event_invitations_event_owner",
      columns: [table.eventId, table.userId],
      foreignColumns: [calendarEvents.id, calendarEvents.userId],
    }).onDelete("cascade"),
  ],
);

/**
 * From which revision on the changes of an account's events and tasks can still be told: what was deleted permanently before is no longer
 * there to be told of. Written by triggers.
 */
export const syncFloors = pgTable("sync_floors", {
  userId: uuid("user_id").primaryKey(),
  floor: bigint("floor", { mode: "number" }).notNull(),
});
