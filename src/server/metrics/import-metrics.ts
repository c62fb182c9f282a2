import { MOST_METRICS } from "#contract/metrics.ts";
import type { Database, Tx } from "../db/client.ts";
import { keepNewest } from "./metrics.ts";

/** One of a name that is there already stays as it is; then the values of the other one have no place. */
export async function importMetrics(db: Database, userId: string, rows: object[]): Promise<void> {
  await db.queryAs(
    userId,
    `INSERT INTO metric_series (id, user_id, name, unit, kind, created_at)
     SELECT r.id, $1, left(r.name, 100), left(coalesce(r.unit, ''), 20), CASE r.kind WHEN 'count' THEN 'count' ELSE 'gauge' END,
       coalesce(r.created_at, now())
     FROM jsonb_to_recordset($2::jsonb) AS r (id uuid, name text, unit text, kind text, created_at timestamptz)
     WHERE r.id IS NOT NULL AND r.name <> ''
     LIMIT greatest(0, ${MOST_METRICS} - (SELECT count(*) FROM metric_series WHERE user_id = $1)) ON CONFLICT DO NOTHING`,
    [userId, JSON.stringify(rows)],
  );
}

export async function importPoints(
  db: Database,
  userId: string,
  rows: object[],
  importId: string,
): Promise<void> {
  await db.withUser(userId, async (tx) => {
    const made = await tx.query<{ series_id: string }>(
      `INSERT INTO metric_points (id, user_id, series_id, at, value, import_id)
       SELECT r.id, $1, s.id, date_trunc('milliseconds', r.at), r.value, $3
       FROM jsonb_to_recordset($2::jsonb) AS r (id uuid, series_id uuid, at timestamptz, value double precision)
       JOIN metric_series s ON s.id = r.series_id AND s.user_id = $1
       WHERE r.id IS NOT NULL AND r.at IS NOT NULL AND abs(r.value) <= 1e15 ON CONFLICT DO NOTHING RETURNING series_id`,
      [userId, JSON.stringify(rows), importId],
    );
    await keepNewest(tx, [...new Set(made.map(({ series_id: id }) => id))]);
  });
}

/**
 * Takes the values of this import back wherever they are, and of the metrics that it made those that have nothing else: one's own values,
 * of whatever moment, and an address that is asked keep theirs.
 */
export async function removeUntouchedMetrics(
  tx: Tx,
  ids: string[],
  _since: string,
  importId: string,
): Promise<void> {
  await tx.query("DELETE FROM metric_points WHERE user_id = $1 AND import_id = $2", [tx.userId, importId]);
  await tx.query(
    `DELETE FROM metric_series s WHERE s.user_id = $2 AND s.id = ANY ($1::uuid[])
     AND NOT EXISTS (SELECT FROM metric_points p WHERE p.series_id = s.id)
     AND NOT EXISTS (SELECT FROM metric_sources a WHERE a.series_id = s.id)`,
    [ids, tx.userId],
  );
}
