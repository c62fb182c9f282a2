import { defineManifest } from "../../kernel/manifest.ts";
import { api, invalidate } from "../../platform/api.ts";

export const contradictions = defineManifest({
  live: {
    contradiction: () => invalidate(api.contradictions.key()),
    note: () => invalidate(["contradictions"]),
  },
});
