import type { Reminder } from "#contract/reminders.ts";
import { uuidV7 } from "#contract/shared/uuid-v7.ts";
import { timeZoneOf } from "../collab/note-tasks.ts";
import type { Database, Tx } from "../db/client.ts";
import { Failure, notFound } from "../failure.ts";
import { whenBefore } from "./follow-subjects.ts";
import { logReminder, recordReminders } from "./log-reminders.ts";
import { COLUMNS, FROM, IS_THERE, oneOrNotFound, type ReminderRow, toReminder } from "./reminder-row.ts";
import type { GivenWhen, When } from "./when.ts";

/** Of an account, with those that have rung. */
const REMINDERS_MAX = 10_000;

export type NewReminder = GivenWhen & {
  id?: string | undefined;
  noteId?: string | undefined;
  taskId?: string | undefined;
  eventId?: string | undefined;
};

const SELECT_ONE = `SELECT ${COLUMNS} FROM ${FROM} WHERE ${IS_THERE} AND r.id = $2`;

export async function getReminder(db: Database, userId: string, reminderId: string): Promise<Reminder> {
  return oneOrNotFound(await db.queryAs<ReminderRow>(userId, SELECT_ONE, [userId, reminderId]));
}

export const readReminder = (tx: Tx, reminderId: string): Promise<ReminderRow[]> =>
  tx.query<ReminderRow>(SELECT_ONE, [tx.userId, reminderId]);

/** @throws Failure NOT_FOUND */
export async function lockReminder(tx: Tx, reminderId: string): Promise<Reminder> {
  return oneOrNotFound(await tx.query<ReminderRow>(`${SELECT_ONE} FOR UPDATE OF r`, [tx.userId, reminderId]));
}

/** Repeated with the same id by its owner, it answers the reminder that is there. */
export async function createReminder(
  db: Database,
  userId: string,
  { id = uuidV7(), ...given }: NewReminder,
): Promise<Reminder> {
  const timeZone = given.timeZone ?? (await timeZoneOf(db, userId)) ?? "UTC";
  const { whenOf } = await import("./when.ts");
  return db.withUser(userId, async (tx) => {
    const [known] = await readReminder(tx, id);
    if (known) return toReminder(known);
    const { minutesBefore } = given;
    const when =
      minutesBefore === undefined
        ? whenOf(given, timeZone)
        : await whenBefore(tx, { taskId: null, eventId: null, ...given, minutesBefore }, timeZone);
    return make(tx, { id, ...given, ...when });
  });
}

/** One that was deleted, as what it was: what had rung does not ring again. */
export async function makeReminderAgain(
  db: Database,
  userId: string,
  { status, snoozeUntil, notificationSent, minutesBefore, ...kept }: KeptReminder,
): Promise<void> {
  const { whenOf } = await import("./when.ts");
  const when = whenOf(kept, kept.timeZone);
  const state = { status, snoozeUntil, notificationSent, minutesBefore };
  await db.withUser(userId, async (tx) => {
    const known = await readReminder(tx, kept.id);
    if (known.length === 0) await make(tx, { ...kept, ...when, ...state });
  });
}

async function make(tx: Tx, reminder: Inserted): Promise<Reminder> {
  const made = await insertReminder(tx, reminder);
  await recordReminders(tx, "insert", [made]);
  await logReminder(tx, "reminder_created", made);
  return made;
}

type State = Pick<Reminder, "status" | "snoozeUntil" | "notificationSent" | "minutesBefore">;
type Subject = { [Field in "noteId" | "taskId" | "eventId"]?: string | null | undefined };
type Inserted = Subject & When & { id: string } & { [Field in keyof State]?: State[Field] | undefined };
export type KeptReminder = Omit<When, "localTime"> & Subject & State & { id: string };

/** @throws Failure NOT_FOUND when what it is of is not there, QUOTA_EXCEEDED, CONFLICT */
async function insertReminder(tx: Tx, reminder: Inserted): Promise<Reminder> {
  const rows = await tx.query<{ id: string }>(INSERT, [
    tx.userId,
    reminder.id,
    reminder.noteId ?? null,
    reminder.taskId ?? null,
    reminder.eventId ?? null,
    reminder.reminderDate,
    reminder.localTime,
    reminder.timeZone,
    reminder.frequency,
    reminder.repeat,
    reminder.minutesBefore ?? null,
    reminder.status ?? "pending",
    reminder.snoozeUntil ?? null,
    reminder.notificationSent ?? false,
    // Its event may have been moved since it was deleted.
    reminder.status !== undefined,
  ]);
  if (rows.length === 0) throw await whyNotMade(tx, reminder);
  return oneOrNotFound(await readReminder(tx, reminder.id));
}

const IS_SUBJECT = `(EXISTS (SELECT FROM notes_v2 n WHERE n.id = $3 AND n.user_id = $1 AND n.trashed_at IS NULL)
  OR EXISTS (SELECT FROM tasks t LEFT JOIN notes_v2 n ON n.id = t.note_id
    WHERE t.id = $4 AND t.user_id = $1 AND t.trashed_at IS NULL AND n.trashed_at IS NULL)
  OR EXISTS (SELECT FROM calendar_events e WHERE e.id = $5 AND e.user_id = $1 AND e.trashed_at IS NULL))`;
const INSERT = `INSERT INTO reminders (user_id, id, note_id, task_id, event_id, reminder_date, local_time, time_zone, frequency, repeat,
    minutes_before, is_stale, status, snooze_until, notification_sent)
  SELECT $1, $2, $3::uuid, $4::uuid, $5::uuid, $6::timestamptz, $7, $8, $9, $10, $11::int, $11::int IS NOT NULL AND $15, $12, $13::timestamptz, $14::boolean
  WHERE ${IS_SUBJECT} AND (SELECT count(*) FROM (SELECT 1 FROM reminders o WHERE o.user_id = $1 LIMIT ${REMINDERS_MAX}) others) < ${REMINDERS_MAX}
  ON CONFLICT (id) DO NOTHING RETURNING id`;

async function whyNotMade(tx: Tx, { noteId, taskId, eventId }: Inserted): Promise<Failure> {
  const [why] = await tx.query<{ is_subject: boolean; count: number }>(
    `SELECT ${IS_SUBJECT} AS is_subject, (SELECT count(*)::int FROM reminders WHERE user_id = $1) AS count, $2::text`,
    [tx.userId, "", noteId ?? null, taskId ?? null, eventId ?? null],
  );
  if (!why?.is_subject) return notFound();
  return why.count >= REMINDERS_MAX
    ? new Failure(
        "QUOTA_EXCEEDED",
        `You've reached the limit for reminders. An account can have ${REMINDERS_MAX.toLocaleString("en-US")}. Delete some that are over.`,
      )
    : new Failure("CONFLICT", "This id is taken. Create another one and try again.");
}

export async function removeReminder(db: Database, userId: string, reminderId: string): Promise<void> {
  await db.withUser(userId, async (tx) => {
    const gone = await lockReminder(tx, reminderId);
    await tx.query("DELETE FROM reminders WHERE user_id = $1 AND id = $2", [userId, reminderId]);
    await recordReminders(tx, "delete", [gone]);
    await logReminder(tx, "reminder_deleted", gone);
  });
}
