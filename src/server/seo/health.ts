import { HEALTH_DAYS } from "#contract/seo.ts";
import { clockOfUser } from "../db/account-clock.ts";
import type { Database } from "../db/client.ts";
import { recordChange } from "../live/record-change.ts";

type Checked = { noteId: string; health: number };

/** Keeps today's health of published notes of one's own, and forgets that of more than 90 days ago. */
export function recordHealth(db: Database, userId: string, checked: Checked[]): Promise<void> {
  return db.withUser(userId, async (tx) => {
    const { today } = await clockOfUser(tx);
    const changed = await tx.query<{ note_id: string }>(
      `INSERT INTO note_health AS h (note_id, user_id, day, health)
       SELECT DISTINCT ON (n.id) n.id, $1, $3::date, c.health
         FROM jsonb_to_recordset($2::jsonb) AS c ("noteId" uuid, health smallint)
         JOIN notes_v2 n ON n.id = c."noteId" AND n.user_id = $1 AND n.trashed_at IS NULL
         JOIN note_publications p ON p.note_id = n.id
       ON CONFLICT (note_id, day) DO UPDATE SET health = excluded.health WHERE h.health <> excluded.health
       RETURNING h.note_id`,
      [userId, JSON.stringify(checked), today],
    );
    if (changed.length === 0) return;
    await tx.query("DELETE FROM note_health WHERE user_id = $1 AND day <= $2::date - $3::integer", [
      userId,
      today,
      HEALTH_DAYS,
    ]);
    await recordChange(tx, { userId, entity: "seo", entityId: changed[0]!.note_id, operation: "update" });
  });
}
