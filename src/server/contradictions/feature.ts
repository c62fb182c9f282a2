import { signedIn } from "../base.ts";
import { defineFeature } from "../feature.ts";
import { correctPair, dismissPair, listContradictions, reopenPair } from "./contradictions.ts";
import { lookForContradictions } from "./look.ts";

const { contradictions } = signedIn;

export const contradictionsFeature = defineFeature({
  routes: {
    contradictions: {
      list: contradictions.list.handler(({ context }) => listContradictions(context.db, context.userId)),
      look: contradictions.look.handler(({ context }) => lookForContradictions(context, context.userId)),
      dismiss: contradictions.dismiss.handler(({ input, context }) =>
        dismissPair(context.db, context.userId, input.pairId),
      ),
      correct: contradictions.correct.handler(({ input, context }) =>
        correctPair(context, context.userId, input),
      ),
      reopen: contradictions.reopen.handler(({ input, context }) =>
        reopenPair(context, context.userId, input.pairId),
      ),
    },
  },
});
