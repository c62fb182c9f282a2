import { INSTRUCTION_MAX, MOST_ACTIONS } from "#contract/shared/assistant-choices.ts";
import type { Database, Tx } from "../../db/client.ts";

/** As many as the account may have, those of the export first made. */
export async function importActions(db: Database, userId: string, rows: object[]): Promise<void> {
  await db.queryAs(
    userId,
    `INSERT INTO assistant_actions (id, user_id, name, instruction, outcome, created_at, updated_at)
     SELECT r.id, $1, left(r.name, 100), left(r.instruction, ${INSTRUCTION_MAX}),
            CASE WHEN r.outcome = 'read' THEN 'read' ELSE 'replace' END, coalesce(r.created_at, now()), coalesce(r.updated_at, now())
     FROM jsonb_to_recordset($2::jsonb) AS r (id uuid, name text, instruction text, outcome text, created_at timestamptz, updated_at timestamptz)
     WHERE r.id IS NOT NULL AND r.name <> '' AND r.instruction <> '' ORDER BY r.created_at, r.id
     LIMIT greatest(0, ${MOST_ACTIONS} - (SELECT count(*) FROM assistant_actions WHERE user_id = $1)) ON CONFLICT DO NOTHING`,
    [userId, JSON.stringify(rows)],
  );
}

/** Removes those that nobody changed since that moment: actions have no trash. */
export async function removeUntouchedActions(tx: Tx, ids: string[], since: string): Promise<void> {
  await tx.query(
    "DELETE FROM assistant_actions WHERE user_id = $2 AND id = ANY ($1::uuid[]) AND updated_at <= $3::timestamptz",
    [ids, tx.userId, since],
  );
}
