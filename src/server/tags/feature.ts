import { defineFeature } from "../feature.ts";
import { tagRoutes } from "./routes.ts";

export const tagsFeature = defineFeature({ routes: { tags: tagRoutes } });
