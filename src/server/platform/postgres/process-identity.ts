import { readFileSync, readlinkSync } from "node:fs";

/** A pid alone is not an identity: the kernel hands numbers out again. With the start time it is, until a reboot. */
export interface ProcessIdentity {
  pid: number;
  /** Clock ticks from boot to the process's start. */
  startTicks: string;
  bootId: string;
  /** Which pid namespace the number counts in: in containers, every first process is pid 1. */
  namespace: string;
}

export function ownIdentity(): ProcessIdentity {
  return {
    pid: process.pid,
    startTicks: startTicks(process.pid) ?? "",
    bootId: readFileSync("/proc/sys/kernel/random/boot_id", "utf8").trim(),
    namespace: readlinkSync("/proc/self/ns/pid"),
  };
}

/** Undefined when this process cannot tell, because the other one lives in another container. */
export function isAlive(other: ProcessIdentity): boolean | undefined {
  const own = ownIdentity();
  if (other.bootId !== own.bootId) return false;
  if (other.namespace !== own.namespace) return undefined;
  return startTicks(other.pid) === other.startTicks;
}

/** Whether `pid` is a PostgreSQL whose data folder (its working directory, always) is `dataPath`. */
export function isPostmasterOf(pid: number, dataPath: string): boolean {
  try {
    return (
      startTicks(pid) !== undefined &&
      readFileSync(`/proc/${pid}/comm`, "utf8").trim() === "postgres" &&
      readlinkSync(`/proc/${pid}/cwd`) === dataPath
    );
  } catch {
    return false;
  }
}

/** Undefined for a process that is gone, or dead and only not yet collected by its parent. */
function startTicks(pid: number): string | undefined {
  try {
    // "pid (name) state ...": the name may hold spaces and brackets, so count from its end.
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    return fields[0] === "Z" ? undefined : fields[19];
  } catch {
    return undefined;
  }
}
