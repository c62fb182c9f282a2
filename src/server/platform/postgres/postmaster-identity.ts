import { readFileSync, readlinkSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";

/**
 * Whether `pid` is a PostgreSQL whose data folder (its working directory, always) is `dataPath`. A pid alone is not
 * an identity, because the kernel hands numbers out again.
 */
export function isPostmasterOf(pid: number, dataPath: string): boolean {
  try {
    return (
      !isZombie(pid) &&
      readFileSync(`/proc/${pid}/comm`, "utf8").trim() === "postgres" &&
      readlinkSync(`/proc/${pid}/cwd`) === dataPath
    );
  } catch {
    return false;
  }
}

/** A dead process keeps its number until its parent has collected it. */
function isZombie(pid: number): boolean {
  // "pid (name) state ...": the name may hold brackets, so look behind its end.
  const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
  return stat.charAt(stat.lastIndexOf(")") + 2) === "Z";
}

/** The lines of `postmaster.pid`: pid, data folder, start time, port, socket folder, address, shared memory, state. */
export async function readPidFile(dataPath: string): Promise<string[]> {
  const text = await readFile(join(dataPath, "postmaster.pid"), "utf8").catch(() => "");
  return text.split("\n").map((line) => line.trim());
}
