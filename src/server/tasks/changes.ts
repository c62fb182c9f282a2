import { tasks } from "#contract/tasks.ts";
import { type Changeable, without } from "../feature.ts";
import type { TaskChange } from "./apply-change.ts";
import { lockTasks, updateTask } from "./change-tasks.ts";
import { createTask } from "./tasks.ts";
import { removeTask, restoreTask } from "./trash-tasks.ts";

/** What is a line of a note says there what it is called and whether it is done: that is changed in the note's text. */
export const taskChanges: Changeable = {
  idName: "taskId",
  operations: tasks,
  read: async (tx, id) => {
    const [task] = await lockTasks(tx, [id]);
    if (!task) return null;
    const fields = without(task, [
      "id",
      "position",
      "completedAt",
      "createdAt",
      "updatedAt",
      "noteId",
      "blockId",
      "assigneeId",
      "isOthers",
      "isForReading",
      "project",
    ]);
    const below = await tx.query<{ id: string }>(
      "SELECT id FROM tasks WHERE parent_id = $1 AND trashed_at IS NULL ORDER BY id",
      [id],
    );
    // Nobody changes them here, but they go into the trash with it.
    Object.assign(fields, { subTasks: below.map((one) => one.id) });
    return task.noteId === null ? fields : without(fields, ["title", "status", "completed", "parentId"]);
  },
  create: ({ db }, userId, input: Parameters<typeof createTask>[2]) => createTask(db, userId, input),
  update: ({ db, collab }, userId, { taskId, ...change }: TaskChange & { taskId: string }) =>
    updateTask(db, collab, userId, taskId, change),
  remove: ({ db }, userId, { taskId }: { taskId: string }) => removeTask(db, userId, taskId),
  restore: ({ db }, userId, id) => restoreTask(db, userId, id),
};
