import { signedIn } from "../base.ts";
import { defineFeature } from "../feature.ts";
import { findSlots } from "./find-slots.ts";
import { planDay } from "./plan-day.ts";

const { planning } = signedIn;

export const planningFeature = defineFeature({
  routes: {
    planning: {
      freeSlots: planning.freeSlots.handler(({ input, context }) =>
        findSlots(context.db, context.userId, input),
      ),
      planDay: planning.planDay.handler(({ input, context }) => planDay(context.db, context.userId, input)),
    },
  },
});
