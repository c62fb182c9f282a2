import type { LargeResource, Metric, PerformanceSummary } from "#contract/performance.ts";
import type { Database } from "../db/client.ts";
import { Failure } from "../failure.ts";

export type PageLoad = {
  id: string;
  deviceId?: string | undefined;
  route: string;
  metrics: Partial<Record<Metric, number | undefined>>;
  largeResources: LargeResource[];
};

/** Who opens pages faster than this is a loop; a slow loop must not fill the disk in a month either. */
const LOADS_PER_MINUTE = 60;
const LOADS_PER_DAY = 1000;
const IDS = /[0-9a-f]{8}-[0-9a-f-]{27}/gi;

/**
 * Keeps one page load; the same load again replaces what was known of it before.
 * @throws Failure RATE_LIMITED
 */
export function recordPageLoad(db: Database, userId: string, load: PageLoad): Promise<void> {
  const resources = load.largeResources.map((resource) => ({
    ...resource,
    name: resource.name.split(/[?#]/)[0]!.replace(IDS, "$id"),
  }));
  const values = [load.id, userId, JSON.stringify(load.metrics), JSON.stringify(resources)];
  return db.withUser(userId, async (tx) => {
    const known = await tx.query(
      "UPDATE page_metrics SET metrics = $3, large_resources = $4 WHERE id = $1 AND user_id = $2 RETURNING id",
      values,
    );
    if (known.length > 0) return;
    const [recent] = await tx.query<{ minute: number; day: number }>(
      `SELECT count(*) FILTER (WHERE created_at > now() - interval '1 minute')::int AS minute, count(*)::int AS day
       FROM page_metrics WHERE user_id = $1 AND created_at > now() - interval '1 day'`,
      [userId],
    );
    if (recent!.minute >= LOADS_PER_MINUTE || recent!.day >= LOADS_PER_DAY) throw new Failure("RATE_LIMITED");
    await tx.query(
      `INSERT INTO page_metrics (id, user_id, metrics, large_resources, route, device_id)
       VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT DO NOTHING`,
      [...values, load.route, load.deviceId ?? null],
    );
  });
}

/** $2: a device, or null for all of the user's. */
const KEPT =
  "user_id = $1 AND created_at > now() - interval '30 days' AND ($2::uuid IS NULL OR device_id = $2)";

/** Percentiles of each metric per route, and the largest resources. */
export function summarizePerformance(
  db: Database,
  userId: string,
  deviceId?: string,
): Promise<{
  loads: number;
  devices: number;
  metrics: PerformanceSummary[];
  largeResources: (LargeResource & { count: number })[];
}> {
  return db.withUser(userId, async (tx) => {
    const values = [userId, deviceId ?? null];
    const [[total], metrics, largeResources] = await Promise.all([
      tx.query<{ loads: number; devices: number }>(
        `SELECT count(*) FILTER (WHERE ${KEPT})::int AS loads,
           count(DISTINCT device_id) FILTER (WHERE created_at > now() - interval '30 days')::int AS devices
         FROM page_metrics WHERE user_id = $1`,
        values,
      ),
      tx.query<PerformanceSummary>(
        `SELECT route, key AS metric, count(*)::int AS count,
           percentile_cont(0.5) WITHIN GROUP (ORDER BY value::float8) AS p50,
           percentile_cont(0.75) WITHIN GROUP (ORDER BY value::float8) AS p75,
           percentile_cont(0.95) WITHIN GROUP (ORDER BY value::float8) AS p95
         FROM page_metrics, jsonb_each_text(metrics) WHERE ${KEPT}
         GROUP BY route, key ORDER BY route, key`,
        values,
      ),
      tx.query<LargeResource & { count: number }>(
        `SELECT r.name, max(r.bytes)::float8 AS bytes, max(r.ms)::float8 AS ms, count(*)::int AS count
         FROM page_metrics, jsonb_to_recordset(large_resources) AS r(name text, bytes bigint, ms float8) WHERE ${KEPT}
         GROUP BY r.name ORDER BY max(r.bytes) DESC, r.name LIMIT 20`,
        values,
      ),
    ]);
    return { ...total!, metrics, largeResources };
  });
}

type TrendDay = { day: string; metric: Metric; count: number; p75: number };

/** What three quarters of the loads took at most, by day of UTC. */
export function performanceByDay(
  db: Database,
  userId: string,
  { route, deviceId }: { route?: string | undefined; deviceId?: string | undefined },
): Promise<TrendDay[]> {
  return db.withUser(userId, (tx) =>
    tx.query<TrendDay>(
      `SELECT (created_at AT TIME ZONE 'UTC')::date AS day, key AS metric, count(*)::int AS count,
         percentile_cont(0.75) WITHIN GROUP (ORDER BY value::float8) AS p75
       FROM page_metrics, jsonb_each_text(metrics) WHERE ${KEPT} AND ($3::text IS NULL OR route = $3)
       GROUP BY 1, key ORDER BY 1, key`,
      [userId, deviceId ?? null, route ?? null],
    ),
  );
}
