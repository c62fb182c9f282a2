import { HEALTH_DAYS } from "#contract/seo.ts";
import { clockOfUser } from "../db/account-clock.ts";
import type { Database, Tx } from "../db/client.ts";
import { recordChange } from "../live/record-change.ts";
import { IS_PUBLISHED } from "./seo.ts";

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
    await tellChanged(tx, today, changed);
  });
}

/** What the server itself read: until something changes, that is carried on. */
export function keepChecked(
  db: Database,
  userId: string,
  { noteId, health, today, checkedAt }: Checked & { today: string; checkedAt: Date },
): Promise<void> {
  return db.withUser(userId, async (tx) => {
    const changed = await tx.query<{ note_id: string }>(
      `INSERT INTO note_health (note_id, user_id, day, health, checked_at)
       SELECT p.note_id, $1, $3::date, $4, $5 FROM note_publications p JOIN notes_v2 n ON n.id = p.note_id
       WHERE p.note_id = $2 AND n.user_id = $1
       ON CONFLICT (note_id, day) DO UPDATE SET health = excluded.health, checked_at = excluded.checked_at
       RETURNING note_id`,
      [userId, noteId, today, health, checkedAt],
      "keep-page-health",
    );
    await tellChanged(tx, today, changed);
  });
}

async function tellChanged(tx: Tx, today: string, changed: { note_id: string }[]): Promise<void> {
  const { userId } = tx;
  if (changed.length === 0) return;
  await tx.query("DELETE FROM note_health WHERE user_id = $1 AND day <= $2::date - $3::integer", [
    userId,
    today,
    HEALTH_DAYS,
  ]);
  await recordChange(tx, { userId, entity: "seo", entityId: changed[0]!.note_id, operation: "update" });
}

/** What other notes say counts as well: after so long a page is read again though nothing of its own changed. */
const READ_AGAIN = "7 days";

/** Pages that lack the health of day $2; `isChanged` since the server last read them. */
const LACKING = `FROM note_publications p JOIN notes_v2 n ON n.id = p.note_id AND n.user_id = $1 AND n.trashed_at IS NULL
    LEFT JOIN note_seo s ON s.note_id = p.note_id
    LEFT JOIN LATERAL (SELECT max(h.checked_at) AS checked_at FROM note_health h WHERE h.note_id = p.note_id) c ON true
  WHERE p.user_id = $1 AND ${IS_PUBLISHED} AND NOT EXISTS (SELECT FROM note_health h WHERE h.note_id = p.note_id AND h.day = $2::date)`;
const IS_CHANGED = `(c.checked_at IS NULL OR c.checked_at < now() - interval '${READ_AGAIN}'
    OR c.checked_at <= greatest(n.updated_at, p.updated_at, coalesce(s.updated_at, '-infinity')))`;

/** Pages that nobody changed are as healthy as they were. */
export function carryHealth(db: Database, userId: string, today: string): Promise<void> {
  return db.withUser(userId, async (tx) => {
    const carried = await tx.query<{ note_id: string }>(
      `INSERT INTO note_health (note_id, user_id, day, health)
       SELECT p.note_id, $1, $2::date,
         (SELECT l.health FROM note_health l WHERE l.note_id = p.note_id ORDER BY l.day DESC LIMIT 1) ${LACKING} AND NOT ${IS_CHANGED}
       ON CONFLICT DO NOTHING RETURNING note_id`,
      [userId, today],
      "carry-page-health",
    );
    await tellChanged(tx, today, carried);
  });
}

/** Those that are to be read again, who waited longest first. */
export async function pagesToCheck(
  db: Database,
  userId: string,
  { today, skipped, most }: { today: string; skipped: string[]; most: number },
): Promise<string[]> {
  const rows = await db.queryAs<{ note_id: string }>(
    userId,
    `SELECT p.note_id ${LACKING} AND ${IS_CHANGED} AND p.note_id <> ALL ($3::uuid[])
     ORDER BY c.checked_at NULLS FIRST, p.note_id LIMIT $4`,
    [userId, today, skipped, most],
    "pages-to-check",
  );
  return rows.map(({ note_id: noteId }) => noteId);
}
