import type { Logger } from "../platform/log.ts";
import type { AnyJob, JobServices, NodeJob, QueuedJob, ScheduledJob } from "./job.ts";
import { leadSchedules } from "./lead-schedules.ts";
import { repeat } from "./repeat.ts";
import { type JobTimes, stopAll } from "./running.ts";
import { workQueue } from "./work-queue.ts";

const TIMES: JobTimes = { pollMs: 2_000, leadMs: 10_000, leaseMs: 30_000 };

export type Jobs = {
  /** Begins nothing any more, tells what runs to end and waits for it a few seconds. */
  stop: () => Promise<void>;
};

/** Looks for jobs that are due, by polling alone: LISTEN is not to be had through a pooler of transactions. */
export function startJobs<Services extends JobServices>(
  services: Services,
  jobs: readonly AnyJob<Services>[],
  times: JobTimes = TIMES,
): Jobs {
  const names = jobs.map(({ name }) => name);
  const twice = names.find((name, index) => names.indexOf(name) < index);
  if (twice) throw new Error(`Two jobs are called ${twice}`);
  const scheduled = jobs.filter((job): job is ScheduledJob<Services> => "everyMs" in job);
  const queued = jobs.filter((job): job is QueuedJob<Services, unknown> => "data" in job);
  const looks = jobs.filter((job): job is NodeJob<Services> => "onEachNodeMs" in job);
  const parts = [
    ...looks.map((job) => lookAgain(services, job)),
    ...(scheduled.length > 0 ? [leadSchedules(services, scheduled, times)] : []),
    ...[queued.filter(({ isLong }) => !isLong), queued.filter(({ isLong }) => isLong)]
      .filter((some) => some.length > 0)
      .map((some) => workQueue(services, some, times)),
  ];
  return {
    stop: async () => {
      await Promise.all(parts.map((part) => part.stop()));
    },
  };
}

function lookAgain<Services extends { log: Logger }>(services: Services, job: NodeJob<Services>): Jobs {
  const controller = new AbortController();
  const looking = repeat(
    job.onEachNodeMs,
    async () => {
      while (!controller.signal.aborted && (await job.run(services, controller.signal)));
    },
    services.log,
  );
  return { stop: () => stopAll([{ controller, ended: looking.stop() }]) };
}
