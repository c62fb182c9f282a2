import { signedIn } from "../base.ts";
import { listTags, removeTag, renameTag } from "./tags.ts";

const { tags } = signedIn;

export const tagRoutes = {
  list: tags.list.handler(async ({ context }) => ({ tags: await listTags(context.db, context.userId) })),
  rename: tags.rename.handler(async ({ input, context }) => ({
    notes: await renameTag(context.db, context.userId, input.from, input.to),
  })),
  remove: tags.remove.handler(async ({ input, context }) => ({
    notes: await removeTag(context.db, context.userId, input.name),
  })),
};
