import { defineManifest } from "../../kernel/manifest.ts";
import { refreshInsights } from "../../kernel/insights/insights-query.ts";

export const insights = defineManifest({
  live: {
    words: refreshInsights,
    note: refreshInsights,
    task: refreshInsights,
    event: refreshInsights,
  },
});
