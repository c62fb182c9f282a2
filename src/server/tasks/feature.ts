import { defineFeature } from "../feature.ts";
import { taskChanges } from "./changes.ts";
import { eraseTasks } from "./erase-tasks.ts";
import { advanceRepeatingTasks } from "./advance-repeating.ts";
import { importCompletions, importTasks, trashUntouchedTasks } from "./import-tasks.ts";
import { taskRoutes } from "./routes.ts";
import { restoreTask } from "./trash-tasks.ts";
import { undoByRemoving, undoByRestoring, undoChange } from "./undo-tasks.ts";

/** A task that is a line of a note has no trash of its own; a sub-task that went with its task is part of that. */
export const tasksFeature = defineFeature({
  routes: { tasks: taskRoutes },
  changes: { task: taskChanges },
  trash: {
    task: {
      listed: `SELECT 'task' AS kind, t.id, t.title AS name, NULL::text AS place, 0 AS notes, NULL::int AS size, t.trashed_at
        FROM tasks t LEFT JOIN tasks p ON p.id = t.parent_id
        WHERE t.user_id = $1 AND t.note_id IS NULL AND t.trashed_at IS NOT NULL AND p.trashed_at IS DISTINCT FROM t.trashed_at`,
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
    task_created: undoByRemoving,
    task_updated: undoChange,
    task_restored: undoByRemoving,
    task_deleted: undoByRestoring,
  },
  importRows: {
    tasks: { add: importTasks, removeUntouched: trashUntouchedTasks },
    completions: { add: importCompletions },
  },
  jobs: [advanceRepeatingTasks],
  cleanup: async ({ db }) => {
    const [gone] = await db.asSystem("remove tasks from the trash", (tx) =>
      tx.call<{ tasks: number }>("purgeTasks"),
    );
    return gone;
  },
});
