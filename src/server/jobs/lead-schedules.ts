import { randomUUID } from "node:crypto";
import type { JobServices, ScheduledJob } from "./job.ts";
import { repeat } from "./repeat.ts";
import { type JobTimes, type Running, stopAll } from "./running.ts";

/** After a failure, unless it is repeated sooner anyway. */
const AFTER_FAILURE_MS = 5 * 60_000;

type Schedule = { name: string; finished_at: Date | null; asked_at: Date };

/** Runs scheduled jobs on one node of all, the leader, until that ends: then another one takes them over. */
export function leadSchedules<Services extends JobServices>(
  services: Services,
  jobs: readonly ScheduledJob<Services>[],
  { leadMs, leaseMs }: JobTimes,
): { stop: () => Promise<void> } {
  const { db, log } = services;
  const node = randomUUID();
  const names = jobs.map(({ name }) => name);
  const runner = scheduleRunner(services, jobs);
  let ledUntil = 0;
  const lead = (ms: number) =>
    db.asSystem("lead the scheduled jobs", (tx) => tx.call<Schedule>("leadJobs", node, names, ms / 1000));

  async function look(): Promise<void> {
    const asked = performance.now();
    try {
      const found = await lead(leaseMs);
      ledUntil = found.length > 0 ? asked + leaseMs : 0;
      found.forEach(runner.startIfDue);
    } finally {
      // Another one leads, or may by now: the database has been away for so long.
      if (performance.now() > ledUntil) runner.abort();
    }
  }

  const leading = repeat(leadMs, look, log);
  return {
    stop: async () => {
      await leading.stop();
      await runner.stop();
      // So that another node need not wait for the end of the lease.
      if (performance.now() < ledUntil) await lead(0).catch(() => {});
    },
  };
}

/** What this node runs of the schedules, each once at a time, and when it may try again what failed. */
function scheduleRunner<Services extends JobServices>(
  services: Services,
  jobs: readonly ScheduledJob<Services>[],
) {
  const startedAt = performance.now();
  const running = new Map<string, Running>();
  const notBefore = new Map<string, number>();

  function start(job: ScheduledJob<Services>): void {
    const controller = new AbortController();
    const ended = runJob(services, job, controller.signal)
      .then((isMet) => {
        if (!isMet) notBefore.set(job.name, performance.now() + Math.min(job.everyMs, AFTER_FAILURE_MS));
      })
      .finally(() => running.delete(job.name));
    running.set(job.name, { controller, ended });
  }

  return {
    startIfDue: (schedule: Schedule) => {
      const job = jobs.find(({ name }) => name === schedule.name)!;
      const earliest = notBefore.get(job.name) ?? startedAt + (job.firstMs ?? 0);
      if (!running.has(job.name) && performance.now() >= earliest && isDue(job, schedule)) start(job);
    },
    abort: () => running.forEach(({ controller }) => controller.abort()),
    stop: () => stopAll(running.values()),
  };
}

function isDue({ everyMs }: { everyMs: number }, { finished_at: last, asked_at: now }: Schedule): boolean {
  return last === null || now.getTime() - last.getTime() >= everyMs;
}

/** False when it failed. */
async function runJob<Services extends JobServices>(
  services: Services,
  job: ScheduledJob<Services>,
  signal: AbortSignal,
): Promise<boolean> {
  const { db, log } = services;
  const end = services.monitor?.job(job.name);
  try {
    await job.run(services, signal);
    if (signal.aborted) return true;
    await db.asSystem("note when a schedule was met", (tx) => tx.call("finishSchedule", job.name));
    return true;
  } catch (error) {
    if (signal.aborted) return true;
    services.monitor?.fault(error, `job ${job.name}`);
    log.warn({ err: error, job: job.name }, "a scheduled job failed; it is tried again");
    return false;
  } finally {
    end?.();
  }
}
