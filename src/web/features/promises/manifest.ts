import { defineManifest } from "../../kernel/manifest.ts";
import { invalidate } from "../../platform/api.ts";
import { settling } from "./refresh-promises.ts";

// A task that is done keeps its promise, and the day of a task is the day of its promise.
export const promises = defineManifest({
  live: { promise: settling.refresh, task: settling.refresh, note: () => invalidate(["promises"]) },
});
