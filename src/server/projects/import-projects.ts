import { PROJECT_COLORS, PROJECT_STATUSES } from "#contract/projects.ts";
import type { Database, Tx } from "../db/client.ts";
import { recordChange } from "../live/record-change.ts";

/** Projects of an export of ours; their folders and notes are there by now, or were left out. */
export function importProjects(db: Database, userId: string, rows: object[]): Promise<void> {
  return db.withUser(userId, async (tx) => {
    const [first] = await tx.query<{ id: string }>(
      `INSERT INTO projects (id, user_id, title, description, status, color, due_date, folder_id, note_id, completed_at, created_at, updated_at)
       SELECT r.id, $1, left(r.title, 200), left(coalesce(r.description, ''), 10000),
         CASE WHEN r.status = ANY ($3) THEN r.status ELSE 'active' END, CASE WHEN r.color = ANY ($4) THEN r.color ELSE 'gray' END, r.due_date,
         (SELECT f.id FROM folders f WHERE f.id = r.folder_id AND f.user_id = $1), (SELECT n.id FROM notes_v2 n WHERE n.id = r.note_id AND n.user_id = $1),
         CASE WHEN r.status = 'completed' THEN coalesce(r.completed_at, now()) END, coalesce(r.created_at, now()), coalesce(r.updated_at, now())
       FROM jsonb_to_recordset($2::jsonb) AS r (id uuid, title text, description text, status text, color text, due_date date, folder_id uuid,
         note_id uuid, completed_at timestamptz, created_at timestamptz, updated_at timestamptz)
       WHERE r.id IS NOT NULL AND r.title <> '' ON CONFLICT (id) DO NOTHING RETURNING id`,
      [userId, JSON.stringify(rows), PROJECT_STATUSES, PROJECT_COLORS],
    );
    if (first) await recordChange(tx, { userId, entity: "project", entityId: first.id, operation: "insert" });
  });
}

/** Removes those that nobody changed since that moment: projects have no trash. */
export async function removeUntouchedProjects(tx: Tx, ids: string[], since: string): Promise<void> {
  await tx.query(
    "DELETE FROM projects WHERE user_id = $2 AND id = ANY ($1::uuid[]) AND updated_at <= $3::timestamptz",
    [ids, tx.userId, since],
  );
}
