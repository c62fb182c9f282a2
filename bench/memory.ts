import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";

/** Proportional set size of these processes and everything they started, in MB: shared pages are counted once. */
export function proportionalMemory(roots: number[]): number {
  const parents = execFileSync("ps", ["-eo", "pid=,ppid="], { encoding: "utf8" })
    .trim()
    .split("\n")
    .map((line) => line.trim().split(/\s+/).map(Number) as [number, number]);
  const members = new Set(roots);
  for (let size = 0; size !== members.size;) {
    size = members.size;
    for (const [pid, parent] of parents) if (members.has(parent)) members.add(pid);
  }
  let kilobytes = 0;
  for (const pid of members) {
    try {
      kilobytes += Number(/^Pss:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, "utf8"))?.[1] ?? 0);
    } catch {
      // Gone meanwhile.
    }
  }
  return Math.round(kilobytes / 1024);
}
