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

/** The hours of those counts, by the same rule. */
export function importWordHours(
  db: Database,
  userId: string,
  rows: object[],
  importId: string,
): Promise<void> {
  return db.withUser(userId, async (tx) => {
    await tx.query(
      `INSERT INTO word_hours (id, user_id, note_id, day, hour, origin, added, removed, minutes)
       SELECT r.id, $1, n.id, r.day, r.hour, r.origin, ${bounded("r.added")}, ${bounded("r.removed")}, r.minutes::bit(60)
       FROM jsonb_to_recordset($2::jsonb) AS r (id uuid, note_id uuid, day date, hour int, origin text, added bigint, removed bigint, minutes text)
       LEFT JOIN notes_v2 n ON n.id = r.note_id AND n.user_id = $1
       WHERE r.id IS NOT NULL AND r.day BETWEEN '1970-01-01' AND current_date + 1 AND r.hour BETWEEN 0 AND 23 AND r.origin = ANY ($3::text[])
         AND r.added IS NOT NULL AND r.removed IS NOT NULL AND r.minutes ~ '^[01]{60}$'
         AND NOT EXISTS (SELECT FROM word_hours h WHERE h.user_id = $1 AND h.day = r.day AND h.hour = r.hour AND h.origin = r.origin
           AND h.added = r.added AND h.removed = r.removed AND h.minutes = r.minutes::bit(60) AND NOT EXISTS (
             SELECT FROM imports i WHERE i.id = $4 AND i.settings_before->'wordHours' ? h.id::text))
       ON CONFLICT DO NOTHING`,
      [userId, JSON.stringify(rows), WORD_ORIGINS, importId],
    );
  });
}

const bounded = (column: string): string => `least(greatest(${column}, -1000000000), 1000000000)`;

export async function removeImportedWordHours(tx: Tx, ids: string[]): Promise<void> {
  await tx.query("DELETE FROM word_hours WHERE user_id = $2 AND id = ANY ($1::uuid[])", [ids, tx.userId]);
}
