import { defineManifest } from "../../kernel/manifest.ts";
import { api, invalidate } from "../../platform/api.ts";

// A note that was written may say what was missing.
export const gaps = defineManifest({
  live: { gap: () => invalidate(api.gaps.key()), note: () => invalidate(["gaps"]) },
});
