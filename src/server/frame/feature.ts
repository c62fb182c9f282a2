import { defineFeature } from "../feature.ts";
import { frameRoutes, onboardingRoutes, preferencesRoutes, workspaceRoutes } from "./routes.ts";

export const frameFeature = defineFeature({
  routes: {
    frame: frameRoutes,
    onboarding: onboardingRoutes,
    preferences: preferencesRoutes,
    workspace: workspaceRoutes,
  },
});
