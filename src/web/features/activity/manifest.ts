import { Activity, LayoutDashboard } from "lucide-react";
import { goTo } from "../../kernel/actions/go-to.ts";
import { api, invalidate } from "../../platform/api.ts";
import { defineManifest } from "../../kernel/manifest.ts";
import { t } from "../../lib/messages/t.ts";

const refresh = () => invalidate(api.activity.key());

export const activity = defineManifest({
  actions: [
    goTo({
      id: "activity",
      title: t("Activity"),
      icon: Activity,
      href: "/app/activity",
      keywords: t("history log"),
      after: "go.analytics",
    }),
  ],
  // Whatever changes is logged with it.
  live: { activity: refresh, any: refresh },
  activity: {
    // Of several nouns.
    groups: [{ id: "transfer", words: t("Import and export") }],
    types: {
      dashboard_viewed: { icon: LayoutDashboard, words: t("Dashboard viewed"), group: "settings" },
    },
  },
});
