import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { open, readFile, rename, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import pg from "pg";
import type { PostgresBinaries } from "./binaries.ts";
import { isPostmasterOf, readPidFile } from "./postmaster-identity.ts";
import type { RunAs } from "./run-as.ts";
import { DatabaseStartError } from "./start-error.ts";
import { SOCKET_PORT, socketPath } from "./socket-folder.ts";
import { stuckness } from "./stuck.ts";

/** One running PostgreSQL server process, ours or one that a killed Cairn left behind. */
export interface Postmaster {
  pid: number;
  socketFolder: string;
  isRunning(): boolean;
}

export interface PostmasterStart {
  dataPath: string;
  socketFolder: string;
  logPath: string;
  binaries: PostgresBinaries;
  runAs: RunAs;
  args: string[];
  /** Hears once that a start takes long: recovery after a crash may. */
  onSlow: () => void;
}

const RECOVERY_LIMIT_MS = 300_000;
const SLOW_MS = 5_000;
/** So long after the first connection that is refused for a fault of the data it is believed. */
const REFUSED_MS = 3_000;
const ORPHAN_LIMIT_MS = 20_000;
/** Children of a killed server need a moment to notice and let go of the shared memory. */
const REMAINS_LIMIT_MS = 15_000;
const LARGEST_LOG_BYTES = 1_000_000;

/** How to connect as the superuser to a server on this socket. */
export function superuserAt(socketFolder: string, database = "postgres"): pg.ClientConfig {
  return { host: socketFolder, port: SOCKET_PORT, user: "postgres", database };
}

/** Starts a server and waits until it answers, through crash recovery if need be. */
export async function startPostmaster(start: PostmasterStart): Promise<Postmaster> {
  await forgetReusedPids(start);
  const deadline = Date.now() + REMAINS_LIMIT_MS;
  for (;;) {
    const outcome = await tryStart(start);
    if (typeof outcome !== "string") return outcome;
    const mayPass = /lock file "postmaster.pid" already exists|pre-existing shared memory block/.test(
      outcome,
    );
    if (!mayPass || Date.now() > deadline) throw new DatabaseStartError(start.dataPath, outcome);
    await delay(200);
  }
}

/** A server, or what its log says about why it ended. */
async function tryStart(start: PostmasterStart): Promise<Postmaster | string> {
  await limitLog(start.logPath);
  const log = await open(start.logPath, "a", 0o600);
  try {
    const { size } = await log.stat();
    const { file, args, options } = start.runAs.command(start.binaries.postgres, start.args);
    const child = spawn(file, args, {
      ...options,
      cwd: "/",
      env: { ...process.env, ...start.binaries.env },
      stdio: ["ignore", log.fd, log.fd],
      // A session of its own: Ctrl+C in the terminal stops Cairn, and Cairn stops the database when it is ready to.
      detached: true,
    });
    child.unref();
    let end: string | undefined;
    child.once("error", (error) => (end = error.message));
    child.once("exit", (code, signal) => (end ??= `it ended with ${signal ?? `code ${code}`}`));
    const isRunning = () => end === undefined;
    const slow = setTimeout(start.onSlow, SLOW_MS);
    const isUp = await answers(start.socketFolder, isRunning, RECOVERY_LIMIT_MS);
    clearTimeout(slow);
    const postmaster = { pid: child.pid ?? 0, socketFolder: start.socketFolder, isRunning };
    if (isUp) return postmaster;
    await stopPostmaster(postmaster, 0);
    const said = (await readFile(start.logPath)).subarray(size).toString("utf8").trim();
    return said || `it said nothing, but ${end ?? "never answered"}`;
  } finally {
    await log.close();
  }
}

/** The server that still runs for this data folder although its Cairn is gone, once it answers; else none. */
export async function adoptPostmaster(dataPath: string): Promise<Postmaster | undefined> {
  const [pid, , , , socketFolder] = await readPidFile(dataPath);
  if (!pid || !isPostmasterOf(Number(pid), dataPath)) return undefined;
  const orphan = {
    pid: Number(pid),
    socketFolder: socketFolder ?? "",
    isRunning: () => isPostmasterOf(Number(pid), dataPath),
  };
  const isStuck = stuckness();
  const mayAnswer = () => orphan.isRunning() && !isStuck(orphan.pid);
  if (orphan.socketFolder && (await answers(orphan.socketFolder, mayAnswer, ORPHAN_LIMIT_MS))) return orphan;
  // It runs but cannot be reached (stopping, or its socket was swept away), and it holds the data: end it.
  await stopPostmaster(orphan, isStuck(orphan.pid) ? 0 : 5_000);
  return undefined;
}

/** "Fast" shutdown (transactions are rolled back, data is written), after `patienceMs` "immediate" (recovers at the next start). */
export async function stopPostmaster(postmaster: Postmaster, patienceMs: number): Promise<void> {
  for (const [signal, patience] of [
    ["SIGINT", patienceMs],
    ["SIGQUIT", 1_000],
    ["SIGKILL", 1_000],
  ] as const) {
    if (!postmaster.isRunning()) return;
    try {
      process.kill(postmaster.pid, signal);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === "ESRCH") return;
      throw error;
    }
    const deadline = Date.now() + patience;
    while (postmaster.isRunning() && Date.now() < deadline) await delay(10);
  }
}

