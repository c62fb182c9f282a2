import { ChartSpline, Trash2 } from "lucide-react";
import { defineManifest } from "../../kernel/manifest.ts";
import { t } from "../../lib/messages/t.ts";
import { api, invalidate } from "../../platform/api.ts";
import { onRefused } from "../../platform/send.ts";
import type { RefusedValue } from "./tell-refused.ts";

onRefused<RefusedValue, undefined>(["metrics", "record"], async ({ input, error }) =>
  (await import("./tell-refused.ts")).tellRefused(input, error),
);

export const metrics = defineManifest({
  live: { metric: () => invalidate(api.metrics.key()) },
  activity: {
    types: {
      metric_created: { icon: ChartSpline, words: t("Metric added"), group: "settings" },
      metric_deleted: { icon: Trash2, words: t("Metric deleted"), group: "settings" },
    },
  },
});
