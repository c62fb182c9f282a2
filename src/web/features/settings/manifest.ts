import { Settings } from "lucide-react";
import { goTo } from "../../kernel/actions/go-to.ts";
import { defineManifest } from "../../kernel/manifest.ts";

export const settings = defineManifest({
  actions: [
    goTo({
      id: "settings",
      title: "Settings",
      icon: Settings,
      href: "/app/settings",
      keywords: "preferences account profile",
      after: "go.activity",
    }),
  ],
  activity: {
    groups: [{ id: "settings", words: "Settings" }],
    types: {
      settings_updated: { icon: Settings, words: "Settings changed", group: "settings" },
    },
  },
});
