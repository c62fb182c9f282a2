import { defineManifest } from "../../kernel/manifest.ts";
import { api, invalidate } from "../../platform/api.ts";
import { refreshInsights } from "../../kernel/insights/insights-query.ts";

export const insights = defineManifest({
  live: {
    words: refreshInsights,
    note: refreshInsights,
    task: refreshInsights,
    event: refreshInsights,
    webLink: () => invalidate(api.webLinks.key()),
  },
});
