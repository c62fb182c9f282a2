import { signedIn } from "../base.ts";
import { listChangesets, propose, readChangeset, removeChangeset } from "./changesets.ts";
import { compareChangeset } from "./compare.ts";
import { decide } from "./decide.ts";
import { waitingParts } from "./waiting-parts.ts";

const { changesets } = signedIn;

export const changesetRoutes = {
  list: changesets.list.handler(async ({ context }) => ({
    changesets: await listChangesets(context, context.userId),
  })),
  get: changesets.get.handler(({ input, context }) =>
    context.db.withUser(context.userId, (tx) => readChangeset(tx, input.id)),
  ),
  compare: changesets.compare.handler(({ input, context }) =>
    compareChangeset(context, context.userId, input.id),
  ),
  waitingIn: changesets.waitingIn.handler(({ input, context }) =>
    waitingParts(context, context.userId, input.noteId),
  ),
  propose: changesets.propose.handler(({ input, context }) =>
    propose(context, context.userId, { ...input, source: { kind: "api" } }),
  ),
  apply: changesets.apply.handler(({ input, context }) =>
    decide(context, context.userId, { ...input, way: "apply" }),
  ),
  refuse: changesets.refuse.handler(({ input, context }) =>
    decide(context, context.userId, { ...input, way: "refuse" }),
  ),
  undo: changesets.undo.handler(({ input, context }) =>
    decide(context, context.userId, { ...input, way: "undo" }),
  ),
  remove: changesets.remove.handler(async ({ input, context }) => {
    await removeChangeset(context, context.userId, input.id);
    return {};
  }),
};
