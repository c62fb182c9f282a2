import { signedIn } from "../base.ts";
import { listTasks } from "./list-tasks.ts";
import { quickAdd } from "./quick-add.ts";
import { getTask } from "./task-row.ts";
import { createTask, removeTask, restoreTask, scheduleTask, updateTask } from "./tasks.ts";

const { tasks, quickAdd: words } = signedIn;

export const quickAddRoutes = {
  add: words.add.handler(({ input, context }) => quickAdd(context.db, context.userId, input)),
};

export const taskRoutes = {
  list: tasks.list.handler(({ input, context }) => listTasks(context.db, context.userId, input)),
  get: tasks.get.handler(({ input, context }) => getTask(context.db, context.userId, input.taskId)),
  create: tasks.create.handler(({ input, context }) => createTask(context.db, context.userId, input)),
  update: tasks.update.handler(({ input: { taskId, ...change }, context }) =>
    updateTask(context.db, context.collab, context.userId, taskId, change),
  ),
  schedule: tasks.schedule.handler(async ({ input, context }) => {
    await scheduleTask(context.db, context.userId, input);
    return {};
  }),
  remove: tasks.remove.handler(async ({ input, context }) => {
    await removeTask(context.db, context.userId, input.taskId);
    return {};
  }),
  restore: tasks.restore.handler(({ input, context }) =>
    restoreTask(context.db, context.userId, input.taskId),
  ),
};
