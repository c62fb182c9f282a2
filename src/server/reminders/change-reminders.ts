import type { Reminder } from "#contract/reminders.ts";
import type { Database, Tx } from "../db/client.ts";
import { Failure } from "../failure.ts";
import { logReminderChange, recordReminders } from "./log-reminders.ts";
import { oneOrNotFound } from "./reminder-row.ts";
import { lockReminder, readReminder } from "./reminders.ts";
import { type GivenWhen, nextWhen, type When, whenOf } from "./when.ts";

/** What people and the scheduler change of a reminder. */
export type Changed = When & Pick<Reminder, "status" | "snoozeUntil" | "notificationSent">;

/** @throws Failure NOT_FOUND, and what `change` throws */
export async function changeReminder(
  db: Database,
  userId: string,
  reminderId: string,
  change: (before: Reminder, now: Date) => Promise<Partial<Changed>> | Partial<Changed>,
): Promise<Reminder> {
  return db.withUser(userId, async (tx) => {
    const before = await lockReminder(tx, reminderId);
    const [clock] = await tx.query<{ now: Date }>("SELECT now()");
    const after = await save(tx, { ...before, ...(await change(before, clock!.now)) });
    await recordReminders(tx, "update", [after]);
    await logReminderChange(tx, before, after);
    return after;
  });
}

async function save(tx: Tx, reminder: Reminder): Promise<Reminder> {
  await tx.query(
    `UPDATE reminders SET reminder_date = $3, local_time = $4, time_zone = $5, frequency = $6, repeat = $7, status = $8,
       snooze_until = $9, notification_sent = $10, held_until = NULL, updated_at = now() WHERE user_id = $1 AND id = $2`,
    [
      tx.userId,
      reminder.id,
      reminder.reminderDate,
      reminder.localTime,
      reminder.timeZone,
      reminder.frequency,
      reminder.repeat,
      reminder.status,
      reminder.snoozeUntil,
      reminder.notificationSent,
    ],
    "save-reminder",
  );
  return oneOrNotFound(await readReminder(tx, reminder.id));
}

const RINGS = { status: "pending", snoozeUntil: null, notificationSent: false } as const;

/** A date makes it pending again; without one it keeps its own, by the clock of another zone too. */
export function updateReminder(
  db: Database,
  userId: string,
  reminderId: string,
  given: GivenWhen,
): Promise<Reminder> {
  return changeReminder(db, userId, reminderId, (before) => {
    const isDated = given.reminderDate !== undefined || given.localTime !== undefined;
    const isMoved = isDated || (given.timeZone !== undefined && given.timeZone !== before.timeZone);
    const repetition =
      given.frequency === undefined && given.repeat === undefined
        ? { frequency: before.frequency, repeat: before.repeat }
        : { frequency: given.frequency, repeat: given.repeat };
    const date = isDated
      ? { reminderDate: given.reminderDate, localTime: given.localTime }
      : { localTime: before.localTime };
    const when = whenOf({ ...date, ...repetition }, given.timeZone ?? before.timeZone);
    return {
      ...when,
      ...(isMoved ? RINGS : { reminderDate: before.reminderDate }),
    };
  });
}

export function snoozeReminder(
  db: Database,
  userId: string,
  reminderId: string,
  { minutes, until }: { minutes: number; until?: string | undefined },
): Promise<Reminder> {
  return changeReminder(db, userId, reminderId, ({ status }, now) => {
    if (status === "dismissed")
      throw new Failure("CONFLICT", "This reminder was dismissed. Give it a new date instead.");
    const end = until ?? new Date(now.getTime() + minutes * 60_000).toISOString();
    return { status: "snoozed", snoozeUntil: end, notificationSent: false };
  });
}

/** One that repeats is done with what rang, else with what would ring next. */
export function dismissReminder(
  db: Database,
  userId: string,
  reminderId: string,
  { series }: { series: boolean },
): Promise<Reminder> {
  return changeReminder(db, userId, reminderId, async (before, now) => {
    const over = { status: "dismissed", snoozeUntil: null, notificationSent: false } as const;
    if (series || before.frequency === "once" || before.status === "dismissed") return over;
    const isNextToCome = Date.parse(before.reminderDate) > now.getTime();
    // It rang, and has gone on to its next date already.
    if (
      before.lastRungAt !== null &&
      isNextToCome &&
      (before.notificationSent || before.status === "snoozed")
    )
      return RINGS;
    const latest = Math.max(now.getTime(), Date.parse(before.reminderDate));
    const next = await nextWhen(before, new Date(latest));
    return next ? { ...next, ...RINGS } : over;
  });
}
