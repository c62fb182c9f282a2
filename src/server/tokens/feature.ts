import { defineFeature } from "../feature.ts";
import { tokenRoutes } from "./routes.ts";

export const tokensFeature = defineFeature({ routes: { tokens: tokenRoutes } });
