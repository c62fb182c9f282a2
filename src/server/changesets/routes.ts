import { signedIn } from "../base.ts";
import { listChangesets, propose, readChangeset, removeChangeset } from "./changesets.ts";
import { decide } from "./decide.ts";

const { changesets } = signedIn;

export const changesetRoutes = {
  list: changesets.list.handler(async ({ context }) => ({
    changesets: await listChangesets(context.db, context.userId),
  })),
  get: changesets.get.handler(({ input, context }) =>
    context.db.withUser(context.userId, (tx) => readChangeset(tx, input.id)),
  ),
  propose: changesets.propose.handler(({ input, context }) =>
    propose(context.db, context.collab, context.userId, input),
  ),
  apply: changesets.apply.handler(({ input, context }) =>
    decide(context.db, context.collab, context.userId, { ...input, way: "apply" }),
  ),
  refuse: changesets.refuse.handler(({ input, context }) =>
    decide(context.db, context.collab, context.userId, { ...input, way: "refuse" }),
  ),
  undo: changesets.undo.handler(({ input, context }) =>
    decide(context.db, context.collab, context.userId, { ...input, way: "undo" }),
  ),
  remove: changesets.remove.handler(async ({ input, context }) => {
    await removeChangeset(context.db, context.userId, input.id);
    return {};
  }),
};
