import type { Reminder } from "#contract/reminders.ts";
import { type Changes, logActivity, logChange, quoted } from "../activity/log-activity.ts";
import type { Tx } from "../db/client.ts";
import { recordChange } from "../live/record-change.ts";
import { recordChanges } from "../live/record-changes.ts";

/** What undoing a change puts back, with the names in messages. */
export const LOGGED = {
  localTime: "date",
  reminderDate: "date",
  minutesBefore: "date",
  timeZone: "time zone",
  frequency: "repetition",
  repeat: "repetition",
  status: "state",
  snoozeUntil: "snoozing",
} as const satisfies Partial<Record<keyof Reminder, string>>;
export type LoggedField = keyof typeof LOGGED;

export async function logReminderChange(tx: Tx, before: Reminder, after: Reminder): Promise<void> {
  const changes: Changes = {};
  for (const field of Object.keys(LOGGED) as LoggedField[])
    if (before[field] !== after[field]) changes[field] = { from: before[field], to: after[field] };
  if (Object.keys(changes).length === 0) return;
  await logChange(tx, {
    ...about("reminder_updated", after),
    title: `Changed the reminder of ${quoted(after.title)}`,
    metadata: { changes },
  });
}

/** A deleted one is kept whole, to be made again. */
export async function logReminder(
  tx: Tx,
  type: "reminder_created" | "reminder_deleted",
  reminder: Reminder,
): Promise<void> {
  const isDeleted = type === "reminder_deleted";
  await logActivity(tx, {
    ...about(type, reminder),
    title: isDeleted
      ? `Deleted the reminder of ${quoted(reminder.title)}`
      : `Set a reminder of ${quoted(reminder.title)}`,
    ...(isDeleted && { metadata: { reminder } }),
  });
}

const about = <Type extends "reminder_created" | "reminder_updated" | "reminder_deleted">(
  type: Type,
  { id }: Reminder,
) => ({ type, entityType: "reminder", entityId: id }) as const;

/** Pages show a note with what its reminders are. */
export async function recordReminders(
  tx: Tx,
  operation: "insert" | "update" | "delete",
  reminders: Pick<Reminder, "id" | "noteId">[],
): Promise<void> {
  await recordChanges(tx, { entity: "reminder", operation, entityIds: reminders.map(({ id }) => id) });
  const notes = new Set(reminders.flatMap(({ noteId }) => noteId ?? []));
  for (const entityId of notes)
    await recordChange(tx, { userId: tx.userId, entity: "note", entityId, operation: "update" });
}
