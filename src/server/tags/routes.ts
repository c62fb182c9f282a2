import { signedIn } from "../base.ts";
import { setTagAccess } from "./tag-fences.ts";
import { listTags, putBackTag, removeTag, renameTag } from "./tags.ts";

const { tags } = signedIn;

export const tagRoutes = {
  list: tags.list.handler(async ({ context }) => ({ tags: await listTags(context.db, context.userId) })),
  rename: tags.rename.handler(({ input, context }) =>
    renameTag(context.db, context.userId, input.from, input.to),
  ),
  remove: tags.remove.handler(({ input, context }) => removeTag(context.db, context.userId, input.name)),
  putBack: tags.putBack.handler(async ({ input, context }) => ({
    notes: await putBackTag(context.db, context.userId, input),
  })),
  setAiAccess: tags.setAiAccess.handler(async ({ input, context }) => ({
    aiAccess: await setTagAccess(context.db, context.userId, input),
  })),
};
