import { signedIn } from "../base.ts";
import { defineFeature } from "../feature.ts";
import { askForCheck, checkLinks, checkLinksDaily } from "./check-links.ts";
import { dismissWebLink, listWebLinks, replaceAddress } from "./web-links.ts";

const { webLinks } = signedIn;

export const webLinksFeature = defineFeature({
  routes: {
    webLinks: {
      list: webLinks.list.handler(({ context }) => listWebLinks(context.db, context.userId)),
      check: webLinks.check.handler(async ({ context }) => {
        await askForCheck(context.db, context.userId, true);
        return {};
      }),
      dismiss: webLinks.dismiss.handler(async ({ input, context }) => {
        await dismissWebLink(context.db, context.userId, input);
        return {};
      }),
      replace: webLinks.replace.handler(async ({ input, context }) => ({
        blockIds: await replaceAddress(context, context.userId, input),
      })),
    },
  },
  jobs: [checkLinks, checkLinksDaily],
});
