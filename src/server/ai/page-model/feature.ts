import { defineFeature } from "../../feature.ts";
import { pageModelRoutes } from "./routes.ts";

export const pageModelFeature = defineFeature({ routes: { pageModel: pageModelRoutes } });
