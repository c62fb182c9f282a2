import type { Reminder } from "#contract/reminders.ts";

type Subject = Pick<Reminder, "noteId" | "taskId" | "eventId">;

/** Where what a reminder is of is shown. */
export function subjectPath({ noteId, taskId, eventId }: Subject): string {
  if (noteId) return `/app/editor/${noteId}`;
  if (taskId) return `/app/tasks?task=${taskId}`;
  return eventId ? `/app/calendar?event=${eventId}` : "/app/dashboard";
}
