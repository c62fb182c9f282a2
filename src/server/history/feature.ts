import { defineFeature } from "../feature.ts";
import { historyRoutes } from "./routes.ts";
import { thinHistories } from "./thin-history.ts";

export const historyFeature = defineFeature({
  routes: { notes: historyRoutes },
  cleanup: async ({ db, collab }) => {
    await thinHistories(db, collab.bodies);
  },
});
