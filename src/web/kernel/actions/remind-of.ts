import { openDialog } from "./dialogs.ts";

/** What a reminder is of. */
export type ReminderSubject = { noteId: string } | { taskId: string } | { eventId: string };

declare module "./dialogs.ts" {
  interface Dialogs {
    "remind-me": { subject: ReminderSubject; title: string };
  }
}

/** Opens what sets reminders of a thing; any noun may offer it. */
export const remindOf = (subject: ReminderSubject, title: string): void =>
  openDialog({ kind: "remind-me", subject, title });
