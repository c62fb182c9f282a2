import { signedIn } from "../base.ts";
import { emptyTrash, eraseItems } from "./erase.ts";
import type { Kinds } from "./kinds.ts";
import { listTrash, restoreItems } from "./trash.ts";

const { trash } = signedIn;

export const trashRoutes = (kinds: Kinds) => ({
  list: trash.list.handler(({ input, context }) => listTrash(context.db, kinds, context.userId, input)),
  restore: trash.restore.handler(({ input, context }) =>
    restoreItems(context.db, kinds, context.userId, input.items),
  ),
  remove: trash.remove.handler(({ input, context }) =>
    eraseItems({ ...context, kinds }, context.userId, input.items),
  ),
  empty: trash.empty.handler(({ context }) => emptyTrash({ ...context, kinds }, context.userId)),
});
