import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, statfsSync } from "node:fs";
import { join } from "node:path";

const SHARED_MEMORY = "/dev/shm";
const NAME = /^cairn-tests-(\d+)-/;
/** Databases, files and browsers of the tests take 1 GB at their most, and a machine needs its memory for the tests themselves. */
const ROOM = 6 * 2 ** 30;

/**
 * Has this process and all that it starts keep temporary files in memory, where there is plenty of it: a database that is copied, checked
 * and thrown away within seconds costs three times as much on a disk (decision 166). A place that TMPDIR names is left as it is.
 */
export function keepTestsInMemory(): void {
  if (process.env["TMPDIR"] || !hasRoom()) return;
  removeLeftBehind();
  const folder = mkdtempSync(join(SHARED_MEMORY, `cairn-tests-${process.pid}-`));
  // As /tmp is: PostgreSQL runs as somebody else when the tests run as root.
  chmodSync(folder, 0o1777);
  process.env["TMPDIR"] = folder;
  process.once("exit", () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));
}

/** Containers often have a few megabytes there, or let no program be run from it. */
function hasRoom(): boolean {
  try {
    const { bavail, bsize } = statfsSync(SHARED_MEMORY);
    return bavail * bsize > ROOM && memoryLeft() > ROOM && !mayRunNothing();
  } catch {
    return false;
  }
}

/** Bytes: the size of the file system says nothing of what programs have taken since. */
const memoryLeft = () =>
  Number(/^MemAvailable:\s+(\d+)/m.exec(readFileSync("/proc/meminfo", "utf8"))?.[1] ?? 0) * 1024;

function mayRunNothing(): boolean {
  const mounts = readFileSync("/proc/mounts", "utf8").split("\n");
  const options = mounts.find((line) => line.split(" ")[1] === SHARED_MEMORY)?.split(" ")[3] ?? "";
  return options.split(",").includes("noexec");
}

/** Of runs that were killed. */
function removeLeftBehind(): void {
  for (const name of readdirSync(SHARED_MEMORY)) {
    const pid = NAME.exec(name)?.[1];
    if (pid && !isRunning(Number(pid))) rmSync(join(SHARED_MEMORY, name), { recursive: true, force: true });
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}
