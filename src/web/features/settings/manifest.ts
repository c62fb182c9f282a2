import { Settings } from "lucide-react";
import { goTo } from "../../kernel/actions/go-to.ts";
import { defineManifest } from "../../kernel/manifest.ts";
import { t } from "../../lib/messages/t.ts";

export const settings = defineManifest({
  actions: [
    goTo({
      id: "settings",
      title: t("Settings"),
      icon: Settings,
      href: "/app/settings",
      keywords: t("preferences account profile"),
      after: "go.activity",
    }),
  ],
  activity: {
    groups: [{ id: "settings", words: t("Settings") }],
    types: {
      settings_updated: { icon: Settings, words: t("Settings changed"), group: "settings" },
    },
  },
});
