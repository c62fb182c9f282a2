import { randomUUID } from "node:crypto";
import type { Database } from "../db/client.ts";
import type { Logger } from "../platform/log.ts";
import type { ScheduledJob } from "./job.ts";
import { repeat } from "./repeat.ts";
import { type JobTimes, type Running, stopAll } from "./running.ts";

/** After a failure, unless it is repeated sooner anyway. */
const AFTER_FAILURE_MS = 5 * 60_000;

type Schedule = { name: string; finished_at: Date | null; asked_at: Date };

/** Runs scheduled jobs on one node of all, the leader, until that ends: then another one takes them over. */
export function leadSchedules<Services extends { db: Database; log: Logger }>(
  services: Services,
  jobs: readonly ScheduledJob<Services>[],
  { leadMs, leaseMs }: JobTimes,
): { stop: () => Promise<void> } {
  const { db, log } = services;
  const node = randomUUID();
  const startedAt = performance.now();
  const running = new Map<string, Running>();
  const notBefore = new Map<string, number>();
  const names = jobs.map(({ name }) => name);
  let ledUntil = 0;
  const lead = (ms: number) =>
    db.asSystem("lead the scheduled jobs", (tx) => tx.call<Schedule>("leadJobs", node, names, ms / 1000));

  async function look(): Promise<void> {
    const asked = performance.now();
    try {
      const found = await lead(leaseMs);
      ledUntil = found.length > 0 ? asked + leaseMs : 0;
      for (const schedule of found) {
        const job = jobs.find(({ name }) => name === schedule.name)!;
        if (isDue(job, schedule)) start(job);
      }
    } finally {
      // Another one leads, or may by now: the database has been away for so long.
      if (performance.now() > ledUntil) for (const { controller } of running.values()) controller.abort();
    }
  }

  function isDue(job: ScheduledJob<Services>, { finished_at: last, asked_at: now }: Schedule): boolean {
    const earliest = notBefore.get(job.name) ?? startedAt + (job.firstMs ?? 0);
    if (running.has(job.name) || performance.now() < earliest) return false;
    return last === null || now.getTime() - last.getTime() >= job.everyMs;
  }

  function start(job: ScheduledJob<Services>): void {
    const controller = new AbortController();
    const ended = run(job, controller.signal).finally(() => running.delete(job.name));
    running.set(job.name, { controller, ended });
  }

  async function run(job: ScheduledJob<Services>, signal: AbortSignal): Promise<void> {
    try {
      await job.run(services, signal);
      if (signal.aborted) return;
      await db.asSystem("note when a schedule was met", (tx) => tx.call("finishSchedule", job.name));
    } catch (error) {
      if (signal.aborted) return;
      notBefore.set(job.name, performance.now() + Math.min(job.everyMs, AFTER_FAILURE_MS));
      log.warn({ err: error, job: job.name }, "a scheduled job failed; it is tried again");
    }
  }

  const leading = repeat(leadMs, look, log);
  return {
    stop: async () => {
      await leading.stop();
      await stopAll(running.values());
      // So that another node need not wait for the end of the lease.
      if (performance.now() < ledUntil) await lead(0).catch(() => {});
    },
  };
}
