import type { Task } from "#contract/tasks.ts";
import { momentAt } from "#language/moment.ts";
import { wallAt } from "#language/time-zone.ts";
import { addMinutes, type Span } from "./times.ts";

/** As long as a task without an estimate takes in the day. */
export const USUAL_MINUTES = 30;

/** The time that is set aside for a task, on the clock of a zone. */
export function blockOf({ plannedAt, plannedMinutes }: Task, zone: string): Span | null {
  if (plannedAt === null) return null;
  const start = momentAt(wallAt(Date.parse(plannedAt), zone), false);
  return { start, end: addMinutes(start, plannedMinutes ?? USUAL_MINUTES) };
}
