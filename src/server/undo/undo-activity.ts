import type { Activity } from "#contract/activity.ts";
import { markUndone, selectActivity, unmarkUndone } from "../activity/activities.ts";
import type { CanUndo } from "../activity/undoable.ts";
import type { Services } from "../base.ts";
import { Failure } from "../failure.ts";
import type { Undos } from "../feature.ts";

type Deps = Pick<Services, "db" | "collab"> & { undos: Undos; canUndo: CanUndo };

/**
 * Takes back what an entry tells of, by the same functions that did it, so that the log tells of that too.
 * @throws Failure CONFLICT when it cannot be taken back, or what it changed was changed again since
 */
export async function undoActivity(
  { db, collab, undos, canUndo }: Deps,
  userId: string,
  activityId: string,
): Promise<void> {
  const activity = await db.withUser(userId, (tx) => selectActivity(tx, canUndo, activityId));
  const undo = undos[activity.type];
  if (!undo || !activity.canUndo || !isOfEntity(activity)) throw tooLate();
  // Marked before: the entry stays as it was, and the way back is logged as one of its own, not joined with it.
  if (!(await markUndone(db, userId, activityId))) throw tooLate();
  try {
    await undo.run(db, userId, activity, { collab });
  } catch (error) {
    await unmarkUndone(db, userId, activityId);
    throw error;
  }
}

const isOfEntity = (activity: Activity): activity is Activity & { entityId: string } =>
  activity.entityId !== null;

const tooLate = () => new Failure("CONFLICT", "This can no longer be undone.");
