import { signedIn } from "../../base.ts";
import { defineFeature } from "../../feature.ts";
import { dismissGap, forgetGaps, listGaps } from "./gaps.ts";
import { keepSearch } from "./keep-gap.ts";
import { lookForGaps } from "./look.ts";

const { gaps } = signedIn;

export const gapsFeature = defineFeature({
  routes: {
    gaps: {
      list: gaps.list.handler(({ context }) => listGaps(context.db, context.userId)),
      tell: gaps.tell.handler(async ({ input, context }) => ({
        isKept: await keepSearch(context, context.userId, input),
      })),
      look: gaps.look.handler(({ input, context }) => lookForGaps(context, context.userId, input.since)),
      dismiss: gaps.dismiss.handler(({ input, context }) => dismissGap(context.db, context.userId, input)),
      forget: gaps.forget.handler(({ context }) => forgetGaps(context.db, context.userId)),
    },
  },
});
