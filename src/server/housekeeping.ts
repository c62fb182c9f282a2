import type { Services } from "./base.ts";
import type { Database } from "./db/client.ts";
import type { Cleaned, CleanupServices, Feature } from "./feature.ts";
import type { ScheduledJob } from "./jobs/job.ts";

const EVERY_MS = 6 * 60 * 60 * 1000;
const FIRST_AFTER_MS = 60 * 1000;

/**
 * Removes what has had its time, as each feature does it.
 * @returns null while the clock is not believed, because it jumped or the server was away for days: then nothing goes
 */
export async function runCleanup(
  services: CleanupServices,
  features: readonly Feature[],
): Promise<Cleaned | null> {
  if (!(await isClockTrusted(services.db))) return null;
  const removed: Cleaned = {};
  const failures: unknown[] = [];
  for (const { cleanup } of features)
    try {
      Object.assign(removed, await cleanup?.(services));
    } catch (error) {
      // What one can't remove keeps nothing of the others.
      failures.push(error);
    }
  if (failures.length > 0) throw failures[0];
  return removed;
}

/** The same of this node's own disk. */
export async function cleanDisk(
  { db, config }: Pick<Services, "db" | "config">,
  features: readonly Feature[],
): Promise<void> {
  if (!(await isClockTrusted(db))) return;
  for (const { cleanupDisk } of features) await cleanupDisk?.(config);
}

async function isClockTrusted(db: Database): Promise<boolean> {
  const [clock] = await db.asSystem("look at the clock", (tx) =>
    tx.call<{ is_trusted: boolean }>("watchClock"),
  );
  return clock?.is_trusted ?? false;
}

/** Runs `runCleanup` every six hours. */
export const housekeeping = (features: readonly Feature[]): ScheduledJob<Services> => ({
  name: "housekeeping",
  everyMs: EVERY_MS,
  firstMs: FIRST_AFTER_MS,
  run: async (services) => {
    const removed = await runCleanup(services, features);
    if (removed) services.log.info({ removed }, "cleanup finished");
    else
      services.log.info(
        "nothing was removed: the server was away or its clock jumped within the last three days",
      );
  },
});

/** Runs `cleanDisk` every six hours: a timer and no job, because each node has a disk of its own. */
export function startCleaningDisk(services: Services, features: readonly Feature[]): () => void {
  const clean = () =>
    void cleanDisk(services, features).catch((error: unknown) =>
      services.log.warn({ err: error }, "tidying up the disk failed; the next run repeats it"),
    );
  const first = setTimeout(clean, FIRST_AFTER_MS);
  const timer = setInterval(clean, EVERY_MS);
  return () => {
    clearTimeout(first);
    clearInterval(timer);
  };
}
