import { setTimeout as pause } from "node:timers/promises";
import type { Logger } from "../platform/log.ts";
import { isUnavailable } from "./client.ts";

const PATIENCE_MS = 30_000;
const PAUSE_MS = 500;

/**
 * Does what needs the database, again until that answers: one that starts beside Cairn, or comes back, takes its seconds.
 *
 * @throws what it answered last, when half a minute has passed; any other fault at once
 */
export async function awaitDatabase<Result>(
  use: () => Promise<Result>,
  log: Pick<Logger, "warn">,
  patienceMs = PATIENCE_MS,
): Promise<Result> {
  const until = performance.now() + patienceMs;
  for (let isFirst = true; ; isFirst = false) {
    try {
      return await use();
    } catch (error) {
      if (!isUnavailable(error) || performance.now() > until) throw error;
      if (isFirst) log.warn({ err: error }, "the database does not answer yet; waiting for it");
      await pause(PAUSE_MS);
    }
  }
}
