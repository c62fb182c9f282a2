import type { Database } from "../db/client.ts";
import {
  type ClaimedJob,
  completeJob,
  extendLease,
  giveBackJob,
  readJobData,
  removeJob,
  retryJob,
} from "./claimed-job.ts";
import type { JobServices, QueuedJob } from "./job.ts";
import { repeat } from "./repeat.ts";
import { type JobTimes, type Running, stopAll } from "./running.ts";

const AT_ONCE = 4;
const TRIES = 10;

/** Until then no other node takes it, by `performance.now()`, which no change of the clock moves. */
type Held = Running & { heldUntil: number };

/** Runs queued jobs, on each node as many as it has room for. */
export function workQueue<Services extends JobServices>(
  services: Services,
  jobs: readonly QueuedJob<Services, unknown>[],
  { pollMs, leaseMs }: JobTimes,
): { stop: () => Promise<void> } {
  const { db, log } = services;
  const known = new Map(jobs.map((job) => [job.name, job]));
  const running = new Map<ClaimedJob, Held>();

  async function look(): Promise<void> {
    await Promise.all([...running].map(([job, run]) => keepLease(db, job, run, leaseMs)));
    if (running.size >= AT_ONCE) return;
    const heldUntil = performance.now() + leaseMs;
    const taken = await db.asSystem("take jobs that are due", (tx) =>
      tx.call<ClaimedJob>("claimJobs", [...known.keys()], AT_ONCE - running.size, leaseMs / 1000),
    );
    for (const job of taken) {
      const controller = new AbortController();
      const ended = runJob(services, known.get(job.name)!, job, controller.signal)
        .catch((error: unknown) => log.warn({ err: error, job: job.name }, "another node takes a job over"))
        .finally(() => {
          running.delete(job);
          polling.wake();
        });
      running.set(job, { controller, heldUntil, ended });
    }
  }

  const polling = repeat(pollMs, look, log);
  return {
    stop: async () => {
      await polling.stop();
      await stopAll(running.values());
    },
  };
}

/** While the database is away its lease may end, and another node that still reaches it may take the job. */
async function keepLease(db: Database, job: ClaimedJob, run: Held, leaseMs: number): Promise<void> {
  const asked = performance.now();
  if (run.heldUntil - asked > (leaseMs * 2) / 3) return;
  const isKept = await extendLease(db, job, leaseMs / 1000).catch(() => null);
  if (isKept) run.heldUntil = asked + leaseMs;
  // Completed in a transaction that has just committed, it is nobody's, and ends by itself.
  else if (isKept === false || performance.now() >= run.heldUntil) run.controller.abort();
}

async function runJob<Services extends JobServices>(
  services: Services,
  kind: QueuedJob<Services, unknown>,
  job: ClaimedJob,
  signal: AbortSignal,
): Promise<void> {
  const { db, log } = services;
  const tries = kind.tries ?? TRIES;
  const found = await readJobData(db, job);
  if (!found) return;
  const end = services.monitor?.job(job.name);
  try {
    // Its node was killed each time.
    if (job.attempts > tries) throw new Error("The server ended while this job ran");
    await kind.run(services, {
      userId: job.user_id,
      data: kind.data.parse(found.data),
      attempt: job.attempts,
      signal,
      complete: (tx) => completeJob(tx, job),
    });
    // It may have stopped half way. What was completed is gone, and nobody can be given it.
    if (signal.aborted) return await giveBackJob(db, job);
  } catch (error) {
    if (signal.aborted) return giveBackJob(db, job);
    services.monitor?.fault(error, `job ${job.name}`);
    if (job.attempts < tries) {
      log.warn({ err: error, job: job.name, attempt: job.attempts }, "a job failed; it is tried again");
      return retryJob(db, job);
    }
    log.error({ err: error, job: job.name, attempt: job.attempts }, "a job failed for good");
  } finally {
    end?.();
  }
  await removeJob(db, job);
}
