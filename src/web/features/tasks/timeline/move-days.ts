import type { Task } from "#contract/tasks.ts";
import { addDays } from "#language/moment.ts";

/** What of a bar is pulled: all of it, or an end. */
export type Edge = "whole" | "start" | "end";
/** How many days a bar is pulled, later or earlier. */
export type Pulled = { edge: Edge; by: number };

type Days = Pick<Task, "startDate" | "dueDate" | "plannedAt">;

/** Whether its ends can be pulled apart: it has two days. */
export const hasEnds = ({ startDate, dueDate }: Pick<Task, "startDate" | "dueDate">): boolean =>
  startDate !== null && dueDate !== null;

/**
 * The days alone that pulling gives a task, so that what others change of it meanwhile stays. An end goes no farther than to the other one. Null
 * where nothing changes.
 *
 * @param shift An instant so many days later, at the same time of the day
 */
export function daysPulled(
  { startDate, dueDate, plannedAt }: Days,
  { edge, by }: Pulled,
  shift: (instant: string, days: number) => string,
): Partial<Days> | null {
  if (by === 0) return null;
  if (edge !== "whole")
    return startDate !== null && dueDate !== null ? endPulled(startDate, dueDate, edge, by) : null;
  if (startDate !== null || dueDate !== null)
    return {
      ...(startDate !== null && { startDate: addDays(startDate, by) }),
      ...(dueDate !== null && { dueDate: addDays(dueDate, by) }),
    };
  return plannedAt === null ? null : { plannedAt: shift(plannedAt, by) };
}

function endPulled(
  startDate: string,
  dueDate: string,
  edge: "start" | "end",
  by: number,
): Partial<Days> | null {
  // Of what is due before it starts, the due day is the first one.
  const isStart = (edge === "start") === startDate <= dueDate;
  const [first, last] = startDate <= dueDate ? [startDate, dueDate] : [dueDate, startDate];
  const moved = addDays(edge === "start" ? first : last, by);
  const day = edge === "start" ? (moved > last ? last : moved) : moved < first ? first : moved;
  if (day === (edge === "start" ? first : last)) return null;
  return isStart ? { startDate: day } : { dueDate: day };
}

type Press = Pick<KeyboardEvent, "key" | "altKey" | "shiftKey" | "ctrlKey" | "metaKey">;

/** Alt and an arrow move by a day, up and down by a week; with Shift it ends elsewhere. Days begin at the right where one reads from there. */
export function pulledByKey(press: Press, isRightToLeft: boolean): Pulled | null {
  const { key, altKey, shiftKey, ctrlKey, metaKey } = press;
  if (!altKey || ctrlKey || metaKey) return null;
  const forward = isRightToLeft ? -1 : 1;
  const by = { ArrowRight: forward, ArrowLeft: -forward, ArrowDown: 7, ArrowUp: -7 }[key];
  return by === undefined ? null : { edge: shiftKey ? "end" : "whole", by };
}
