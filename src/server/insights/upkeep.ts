import type { Upkeep, UpkeepNote } from "#contract/analytics.ts";
import type { Database } from "../db/client.ts";
import type { Period } from "./period.ts";

const MOST_NOTES = 100;
const STALE_AFTER = "180 days";

type Row = {
  id: string;
  title: string;
  updated_at: Date;
  word_count: number;
  added: number;
  removed: number;
  lost: string[];
  total: number;
};

/** Own notes that somebody may want to look at: how many, and the first of them. */
export async function listUpkeep(
  db: Database,
  userId: string,
  { from, to, which }: Period & { which: Upkeep },
): Promise<{ total: number; notes: UpkeepNote[] }> {
  const values = which === "rewritten" ? [userId, from, to] : [userId];
  const rows = await db.queryAs<Row>(userId, LISTS[which], values, `insights-${which}`);
  const notes = rows.map((row) => ({
    noteId: row.id,
    title: row.title,
    updatedAt: row.updated_at.toISOString(),
    words: row.word_count,
    added: row.added,
    removed: row.removed,
    lost: row.lost,
  }));
  return { total: rows[0]?.total ?? 0, notes };
}

const OWN = "FROM notes_v2 n WHERE n.user_id = $1 AND n.trashed_at IS NULL";
const PLAIN =
  "n.id, n.title, n.updated_at, n.word_count, 0 AS added, 0 AS removed, '{}'::text[] AS lost, count(*) OVER ()::int AS total";
const OLDEST = `ORDER BY n.updated_at, n.id LIMIT ${MOST_NOTES}`;

/**
 * What a link can lead to: own notes and those that are shared with this person, each read once and by its index. A policy of the table alone would
 * ask it of every note of the database.
 */
const TARGETS = `own AS MATERIALIZED (
      SELECT n.id, n.updated_at, lower(trim(n.title)) AS name ${OWN}
    ), shared AS MATERIALIZED (
      SELECT n.id, lower(trim(n.title)) AS name FROM note_access a JOIN notes_v2 n ON n.id = a.note_id WHERE a.user_id = $1 AND n.trashed_at IS NULL
    )`;
const LOST = `SELECT l.note_id, l.kind, l.target FROM note_links l WHERE l.user_id = $1 AND l.kind = 'title'
        AND NOT EXISTS (SELECT FROM own t WHERE t.name = l.target) AND NOT EXISTS (SELECT FROM shared t WHERE t.name = l.target)
      UNION ALL SELECT l.note_id, l.kind, l.target FROM note_links l WHERE l.user_id = $1 AND l.kind = 'note'
        AND NOT EXISTS (SELECT FROM own t WHERE t.id::text = l.target) AND NOT EXISTS (SELECT FROM shared t WHERE t.id::text = l.target)`;
const IS_ID = "l.kind = 'note' AND l.target ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$'";

const LISTS: Record<Upkeep, string> = {
  stale: `SELECT ${PLAIN} ${OWN} AND n.updated_at < now() - interval '${STALE_AFTER}' ${OLDEST}`,
  // Neither a link to another note nor one from another leads anywhere.
  orphans: `SELECT ${PLAIN} ${OWN}
      AND NOT EXISTS (SELECT FROM note_links l WHERE l.user_id = $1 AND l.note_id = n.id AND l.kind IN ('note', 'title') AND l.target <> n.id::text)
      AND NOT EXISTS (SELECT FROM note_links l WHERE l.user_id = $1 AND l.kind = 'note' AND l.target = n.id::text AND l.note_id <> n.id)
      AND NOT EXISTS (SELECT FROM note_links l WHERE l.user_id = $1 AND l.kind = 'title' AND l.target = lower(trim(n.title)) AND l.note_id <> n.id)
    ${OLDEST}`,
  // Links to a note in the trash are lost, too: it is called by its title, one that is gone by nothing. Names are looked up for the first alone.
  "lost-links": `WITH ${TARGETS}, lost AS MATERIALIZED (
      ${LOST}
    ), first AS MATERIALIZED (
      SELECT n.id, n.updated_at, count(*) OVER ()::int AS total FROM own n WHERE n.id IN (SELECT note_id FROM lost) ${OLDEST}
    ), named AS (
      SELECT l.note_id, (array_agg(DISTINCT CASE WHEN l.kind = 'title' THEN l.target ELSE coalesce(t.title, '') END))[1:5] AS lost
      FROM first f JOIN lost l ON l.note_id = f.id
      LEFT JOIN LATERAL (SELECT title FROM notes_v2 WHERE id = CASE WHEN ${IS_ID} THEN l.target::uuid END OFFSET 0) t ON true GROUP BY l.note_id
    )
    SELECT n.id, n.title, n.updated_at, n.word_count, 0 AS added, 0 AS removed, d.lost, f.total
    FROM first f JOIN named d ON d.note_id = f.id JOIN notes_v2 n ON n.id = f.id ${OLDEST}`,
  rewritten: `WITH counted AS (
      SELECT note_id, sum(added) AS added, sum(removed) AS removed FROM word_days WHERE user_id = $1 AND day BETWEEN $2::date AND $3::date AND note_id IS NOT NULL
      GROUP BY note_id HAVING sum(removed) > 0
    )
    SELECT n.id, n.title, n.updated_at, n.word_count, least(c.added, 2000000000)::int AS added, least(c.removed, 2000000000)::int AS removed,
      '{}'::text[] AS lost, count(*) OVER ()::int AS total
    FROM counted c JOIN notes_v2 n ON n.id = c.note_id AND n.trashed_at IS NULL ORDER BY c.removed DESC, n.id LIMIT ${MOST_NOTES}`,
};
