import { defineFeature } from "../feature.ts";
import { changesetRoutes } from "./routes.ts";

export const changesetsFeature = defineFeature({ routes: { changesets: changesetRoutes } });
