import { LayoutDashboard, RotateCcw, Trash2 } from "lucide-react";
import type { Layout } from "#contract/layouts.ts";
import { defineManifest } from "../../kernel/manifest.ts";
import { plural } from "../../lib/messages/plural.ts";
import { t } from "../../lib/messages/t.ts";
import { deferred } from "../../ui/deferred.tsx";
import { refreshLayouts } from "./layout-changes.ts";

declare module "../../kernel/actions/dialogs.ts" {
  interface Dialogs {
    "new-layout": object;
    "rename-layout": { layout: Layout };
    banner: { which: "settings" | "preview" | "generate" };
  }
}

export const dashboard = defineManifest({
  dialogs: {
    "new-layout": deferred(async () => (await import("./layout-dialogs.tsx")).NewLayoutDialog),
    "rename-layout": deferred(async () => (await import("./layout-dialogs.tsx")).RenameLayoutDialog),
    banner: deferred(async () => (await import("./banner/banner-dialog.tsx")).BannerDialog),
  },
  live: { layout: refreshLayouts },
  trash: {
    layout: {
      icon: LayoutDashboard,
      singular: t("Dashboard"),
      plural: t("Dashboards"),
      count: (count) => plural(count, { one: "{count} dashboard", other: "{count} dashboards" }),
      refresh: refreshLayouts,
    },
  },
  activity: {
    types: {
      layout_created: { icon: LayoutDashboard, words: t("Dashboard created") },
      layout_updated: { icon: LayoutDashboard, words: t("Dashboard changed") },
      layout_deleted: { icon: Trash2, words: t("Dashboard deleted") },
      layout_restored: { icon: RotateCcw, words: t("Dashboard restored") },
    },
  },
});
