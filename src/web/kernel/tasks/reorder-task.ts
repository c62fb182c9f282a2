import type { Task } from "#contract/tasks.ts";
import { api } from "../../platform/api.ts";
import { send } from "../../platform/send.ts";
import { undoable, withUndoWaiting } from "../undo.ts";
import { t } from "../../lib/messages/t.ts";
import { attempt } from "./refresh-tasks.ts";
import { byPosition, knownTask, showMoved } from "./task-lists.ts";
import { settle, tellTaskFailed } from "../failed-changes.ts";

/** The place before another, as the server will choose it; it may know of some that the page does not. `others` in their order. */
export function positionBefore(before: Task | null, others: readonly Task[]): number {
  if (!before) return (others.at(-1)?.position ?? 0) + 1;
  const previous = others[others.findIndex(({ id }) => id === before.id) - 1];
  return previous ? (previous.position + before.position) / 2 : before.position - 1;
}

function move(task: Task, before: Task | null, listed: readonly Task[]): Promise<Task | undefined> {
  const others = listed.filter(({ id }) => id !== task.id).toSorted(byPosition);
  const input = { taskId: task.id, before: before?.id ?? null };
  return attempt(showMoved({ ...task, position: positionBefore(before, others) }), () =>
    send(["tasks", "reorder"], input, () => api.tasks.reorder.call(input)),
  );
}

/**
 * To the very place it had, which the neighbors on the page may not say: a list shows some tasks of many, and its last is seldom the last
 * of all. One that was moved again stays where it is.
 */
async function moveBack(
  task: Task,
  moved: Task | undefined,
  after: Task | null,
  listed: readonly Task[],
): Promise<void> {
  const { id: taskId, position } = task;
  // A place that the server was not asked for yet is not the one it will give.
  if (!moved && after) return void (await move(task, after, listed));
  const input = { taskId, position, ...(moved && { onlyIf: { position: moved.position } }) };
  await attempt(showMoved({ ...(knownTask(taskId) ?? task), position }), () =>
    send(["tasks", "update"], input, () => api.tasks.update.call(input)),
  );
}

/**
 * Puts a task before another in the order made by hand, or last; shown at once, with Undo.
 * @param listed The tasks around it, whatever their order.
 */
export async function reorderTask(
  task: Task,
  before: Task | null,
  listed: readonly Task[],
): Promise<boolean> {
  const ordered = listed.toSorted(byPosition);
  const after = ordered[ordered.findIndex(({ id }) => id === task.id) + 1] ?? null;
  if (before?.id === task.id || before?.id === after?.id) return true;
  const again = () => reorderTask(task, before, listed);
  let moved: Task | undefined;
  try {
    moved = await withUndoWaiting(move(task, before, listed));
  } catch (error) {
    tellTaskFailed(task.id, error, t("Failed to update task"), again);
    return false;
  }
  settle(task.id);
  undoable(t("Task moved"), () => moveBack(task, moved, after, listed), {
    name: task.title,
    redo: again,
    // The list shows it.
    isQuiet: true,
  });
  return true;
}
