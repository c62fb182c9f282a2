import { defineFeature } from "../feature.ts";
import { importRoutes } from "./routes.ts";
import { removeLeftOvers, removeWork } from "./work-folder.ts";

export const importFeature = defineFeature({
  routes: { imports: importRoutes },
  outside: {
    keys: "SELECT id AS key FROM public.imports WHERE user_id = $1",
    remove: ({ config }, importId) => removeWork(config, importId),
    isRemovedTwice: true,
  },
  cleanupDisk: removeLeftOvers,
});
