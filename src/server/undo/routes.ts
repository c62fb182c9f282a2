import { canUndoWith } from "../activity/undoable.ts";
import { signedIn } from "../base.ts";
import type { Undos } from "../feature.ts";
import { undoActivity } from "./undo-activity.ts";

const { activity } = signedIn;

/** Part of `activity`: the log itself knows nothing of what it tells of. */
export const undoRoutes = (undos: Undos) => {
  const canUndo = canUndoWith(undos);
  return {
    undo: activity.undo.handler(async ({ input, context }) => {
      const { db, collab } = context;
      await undoActivity({ db, collab, undos, canUndo }, context.userId, input.activityId);
      return {};
    }),
  };
};
