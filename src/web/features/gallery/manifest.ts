import { Image, ImagePlus, ImageMinus, RotateCcw } from "lucide-react";
import { defineManifest } from "../../kernel/manifest.ts";
import { formatBytes } from "../../lib/format-bytes.ts";
import { plural } from "../../lib/messages/plural.ts";
import { t } from "../../lib/messages/t.ts";
import { api, invalidate } from "../../platform/api.ts";

const refresh = () => {
  for (const part of [api.gallery, api.files]) invalidate(part.key());
};

export const gallery = defineManifest({
  live: { picture: () => invalidate(api.gallery.key()) },
  trash: {
    picture: {
      icon: Image,
      singular: t("Gallery picture"),
      plural: t("Gallery pictures"),
      count: (count) => plural(count, { one: "{count} picture", other: "{count} pictures" }),
      about: ({ size }) => (size === null ? null : formatBytes(size)),
      refresh,
    },
  },
  activity: {
    types: {
      picture_added: { icon: ImagePlus, words: t("Picture added"), group: "files" },
      picture_updated: { icon: Image, words: t("Picture changed"), group: "files" },
      picture_deleted: { icon: ImageMinus, words: t("Picture deleted"), group: "files" },
      picture_restored: { icon: RotateCcw, words: t("Picture restored"), group: "files" },
    },
    fields: { description: t("Description"), isPublic: t("Public") },
  },
});