/** False when the server ends, loses its socket, refuses everybody or does not answer in time. */
async function answers(socketFolder: string, isRunning: () => boolean, limitMs: number): Promise<boolean> {
  const deadline = Date.now() + limitMs;
  let refusedSince: number | undefined;
  while (isRunning() && Date.now() < deadline) {
    const answer = existsSync(socketPath(socketFolder)) ? await ask(socketFolder) : "not yet";
    if (answer === "ready") return true;
    // Not forgotten while it starts anew in between: each connection may end it.
    if (answer === "refused") refusedSince ??= Date.now();
    if (refusedSince !== undefined && Date.now() - refusedSince > REFUSED_MS) return false;
    await delay(20);
  }
  return false;
}

/** "refused": it runs, and says of what we need to connect that it is not there or cannot be read. */
async function ask(socketFolder: string): Promise<"ready" | "refused" | "not yet"> {
  const client = new pg.Client({ ...superuserAt(socketFolder), connectionTimeoutMillis: 2_000 });
  // A server that goes away in between is an answer, not a fault.
  client.on("error", () => {});
  try {
    await client.connect();
    return "ready";
  } catch (error) {
    // Classes 57 (starting, stopping) and 53 (too many) pass; without a code it was not PostgreSQL that answered.
    const { code = "" } = error as { code?: string };
    return /^[0-9A-Z]{5}$/.test(code) && !/^5[37]/.test(code) ? "refused" : "not yet";
  } finally {
    await client.end().catch(() => {});
  }
}

/**
 * PostgreSQL refuses to start while the pid in a lock file of its own is alive, even when that number now belongs
 * to some other program (after a reboot, in a new container) or to a dead process that nobody has collected yet.
 * Both files lie in folders that are ours alone, and no server of ours runs.
 */
async function forgetReusedPids({ dataPath, socketFolder }: PostmasterStart): Promise<void> {
  const [pid] = await readPidFile(dataPath);
  if (pid && isPostmasterOf(Number(pid), dataPath)) return;
  if (pid && existsSync(`/proc/${pid}`)) await rm(join(dataPath, "postmaster.pid"), { force: true });
  await rm(`${socketPath(socketFolder)}.lock`, { force: true });
}

async function limitLog(path: string): Promise<void> {
  const { size } = await stat(path).catch(() => ({ size: 0 }));
  if (size > LARGEST_LOG_BYTES) await rename(path, `${path}.1`);
}
