import type pg from "pg";
import {
  type Metric,
  type MetricPoint,
  type MetricSource,
  MOST_A_MINUTE,
  MOST_METRICS,
  MOST_POINTS,
} from "#contract/metrics.ts";
import { uuidV7 } from "#contract/shared/uuid-v7.ts";
import { consumeAttempt } from "../accounts/rate-limit.ts";
import { logActivity, quoted } from "../activity/log-activity.ts";
import type { Database, Tx } from "../db/client.ts";
import { Failure, notFound } from "../failure.ts";
import { recordChange } from "../live/record-change.ts";

type NewValue = {
  name: string;
  value: number;
  at?: string | undefined;
  unit?: string | undefined;
  kind?: Metric["kind"] | undefined;
};

/** Refused by the account, so that one sender that floods is nobody else's trouble. @throws Failure RATE_LIMITED */
export const countValue = (pool: pg.Pool, userId: string): Promise<void> =>
  consumeAttempt(pool, `metrics:${userId}`, { max: MOST_A_MINUTE, windowMinutes: 1 });

/** Keeps a value; the first one of a name makes its metric. @throws Failure QUOTA_EXCEEDED */
export function recordValue(db: Database, userId: string, given: NewValue): Promise<MetricPoint> {
  return db.withUser(userId, async (tx) => keepValue(tx, await ensureSeries(tx, given), given));
}

/** To the millisecond, as every answer names it: a finer one that a program sends could be neither changed nor deleted. */
const momentOf = (at: string | undefined): string => (at ? new Date(at) : new Date()).toISOString();

/** A value of a metric that is there; one of the same moment gives way, whoever brought it. */
export async function keepValue(
  tx: Tx,
  metricId: string,
  { value, at: given }: { value: number; at?: string | undefined },
): Promise<MetricPoint> {
  const { userId } = tx;
  const at = momentOf(given);
  await tx.query(
    `INSERT INTO metric_points (id, user_id, series_id, at, value) VALUES ($1, $2, $3, $4::timestamptz, $5)
     ON CONFLICT (series_id, at) DO UPDATE SET value = excluded.value, import_id = NULL`,
    [uuidV7(), userId, metricId, at, value],
    "record-metric-value",
  );
  await keepNewest(tx, [metricId]);
  await recordChange(tx, { userId, entity: "metric", entityId: metricId, operation: "update" });
  return { metricId, at, value };
}

/** The id of the metric of this name, made where there is none. @throws Failure QUOTA_EXCEEDED */
export async function ensureSeries(
  tx: Tx,
  { name, unit = "", kind = "gauge" }: Omit<NewValue, "value">,
): Promise<string> {
  const { userId } = tx;
  const find = () =>
    tx.query<{ id: string }>(
      "SELECT id FROM metric_series WHERE user_id = $1 AND lower(name) = lower($2)",
      [userId, name],
      "metric-of-name",
    );
  const [known] = await find();
  if (known) return known.id;
  // One at a time, so that none comes in while another counts.
  await tx.query("SELECT pg_advisory_xact_lock(hashtextextended('metrics ' || $1, 0))", [userId]);
  const [meanwhile] = await find();
  if (meanwhile) return meanwhile.id;
  const [made] = await tx.query<{ id: string }>(
    `INSERT INTO metric_series (id, user_id, name, unit, kind)
     SELECT $1, $2, $3, $4, $5 WHERE (SELECT count(*) FROM metric_series WHERE user_id = $2) < ${MOST_METRICS}
     RETURNING id`,
    [uuidV7(), userId, name, unit, kind],
  );
  if (!made)
    throw new Failure("QUOTA_EXCEEDED", `You already have ${MOST_METRICS} metrics. Delete one first.`);
  await logActivity(tx, { type: "metric_created", title: `Added the metric ${quoted(name)}` });
  return made.id;
}

/** The oldest values of a full metric make room. */
export async function keepNewest(tx: Tx, seriesIds: string[]): Promise<void> {
  await tx.query(
    `WITH full_one AS MATERIALIZED (
       SELECT s.id, (
         SELECT n.at FROM metric_points n WHERE n.series_id = s.id ORDER BY n.at DESC OFFSET ${MOST_POINTS} - 1 LIMIT 1
       ) AS oldest FROM unnest($2::uuid[]) AS s(id))
     DELETE FROM metric_points p USING full_one f WHERE p.user_id = $1 AND p.series_id = f.id AND p.at < f.oldest`,
    [tx.userId, seriesIds],
    "keep-newest-metric-values",
  );
}

type MetricRow = {
  id: string;
  name: string;
  unit: string;
  kind: Metric["kind"];
  current: number | null;
  previous: number | null;
  last_at: Date | null;
  created_at: Date;
  source: MetricSource | null;
};

