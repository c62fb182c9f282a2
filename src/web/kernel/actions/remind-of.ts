import type { Reminder } from "#contract/reminders.ts";
import { openDialog } from "./dialogs.ts";

/** What a reminder is of. */
export type ReminderSubject = { noteId: string } | { taskId: string } | { eventId: string };

export const subjectOf = ({
  noteId,
  taskId,
  eventId,
}: Pick<Reminder, "noteId" | "taskId" | "eventId">): ReminderSubject =>
  noteId ? { noteId } : taskId ? { taskId } : { eventId: eventId! };

/** Of what begins, reminders can go along with: whether it does so at a time or only on a day. */
export type Beginning = { isTimed: boolean };

declare module "./dialogs.ts" {
  interface Dialogs {
    "remind-me": { subject: ReminderSubject; title: string; beginning?: Beginning | undefined };
  }
}

/** Opens what sets reminders of a thing; any noun may offer it. */
export const remindOf = (subject: ReminderSubject, title: string, beginning?: Beginning): void =>
  openDialog({ kind: "remind-me", subject, title, beginning });
