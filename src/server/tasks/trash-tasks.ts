import type { Task } from "#contract/tasks.ts";
import type { Database, Tx } from "../db/client.ts";
import { Failure, notFound } from "../failure.ts";
import { hasOwnTask, keepInProject } from "./project-tasks.ts";
import { logTasks, recordTaskChanges } from "./log-tasks.ts";
import { asGuestSees, inOwnAndShared, inProject, sharedPlaces } from "./shared-projects.ts";
import { lockTree } from "./task-links.ts";
import { COLUMNS, IS_THERE, type TaskRow, toTask } from "./task-row.ts";

/** @throws Failure CONFLICT for a task of a note */
export async function removeTask(db: Database, userId: string, taskId: string): Promise<void> {
  const removed = await removeManyTasks(db, userId, [taskId]);
  if (removed.length === 0) throw notFound();
}

/**
 * Those that are not there are passed over.
 * @throws Failure NOT_FOUND when none of them is anywhere, not even in the trash, CONFLICT with a task of a note among them
 */
export async function removeThoseThere(db: Database, userId: string, taskIds: string[]): Promise<void> {
  const removed = await removeManyTasks(db, userId, taskIds);
  // What is in the trash went there already, by this call sent twice or on another device.
  if (removed.length > 0 || (await db.withUser(userId, (tx) => hasOwnTask(tx, taskIds)))) return;
  if ((await sharedPlaces(db, userId, taskIds)).length === 0) throw notFound();
}

/** Those that are not there are passed over. @throws Failure CONFLICT with a task of a note among them */
export function removeManyTasks(db: Database, userId: string, taskIds: string[]): Promise<string[]> {
  const idOf = (id: string) => id;
  return inOwnAndShared(db, userId, taskIds, idOf, (projectId, ids) =>
    inProject(db, userId, projectId, (tx) => removeIn(tx, ids)),
  );
}

/** Sub-tasks go with it: what went at the same instant comes back together. */
export async function removeIn(tx: Tx, taskIds: string[]): Promise<string[]> {
  // Nothing is put under it meanwhile.
  await lockTree(tx);
  const rows = await tx.query<TaskRow>(
    `SELECT ${COLUMNS} FROM tasks t WHERE ${IS_THERE} AND t.id = ANY ($2::uuid[]) ORDER BY t.id FOR UPDATE OF t`,
    [tx.ownerId, taskIds],
    "tasks-to-remove",
  );
  if (rows.some(({ note_id: noteId }) => noteId !== null))
    throw new Failure("CONFLICT", "This task is part of a note. Delete it there.");
  const ids = rows.map(({ id }) => id);
  const gone = await tx.query<{ id: string }>(
    `WITH RECURSIVE gone AS (
       SELECT id FROM tasks WHERE id = ANY ($2::uuid[]) AND user_id = $1
       UNION SELECT t.id FROM tasks t JOIN gone ON t.parent_id = gone.id WHERE t.trashed_at IS NULL
     )
     UPDATE tasks SET trashed_at = now() WHERE id IN (SELECT id FROM gone) AND user_id = $1 RETURNING id`,
    [tx.ownerId, ids],
    "remove-tasks",
  );
  await recordTaskChanges(
    tx,
    gone.map(({ id }) => id),
    "delete",
  );
  await logTasks(tx, "task_deleted", rows.map(toTask));
  return ids;
}

export async function restoreTask(db: Database, userId: string, taskId: string): Promise<Task> {
  const [task] = await restoreManyTasks(db, userId, [taskId]);
  if (!task) throw notFound();
  return task;
}

/** @returns those that were asked for; sub-tasks that went with them come with them */
export function restoreManyTasks(db: Database, userId: string, taskIds: string[]): Promise<Task[]> {
  const idOf = ({ id }: Task) => id;
  return inOwnAndShared(db, userId, taskIds, idOf, (projectId, ids) =>
    inProject(db, userId, projectId, (tx) => restoreIn(tx, ids)),
  );
}

export async function restoreIn(tx: Tx, taskIds: string[]): Promise<Task[]> {
  const alone = await tx.query<{ id: string }>(
    `SELECT t.id FROM tasks t JOIN tasks p ON p.id = t.parent_id AND p.trashed_at IS NOT NULL
     WHERE t.user_id = $1 AND t.id = ANY ($2::uuid[]) AND p.id <> ALL ($2::uuid[])`,
    [tx.ownerId, taskIds],
    "restored-alone",
  );
  await keepInProject(
    tx,
    alone.map(({ id }) => id),
  );
  const rows = await tx.query<TaskRow>(RESTORE, [tx.ownerId, taskIds], "restore-tasks");
  const tasks = rows.map(toTask);
  await recordTaskChanges(
    tx,
    tasks.map(({ id }) => id),
    "insert",
  );
  const asked = tasks.filter(({ id }) => taskIds.includes(id));
  await logTasks(tx, "task_restored", asked);
  return asGuestSees(tx, asked);
}

/** A sub-task of one that stays in the trash is a task of its own from now on. */
const RESTORE = `WITH RECURSIVE back AS (
    SELECT id, trashed_at FROM tasks WHERE id = ANY ($2::uuid[]) AND user_id = $1 AND note_id IS NULL
    UNION SELECT t.id, t.trashed_at FROM tasks t JOIN back ON t.parent_id = back.id AND t.trashed_at = back.trashed_at
  )
  UPDATE tasks t SET trashed_at = NULL, parent_id = CASE WHEN EXISTS (
      SELECT FROM tasks p WHERE p.id = t.parent_id AND p.trashed_at IS NOT NULL AND p.id NOT IN (SELECT id FROM back)
    ) THEN NULL ELSE t.parent_id END
  WHERE t.id IN (SELECT id FROM back) AND t.user_id = $1 RETURNING ${COLUMNS}`;
