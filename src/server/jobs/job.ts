import type { z } from "zod";
import { uuidV7 } from "#contract/shared/uuid-v7.ts";
import type { Database, Tx } from "../db/client.ts";
import { Failure } from "../failure.ts";
import type { Logger } from "../platform/log.ts";
import type { Monitor } from "../platform/monitor/monitor.ts";

/** Of one user, at any time: a loop that enqueues itself twice stays harmless. */
const MOST_WAITING = 10_000;

/** What running jobs takes, whatever they need themselves. */
export type JobServices = { db: Database; log: Logger; monitor?: Pick<Monitor, "fault" | "job"> };

/** Work that waits in the database, of one user. */
export type QueuedJob<Services, Data> = {
  /** Of the queue, for ever: jobs that wait carry it. */
  name: string;
  /** Read again when the job runs, for another version may have written it. */
  data: z.ZodType<Data>;
  run(services: Services, job: RunningJob<Data>): Promise<void>;
  /** It may take minutes: such jobs have places of their own, so that none that is short waits for them. */
  isLong?: true;
  /** How often it is tried in all before it is given up: 10 unless said otherwise, which takes an hour and a half. */
  tries?: number;
};

/** Work of the whole installation, repeated by one node of all. */
export type ScheduledJob<Services> = {
  name: string;
  /** After it last succeeded, on whatever node. What has a time of day looks every minute whether that has come. */
  everyMs: number;
  /** Not before this node has run for so long. */
  firstMs?: number;
  run(services: Services, signal: AbortSignal): Promise<void>;
};

/** A look at what is due, taken by each node again and again: what it does, it has to take from the others by its own locks. */
export type NodeJob<Services> = {
  name: string;
  /** After the last look has ended. */
  onEachNodeMs: number;
  /** @returns whether there is more to do at once */
  run(services: Services, signal: AbortSignal): Promise<boolean>;
};

export type AnyJob<Services> = QueuedJob<Services, unknown> | ScheduledJob<Services> | NodeJob<Services>;

export type RunningJob<Data> = {
  userId: string;
  data: Data;
  /** 1 for the first. */
  attempt: number;
  /** Aborted when the server stops, or when another node may have taken the job over. */
  signal: AbortSignal;
  /**
   * Ends the job in the transaction of what it does, so that this happens once. Without it the job ends after `run`, and one whose node is
   * killed in between runs again.
   * @throws when another node has taken it over, or the job is gone
   */
  complete: (tx: Tx) => Promise<void>;
};

/** When, and in place of which: a job of the same name and key that waits gets this data and time instead. */
type Enqueued = { at?: Date; key?: string };

/**
 * Leaves work for later, as the user of the transaction: it exists exactly when that commits. Begins within seconds of its time, on any
 * node. One of the same key that runs just now is run again with the new data, perhaps before it has heard that it is to end.
 * @throws Failure QUOTA_EXCEEDED
 */
export async function enqueue<Data>(
  tx: Tx,
  job: Pick<QueuedJob<never, Data>, "name" | "data">,
  data: Data,
  { at, key }: Enqueued = {},
): Promise<void> {
  const added = await tx.query(
    `INSERT INTO jobs (id, user_id, name, key, data, run_at)
     SELECT $1, $2, $3, $4, $5, greatest($6::timestamptz, now())
     WHERE EXISTS (SELECT FROM jobs WHERE user_id = $2 AND name = $3 AND key = $4)
        OR (SELECT count(*) FROM (SELECT 1 FROM jobs WHERE user_id = $2 LIMIT ${MOST_WAITING}) waiting) < ${MOST_WAITING}
     ON CONFLICT (user_id, name, key) DO UPDATE
     SET data = excluded.data, run_at = excluded.run_at, attempts = 0, claim = NULL
     RETURNING id`,
    [uuidV7(), tx.userId, job.name, key ?? null, JSON.stringify(job.data.parse(data)), at ?? null],
    "enqueue-job",
  );
  if (added.length === 0)
    throw new Failure("QUOTA_EXCEEDED", "This account has too much work queued already. Try again later.");
}

/** Whether the job of this key runs just now. Until the transaction ends, one that waits is not begun. */
export async function isRunning(tx: Tx, name: string, key: string): Promise<boolean> {
  const [job] = await tx.query<{ runs: boolean }>(
    "SELECT claim IS NOT NULL AND run_at > now() AS runs FROM jobs WHERE user_id = $1 AND name = $2 AND key = $3 FOR UPDATE",
    [tx.userId, name, key],
    "is-job-running",
  );
  return job?.runs ?? false;
}

/** What waits under this name is begun now: it finds out by itself whether its time has come. */
export const hasten = (tx: Tx, name: string): Promise<unknown> =>
  tx.query(
    "UPDATE jobs SET run_at = now() WHERE user_id = $1 AND name = $2 AND run_at > now()",
    [tx.userId, name],
    "hasten-jobs",
  );
