import type { Activity } from "#contract/activity.ts";
import type { Database } from "../db/client.ts";
import { Failure } from "../failure.ts";
import { setFileTrashed } from "../files/file-trash.ts";
import { getFolder, removeFolder, restoreFolder, updateFolder } from "../folders/folders.ts";
import { getNote, setTrashed, updateNote, type NoteChange } from "../notes/notes.ts";
import { removeTask, restoreTask } from "../tasks/tasks.ts";
import { selectActivity } from "./activities.ts";
import { changesOf, isUndoable, NOTE_FIELDS } from "./undoable.ts";

/**
 * Takes back what an entry tells of, by the same functions that did it, so that the log tells of that too.
 * @throws Failure CONFLICT when it cannot be taken back, or what it changed was changed again since
 */
export async function undoActivity(db: Database, userId: string, activityId: string): Promise<void> {
  const activity = await db.withUser(userId, (tx) => selectActivity(tx, activityId));
  if (!isUndoable(activity)) throw new Failure("CONFLICT", "This cannot be undone any more.");
  // Marked before: the entry stays as it was, and the way back is logged as one of its own, not joined with it.
  const marked = await db.queryAs(
    userId,
    "UPDATE user_activities SET metadata = metadata || jsonb_build_object('undoneAt', now()) WHERE id = $1 AND NOT metadata ? 'undoneAt' RETURNING id",
    [activityId],
  );
  if (marked.length === 0) throw new Failure("CONFLICT", "This cannot be undone any more.");
  try {
    await takeBack(db, userId, activity);
  } catch (error) {
    await db.queryAs(userId, "UPDATE user_activities SET metadata = metadata - 'undoneAt' WHERE id = $1", [
      activityId,
    ]);
    throw error;
  }
}

async function takeBack(db: Database, userId: string, activity: Activity): Promise<void> {
  const id = activity.entityId!;
  switch (activity.type) {
    case "note_created":
    case "note_restored":
      await setTrashed(db, userId, id, true);
      break;
    case "note_deleted":
      await setTrashed(db, userId, id, false);
      break;
    case "note_favorited":
    case "note_unfavorited":
      await updateNote(db, userId, id, { isFavorite: activity.type === "note_unfavorited" });
      break;
    case "note_updated":
      await putBackNote(db, userId, activity);
      break;
    case "folder_created":
      await removeFolder(db, userId, id, "moveUp");
      break;
    case "folder_deleted":
      await restoreFolder(db, userId, id, movedOf(activity));
      break;
    case "file_deleted":
    case "file_restored":
      await setFileTrashed(db, userId, id, activity.type === "file_restored");
      break;
    case "folder_updated":
      await putBackFolder(db, userId, activity);
      break;
    case "task_created":
    case "task_restored":
      await removeTask(db, userId, id);
      break;
    case "task_deleted":
      await restoreTask(db, userId, id);
      break;
    default:
      throw new Failure("CONFLICT", "This cannot be undone.");
  }
}

const same = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);

const WORDS = {
  title: "title",
  tags: "tags",
  category: "category",
  folderId: "folder",
  name: "name",
  parentId: "folder",
} as const;

/**
 * What the fields were before the change the entry tells of.
 * @throws Failure CONFLICT when one of them is no longer what that change made of it
 */
function fieldsBefore<Field extends keyof typeof WORDS>(
  activity: Activity,
  fields: readonly Field[],
  now: Record<Field, unknown>,
): Partial<Record<Field, unknown>> {
  const changes = changesOf(activity);
  const before: Partial<Record<Field, unknown>> = {};
  for (const field of fields) {
    const change = changes[field];
    if (!change) continue;
    if (!same(now[field], change.to))
      throw new Failure("CONFLICT", `The ${WORDS[field]} was changed again since, so it was left as it is.`);
    before[field] = change.from;
  }
  return before;
}

async function putBackNote(db: Database, userId: string, activity: Activity): Promise<void> {
  const note = await getNote(db, userId, activity.entityId!);
  await updateNote(db, userId, note.id, fieldsBefore(activity, NOTE_FIELDS, note) as NoteChange);
}

async function putBackFolder(db: Database, userId: string, activity: Activity): Promise<void> {
  const folder = await getFolder(db, userId, activity.entityId!);
  const before = fieldsBefore(activity, ["name", "parentId"], folder);
  await updateFolder(db, userId, folder.id, before as { name?: string; parentId?: string | null });
}

function movedOf({ metadata }: Activity) {
  return metadata["moved"] as { notes: string[]; folders: string[] } | undefined;
}
