import { defineFeature } from "../feature.ts";
import { reminderChanges } from "./changes.ts";
import { deliverReminder } from "./deliver.ts";
import { importReminders } from "./import-reminders.ts";
import { ringReminders } from "./ring-due.ts";
import { reminderRoutes } from "./routes.ts";
import { undoCreation, undoDeletion, undoReminderChange } from "./undo-reminders.ts";

/** A deleted one has no trash of its own: the log holds what it takes to make it again. */
export const remindersFeature = defineFeature({
  routes: { reminders: reminderRoutes },
  changes: { reminder: reminderChanges },
  undo: {
    reminder_created: undoCreation,
    reminder_updated: undoReminderChange,
    reminder_deleted: undoDeletion,
  },
  importRows: { reminders: { add: importReminders } },
  jobs: [ringReminders, deliverReminder],
});
