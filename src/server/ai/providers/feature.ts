import { defineFeature } from "../../feature.ts";
import { bannerRoutes, modelRoutes } from "./routes.ts";

export const modelsFeature = defineFeature({
  routes: { models: modelRoutes, workspace: bannerRoutes },
  cleanup: async ({ db }) => {
    const [gone] = await db.asSystem("remove the record of old calls to models", (tx) =>
      tx.call<{ calls: number }>("purgeModelCalls"),
    );
    return { modelCalls: gone?.calls ?? 0 };
  },
});
