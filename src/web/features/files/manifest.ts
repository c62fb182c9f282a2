import { Paperclip, RotateCcw, Trash2 } from "lucide-react";
import { goTo } from "../../kernel/actions/go-to.ts";
import { api, invalidate } from "../../platform/api.ts";
import { defineManifest } from "../../kernel/manifest.ts";
import { t } from "../../lib/messages/t.ts";

export const files = defineManifest({
  actions: [
    goTo({
      id: "files",
      title: t("Files"),
      icon: Paperclip,
      href: "/app/files",
      keywords: t("attachments pictures videos documents uploads media"),
      after: "go.seo",
    }),
  ],
  live: { file: () => invalidate(api.files.key()) },
  activity: {
    groups: [{ id: "files", words: t("Files") }],
    types: {
      file_deleted: { icon: Trash2, words: t("File deleted"), group: "files" },
      file_restored: { icon: RotateCcw, words: t("File restored"), group: "files" },
    },
  },
});
