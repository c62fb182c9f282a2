import { signedIn } from "../base.ts";
import { addNotification, listNotifications, markRead, removeNotifications } from "./notifications.ts";

const { notifications } = signedIn;

export const notificationRoutes = {
  list: notifications.list.handler(({ context }) => listNotifications(context.db, context.userId)),
  add: notifications.add.handler(async ({ input, context }) => {
    await addNotification(context.db, context.userId, input);
    return {};
  }),
  markRead: notifications.markRead.handler(async ({ input, context }) => {
    await markRead(context.db, context.userId, input.notificationId);
    return {};
  }),
  remove: notifications.remove.handler(async ({ input, context }) => {
    await removeNotifications(context.db, context.userId, input.notificationId);
    return {};
  }),
  clear: notifications.clear.handler(async ({ context }) => {
    await removeNotifications(context.db, context.userId, undefined);
    return {};
  }),
};
