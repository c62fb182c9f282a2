import { signedIn } from "../base.ts";
import { defineFeature } from "../feature.ts";

export const weatherFeature = defineFeature({
  routes: {
    weather: {
      get: signedIn.weather.get.handler(({ input, context }) => context.weather.get(context.userId, input)),
      places: signedIn.weather.places.handler(async ({ input, context }) => ({
        places: await context.weather.places(context.userId, input.query),
      })),
    },
  },
});
