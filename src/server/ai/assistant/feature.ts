import { defineFeature } from "../../feature.ts";
import { assistantRoutes } from "./routes.ts";

export const assistantFeature = defineFeature({ routes: { assistant: assistantRoutes } });
