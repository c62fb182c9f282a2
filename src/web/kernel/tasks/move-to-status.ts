import type { Task } from "#contract/tasks.ts";
import { t } from "../../lib/messages/t.ts";
import { api } from "../../platform/api.ts";
import { send } from "../../platform/send.ts";
import { settle, tellTaskFailed } from "../failed-changes.ts";
import { undoable, withUndoWaiting } from "../undo.ts";
import { attempt } from "./refresh-tasks.ts";
import { positionBefore } from "./reorder-task.ts";
import { showTask } from "./task-lists.ts";
import { backOf, putBack, taskNow, wordsOf } from "./task-mutations.ts";

/**
 * Gives a task another status and a place before another task, in one step of Undo. The place is told by that other task: the server may not
 * have made it yet, and knows then where it stands.
 * @param column The tasks of the new status in their order.
 */
export async function moveToStatus(
  task: Task,
  { status, before }: { status: "todo" | "doing"; before: Task },
  column: readonly Task[],
): Promise<boolean> {
  const again = () => moveToStatus(task, { status, before }, column);
  const shown = { ...task, status, completed: false, completedAt: null };
  const placed = { ...shown, position: positionBefore(before, column) };
  let answer: Task | undefined;
  try {
    answer = await withUndoWaiting(
      attempt(showTask(placed), async () => {
        const change = { taskId: task.id, status };
        await send(["tasks", "update"], change, () => api.tasks.update.call(change));
        const place = { taskId: task.id, before: before.id };
        return send(["tasks", "reorder"], place, () => api.tasks.reorder.call(place));
      }),
    );
  } catch (error) {
    tellTaskFailed(task.id, error, t("Failed to update task"), again);
    return false;
  }
  settle(task.id);
  const back = backOf(task, { status, position: task.position });
  const undo = async () => {
    // A place that the server was not asked for yet is not the one it has given.
    const position = answer?.position ?? (await taskNow(task.id))?.position ?? placed.position;
    await putBack({ ...(answer ?? placed), position }, back);
  };
  undoable(wordsOf(task, { status }, answer), undo, { name: task.title, redo: again });
  return true;
}
