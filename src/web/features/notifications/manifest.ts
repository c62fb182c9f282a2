import { defineManifest } from "../../kernel/manifest.ts";
import { api, invalidate } from "../../platform/api.ts";
import { deferred } from "../../ui/deferred.tsx";
import { t } from "../../lib/messages/t.ts";

export const notifications = defineManifest({
  panels: [
    {
      id: "notifications",
      area: "app",
      title: t("Notifications"),
      View: deferred(async () => (await import("./notification-list.tsx")).NotificationList),
    },
  ],
  live: { notification: () => invalidate(api.notifications.key()) },
});
