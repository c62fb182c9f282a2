import type { Activity } from "#contract/activity.ts";
import type { Undos } from "../feature.ts";

/** As long as what was deleted stays in the trash. */
const UNDO_DAYS = 30;

type Entry = Pick<Activity, "type" | "entityId" | "metadata" | "createdAt">;
export type CanUndo = (entry: Entry, now?: number) => boolean;

/** Whether an entry offers to be taken back. It may still turn out that what it tells of has changed since. */
export const canUndoWith =
  (undos: Undos): CanUndo =>
  ({ type, entityId, metadata, createdAt }, now = Date.now()) => {
    if (!entityId || metadata["undoneAt"]) return false;
    if (now - Date.parse(createdAt) > UNDO_DAYS * 24 * 60 * 60_000) return false;
    const undo = undos[type];
    return undo !== undefined && (undo.isPossible?.({ metadata }) ?? true);
  };
