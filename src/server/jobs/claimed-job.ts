import type { Database, Tx } from "../db/client.ts";

/** A job that this node has taken, as `system_claim_jobs` tells of it. */
export type ClaimedJob = { id: string; user_id: string; name: string; attempts: number; claim: string };

const FIRST_PAUSE_S = 10;
const LONGEST_PAUSE_S = 3_600;

/** What the job is about; null when its user has taken it back meanwhile, or another node has it. */
export async function readJobData(db: Database, job: ClaimedJob): Promise<{ data: unknown } | null> {
  const [row] = await db.queryAs<{ data: unknown }>(
    job.user_id,
    "SELECT data FROM jobs WHERE id = $1 AND claim = $2",
    [job.id, job.claim],
  );
  return row ?? null;
}

/** @throws when another node has taken it over, or it is gone */
export async function completeJob(tx: Tx, job: ClaimedJob): Promise<void> {
  const gone = await tx.query("DELETE FROM jobs WHERE id = $1 AND claim = $2 RETURNING id", [
    job.id,
    job.claim,
  ]);
  if (gone.length === 0) throw new Error(`The job ${job.name} is no longer this node's`);
}

/** After `run`, which may have completed it: then there is nothing left. */
export async function removeJob(db: Database, job: ClaimedJob): Promise<void> {
  await db.queryAs(job.user_id, "DELETE FROM jobs WHERE id = $1 AND claim = $2", [job.id, job.claim]);
}

/** Keeps others from taking it; whether it is still this node's. */
export async function extendLease(db: Database, job: ClaimedJob, leaseSeconds: number): Promise<boolean> {
  const kept = await db.queryAs(
    job.user_id,
    "UPDATE jobs SET run_at = now() + make_interval(secs => $3) WHERE id = $1 AND claim = $2 RETURNING id",
    [job.id, job.claim, leaseSeconds],
  );
  return kept.length > 0;
}

/** Has failed: tried again after a while, each time twice as long. */
export async function retryJob(db: Database, job: ClaimedJob): Promise<void> {
  const pause = Math.min(LONGEST_PAUSE_S, FIRST_PAUSE_S * 2 ** (job.attempts - 1));
  await db.queryAs(
    job.user_id,
    "UPDATE jobs SET run_at = now() + make_interval(secs => $3), claim = NULL WHERE id = $1 AND claim = $2",
    [job.id, job.claim, pause],
  );
}

/** The server stops: another node may have it at once, and this was no attempt. */
export async function giveBackJob(db: Database, job: ClaimedJob): Promise<void> {
  await db.queryAs(
    job.user_id,
    "UPDATE jobs SET run_at = now(), claim = NULL, attempts = attempts - 1 WHERE id = $1 AND claim = $2",
    [job.id, job.claim],
  );
}
