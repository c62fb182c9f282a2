import { signedIn } from "../base.ts";
import { defineFeature } from "../feature.ts";
import { findSlots } from "./find-slots.ts";

const { planning } = signedIn;

export const planningFeature = defineFeature({
  routes: {
    planning: {
      freeSlots: planning.freeSlots.handler(({ input, context }) =>
        findSlots(context.db, context.userId, input),
      ),
    },
  },
});
