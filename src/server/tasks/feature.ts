import { defineFeature, type Undo } from "../feature.ts";
import { eraseTasks } from "./erase-tasks.ts";
import { importTasks, trashUntouchedTasks } from "./import-tasks.ts";
import { quickAddRoutes, taskRoutes } from "./routes.ts";
import { removeTask, restoreTask } from "./tasks.ts";

const remove: Undo = { run: (db, userId, { entityId }) => removeTask(db, userId, entityId) };

/** A task that is a line of a note has no trash of its own. */
export const tasksFeature = defineFeature({
  routes: { tasks: taskRoutes, quickAdd: quickAddRoutes },
  trash: {
    task: {
      listed: `SELECT 'task' AS kind, id, title AS name, NULL::text AS place, 0 AS notes, NULL::int AS size, trashed_at
        FROM tasks WHERE user_id = $1 AND note_id IS NULL AND trashed_at IS NOT NULL`,
      all: "SELECT 'task' AS kind, id FROM tasks WHERE user_id = $1 AND note_id IS NULL AND trashed_at <= $2::timestamptz",
      restore: restoreTask,
      erase: {
        together: async (tx, ids) => {
          const gone = await eraseTasks(tx, ids);
          return { removed: { task: gone.length }, titles: gone.map(({ title }) => title) };
        },
      },
    },
  },
  undo: {
    task_created: remove,
    task_restored: remove,
    task_deleted: { run: (db, userId, { entityId }) => restoreTask(db, userId, entityId) },
  },
  importRows: { tasks: { add: importTasks, removeUntouched: trashUntouchedTasks } },
  cleanup: async ({ db }) => {
    const [gone] = await db.asSystem("remove tasks from the trash", (tx) =>
      tx.call<{ tasks: number }>("purgeTasks"),
    );
    return gone;
  },
});
