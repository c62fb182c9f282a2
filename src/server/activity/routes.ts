import { signedIn } from "../base.ts";
import { clearActivities, listActivities, removeActivity } from "./activities.ts";
import { logActivity } from "./log-activity.ts";
import { undoActivity } from "./undo.ts";

const { activity } = signedIn;

export const activityRoutes = {
  list: activity.list.handler(({ input, context }) => listActivities(context.db, context.userId, input)),
  log: activity.log.handler(async ({ input, context }) => {
    await context.db.withUser(context.userId, (tx) => logActivity(tx, input));
    return {};
  }),
  remove: activity.remove.handler(async ({ input, context }) => {
    await removeActivity(context.db, context.userId, input.activityId);
    return {};
  }),
  clear: activity.clear.handler(async ({ input, context }) => ({
    removed: await clearActivities(context.db, context.userId, input),
  })),
  undo: activity.undo.handler(async ({ input, context }) => {
    await undoActivity(context.db, context.userId, input.activityId);
    return {};
  }),
};
