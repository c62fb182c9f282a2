import { signedIn } from "../base.ts";
import { createLayout, listLayouts, removeLayout, restoreLayout, updateLayout } from "./layouts.ts";

const { layouts } = signedIn;

export const layoutRoutes = {
  list: layouts.list.handler(async ({ context }) => ({
    layouts: await listLayouts(context.db, context.userId),
  })),
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
