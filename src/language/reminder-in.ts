import type { QuickAdd } from "./quick-add.ts";

/**
 * The reminder that a sentence asks for. Its rule says days of the task or event: one that falls on another day, such as the day before, does
 * not repeat.
 */
export function reminderIn({
  remindAt,
  date,
  rrule,
}: QuickAdd): { localTime: string; repeat: string | null } | null {
  if (remindAt === null) return null;
  return { localTime: remindAt, repeat: date !== null && remindAt.startsWith(date) ? rrule : null };
}
