import type { Notification } from "#contract/notifications.ts";
import { api, persistQueries, queryClient } from "../../platform/api.ts";
import { refreshFrame } from "../../kernel/workspace/frame.ts";
import { send } from "../../platform/send.ts";
import { toast } from "../../ui/toast-store.ts";
import { t } from "../../lib/messages/t.ts";

type Answer = { notifications: Notification[]; unread: number };

export const notificationsOptions = () => api.notifications.list.queryOptions({ input: {} });

/** Shows a change at once, makes it here or later, and takes it back when it is refused. */
async function change(
  shown: (notifications: Notification[]) => Notification[],
  make: () => Promise<unknown>,
): Promise<void> {
  const { queryKey } = notificationsOptions();
  await queryClient.cancelQueries({ queryKey });
  const before = queryClient.getQueryData<Answer>(queryKey);
  if (before) {
    const notifications = shown(before.notifications);
    const unread = notifications.filter(({ isRead }) => !isRead).length;
    queryClient.setQueryData<Answer>(queryKey, { notifications, unread });
    persistQueries(queryKey);
  }
  try {
    await make();
    refreshFrame();
  } catch {
    queryClient.setQueryData(queryKey, before);
    toast.failed(t("Failed to save settings"), () => void change(shown, make));
  }
}

const read = (notification: Notification) => ({ ...notification, isRead: true });

export const markRead = (notificationId: string) =>
  change(
    (all) => all.map((one) => (one.id === notificationId ? read(one) : one)),
    () =>
      send(["notifications", "markRead"], { notificationId }, () =>
        api.notifications.markRead.call({ notificationId }),
      ),
  );

export const markAllRead = () =>
  change(
    (all) => all.map(read),
    () => send(["notifications", "markRead"], {}, () => api.notifications.markRead.call({})),
  );

export const removeNotification = (notificationId: string) =>
  change(
    (all) => all.filter(({ id }) => id !== notificationId),
    () =>
      send(["notifications", "remove"], { notificationId }, () =>
        api.notifications.remove.call({ notificationId }),
      ),
  );

export const clearNotifications = () =>
  change(
    () => [],
    () => send(["notifications", "clear"], {}, () => api.notifications.clear.call({})),
  );
