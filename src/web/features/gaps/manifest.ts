import { defineManifest } from "../../kernel/manifest.ts";
import { invalidate } from "../../platform/api.ts";
import { settling } from "./refresh-gaps.ts";

// A note that was written may say what was missing.
export const gaps = defineManifest({
  live: { gap: settling.refresh, note: () => invalidate(["gaps"]) },
});
