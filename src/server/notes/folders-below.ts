import type { Database } from "../db/client.ts";

/** The folders of these names or ids, or of projects with these titles, and what lies inside them: one's own, and those that others share. */
export async function foldersBelow(
  db: Database,
  userId: string,
  { names = [], ids = [], projects = [] }: { names?: string[]; ids?: string[]; projects?: string[] },
): Promise<string[]> {
  const rows = await db.queryAs<{ id: string }>(
    userId,
    `WITH RECURSIVE shown AS MATERIALIZED (
         SELECT id, name, parent_folder_id AS parent_id FROM folders WHERE user_id = $1 AND trashed_at IS NULL
         UNION ALL SELECT folder_id, name, parent_id FROM folders_shared_with_me()
       ), wanted AS (
         SELECT id FROM shown WHERE lower(name) = ANY ($2::text[]) OR id = ANY ($3::uuid[])
           OR id IN (SELECT p.folder_id FROM projects p WHERE p.user_id = $1 AND lower(p.title) = ANY ($4::text[]))
           OR id IN (SELECT s.folder_id FROM shared_projects_named($4) s)
         UNION SELECT f.id FROM shown f JOIN wanted ON f.parent_id = wanted.id
       ) SELECT id FROM wanted`,
    [userId, names, ids, projects],
    "folders-below",
  );
  return rows.map(({ id }) => id);
}
