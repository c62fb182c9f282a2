import { reminders } from "#contract/reminders.ts";
import { Failure } from "../failure.ts";
import { type Changeable, without } from "../feature.ts";
import { updateReminder } from "./change-reminders.ts";
import {
  createReminder,
  type KeptReminder,
  lockReminder,
  makeReminderAgain,
  removeReminder,
} from "./reminders.ts";

type Change = Parameters<typeof updateReminder>[3] & { reminderId: string };

/** They have no trash: one that was deleted is made again as what it was. */
export const reminderChanges: Changeable = {
  idName: "reminderId",
  operations: reminders,
  itself: ["status", "snoozeUntil", "notificationSent"],
  hasNoTrash: true,
  read: async (tx, id) => {
    const reminder = await lockReminder(tx, id).catch((error: unknown) => {
      if (error instanceof Failure && error.code === "NOT_FOUND") return null;
      throw error;
    });
    if (!reminder) return null;
    return without(reminder, [
      "id",
      "ringsAt",
      "lastRungAt",
      "lastDueAt",
      "missed",
      "createdAt",
      "updatedAt",
    ]);
  },
  create: ({ db }, userId, input: Parameters<typeof createReminder>[2]) => createReminder(db, userId, input),
  update: ({ db }, userId, { reminderId, ...given }: Change) => updateReminder(db, userId, reminderId, given),
  remove: ({ db }, userId, { reminderId }: { reminderId: string }) => removeReminder(db, userId, reminderId),
  restore: ({ db }, userId, id, { before }) =>
    makeReminderAgain(db, userId, { ...before, id } as unknown as KeptReminder),
};
