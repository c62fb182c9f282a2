import { Reminder } from "#contract/reminders.ts";
import { fieldsBefore } from "../activity/fields-before.ts";
import type { Undo } from "../feature.ts";
import { type Changed, changeReminder } from "./change-reminders.ts";
import { LOGGED } from "./log-reminders.ts";
import { makeReminderAgain, removeReminder } from "./reminders.ts";

export const undoCreation: Undo = {
  run: (db, userId, entry) => removeReminder(db, userId, entry.entityId),
};

export const undoReminderChange: Undo = {
  run: (db, userId, entry) =>
    changeReminder(db, userId, entry.entityId, (now) => fieldsBefore(entry, LOGGED, now) as Partial<Changed>),
};

/** Older entries know nothing of going with an event. */
const KeptReminder = Reminder.pick({
  id: true,
  noteId: true,
  taskId: true,
  eventId: true,
  reminderDate: true,
  timeZone: true,
  frequency: true,
  repeat: true,
  status: true,
  snoozeUntil: true,
  notificationSent: true,
}).extend({ minutesBefore: Reminder.shape.minutesBefore.default(null) });

export const undoDeletion: Undo = {
  isPossible: ({ metadata }) => KeptReminder.safeParse(metadata["reminder"]).success,
  run: (db, userId, { metadata }) => makeReminderAgain(db, userId, KeptReminder.parse(metadata["reminder"])),
};
