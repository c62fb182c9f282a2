import { defineFeature } from "../feature.ts";
import { tagRoutes } from "./routes.ts";
import { importTagFences, removeUntouchedFences } from "./tag-fences.ts";

export const tagsFeature = defineFeature({
  routes: { tags: tagRoutes },
  importRows: { tagFences: { add: importTagFences, removeUntouched: removeUntouchedFences } },
});
