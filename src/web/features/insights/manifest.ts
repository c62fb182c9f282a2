import { defineManifest } from "../../kernel/manifest.ts";
import { api, invalidate } from "../../platform/api.ts";
import { refreshInsights } from "../../kernel/insights/insights-query.ts";

const refreshLinks = () => invalidate(api.webLinks.key());

export const insights = defineManifest({
  live: {
    words: refreshInsights,
    // Its links are known once it is derived, after the answer to what changed them.
    note: () => {
      refreshInsights();
      refreshLinks();
    },
    task: refreshInsights,
    event: refreshInsights,
    webLink: refreshLinks,
  },
});
