import { isOperator } from "../accounts/sign-in/operator.ts";
import { signedIn } from "../base.ts";
import { notFound } from "../failure.ts";
import {
  componentsOff,
  createLayout,
  listLayouts,
  removeLayout,
  restoreLayout,
  updateLayout,
} from "./layouts.ts";

const { layouts } = signedIn;

export const layoutRoutes = {
  list: layouts.list.handler(async ({ context: { config, db, userId } }) => ({
    layouts: await listLayouts(db, userId),
    embedOrigins: config.embedOrigins,
    off: await componentsOff(db, userId),
  })),
  switchComponent: layouts.switchComponent.handler(async ({ input, context }) => {
    const { config, db, currentSession } = context;
    if (!(await isOperator(config, db.authPool, currentSession))) throw notFound();
    await db.asSystem("switch a component of the dashboard", (tx) =>
      tx.call("switchComponent", input.componentType, input.isEnabled),
    );
    return {};
  }),
  create: layouts.create.handler(({ input, context }) => createLayout(context.db, context.userId, input)),
  update: layouts.update.handler(({ input, context }) => updateLayout(context.db, context.userId, input)),
  remove: layouts.remove.handler(async ({ input, context }) => {
    await removeLayout(context.db, context.userId, input.layoutId);
    return {};
  }),
  restore: layouts.restore.handler(({ input, context }) =>
    restoreLayout(context.db, context.userId, input.layoutId),
  ),
};
