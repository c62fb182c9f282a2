import type pg from "pg";
import { z } from "zod";
import { type Metric, type MetricPoint, MOST_SOURCES } from "#contract/metrics.ts";
import { uuidV7 } from "#contract/shared/uuid-v7.ts";
import { consumeAttempt } from "../accounts/rate-limit.ts";
import type { Services } from "../base.ts";
import type { Database, Tx } from "../db/client.ts";
import { Failure, notFound } from "../failure.ts";
import { AddressFault } from "../feeds/ask-address.ts";
import { enqueue, type QueuedJob } from "../jobs/job.ts";
import { recordChange } from "../live/record-change.ts";
import { ensureSeries, keepValue } from "./metrics.ts";
import { readSource, type Source } from "./read-source.ts";

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
/** Looks that a person asks for, so that nobody makes this server ask another one without end. */
const BY_HAND = { max: 30, windowMinutes: 10 };

type Asking = Pick<Services, "db" | "egress">;
type Wanted = Source & {
  name: string;
  unit?: string | undefined;
  kind?: Metric["kind"] | undefined;
  everyMinutes: number;
};

const mayAsk = (pool: pg.Pool, userId: string) => consumeAttempt(pool, `metric-sources:${userId}`, BY_HAND);

/** @throws Failure SERVICE_FAILED, in the words of the fault */
const valueNow = (egress: Services["egress"], source: Source): Promise<number> =>
  readSource(egress, source).catch((error: unknown) => {
    throw error instanceof AddressFault ? new Failure("SERVICE_FAILED", error.message) : error;
  });

/** @throws Failure SERVICE_FAILED, QUOTA_EXCEEDED, RATE_LIMITED */
export async function connectSource(
  { db, egress }: Asking,
  userId: string,
  wanted: Wanted,
): Promise<MetricPoint> {
  await mayAsk(db.authPool, userId);
  const value = await valueNow(egress, wanted);
  return db.withUser(userId, async (tx) => {
    const metricId = await ensureSeries(tx, wanted);
    await keepSource(tx, metricId, wanted);
    await lookAgain(tx, metricId, wanted.everyMinutes * MINUTE_MS);
    return keepValue(tx, metricId, { value });
  });
}

async function keepSource(
  tx: Tx,
  metricId: string,
  { address, reads, path, everyMinutes }: Wanted,
): Promise<void> {
  // One at a time, so that none comes in while another counts.
  await tx.query("SELECT pg_advisory_xact_lock(hashtextextended('metrics ' || $1, 0))", [tx.userId]);
  const [kept] = await tx.query(
    `INSERT INTO metric_sources (id, user_id, series_id, address, reads, path, every_minutes, read_at)
     SELECT $1, $2, $3, $4, $5, $6, $7, now()
     WHERE (SELECT count(*) FROM metric_sources WHERE user_id = $2 AND series_id <> $3) < ${MOST_SOURCES}
     ON CONFLICT (series_id) DO UPDATE SET address = excluded.address, reads = excluded.reads, path = excluded.path,
       every_minutes = excluded.every_minutes, read_at = now(), error = NULL, failures = 0
     RETURNING 1`,
    [uuidV7(), tx.userId, metricId, address, reads, path, everyMinutes],
    "keep-metric-source",
  );
  if (!kept)
    throw new Failure(
      "QUOTA_EXCEEDED",
      `You already have ${MOST_SOURCES} addresses that are asked for values. Disconnect one first.`,
    );
}

type SourceRow = Source & {
  address: string;
  every_minutes: number;
  error: string | null;
  failures: number;
};

async function sourceOf(db: Database, userId: string, metricId: string): Promise<SourceRow | undefined> {
  const [row] = await db.queryAs<SourceRow>(
    userId,
    "SELECT address, reads, path, every_minutes, error, failures FROM metric_sources WHERE user_id = $1 AND series_id = $2",
    [userId, metricId],
    "source-of-metric",
  );
  return row;
}

