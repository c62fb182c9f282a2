import { signedIn } from "../base.ts";
import { clearActivities, listActivities, removeActivity } from "./activities.ts";
import { logActivity } from "./log-activity.ts";
import type { CanUndo } from "./undoable.ts";

const { activity } = signedIn;

/** The log itself knows nothing of what it tells of, so what can be undone is said by others. */
export const activityRoutes = (canUndo: CanUndo) => ({
  list: activity.list.handler(({ input, context }) =>
    listActivities(context.db, context.userId, canUndo, input),
  ),
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
});
