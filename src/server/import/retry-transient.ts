import { isUnavailable } from "../db/client.ts";
import { retry } from "../platform/retry.ts";

/** Half a minute in all: longer than the database lets anyone hold a lock that others wait for. */
const PAUSES_MS = [1_000, 2_000, 4_000, 8_000, 16_000];

/** A lock that somebody held too long, a statement that took too long beside others, a deadlock, a conflict. */
const PASSING = new Set(["55P03", "57014", "40P01", "40001"]);

function isPassing(error: unknown): boolean {
  if (isUnavailable(error)) return true;
  for (let cause = error; cause instanceof Error; cause = cause.cause)
    if ("code" in cause && PASSING.has(String(cause.code))) return true;
  return false;
}

/**
 * Tries again what failed for a reason that passes: one busy moment of the database must not cost a file its note. `run`
 * has to be repeatable, as everything with an id by rule is.
 */
export const retryTransient = <Result>(
  run: () => Promise<Result>,
  pausesMs: readonly number[] = PAUSES_MS,
): Promise<Result> => retry(run, { isTransient: isPassing, pausesMs });
