import { Signpost } from "lucide-react";
import { defineManifest } from "../../kernel/manifest.ts";
import { startTour } from "./tour-state.ts";

export const onboarding = defineManifest({
  actions: [
    {
      id: "tour.start",
      after: "keys.map",
      title: "Take the tour",
      group: "General",
      icon: Signpost,
      keywords: "onboarding help guide welcome introduction",
      run: async ({ go }) => {
        if (await startTour()) go("/app/dashboard");
      },
    },
  ],
});
