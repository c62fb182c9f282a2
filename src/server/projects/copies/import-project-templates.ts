import type { ProjectContent } from "#contract/projects.ts";
import type { Database, Tx } from "../../db/client.ts";

const isList = (value: unknown) => Array.isArray(value);

/** What makes no project is passed over. */
function isContent(value: unknown): value is ProjectContent {
  const given = value as Partial<ProjectContent> | null;
  return given?.version === 1 && isList(given.folders) && isList(given.notes) && isList(given.tasks);
}

export async function importProjectTemplates(db: Database, userId: string, rows: object[]): Promise<void> {
  const given = rows.filter((row) => "content" in row && isContent(row.content));
  await db.queryAs(
    userId,
    `INSERT INTO project_templates (id, user_id, name, content, created_at, updated_at)
     SELECT r.id, $1, left(r.name, 200), r.content, coalesce(r.created_at, now()), coalesce(r.updated_at, now())
     FROM jsonb_to_recordset($2::jsonb) AS r (id uuid, name text, content jsonb, created_at timestamptz, updated_at timestamptz)
     WHERE r.id IS NOT NULL AND r.name <> '' AND length(r.content::text) < 8000000 ON CONFLICT DO NOTHING`,
    [userId, JSON.stringify(given)],
  );
}

/** Removes those that nobody changed since that moment: they have no trash. */
export async function removeUntouchedProjectTemplates(tx: Tx, ids: string[], since: string): Promise<void> {
  await tx.query(
    "DELETE FROM project_templates WHERE user_id = $2 AND id = ANY ($1::uuid[]) AND updated_at <= $3::timestamptz",
    [ids, tx.userId, since],
  );
}
