import { defineManifest } from "../../kernel/manifest.ts";
import { api, invalidate } from "../../platform/api.ts";

export const notifications = defineManifest({
  live: { notification: () => invalidate(api.notifications.key()) },
});
