import { defineFeature } from "../feature.ts";
import { removeUnused } from "./oauth/clients.ts";
import { tokenRoutes } from "./routes.ts";

export const tokensFeature = defineFeature({
  routes: { tokens: tokenRoutes },
  cleanup: async ({ db }) => ({ programs: await removeUnused(db.authPool) }),
});
