import { defineFeature } from "../feature.ts";
import { liveRoutes } from "./routes.ts";

export const liveFeature = defineFeature({ routes: { live: liveRoutes } });
