import { ChartSpline, Trash2 } from "lucide-react";
import { defineManifest } from "../../kernel/manifest.ts";
import { t } from "../../lib/messages/t.ts";
import { api, invalidate } from "../../platform/api.ts";
import { failureWords } from "../../platform/rpc-errors.ts";
import { onRefused } from "../../platform/send.ts";
import { toast } from "../../ui/toast-store.ts";

// A value that waited on this device has no other place: its words go to who wrote it.
onRefused<{ name: string; value: number }, undefined>(["metrics", "record"], async ({ input, error }) => {
  const reason = failureWords(error, t("Couldn't save the value."));
  toast.error(`${reason}\n${input.name}: ${input.value}`);
  invalidate(api.metrics.key());
  return true;
});

export const metrics = defineManifest({
  live: { metric: () => invalidate(api.metrics.key()) },
  activity: {
    types: {
      metric_created: { icon: ChartSpline, words: t("Metric added"), group: "settings" },
      metric_deleted: { icon: Trash2, words: t("Metric deleted"), group: "settings" },
    },
  },
});
