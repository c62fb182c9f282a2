import type { Reminder } from "#contract/reminders.ts";
import type { Row } from "../db/row.ts";
import type { reminders } from "../db/schema/reminders.ts";
import { notFound } from "../failure.ts";

const LISTED = [
  "id",
  "note_id",
  "task_id",
  "event_id",
  "reminder_date",
  "local_time",
  "time_zone",
  "minutes_before",
  "frequency",
  "repeat",
  "snooze_until",
  "held_until",
  "notification_sent",
  "last_rung_at",
  "last_due_at",
  "missed",
  "created_at",
  "updated_at",
] as const;

/** What a task that is done was to be reminded of is over, and comes back with it. */
export const STATUS = `(CASE WHEN t.completed AND r.status IN ('pending', 'snoozed') THEN 'dismissed' ELSE r.status END)`;
/** When it rings next, as the index has it. */
export const NEXT = `(CASE WHEN r.status IN ('pending', 'snoozed') THEN coalesce(r.held_until, r.snooze_until, r.reminder_date) ELSE 'infinity' END)`;

export const COLUMNS = `${LISTED.map((column) => `r.${column}`).join(", ")}, ${STATUS} AS status,
  coalesce(t.title, e.title, n.title, '') AS title, left(n.excerpt, 200) AS content`;
/**
 * Each with what it is of: `t` its task, `e` its event, `n` its note or the one its task is a line of. Looked up one by one (OFFSET 0): the planner would read
 * all notes to join them. CASE, because of COALESCE it does not know that it leaks nothing past row-level security, and reads all notes too.
 */
export const FROM = `reminders r
  LEFT JOIN LATERAL (SELECT s.title, s.completed, s.trashed_at, s.note_id FROM tasks s WHERE s.id = r.task_id OFFSET 0) t ON true
  LEFT JOIN LATERAL (SELECT s.title, s.excerpt, s.trashed_at FROM notes_v2 s WHERE s.id = CASE WHEN r.note_id IS NULL THEN t.note_id ELSE r.note_id END OFFSET 0) n ON true
  LEFT JOIN LATERAL (SELECT s.title, s.trashed_at FROM calendar_events s WHERE s.id = r.event_id OFFSET 0) e ON true`;
/** One of what is in the trash is not there. */
export const IS_THERE = `r.user_id = $1 AND n.trashed_at IS NULL AND t.trashed_at IS NULL AND e.trashed_at IS NULL`;

export type ReminderRow = Row<typeof reminders, typeof LISTED> & {
  status: Reminder["status"];
  title: string;
  content: string | null;
};

export function toReminder(row: ReminderRow): Reminder {
  const isOpen = row.status === "pending" || row.status === "snoozed";
  const next = row.held_until ?? row.snooze_until ?? row.reminder_date;
  return {
    id: row.id,
    noteId: row.note_id,
    taskId: row.task_id,
    eventId: row.event_id,
    title: row.title,
    content: row.content ?? "",
    reminderDate: row.reminder_date.toISOString(),
    localTime: row.local_time,
    timeZone: row.time_zone,
    minutesBefore: row.minutes_before,
    frequency: row.frequency,
    repeat: row.repeat,
    status: row.status,
    snoozeUntil: isOpen ? (row.snooze_until?.toISOString() ?? null) : null,
    ringsAt: isOpen ? next.toISOString() : null,
    notificationSent: row.notification_sent,
    lastRungAt: row.last_rung_at?.toISOString() ?? null,
    lastDueAt: row.last_due_at?.toISOString() ?? null,
    missed: row.missed,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
  };
}

/** @throws Failure NOT_FOUND */
export function oneOrNotFound([row]: ReminderRow[]): Reminder {
  if (!row) throw notFound();
  return toReminder(row);
}
