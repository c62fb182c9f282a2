import { signedIn } from "../base.ts";
import { defineFeature } from "../feature.ts";
import { quickAdd } from "./quick-add.ts";

export const quickAddFeature = defineFeature({
  routes: {
    quickAdd: {
      add: signedIn.quickAdd.add.handler(({ input, context }) => quickAdd(context.db, context.userId, input)),
    },
  },
});
