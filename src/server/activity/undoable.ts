import type { Activity } from "#contract/activity.ts";

/** As long as what was deleted stays in the trash. */
const UNDO_DAYS = 30;

const ALWAYS = new Set<Activity["type"]>([
  "note_created",
  "note_deleted",
  "note_restored",
  "note_favorited",
  "note_unfavorited",
  "folder_created",
  "folder_deleted",
  "folder_updated",
  "file_deleted",
  "file_restored",
  "task_created",
  "task_deleted",
  "task_restored",
]);

/** Fields of a note that the log can put back; its text has a history of its own. */
export const NOTE_FIELDS = ["title", "tags", "category", "folderId"] as const;

type Undoable = Pick<Activity, "type" | "entityId" | "metadata" | "createdAt">;

/** Whether an entry offers to be taken back. It may still turn out that what it tells of has changed since. */
export function isUndoable({ type, entityId, metadata, createdAt }: Undoable, now = Date.now()): boolean {
  if (!entityId || metadata["undoneAt"]) return false;
  if (now - Date.parse(createdAt) > UNDO_DAYS * 24 * 60 * 60_000) return false;
  if (ALWAYS.has(type)) return true;
  return type === "note_updated" && NOTE_FIELDS.some((field) => field in changesOf({ metadata }));
}

export function changesOf({
  metadata,
}: Pick<Activity, "metadata">): Record<string, { from: unknown; to: unknown }> {
  return (metadata["changes"] ?? {}) as Record<string, { from: unknown; to: unknown }>;
}
