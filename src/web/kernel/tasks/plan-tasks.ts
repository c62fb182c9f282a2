import { api } from "../../platform/api.ts";
import { errorStatus } from "../../platform/rpc-errors.ts";
import { send } from "../../platform/send.ts";
import { t } from "../../lib/messages/t.ts";
import { ChangedSince, undoable, withUndoWaiting } from "../undo.ts";
import { attempt } from "./refresh-tasks.ts";
import { knownTask, showTask } from "./task-lists.ts";
import { tellTaskFailed } from "../failed-changes.ts";

/** Time for a task; null takes back what was set aside. */
export type TaskBlock = { taskId: string; plannedAt: string | null; plannedMinutes: number | null };

async function put(blocks: readonly TaskBlock[]): Promise<void> {
  const shown = blocks.flatMap(({ taskId, ...block }) => {
    const task = knownTask(taskId);
    return task ? [showTask({ ...task, ...block })] : [];
  });
  const input = { blocks: [...blocks] };
  await attempt(
    () => shown.toReversed().forEach((takeBack) => takeBack()),
    () => send(["tasks", "plan"], input, () => api.tasks.plan.call(input)),
  );
}

/** As the server has it; without it, what this page knows. Null for a task that is gone. */
async function blockOf(taskId: string): Promise<TaskBlock | null> {
  try {
    const { plannedAt, plannedMinutes } = await api.tasks.get.call({ taskId });
    return { taskId, plannedAt, plannedMinutes };
  } catch (error) {
    const known = errorStatus(error) === 404 ? undefined : knownTask(taskId);
    return known ? { taskId, plannedAt: known.plannedAt, plannedMinutes: known.plannedMinutes } : null;
  }
}

const blocksOf = async (blocks: readonly TaskBlock[]) =>
  (await Promise.all(blocks.map(({ taskId }) => blockOf(taskId)))).filter((block) => block !== null);

/** Sets time aside for tasks, all as one change that Undo takes back. True when it is kept. */
export async function planTasks(blocks: readonly TaskBlock[], words: string): Promise<boolean> {
  const before = await blocksOf(blocks);
  const again = () => planTasks(blocks, words);
  try {
    await withUndoWaiting(put(blocks));
  } catch (error) {
    tellTaskFailed(blocks[0]?.taskId ?? null, error, t("Failed to update task"), again);
    return false;
  }
  const undo = async () => {
    // What somebody moved since stays there.
    const planned = new Map(blocks.map((block) => [block.taskId, block]));
    const isMoved = (now: TaskBlock) => {
      const then = planned.get(now.taskId);
      return now.plannedAt !== then?.plannedAt || now.plannedMinutes !== then.plannedMinutes;
    };
    if ((await blocksOf(blocks)).some(isMoved)) throw new ChangedSince();
    await put(before);
  };
  undoable(words, undo, { redo: again });
  return true;
}