/** Of each the latest value and the one so many days ago, or the sums of the two spans. */
const LIST = `SELECT s.id, s.name, s.unit, s.kind, s.created_at, latest.at AS last_at,
    CASE WHEN s.kind = 'gauge' THEN latest.value ELSE sums.now END AS current,
    CASE WHEN s.kind = 'gauge' THEN earlier.value ELSE sums.before END AS previous,
    CASE WHEN a.id IS NOT NULL THEN jsonb_build_object('address', a.address, 'reads', a.reads, 'path', a.path,
      'everyMinutes', a.every_minutes, 'readAt', a.read_at, 'error', a.error) END AS source
  FROM metric_series s
  LEFT JOIN metric_sources a ON a.series_id = s.id
  LEFT JOIN LATERAL (SELECT at, value FROM metric_points p WHERE p.series_id = s.id ORDER BY at DESC LIMIT 1) latest ON true
  LEFT JOIN LATERAL (
    SELECT value FROM metric_points p WHERE p.series_id = s.id AND p.at <= now() - make_interval(days => $2)
    ORDER BY at DESC LIMIT 1
  ) earlier ON s.kind = 'gauge'
  LEFT JOIN LATERAL (
    SELECT sum(value) FILTER (WHERE p.at > now() - make_interval(days => $2)) AS now,
      sum(value) FILTER (WHERE p.at <= now() - make_interval(days => $2)) AS before
    FROM metric_points p WHERE p.series_id = s.id AND p.at > now() - make_interval(days => 2 * $2)
  ) sums ON s.kind = 'count'
  WHERE s.user_id = $1 ORDER BY lower(s.name), s.id`;

export async function listMetrics(db: Database, userId: string, days: number): Promise<Metric[]> {
  const rows = await db.queryAs<MetricRow>(userId, LIST, [userId, days], "list-metrics");
  return rows.map(({ last_at, created_at, source, ...row }) => ({
    ...row,
    // The moment as the contract writes it, which PostgreSQL's JSON does not.
    source: source && { ...source, readAt: source.readAt && new Date(source.readAt).toISOString() },
    lastAt: last_at?.toISOString() ?? null,
    createdAt: created_at.toISOString(),
  }));
}

async function assertOwn(db: Database, userId: string, metricId: string): Promise<void> {
  const [series] = await db.queryAs(
    userId,
    "SELECT 1 FROM metric_series WHERE id = $2 AND user_id = $1",
    [userId, metricId],
    "own-metric",
  );
  if (!series) throw notFound();
}

/** @throws Failure NOT_FOUND */
export async function historyOf(
  db: Database,
  userId: string,
  { metricId, days }: { metricId: string; days: number },
): Promise<{ date: string; value: number }[]> {
  await assertOwn(db, userId, metricId);
  return db.queryAs(
    userId,
    `SELECT to_char(p.at AT TIME ZONE 'UTC', 'YYYY-MM-DD') AS date,
       CASE WHEN s.kind = 'count' THEN sum(p.value) ELSE (array_agg(p.value ORDER BY p.at DESC))[1] END AS value
     FROM metric_points p JOIN metric_series s ON s.id = p.series_id
     WHERE p.user_id = $1 AND p.series_id = $2 AND p.at > now() - make_interval(days => $3)
     GROUP BY date, s.kind ORDER BY date`,
    [userId, metricId, days],
    "history-of-metric",
  );
}

/** Newest first. @throws Failure NOT_FOUND */
export async function pointsOf(
  db: Database,
  userId: string,
  { metricId, limit }: { metricId: string; limit: number },
): Promise<{ at: string; value: number }[]> {
  await assertOwn(db, userId, metricId);
  const rows = await db.queryAs<{ at: Date; value: number }>(
    userId,
    "SELECT at, value FROM metric_points WHERE user_id = $1 AND series_id = $2 ORDER BY at DESC LIMIT $3",
    [userId, metricId, limit],
    "newest-metric-values",
  );
  return rows.map(({ at, value }) => ({ at: at.toISOString(), value }));
}

type MetricChange = {
  name?: string | undefined;
  unit?: string | undefined;
  kind?: Metric["kind"] | undefined;
};

/** @throws Failure NOT_FOUND, CONFLICT for the name of another metric */
export function updateMetric(
  db: Database,
  userId: string,
  metricId: string,
  { name, unit, kind }: MetricChange,
): Promise<void> {
  return db.withUser(userId, async (tx) => {
    const [taken] = await tx.query(
      "SELECT 1 FROM metric_series WHERE user_id = $1 AND id <> $2 AND lower(name) = lower($3)",
      [userId, metricId, name ?? null],
    );
    if (taken) throw new Failure("CONFLICT", "You already have a metric with this name.");
    const [row] = await tx.query(
      `UPDATE metric_series SET name = coalesce($3, name), unit = coalesce($4, unit), kind = coalesce($5, kind)
       WHERE id = $2 AND user_id = $1 RETURNING 1`,
      [userId, metricId, name ?? null, unit ?? null, kind ?? null],
    );
    if (!row) throw notFound();
    await recordChange(tx, { userId, entity: "metric", entityId: metricId, operation: "update" });
  });
}

/** @throws Failure NOT_FOUND */
export function removePoint(db: Database, userId: string, metricId: string, at: string): Promise<void> {
  return db.withUser(userId, async (tx) => {
    const [row] = await tx.query(
      "DELETE FROM metric_points WHERE user_id = $1 AND series_id = $2 AND at = $3::timestamptz RETURNING 1",
      [userId, metricId, at],
    );
    if (!row) throw notFound();
    await recordChange(tx, { userId, entity: "metric", entityId: metricId, operation: "update" });
  });
}

/** @throws Failure NOT_FOUND */
export function removeMetric(db: Database, userId: string, metricId: string): Promise<void> {
  return db.withUser(userId, async (tx) => {
    const [gone] = await tx.query<{ name: string }>(
      "DELETE FROM metric_series WHERE id = $2 AND user_id = $1 RETURNING name",
      [userId, metricId],
    );
    if (!gone) throw notFound();
    await recordChange(tx, { userId, entity: "metric", entityId: metricId, operation: "delete" });
    await logActivity(tx, { type: "metric_deleted", title: `Deleted the metric ${quoted(gone.name)}` });
  });
}
