import { openDialog } from "./dialogs.ts";

/** What a reminder is of. */
export type ReminderSubject = { noteId: string } | { taskId: string } | { eventId: string };

/** When an event begins, on its own clock, and how it repeats: reminders can be set before it. */
export type Beginning = { localTime: string; timeZone: string | null; repeat: string | null };

declare module "./dialogs.ts" {
  interface Dialogs {
    "remind-me": { subject: ReminderSubject; title: string; beginning?: Beginning | undefined };
  }
}

/** Opens what sets reminders of a thing; any noun may offer it. */
export const remindOf = (subject: ReminderSubject, title: string, beginning?: Beginning): void =>
  openDialog({ kind: "remind-me", subject, title, beginning });
