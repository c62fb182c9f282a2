import type { Database, Tx } from "../db/client.ts";
import { Failure, notFound } from "../failure.ts";
import { recordChange } from "../live/record-change.ts";
import { changedSince } from "../notes/assert-still.ts";
import { IN_PROJECT } from "./list-tasks.ts";
import { sharedPlaces } from "./shared-projects.ts";

/**
 * Out of another project, if they are in one.
 * @throws Failure NOT_FOUND for the project, and when none of the tasks is an own one, CONFLICT when none is where `onlyIf` says
 */
export const addTasks = (db: Database, userId: string, given: Put): Promise<void> =>
  db.withUser(userId, async (tx) => {
    if ((await addTasksIn(tx, given)) > 0) return;
    throw given.onlyIf && (await hasOwnTask(tx, given.taskIds)) ? changedSince() : notFound();
  });

/** Where things must still be, null in no project; those that are elsewhere by now stay there. */
export type OnlyIf = { projectId: string | null };
type Put = { projectId: string; taskIds: string[]; onlyIf?: OnlyIf | undefined };

/** @returns how many of them are in it */
export async function addTasksIn(tx: Tx, { projectId, taskIds, onlyIf }: Put): Promise<number> {
  const { userId } = tx;
  const [known] = await tx.query("SELECT 1 FROM projects WHERE id = $1 AND user_id = $2 FOR SHARE", [
    projectId,
    userId,
  ]);
  if (!known) throw notFound();
  const count = await putTasks(tx, projectId, taskIds, onlyIf);
  await recordChange(tx, { userId, entity: "project", entityId: projectId, operation: "update" });
  return count;
}

/** Ids of all tasks that belong to a project, and of its folder; of one that is gone there is none. */
export async function partsOfProject(
  db: Database,
  userId: string,
  projectId: string,
): Promise<{ folderId: string | null; taskIds: string[] }> {
  const [row] = await db.queryAs<{ folder_id: string | null; task_ids: string[] }>(
    userId,
    `SELECT p.folder_id, ARRAY(SELECT t.id FROM tasks t WHERE t.user_id = $1 AND t.trashed_at IS NULL AND ${IN_PROJECT("$2::uuid")}) AS task_ids
     FROM projects p WHERE p.user_id = $1 AND p.id = $2`,
    [userId, projectId],
    "parts-of-project",
  );
  return { folderId: row?.folder_id ?? null, taskIds: row?.task_ids ?? [] };
}

/** Own tasks alone: foreign keys look past row-level security. @returns how many these are */
export async function putTasks(
  tx: Tx,
  projectId: string,
  taskIds: string[],
  onlyIf?: OnlyIf,
): Promise<number> {
  if (onlyIf?.projectId) {
    // Those that a call sent twice has moved already are among them.
    const moved = await tx.query(
      `UPDATE project_tasks SET project_id = $2 WHERE user_id = $1 AND id = ANY ($3::uuid[]) AND project_id IN ($2, $4) RETURNING id`,
      [tx.userId, projectId, taskIds, onlyIf.projectId],
      "move-project-tasks",
    );
    return moved.length;
  }
  const put = await tx.query(
    `INSERT INTO project_tasks (id, user_id, project_id)
     SELECT t.id, $1, $2 FROM tasks t WHERE t.user_id = $1 AND t.id = ANY ($3::uuid[]) ORDER BY t.id
     ON CONFLICT (id) DO UPDATE SET project_id = excluded.project_id WHERE NOT $4 OR project_tasks.project_id = $2 RETURNING id`,
    [tx.userId, projectId, taskIds, onlyIf !== undefined],
    "put-project-tasks",
  );
  return put.length;
}

