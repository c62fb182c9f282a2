import { signedIn } from "../base.ts";
import { defineFeature } from "../feature.ts";
import { lookForPromises } from "./look.ts";
import { decidePromise, listPromises, makeTaskOf } from "./promises.ts";

const { promises } = signedIn;

export const promisesFeature = defineFeature({
  routes: {
    promises: {
      list: promises.list.handler(({ input, context }) =>
        listPromises(context.db, context.userId, input.status),
      ),
      look: promises.look.handler(({ context }) => lookForPromises(context, context.userId)),
      decide: promises.decide.handler(({ input, context }) =>
        decidePromise(context.db, context.userId, input),
      ),
      makeTask: promises.makeTask.handler(({ input, context }) =>
        makeTaskOf(context.db, context.userId, input),
      ),
    },
  },
});
