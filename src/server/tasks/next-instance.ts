import type { Task } from "#contract/tasks.ts";
import { addDays } from "#language/moment.ts";
import { uuidV7 } from "#contract/shared/uuid-v7.ts";
import type { Tx } from "../db/client.ts";

/**
 * What a task that repeats is once it was done: the same on its next day, or done for good when its rule has ended.
 *
 * @param today of the account's calendar
 */
export async function afterCompletion(
  task: Task,
  today: string,
): Promise<{ after: Task; isAdvanced: boolean }> {
  const { daysBetween, nextInstance } = await import("#language/recurrence.ts");
  const day = task.dueDate ?? task.startDate;
  const next =
    task.repeat === null
      ? null
      : task.repeatFrom === "completion"
        ? nextInstance(task.repeat, today)
        : nextInstance(task.repeat, day ?? today, today);
  if (!next) return { after: { ...task, status: "done", completed: true, repeat: null }, isAdvanced: false };
  // One that has a first day alone goes on by that; else the first day keeps its distance from the last.
  const { startDate } = task;
  const isByStart = task.dueDate === null && startDate !== null;
  const after: Task = {
    ...task,
    status: "todo",
    completed: false,
    myDay: null,
    plannedAt: null,
    plannedMinutes: null,
    repeat: next.rule,
    dueDate: isByStart ? null : next.day,
    startDate: startDate && addDays(next.day, daysBetween(day ?? startDate, startDate)),
  };
  return { after, isAdvanced: true };
}

/** More than twenty a day for years; the oldest go. */
const COMPLETIONS_MAX = 20_000;

/** Remembers that an instance was done, on the day it was due. */
export async function keepCompletion(tx: Tx, { id, dueDate, startDate }: Task): Promise<string> {
  const completionId = uuidV7();
  await tx.query(
    "INSERT INTO task_completions (id, user_id, task_id, due_date, completed_at) VALUES ($1, $2, $3, $4, now())",
    [completionId, tx.ownerId, id, dueDate ?? startDate],
    "keep-completion",
  );
  await tx.query(
    `DELETE FROM task_completions WHERE user_id = $1 AND id IN (
       SELECT id FROM task_completions WHERE user_id = $1 ORDER BY completed_at DESC, id DESC OFFSET ${COMPLETIONS_MAX})`,
    [tx.ownerId],
    "forget-completions",
  );
  return completionId;
}

/** Forgets what was done last on a due day. */
export async function takeBackCompletion(tx: Tx, taskId: string, day: string | null): Promise<void> {
  await tx.query(
    `DELETE FROM task_completions WHERE user_id = $1 AND id = (
       SELECT id FROM task_completions WHERE user_id = $1 AND task_id = $2 AND due_date IS NOT DISTINCT FROM $3::date
       ORDER BY completed_at DESC, id DESC LIMIT 1)`,
    [tx.ownerId, taskId, day],
    "take-back-completion",
  );
}

export async function dropCompletions(tx: Tx, ids: string[]): Promise<void> {
  if (ids.length === 0) return;
  await tx.query("DELETE FROM task_completions WHERE user_id = $1 AND id = ANY ($2::uuid[])", [
    tx.ownerId,
    ids,
  ]);
}
