import { signedIn } from "../base.ts";
import { recordHealth } from "./health.ts";
import { linkWords, setHeadingLevel } from "./edit-text.ts";
import { getNoteSeo, listPublishedSeo, updateSeo } from "./seo.ts";

const { seo } = signedIn;

export const seoRoutes = {
  pages: seo.pages.handler(async ({ context }) => ({
    pages: await listPublishedSeo(context, context.userId),
  })),
  note: seo.note.handler(({ input, context }) => getNoteSeo(context, context.userId, input.noteId)),
  update: seo.update.handler(({ input, context }) => updateSeo(context.db, context.userId, input)),
  recordHealth: seo.recordHealth.handler(async ({ input, context }) => {
    await recordHealth(context.db, context.userId, input.notes);
    return {};
  }),
  linkWords: seo.linkWords.handler(async ({ input, context }) => ({
    isChanged: await linkWords(context, context.userId, input),
  })),
  setHeadingLevel: seo.setHeadingLevel.handler(async ({ input, context }) => ({
    isChanged: await setHeadingLevel(context, context.userId, input),
  })),
};
