import { sql } from "drizzle-orm";
import {
  boolean,
  foreignKey,
  index,
  integer,
  pgTable,
  text,
  timestamp,
  unique,
  uuid,
} from "drizzle-orm/pg-core";
import type { Reminder } from "#contract/reminders.ts";
import { sessions } from "./accounts.ts";
import { calendarEvents } from "./calendar.ts";
import { createdAt, updatedAt, userId } from "./columns.ts";
import { notes } from "./notes.ts";
import { tasks } from "./tasks.ts";

/** What rings at its time. Each node looks for those that are due; see docs/decisions/098-reminders.md. */
export const reminders = pgTable(
  "reminders",
  {
    id: uuid("id").primaryKey(),
    userId: userId(),
    /** What it is of: one of these three. */
    noteId: uuid("note_id"),
    taskId: uuid("task_id"),
    eventId: uuid("event_id"),
    /** When it is due: what the clock of `time_zone` makes of `local_time`. */
    reminderDate: timestamp("reminder_date", { withTimezone: true }).notNull(),
    /** YYYY-MM-DDTHH:MM, which repetition counts on from: 09:00 stays 09:00 when the clocks change. */
    localTime: text("local_time").notNull(),
    timeZone: text("time_zone").notNull(),
    /** Of one that goes with its task or event: so long before it begins; its date is what that comes to next. */
    minutesBefore: integer("minutes_before"),
    /** When its task or event takes place has changed, or it rang: the scheduler looks for its next date. */
    isStale: boolean("is_stale").notNull().default(false),
    frequency: text("frequency").$type<Reminder["frequency"]>().notNull().default("once"),
    /** RRULE without its prefix, of a custom frequency; COUNT is what is left of it. */
    repeat: text("repeat"),
    status: text("status").$type<Reminder["status"]>().notNull().default("pending"),
    /** Of one that is snoozed. */
    snoozeUntil: timestamp("snooze_until", { withTimezone: true }),
    /** The end of the quiet hours it fell into. */
    heldUntil: timestamp("held_until", { withTimezone: true }),
    notificationSent: boolean("notification_sent").notNull().default(false),
    lastRungAt: timestamp("last_rung_at", { withTimezone: true }),
    lastDueAt: timestamp("last_due_at", { withTimezone: true }),
    missed: boolean("missed").notNull().default(false),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [
    index("reminders_due")
      .on(sql`coalesce(held_until, snooze_until, reminder_date)`)
      .where(sql`status IN ('pending', 'snoozed')`),
    index("reminders_listed").on(
      table.userId,
      sql`(CASE WHEN status IN ('pending', 'snoozed') THEN coalesce(held_until, snooze_until, reminder_date) ELSE 'infinity' END)`,
      table.id,
    ),
    index("reminders_rung")
      .on(table.userId, table.lastRungAt)
      .where(sql`notification_sent`),
    index("reminders_stale")
      .on(table.userId)
      .where(sql`is_stale`),
    index("reminders_of_note")
      .on(table.noteId)
      .where(sql`note_id IS NOT NULL`),
    index("reminders_of_task")
      .on(table.taskId)
      .where(sql`task_id IS NOT NULL`),
    index("reminders_of_event")
      .on(table.eventId)
      .where(sql`event_id IS NOT NULL`),
    foreignKey({
      name: "reminders_note_owner",
      columns: [table.noteId, table.userId],
      foreignColumns: [notes.id, notes.userId],
    }).onDelete("cascade"),
    foreignKey({
      name: "reminders_event_owner",
      columns: [table.eventId, table.userId],
      foreignColumns: [calendarEvents.id, calendarEvents.userId],
    }).onDelete("cascade"),
    foreignKey({
      name: "reminders_task_owner",
      columns: [table.taskId, table.userId],
      foreignColumns: [tasks.id, tasks.userId],
    }).onDelete("cascade"),
  ],
);

/** Browsers that get push messages: addresses of their vendors' services, which are known to the browser and us alone. */
export const pushSubscriptions = pgTable(
  "push_subscriptions",
  {
    id: uuid("id").primaryKey(),
    userId: userId(),
    /** The browser's session: with it ends what rings there. */
    sessionId: uuid("session_id")
      .notNull()
      .references(() => sessions.id, { onDelete: "cascade" }),
    endpoint: text("endpoint").notNull(),
    /** Of the browser, base64url: its public key and the secret that messages are encrypted with. */
    p256dh: text("p256dh").notNull(),
    auth: text("auth").notNull(),
    /** Why the last message did not arrive, for the owner. */
    lastError: text("last_error"),
    createdAt: createdAt(),
  },
  (table) => [unique("push_subscriptions_endpoint").on(table.userId, table.endpoint)],
);
