import type { Task } from "#contract/tasks.ts";
import { t } from "../../lib/messages/t.ts";
import { newId } from "../../platform/ids.ts";
import { settle, tellTaskFailed } from "../failed-changes.ts";
import { undoable, withUndoWaiting } from "../undo.ts";
import { putTask, taskNow } from "./task-mutations.ts";

/** Adds minutes to its time spent, beside those that other devices add; Undo takes just these away. */
export async function addTime(task: Task, minutes: number, words: string, id = newId()): Promise<boolean> {
  try {
    await withUndoWaiting(putTask(task, { spent: { id, minutes } }));
  } catch (error) {
    const again = () => addTime(task, minutes, words, id);
    tellTaskFailed(task.id, error, t("Failed to update task"), again);
    return false;
  }
  settle(task.id);
  const takenId = newId();
  const undo = async () => {
    await putTask((await taskNow(task.id)) ?? task, { spent: { id: takenId, minutes: -minutes } });
  };
  undoable(words, undo, { name: task.title, redo: () => addTime(task, minutes, words) });
  return true;
}
