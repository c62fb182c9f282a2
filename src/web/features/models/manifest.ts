import { defineManifest } from "../../kernel/manifest.ts";
import { api, invalidate } from "../../platform/api.ts";

export const models = defineManifest({
  live: {
    modelProvider: () => {
      invalidate(api.models.key());
      invalidate(api.frame.key());
    },
  },
});
