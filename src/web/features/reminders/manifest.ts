import { BellOff, BellPlus, BellRing } from "lucide-react";
import { defineManifest } from "../../kernel/manifest.ts";
import { t } from "../../lib/messages/t.ts";
import { api, invalidate } from "../../platform/api.ts";

export const reminders = defineManifest({
  live: { reminder: () => invalidate(api.reminders.key()) },
  activity: {
    types: {
      reminder_created: { icon: BellPlus, words: t("Reminder created") },
      reminder_updated: { icon: BellRing, words: t("Reminder changed") },
      reminder_deleted: { icon: BellOff, words: t("Reminder deleted") },
    },
  },
});
