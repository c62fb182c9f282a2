import { signedIn } from "../base.ts";
import { planTasks, updateManyTasks, updateTask } from "./change-tasks.ts";
import { listCompletions, listTasks } from "./list-tasks.ts";
import { reorderTask } from "./reorder-task.ts";
import { searchTasks } from "./search-tasks.ts";
import { countTags } from "./task-tags.ts";
import { createTask, getTask, scheduleTask } from "./tasks.ts";
import { removeTask, removeThoseThere, restoreManyTasks, restoreTask } from "./trash-tasks.ts";

const { tasks } = signedIn;

export const taskRoutes = {
  list: tasks.list.handler(({ input, context }) => listTasks(context.db, context.userId, input)),
  search: tasks.search.handler(async ({ input, context }) => ({
    tasks: await searchTasks(context.db, context.userId, input),
  })),
  get: tasks.get.handler(({ input, context }) => getTask(context.db, context.userId, input.taskId)),
  create: tasks.create.handler(({ input, context }) => createTask(context.db, context.userId, input)),
  update: tasks.update.handler(({ input: { taskId, ...change }, context }) =>
    updateTask(context.db, context.collab, context.userId, taskId, change),
  ),
  reorder: tasks.reorder.handler(({ input, context }) => reorderTask(context.db, context.userId, input)),
  updateMany: tasks.updateMany.handler(async ({ input, context }) => ({
    tasks: await updateManyTasks(context.db, context.collab, context.userId, input),
  })),
  plan: tasks.plan.handler(async ({ input, context }) => ({
    tasks: await planTasks(context.db, context.collab, context.userId, input.blocks),
  })),
  removeMany: tasks.removeMany.handler(async ({ input, context }) => {
    await removeThoseThere(context.db, context.userId, input.taskIds);
    return {};
  }),
  restoreMany: tasks.restoreMany.handler(async ({ input, context }) => ({
    tasks: await restoreManyTasks(context.db, context.userId, input.taskIds),
  })),
  tags: tasks.tags.handler(async ({ context }) => ({ tags: await countTags(context.db, context.userId) })),
  completions: tasks.completions.handler(({ input, context }) =>
    listCompletions(context.db, context.userId, input),
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
