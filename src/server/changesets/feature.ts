import { defineFeature } from "../feature.ts";
import { rehearsalRoutes } from "./rehearsal/routes.ts";
import { changesetRoutes } from "./routes.ts";

export const changesetsFeature = defineFeature({
  routes: { changesets: changesetRoutes, rehearsals: rehearsalRoutes },
});
