import { File, Paperclip, RotateCcw, Trash2 } from "lucide-react";
import { goTo } from "../../kernel/actions/go-to.ts";
import { api, invalidate } from "../../platform/api.ts";
import { defineManifest } from "../../kernel/manifest.ts";
import { formatBytes } from "../../lib/format-bytes.ts";
import { plural } from "../../lib/messages/plural.ts";
import { t } from "../../lib/messages/t.ts";

const refresh = () => invalidate(api.files.key());

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
  live: { file: refresh },
  trash: {
    file: {
      icon: File,
      singular: t("File"),
      plural: t("Files"),
      count: (count) => plural(count, { one: "{count} file", other: "{count} files" }),
      about: ({ size }) => (size === null ? null : formatBytes(size)),
      refresh,
    },
  },
  activity: {
    groups: [{ id: "files", words: t("Files") }],
    types: {
      file_deleted: { icon: Trash2, words: t("File deleted"), group: "files" },
      file_restored: { icon: RotateCcw, words: t("File restored"), group: "files" },
    },
  },
});