/** A task that a guest is about to make in a project that is open: it is what lets the guest make it. @throws Failure CONFLICT */
export async function putNewTask(tx: Tx, projectId: string, taskId: string): Promise<void> {
  await tx.query("SET CONSTRAINTS project_tasks_task_owner DEFERRED");
  const rows = await tx.query(
    `INSERT INTO project_tasks (id, user_id, project_id) SELECT $1, $2, $3 WHERE is_free_task_id($1)
     ON CONFLICT (id) DO NOTHING RETURNING id`,
    [taskId, tx.ownerId, projectId],
    "put-new-task",
  );
  if (rows.length === 0) throw new Failure("CONFLICT", "This id is taken. Create another one and try again.");
}

/** Before tasks leave the one above them: they stay in the project they belong to by it. */
export async function keepInProject(tx: Tx, taskIds: string[]): Promise<void> {
  if (taskIds.length > 0) await tx.query("SELECT keep_in_project($1)", [taskIds], "keep-in-project");
}

/**
 * Out of whichever they are in; they stay themselves.
 * @throws Failure NOT_FOUND when none of them is an own one, CONFLICT when they are in other projects than `onlyIf` says
 */
export function removeTasks(db: Database, userId: string, taskIds: string[], onlyIf?: OnlyIf): Promise<void> {
  return db.withUser(userId, async (tx) => {
    if (!(await hasOwnTask(tx, taskIds))) throw notFound();
    const rows = await tx.query<{ project_id: string }>(
      `DELETE FROM project_tasks WHERE user_id = $1 AND id = ANY ($2::uuid[]) AND ($3::uuid IS NULL OR project_id = $3) RETURNING project_id`,
      [userId, taskIds, onlyIf?.projectId ?? null],
    );
    // Those that are in none were taken out already, by this call sent twice or on another device.
    if (rows.length === 0 && onlyIf && (await isInProject(tx, taskIds))) throw changedSince();
    for (const entityId of new Set(rows.map(({ project_id: id }) => id)))
      await recordChange(tx, { userId, entity: "project", entityId, operation: "update" });
  });
}

async function isInProject(tx: Tx, taskIds: string[]): Promise<boolean> {
  const rows = await tx.query(
    "SELECT 1 FROM project_tasks WHERE user_id = $1 AND id = ANY ($2::uuid[]) LIMIT 1",
    [tx.userId, taskIds],
    "is-in-project",
  );
  return rows.length > 0;
}

/** Whether one of them is an own task, be it in the trash: a change that is sent twice finds it there. */
export async function hasOwnTask(tx: Tx, taskIds: string[]): Promise<boolean> {
  const rows = await tx.query(
    "SELECT 1 FROM tasks WHERE user_id = $1 AND id = ANY ($2::uuid[]) LIMIT 1",
    [tx.userId, taskIds],
    "has-own-task",
  );
  return rows.length > 0;
}

/** Those that were put into it, and none that belong to it by their parent or note. */
export async function taskIdsOf(tx: Tx, projectId: string): Promise<string[]> {
  const rows = await tx.query<{ id: string }>(
    "SELECT id FROM project_tasks WHERE user_id = $1 AND project_id = $2 ORDER BY created_at, id",
    [tx.userId, projectId],
  );
  return rows.map(({ id }) => id);
}

export async function projectOfTask(db: Database, userId: string, taskId: string): Promise<string | null> {
  const [row] = await db.queryAs<{ project_id: string }>(
    userId,
    "SELECT project_id FROM project_tasks WHERE user_id = $1 AND id = $2",
    [userId, taskId],
    "project-of-task",
  );
  return row?.project_id ?? (await sharedPlaces(db, userId, [taskId]))[0]?.projectId ?? null;
}

export async function importProjectTasks(db: Database, userId: string, rows: object[]): Promise<void> {
  await db.queryAs(
    userId,
    `INSERT INTO project_tasks (id, user_id, project_id)
     SELECT t.id, $1, p.id FROM jsonb_to_recordset($2::jsonb) AS r (id uuid, project_id uuid)
       JOIN tasks t ON t.id = r.id AND t.user_id = $1 JOIN projects p ON p.id = r.project_id AND p.user_id = $1
     ON CONFLICT DO NOTHING`,
    [userId, JSON.stringify(rows)],
  );
}
