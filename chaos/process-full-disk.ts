import { type ChildProcess, spawn } from "node:child_process";
import { closeSync, openSync, readdirSync, readlinkSync, rmSync, writeSync } from "node:fs";
import { mkdir } from "node:fs/promises";
import { join } from "node:path";

const CHUNK = Buffer.alloc(64 * 1024);

/** A folder on a small file system of its own, for the processes in a private mount namespace only; gone when they are. */
export type SmallDisk = {
  /** Puts a command into the namespace. */
  wrap: (command: string[]) => string[];
  /** Takes all the space that is left. */
  fill: () => void;
  free: () => void;
  /** Ends whatever still runs in the namespace. */
  close: () => void;
};

/**
 * Moves what is in the folder onto the small file system.
 * @returns why not, where it needs rights that we do not have
 */
export async function openSmallDisk(folder: string, megabytes: number): Promise<SmallDisk | string> {
  if (process.getuid?.() !== 0) return "a full file system needs root";
  await mkdir(folder, { recursive: true });
  const script = [
    "small=$(mktemp -d)",
    `mount -t tmpfs -o size=${megabytes}m tmpfs $small`,
    `cp -a ${folder}/. $small/`,
    `mount --bind $small ${folder}`,
    "echo mounted",
    // Until our end of its input closes, be it because we died.
    "exec cat",
  ].join(" && ");
  const holder = spawn("unshare", ["--mount", "--propagation", "private", "sh", "-c", script], {
    stdio: ["pipe", "pipe", "ignore"],
  });
  if (!(await isMounted(holder))) return "a full file system needs the right to mount";
  const space = `/proc/${holder.pid}/ns/mnt`;
  // The namespace's view of the folder, from outside.
  const ballast = join(`/proc/${holder.pid}/root`, folder, "ballast");
  return {
    wrap: (command) => ["nsenter", `--mount=${space}`, `--wd=${process.cwd()}`, "--", ...command],
    fill: () => fill(ballast),
    free: () => rmSync(ballast, { force: true }),
    close: () => {
      const own = readlinkSync(space);
      for (const pid of readdirSync("/proc").filter((name) => /^\d+$/.test(name)))
        if (namespaceOf(pid) === own) process.kill(Number(pid), "SIGKILL");
    },
  };
}

function namespaceOf(pid: string): string {
  try {
    return readlinkSync(`/proc/${pid}/ns/mnt`);
  } catch {
    return "";
  }
}

function isMounted(holder: ChildProcess): Promise<boolean> {
  return new Promise((resolve) => {
    holder.stdout?.once("data", () => resolve(true));
    holder.once("error", () => resolve(false));
    holder.once("exit", () => resolve(false));
  });
}

function fill(path: string): void {
  const file = openSync(path, "a");
  try {
    for (let size = CHUNK.length; size >= 1;) {
      try {
        writeSync(file, CHUNK, 0, size);
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== "ENOSPC") throw error;
        size = Math.floor(size / 16);
      }
    }
  } finally {
    closeSync(file);
  }
}
