import { defineManifest } from "../../kernel/manifest.ts";
import { invalidate } from "../../platform/api.ts";
import { settling } from "./refresh-contradictions.ts";

export const contradictions = defineManifest({
  live: { contradiction: settling.refresh, note: () => invalidate(["contradictions"]) },
});