/** @throws Failure NOT_FOUND, SERVICE_FAILED, RATE_LIMITED */
export async function checkSource(
  { db, egress }: Asking,
  userId: string,
  metricId: string,
): Promise<MetricPoint> {
  const source = await sourceOf(db, userId, metricId);
  if (!source) throw notFound();
  await mayAsk(db.authPool, userId);
  const value = await valueNow(egress, source);
  return db.withUser(userId, async (tx) => {
    await keepOutcome(tx, metricId, source, { error: null });
    await lookAgain(tx, metricId, source.every_minutes * MINUTE_MS);
    return keepValue(tx, metricId, { value });
  });
}

/** @throws Failure NOT_FOUND */
export function disconnectSource(db: Database, userId: string, metricId: string): Promise<void> {
  return db.withUser(userId, async (tx) => {
    const [row] = await tx.query(
      "DELETE FROM metric_sources WHERE user_id = $1 AND series_id = $2 RETURNING 1",
      [userId, metricId],
    );
    if (!row) throw notFound();
    await recordChange(tx, { userId, entity: "metric", entityId: metricId, operation: "update" });
  });
}

/** @returns whether it is still there: somebody may have disconnected it while it was asked */
async function keepOutcome(
  tx: Tx,
  metricId: string,
  { address, path }: SourceRow,
  { error }: { error: string | null },
): Promise<boolean> {
  const kept = await tx.query(
    `UPDATE metric_sources SET error = $5, failures = CASE WHEN $5::text IS NULL THEN 0 ELSE failures + 1 END,
       read_at = CASE WHEN $5::text IS NULL THEN now() ELSE read_at END
     WHERE user_id = $1 AND series_id = $2 AND address = $3 AND path = $4 RETURNING 1`,
    [tx.userId, metricId, address, path, error],
    "keep-metric-answer",
  );
  return kept.length > 0;
}

const looks = { name: "poll-metric", data: z.object({ metricId: z.uuid() }) };

/** A little later than asked, each at its own moment: many were connected at the full hour. */
const lookAgain = (tx: Tx, metricId: string, pauseMs: number): Promise<void> =>
  enqueue(
    tx,
    looks,
    { metricId },
    { key: metricId, at: new Date(Date.now() + pauseMs * (1 + Math.random() / 10)) },
  );

/** After each failure in a row twice as long, a day at most. */
const pauseAfter = (everyMinutes: number, failures: number): number =>
  Math.min(
    everyMinutes * MINUTE_MS * 2 ** Math.min(failures, 10),
    Math.max(DAY_MS, everyMinutes * MINUTE_MS),
  );

/** Asks the address of a metric, and leaves the next look in the queue whatever came of this one. */
export const pollMetric: QueuedJob<Pick<Services, "db" | "egress" | "log">, { metricId: string }> = {
  ...looks,
  run: async ({ db, egress, log }, { userId, data: { metricId }, signal }) => {
    const source = await sourceOf(db, userId, metricId);
    if (!source) return;
    const outcome = await look({ egress, log }, source, signal);
    if (signal.aborted) return;
    await db.asJob(userId, "keep what a metric's address answered", async (tx) => {
      if (!(await keepOutcome(tx, metricId, source, { error: outcome.error }))) return;
      if (outcome.error === null) await keepValue(tx, metricId, { value: outcome.value });
      else if (outcome.error !== source.error)
        await recordChange(tx, { userId, entity: "metric", entityId: metricId, operation: "update" });
      await lookAgain(
        tx,
        metricId,
        pauseAfter(source.every_minutes, outcome.error ? source.failures + 1 : 0),
      );
    });
  },
};

type Outcome = { error: null; value: number } | { error: string };

async function look(
  { egress, log }: Pick<Services, "egress" | "log">,
  source: Source,
  signal: AbortSignal,
): Promise<Outcome> {
  try {
    return { error: null, value: await readSource(egress, source, signal) };
  } catch (error) {
    if (error instanceof AddressFault) return { error: error.message };
    log.warn({ err: error }, "a metric's address could not be asked; it is tried again");
    return { error: "It couldn't be read." };
  }
}
