import { setTimeout as delay } from "node:timers/promises";

/** A job that runs on this node. */
export type Running = {
  controller: AbortController;
  ended: Promise<void>;
};

export type JobTimes = {
  /** How late a queued job may begin. */
  pollMs: number;
  leadMs: number;
  /** How long what a killed node was doing waits for another one; the database may be away for as long. */
  leaseMs: number;
};

/** Less than the server takes to stop: see main.ts. What has not ended by then another node takes over. */
const STOP_WITHIN_MS = 5_000;

/** Tells all to end, and waits for them, but not for ever. */
export async function stopAll(running: Iterable<Running>): Promise<void> {
  const all = [...running];
  for (const { controller } of all) controller.abort();
  const waiting = new AbortController();
  await Promise.race([
    Promise.all(all.map(({ ended }) => ended)),
    delay(STOP_WITHIN_MS, undefined, { signal: waiting.signal }).catch(() => {}),
  ]);
  waiting.abort();
}
