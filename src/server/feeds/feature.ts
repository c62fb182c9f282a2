import { signedIn } from "../base.ts";
import { defineFeature } from "../feature.ts";

export const feedsFeature = defineFeature({
  routes: {
    feeds: {
      read: signedIn.feeds.read.handler(({ input, context }) => context.feeds.read(context.userId, input)),
    },
  },
});
