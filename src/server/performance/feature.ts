import { defineFeature } from "../feature.ts";
import { performanceRoutes } from "./routes.ts";

export const performanceFeature = defineFeature({ routes: { performance: performanceRoutes } });
