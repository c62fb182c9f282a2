import { Reminder } from "#contract/reminders.ts";
import { fieldsBefore } from "../activity/fields-before.ts";
import type { Undo } from "../feature.ts";
import { type Changed, changeReminder } from "./change-reminders.ts";
import { LOGGED } from "./log-reminders.ts";
import { createReminder, removeReminder } from "./reminders.ts";

export const undoCreation: Undo = {
  run: (db, userId, entry) => removeReminder(db, userId, entry.entityId),
};

export const undoReminderChange: Undo = {
  run: (db, userId, entry) =>
    changeReminder(db, userId, entry.entityId, (now) => fieldsBefore(entry, LOGGED, now) as Partial<Changed>),
};

const KeptReminder = Reminder.pick({
  id: true,
  noteId: true,
  taskId: true,
  reminderDate: true,
  timeZone: true,
  frequency: true,
  repeat: true,
  status: true,
  snoozeUntil: true,
  notificationSent: true,
});

/** Makes it again, as what it was: one that had rung does not ring again. */
export const undoDeletion: Undo = {
  isPossible: ({ metadata }) => KeptReminder.safeParse(metadata["reminder"]).success,
  run: async (db, userId, { metadata }) => {
    const { noteId, taskId, ...kept } = KeptReminder.parse(metadata["reminder"]);
    const { status, snoozeUntil, notificationSent, ...when } = kept;
    const subject = { noteId: noteId ?? undefined, taskId: taskId ?? undefined };
    await createReminder(db, userId, { ...when, ...subject });
    await changeReminder(db, userId, kept.id, () => ({ status, snoozeUntil, notificationSent }));
  },
};
