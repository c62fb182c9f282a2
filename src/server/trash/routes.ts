import { signedIn } from "../base.ts";
import { emptyTrash, eraseItems } from "./erase.ts";
import { listTrash, restoreItems } from "./trash.ts";

const { trash } = signedIn;

export const trashRoutes = {
  list: trash.list.handler(({ input, context }) => listTrash(context.db, context.userId, input)),
  restore: trash.restore.handler(({ input, context }) =>
    restoreItems(context.db, context.userId, input.items),
  ),
  remove: trash.remove.handler(({ input, context }) => eraseItems(context, context.userId, input.items)),
  empty: trash.empty.handler(({ context }) => emptyTrash(context, context.userId)),
};
