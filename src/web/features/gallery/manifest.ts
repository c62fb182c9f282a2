import { Image, Plus, RotateCcw, Trash2 } from "lucide-react";
import { openGallery } from "../../kernel/gallery/open-gallery.ts";
import { defineManifest } from "../../kernel/manifest.ts";
import { formatBytes } from "../../lib/format-bytes.ts";
import { plural } from "../../lib/messages/plural.ts";
import { t } from "../../lib/messages/t.ts";
import { onRefused } from "../../platform/send.ts";
import { deferred } from "../../ui/deferred.tsx";
import { refreshGallery } from "./gallery-query.ts";
import type { AboutWords, RefusedWords } from "./keep-words.ts";

onRefused<RefusedWords["input"], AboutWords>(["gallery", "update"], async (refused) =>
  (await import("./keep-words.ts")).keepWords(refused),
);

export const gallery = defineManifest({
  actions: [
    {
      id: "gallery.open",
      title: t("Open Gallery"),
      group: "General",
      icon: Image,
      keywords: t("pictures images photos videos upload banner"),
      run: () => openGallery(),
    },
  ],
  dialogs: {
    gallery: deferred(async () => (await import("./gallery-dialog.tsx")).GalleryDialog),
  },
  live: { picture: refreshGallery },
  trash: {
    picture: {
      icon: Image,
      singular: t("Gallery picture"),
      plural: t("Gallery pictures"),
      count: (count) => plural(count, { one: "{count} picture", other: "{count} pictures" }),
      about: ({ size }) => (size === null ? null : formatBytes(size)),
      refresh: refreshGallery,
    },
  },
  activity: {
    types: {
      picture_added: { icon: Plus, words: t("Picture added"), group: "files" },
      picture_updated: { icon: Image, words: t("Picture changed"), group: "files" },
      picture_deleted: { icon: Trash2, words: t("Picture deleted"), group: "files" },
      picture_restored: { icon: RotateCcw, words: t("Picture restored"), group: "files" },
    },
    fields: { description: t("Description"), isPublic: t("Public") },
  },
});
