import { signedIn } from "../base.ts";
import { defineFeature } from "../feature.ts";
import { briefOfDay } from "./brief-of-day.ts";
import { briefOfEvent } from "./brief-of-event.ts";
import { sendBriefs } from "./send-briefs.ts";

const { briefs } = signedIn;

export const briefsFeature = defineFeature({
  routes: {
    briefs: {
      ofEvent: briefs.ofEvent.handler(({ input, context }) =>
        briefOfEvent(context.db, context.userId, input),
      ),
      ofDay: briefs.ofDay.handler(({ input, context }) => briefOfDay(context.db, context.userId, input.day)),
    },
  },
  jobs: [sendBriefs],
});
