import { WORD_ORIGINS } from "#contract/shared/word-origins.ts";
import type { Database, Tx } from "../db/client.ts";
import { recordChange } from "../live/record-change.ts";

/**
 * Counts of an export, each on the day it was written. What this account has counted already, by note, day and origin or under the same
 * figures, is the same writing: an export that comes back into its own account counts nothing twice. Rows of this very import do not
 * stand in each other's way.
 */
export function importWords(db: Database, userId: string, rows: object[], importId: string): Promise<void> {
  return db.withUser(userId, async (tx) => {
    const added = await tx.query<{ id: string }>(
      `INSERT INTO word_days (id, user_id, note_id, day, origin, added, removed)
       SELECT r.id, $1, n.id, r.day, r.origin, least(greatest(r.added, 0), 1000000000), least(greatest(r.removed, 0), 1000000000)
       FROM jsonb_to_recordset($2::jsonb) AS r (id uuid, note_id uuid, day date, origin text, added bigint, removed bigint)
       LEFT JOIN notes_v2 n ON n.id = r.note_id AND n.user_id = $1
       WHERE r.id IS NOT NULL AND r.day BETWEEN '1970-01-01' AND current_date + 1 AND r.origin = ANY ($3::text[])
         AND r.added IS NOT NULL AND r.removed IS NOT NULL
         AND NOT EXISTS (SELECT FROM word_days d WHERE d.user_id = $1 AND d.day = r.day AND d.origin = r.origin
           AND d.added = r.added AND d.removed = r.removed AND NOT EXISTS (
             SELECT FROM imports i WHERE i.id = $4 AND i.settings_before->'words' ? d.id::text))
       ON CONFLICT DO NOTHING RETURNING id`,
      [userId, JSON.stringify(rows), WORD_ORIGINS, importId],
    );
    if (added.length > 0)
      await recordChange(tx, { userId, entity: "words", entityId: userId, operation: "insert" });
  });
}

export async function removeImportedWords(tx: Tx, ids: string[]): Promise<void> {
  await tx.query("DELETE FROM word_days WHERE user_id = $2 AND id = ANY ($1::uuid[])", [ids, tx.userId]);
}
