import type { Database, Tx } from "../db/client.ts";
import { notFound } from "../failure.ts";
import { recordChange } from "../live/record-change.ts";

/** Out of another project, if they are in one. @throws Failure NOT_FOUND for the project */
export function addTasks(
  db: Database,
  userId: string,
  { projectId, taskIds }: { projectId: string; taskIds: string[] },
): Promise<void> {
  return db.withUser(userId, async (tx) => {
    const [known] = await tx.query("SELECT 1 FROM projects WHERE id = $1 AND user_id = $2 FOR SHARE", [
      projectId,
      userId,
    ]);
    if (!known) throw notFound();
    await putTasks(tx, projectId, taskIds);
    await recordChange(tx, { userId, entity: "project", entityId: projectId, operation: "update" });
  });
}

/** Own tasks alone: foreign keys look past row-level security. */
export async function putTasks(tx: Tx, projectId: string, taskIds: string[]): Promise<void> {
  await tx.query(
    `INSERT INTO project_tasks (id, user_id, project_id)
     SELECT t.id, $1, $2 FROM tasks t WHERE t.user_id = $1 AND t.id = ANY ($3::uuid[]) ORDER BY t.id
     ON CONFLICT (id) DO UPDATE SET project_id = excluded.project_id`,
    [tx.userId, projectId, taskIds],
    "put-project-tasks",
  );
}

export function removeTasks(db: Database, userId: string, taskIds: string[]): Promise<void> {
  return db.withUser(userId, async (tx) => {
    const rows = await tx.query<{ project_id: string }>(
      "DELETE FROM project_tasks WHERE user_id = $1 AND id = ANY ($2::uuid[]) RETURNING project_id",
      [userId, taskIds],
    );
    for (const entityId of new Set(rows.map(({ project_id: id }) => id)))
      await recordChange(tx, { userId, entity: "project", entityId, operation: "update" });
  });
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
  return row?.project_id ?? null;
}
