import type { Cleaned, CleanupServices, Feature } from "./feature.ts";
import type { Logger } from "./platform/log.ts";

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
  const [clock] = await services.db.asSystem("look at the clock", (tx) =>
    tx.call<{ is_trusted: boolean }>("watchClock"),
  );
  if (!clock?.is_trusted) return null;
  const removed: Cleaned = {};
  for (const { cleanup } of features) Object.assign(removed, await cleanup?.(services));
  return removed;
}

/** Runs `runCleanup` every six hours. Several nodes may do it at once: each row goes once. */
export function startHousekeeping(
  { log, ...services }: CleanupServices & { log: Logger },
  features: readonly Feature[],
): () => void {
  const run = () =>
    runCleanup(services, features).then(
      (removed) =>
        removed
          ? log.info({ removed }, "tidied up")
          : log.info(
              "nothing was removed: the server was away or its clock jumped within the last three days",
            ),
      (error: unknown) => log.warn({ err: error }, "tidying up failed; the next run repeats it"),
    );
  const first = setTimeout(() => void run(), FIRST_AFTER_MS);
  const timer = setInterval(() => void run(), EVERY_MS);
  return () => {
    clearTimeout(first);
    clearInterval(timer);
  };
}
