import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { readPidFile } from "#server/platform/postgres/postmaster-identity.ts";
import type { Bench } from "./row.ts";

/** Of Linux on all machines that we know. */
const TICK_MS = 10;

/** CPU milliseconds that server and database have used, with everything they started and what of it has ended. */
export async function cpuOf({ server }: Bench): Promise<number> {
  const [postmaster] = await readPidFile(join(server.dataDir, "postgres"));
  const roots = new Set([server.pid(), Number(postmaster)]);
  const processes = readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => timesOf(Number(name)));
  for (let size = 0; size !== roots.size;) {
    size = roots.size;
    for (const { pid, parent } of processes) if (roots.has(parent)) roots.add(pid);
  }
  return processes.reduce((sum, { pid, ticks }) => sum + (roots.has(pid) ? ticks * TICK_MS : 0), 0);
}

/** user, system, and those of children that have ended (man 5 proc_pid_stat). */
function timesOf(pid: number): { pid: number; parent: number; ticks: number }[] {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    const fields = stat
      .slice(stat.lastIndexOf(")") + 2)
      .split(" ")
      .map(Number);
    return [{ pid, parent: fields[1]!, ticks: fields[11]! + fields[12]! + fields[13]! + fields[14]! }];
  } catch {
    // Gone meanwhile.
    return [];
  }
}
