import { type Cluster, startCluster } from "./converge-cluster.ts";
import { Schedule, type ScheduleOutcome } from "./converge-schedule.ts";
import type { Trial, TrialContext, TrialOutcome } from "./trial.ts";

/** Schedules that run at the same time: while one waits for its network, others work. */
const AT_ONCE = 16;
const NODES = 2;

export const converge: Trial = {
  name: "converge",
  promise:
    "2-6 browsers of one person, offline, reloaded, in tabs, over two servers that restart, with doubled and overtaking frames, end with the same text, and nothing is lost, or doubled on the way",
  unit: "schedules",
  full: 10_000,
  sample: 100,
  run,
};

async function run({ amount, seed, folder, log }: TrialContext): Promise<TrialOutcome> {
  const cluster = await startCluster(folder, NODES);
  try {
    const total = await runAll(cluster, amount, seed, log);
    return { ...total, failures: [...total.failures, ...serverErrors(cluster)] };
  } finally {
    await cluster.close();
  }
}

async function runAll(cluster: Cluster, amount: number, seed: number, log: (line: string) => void) {
  const outcome: TrialOutcome = { done: 0, lost: 0, doubled: 0, figures: {}, failures: [] };
  const sums = { tokens: 0, copied: 0, deleted: 0, edits: 0 };
  const steps: Record<string, number> = {};
  const startedAt = performance.now();
  let next = 0;
  const lane = async (): Promise<void> => {
    const owner = await cluster.aUser();
    while (next < amount) {
      const own = seed + next++;
      const result = await new Schedule(cluster, owner, own).run().catch(broken);
      outcome.done += 1;
      outcome.lost += result.lost;
      outcome.doubled! += result.doubled;
      sums.tokens += result.tokens;
      sums.copied += result.copied;
      sums.deleted += result.hidden;
      for (const [step, count] of Object.entries(result.steps)) steps[step] = (steps[step] ?? 0) + count;
      const failures = result.failures.map((failure) => `seed ${own}: ${failure}`);
      for (const failure of failures) log(failure);
      outcome.failures.push(...failures);
      if (outcome.done % 500 === 0) log(`${outcome.done} schedules, ${outcome.failures.length} failures`);
    }
  };
  await Promise.all(Array.from({ length: Math.min(AT_ONCE, amount) }, lane));
  const perSchedule = Math.round((performance.now() - startedAt) / amount);
  log(
    Object.entries(steps)
      .map(([step, count]) => `${step} ${count}`)
      .join(", "),
  );
  outcome.figures = {
    "tokens typed": sums.tokens,
    "copied by two at once, without the editor": sums.copied,
    "deleted, in the history": sums.deleted,
    reloads: steps["reload"] ?? 0,
    "server restarts": steps["server restart"] ?? 0,
    "ms a schedule": perSchedule,
  };
  return outcome;
}

function broken(error: unknown): ScheduleOutcome {
  const failure = error instanceof Error ? (error.stack ?? error.message) : String(error);
  return { steps: {}, tokens: 0, hidden: 0, lost: 0, doubled: 0, copied: 0, failures: [failure] };
}

const serverErrors = ({ errors }: Cluster) =>
  errors.length > 0 ? [`the server logged ${errors.length} errors, the first: ${errors[0]}`] : [];
