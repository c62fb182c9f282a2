import { Signpost } from "lucide-react";
import { defineManifest } from "../../kernel/manifest.ts";
import { startTour } from "./tour-state.ts";
import { t } from "../../lib/messages/t.ts";

export const onboarding = defineManifest({
  actions: [
    {
      id: "tour.start",
      after: "keys.map",
      title: t("Take the Tour"),
      group: "General",
      icon: Signpost,
      keywords: t("onboarding help guide welcome introduction"),
      // Its steps show the desktop's frame.
      isAvailable: ({ path }) => !path.startsWith("/mobile/"),
      run: async ({ go }) => {
        if (await startTour()) go("/app/dashboard");
      },
    },
  ],
});
