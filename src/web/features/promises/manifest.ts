import { defineManifest } from "../../kernel/manifest.ts";
import { api, invalidate } from "../../platform/api.ts";

const refresh = () => invalidate(api.promises.key());

// A task that is done keeps its promise, and the day of a task is the day of its promise.
export const promises = defineManifest({
  live: { promise: refresh, task: refresh, note: () => invalidate(["promises"]) },
});
