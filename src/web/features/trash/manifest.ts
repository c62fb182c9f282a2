import { Trash2 } from "lucide-react";
import { goTo } from "../../kernel/actions/go-to.ts";
import { api, invalidate } from "../../platform/api.ts";
import { defineManifest } from "../../kernel/manifest.ts";
import { t } from "../../lib/messages/t.ts";

const refresh = () => invalidate(api.trash.key());

export const trash = defineManifest({
  actions: [
    goTo({
      id: "trash",
      title: t("Trash"),
      icon: Trash2,
      href: "/app/explorer?view=trash",
      keywords: t("deleted"),
      after: "go.shared",
    }),
  ],
  // Anything may have gone there.
  live: { any: refresh },
  activity: {
    types: {
      trash_emptied: { icon: Trash2, words: t("Deleted permanently"), group: "notes" },
    },
  },
});
