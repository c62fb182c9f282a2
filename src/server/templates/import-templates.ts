import type { Database, Tx } from "../db/client.ts";

export async function importTemplates(db: Database, userId: string, rows: object[]): Promise<void> {
  await db.queryAs(
    userId,
    `INSERT INTO note_templates (id, user_id, name, text, created_at, updated_at)
     SELECT r.id, $1, left(r.name, 200), left(coalesce(r.text, ''), 500000), coalesce(r.created_at, now()), coalesce(r.updated_at, now())
     FROM jsonb_to_recordset($2::jsonb) AS r (id uuid, name text, text text, created_at timestamptz, updated_at timestamptz)
     WHERE r.id IS NOT NULL AND r.name <> '' ON CONFLICT DO NOTHING`,
    [userId, JSON.stringify(rows)],
  );
}

/** Removes those that nobody changed since that moment: templates have no trash. */
export async function removeUntouchedTemplates(tx: Tx, ids: string[], since: string): Promise<void> {
  await tx.query(
    "DELETE FROM note_templates WHERE user_id = $2 AND id = ANY ($1::uuid[]) AND updated_at <= $3::timestamptz",
    [ids, tx.userId, since],
  );
}
