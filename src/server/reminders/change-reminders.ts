import type { Reminder } from "#contract/reminders.ts";
import type { Database, Tx } from "../db/client.ts";
import { Failure } from "../failure.ts";
import { logReminderChange, recordReminders } from "./log-reminders.ts";
import { oneOrNotFound } from "./reminder-row.ts";
import { lockReminder, readReminder } from "./reminders.ts";
import { whenBefore } from "./follow-subjects.ts";
import { type GivenWhen, nextWhen, type When, whenOf } from "./when.ts";

/** What people and the scheduler change of a reminder. */
export type Changed = When & Pick<Reminder, "status" | "snoozeUntil" | "notificationSent" | "minutesBefore">;

/** @throws Failure NOT_FOUND, and what `change` throws */
export async function changeReminder(
  db: Database,
  userId: string,
  reminderId: string,
  change: (before: Reminder, now: Date, tx: Tx) => Promise<Partial<Changed>> | Partial<Changed>,
): Promise<Reminder> {
  return db.withUser(userId, async (tx) => {
    const before = await lockReminder(tx, reminderId);
    const [clock] = await tx.query<{ now: Date }>("SELECT now()");
    const after = await save(tx, { ...before, ...(await change(before, clock!.now, tx)) });
    await recordReminders(tx, "update", [after]);
    await logReminderChange(tx, before, after);
    return after;
  });
}

async function save(tx: Tx, reminder: Reminder): Promise<Reminder> {
  await tx.query(
    `UPDATE reminders r SET reminder_date = $3, local_time = $4, time_zone = $5, frequency = $6, repeat = $7, status = $8,
       snooze_until = $9, notification_sent = $10, minutes_before = $11, is_stale = r.is_stale OR $12, held_until = NULL, updated_at = now() WHERE user_id = $1 AND id = $2`,
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
      reminder.minutesBefore,
      reminder.minutesBefore !== null,
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
  return changeReminder(db, userId, reminderId, async (before, now, tx) => {
    if (given.minutesBefore !== undefined) {
      const { minutesBefore } = given;
      const when = await whenBefore(tx, { ...before, minutesBefore }, given.timeZone);
      return { ...when, ...RINGS, minutesBefore };
    }
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
    if (isMoved) return { ...when, ...RINGS, ...(isDated && { minutesBefore: null }) };
    // One that has rung rings again if it repeats from now on.
    const next = before.status === "sent" && before.minutesBefore === null ? await nextWhen(when, now) : null;
    return next ? { ...next, ...RINGS } : { ...when, reminderDate: before.reminderDate };
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
    const goesOn = before.frequency !== "once" || before.minutesBefore !== null;
    // One that goes with its event is set again with the next time of it, unless it is turned off.
    const isOff = series || (before.status === "pending" && !before.notificationSent);
    const over = {
      status: "dismissed",
      snoozeUntil: null,
      notificationSent: false,
      ...(isOff && { minutesBefore: null }),
    } as const;
    if (series || !goesOn || before.status === "dismissed") return over;
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
