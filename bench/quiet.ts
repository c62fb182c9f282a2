import { readFileSync } from "node:fs";
import { setTimeout } from "node:timers/promises";

/** Above this part of all cores others are at work, and what is measured is their work, too. */
const QUIET = 0.1;
const LOOK_MS = 2_000;

/** Waits until the machine has little else to do, no longer than that. @returns how busy it was at the last look, 0 to 1 */
export async function untilQuiet(patienceMs: number): Promise<number> {
  for (const startedAt = Date.now(); ;) {
    const busy = await busyFor(LOOK_MS);
    if (busy <= QUIET || Date.now() - startedAt >= patienceMs) return busy;
    process.stdout.write(`the machine is ${Math.round(busy * 100)} % busy; waiting...\n`);
  }
}

async function busyFor(ms: number): Promise<number> {
  const before = ticks();
  await setTimeout(ms);
  const after = ticks();
  const all = after.all - before.all;
  return all === 0 ? 0 : 1 - (after.idle - before.idle) / all;
}

/** Of all processors since the start of the machine (man 5 proc_stat). */
function ticks(): { all: number; idle: number } {
  const [, ...fields] = readFileSync("/proc/stat", "utf8").split("\n")[0]!.split(/\s+/).map(Number);
  // Guest time is part of user time.
  const all = fields.slice(0, 8).reduce((sum, field) => sum + field, 0);
  return { all, idle: fields[3]! + fields[4]! };
}
