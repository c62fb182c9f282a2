import type { Database, Tx } from "../db/client.ts";
import { FILES_OF_PROJECT } from "../db/parts-of-project.ts";
import { notFound } from "../failure.ts";
import { recordChange } from "../live/record-change.ts";

type Put = { projectId: string; fileIds: string[] };

/** Out of another project, if they are in one. @throws Failure NOT_FOUND for the project */
export function addFiles(db: Database, userId: string, { projectId, fileIds }: Put): Promise<void> {
  return db.withUser(userId, async (tx) => {
    const [known] = await tx.query("SELECT 1 FROM projects WHERE id = $1 AND user_id = $2 FOR SHARE", [
      projectId,
      userId,
    ]);
    if (!known) throw notFound();
    // Own files alone: foreign keys look past row-level security. Of a picture of a profile there is no list.
    await tx.query(
      `INSERT INTO project_files (id, user_id, project_id)
       SELECT DISTINCT f.id, $1::uuid, $2::uuid FROM files f
       WHERE f.user_id = $1 AND f.bucket <> 'avatars' AND f.id = ANY ($3::uuid[]) ORDER BY f.id
       ON CONFLICT (id) DO UPDATE SET project_id = excluded.project_id`,
      [userId, projectId, fileIds],
      "put-project-files",
    );
    await tell(tx, projectId);
  });
}

/** The files stay. */
export function removeFilesFromProjects(db: Database, userId: string, fileIds: string[]): Promise<void> {
  return db.withUser(userId, async (tx) => {
    const rows = await tx.query<{ project_id: string }>(
      "DELETE FROM project_files WHERE user_id = $1 AND id = ANY ($2::uuid[]) RETURNING project_id",
      [userId, fileIds],
    );
    for (const projectId of new Set(rows.map(({ project_id: id }) => id))) await tell(tx, projectId);
  });
}

const tell = (tx: Tx, entityId: string) =>
  recordChange(tx, { userId: tx.userId, entity: "project", entityId, operation: "update" });

/** Those that were put into it, and none that stand in its notes. */
export async function fileIdsOf(tx: Tx, projectId: string): Promise<string[]> {
  const rows = await tx.query<{ id: string }>(
    "SELECT id FROM project_files WHERE user_id = $1 AND project_id = $2 ORDER BY created_at, id",
    [tx.userId, projectId],
  );
  return rows.map(({ id }) => id);
}

export async function countFiles(tx: Tx, projectId: string): Promise<number> {
  const [row] = await tx.query<{ count: number }>(
    `SELECT count(*)::int AS count FROM files f WHERE f.user_id = $1 AND f.trashed_at IS NULL AND f.bucket <> 'avatars'
       AND f.id IN ${FILES_OF_PROJECT("$2::uuid")}`,
    [tx.userId, projectId],
    "count-files-of-project",
  );
  return row!.count;
}

/** Those that a guest of the project sees. */
export async function countSharedFiles(tx: Tx, projectId: string): Promise<number> {
  const [row] = await tx.query<{ count: number }>(
    "SELECT count(*)::int AS count FROM files_of_shared_project($1)",
    [projectId],
    "count-files-of-shared-project",
  );
  return row!.count;
}

export async function importProjectFiles(db: Database, userId: string, rows: object[]): Promise<void> {
  await db.queryAs(
    userId,
    `INSERT INTO project_files (id, user_id, project_id)
     SELECT f.id, $1, p.id FROM jsonb_to_recordset($2::jsonb) AS r (id uuid, project_id uuid)
       JOIN files f ON f.id = r.id AND f.user_id = $1 JOIN projects p ON p.id = r.project_id AND p.user_id = $1
     ON CONFLICT DO NOTHING`,
    [userId, JSON.stringify(rows)],
  );
}
