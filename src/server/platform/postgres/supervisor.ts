import { existsSync } from "node:fs";
import { realpath, rmdir } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import type { ClientConfig } from "pg";
import { ensureDataFolder } from "../data-folder.ts";
import type { Logger } from "../log.ts";
import { findBinaries } from "./binaries.ts";
import { ensureCluster, serverArguments } from "./cluster.ts";
import { lockDataFolder, type DataFolderLock } from "./data-folder-lock.ts";
import {
  adoptPostmaster,
  startPostmaster,
  stopPostmaster,
  superuserAt,
  type Postmaster,
  type PostmasterStart,
} from "./postmaster.ts";
import { chooseRunAs } from "./run-as.ts";
import { stuckness } from "./stuck.ts";
import { ensureFolder, makeSocketFolder, SOCKET_PORT, socketPath } from "./socket-folder.ts";
import { settleStaged } from "./staged-data.ts";

export interface EmbeddedPostgresOptions {
  dataDir: string;
  log: Logger;
  /** Off only for tests: a power cut then loses the database. */
  fsync?: boolean;
  /** PostgreSQL settings beside or instead of ours. */
  settings?: Record<string, string>;
  /** Refuse when another Cairn uses the data folder. On unless the caller has taken care of that. */
  exclusive?: boolean;
}

export interface EmbeddedPostgres {
  /** The socket's folder: `pg` takes it as a host. */
  host: string;
  port: number;
  user: "postgres";
  /** For setting up roles and databases; requests never use it. */
  superuser: ClientConfig;
  /** Changes when the server crashed and was started again. */
  readonly pid: number;
  /** Whether the server was found running, left behind by a killed Cairn. */
  adopted: boolean;
  /** Takes at most 9 seconds. */
  stop(): Promise<void>;
}

const WATCH_MS = 500;
const STOP_PATIENCE_MS = 7_000;
/** Of the pauses between tries, so that it is back within seconds once it can be. */
const LONGEST_PAUSE_MS = 1_000;

/**
 * Runs the PostgreSQL that came with the packages on `<dataDir>/postgres`: creates it, takes over one that still
 * runs, and starts it again, at the same address, when it dies.
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  await ensureDataFolder(options.dataDir);
  const dataDir = await realpath(options.dataDir);
  const lock = options.exclusive === false ? undefined : await lockDataFolder(dataDir);
  try {
    // Only under the lock: a restore that is at work holds it.
    if (lock) await settleStaged(dataDir, options.log);
    const dataPath = join(dataDir, "postgres");
    const orphan = await adoptPostmaster(dataPath);
    const start = await prepare(dataDir, options, orphan?.socketFolder);
    if (!orphan) await ensureCluster(dataPath, start.binaries, start.runAs, options.fsync !== false);
    const postmaster = orphan ?? (await startPostmaster(start));
    options.log.info(
      { pid: postmaster.pid },
      orphan ? "Took over the running database" : "Started the database",
    );
    return supervise(postmaster, start, orphan !== undefined, lock, options.log);
  } catch (error) {
    await lock?.release();
    throw error;
  }
}

/** @param present The socket's folder of a server that runs already: its successors must answer at the same address. */
async function prepare(
  dataDir: string,
  options: EmbeddedPostgresOptions,
  present: string | undefined,
): Promise<PostmasterStart> {
  const binaries = await findBinaries(dataDir);
  const runAs = await chooseRunAs(binaries, dataDir);
  if (runAs.isShared)
    options.log.warn(
      `The database runs as user ${runAs.uid}, as other programs may, which can then reach it. Start Cairn as a user of its own.`,
    );
  const socketFolder = present ?? (await makeSocketFolder(dataDir, runAs));
  const dataPath = join(dataDir, "postgres");
  return {
    dataPath,
    socketFolder,
    logPath: join(dataDir, "postgres.log"),
    binaries,
    runAs,
    onSlow: () => options.log.warn("The database takes long to start: it may be recovering from a crash"),
    args: serverArguments(dataPath, socketFolder, options.fsync !== false, options.settings ?? {}),
  };
}

function supervise(
  first: Postmaster,
  start: PostmasterStart,
  adopted: boolean,
  lock: DataFolderLock | undefined,
  log: Logger,
): EmbeddedPostgres {
  const watch = new PostmasterWatch(first, start, log);
  return {
    host: start.socketFolder,
    port: SOCKET_PORT,
    user: "postgres",
    superuser: superuserAt(start.socketFolder),
    get pid() {
      return watch.postmaster.pid;
    },
    adopted,
    async stop() {
      await watch.stop();
      // Not recursive: only PostgreSQL knows what it still keeps there.
      await rmdir(start.socketFolder).catch(() => {});
      await lock?.release();
    },
  };
}

/** Starts the database again whenever it is gone or hangs. */
class PostmasterWatch {
  postmaster: Postmaster;
  private readonly start: PostmasterStart;
  private readonly log: Logger;
  private readonly stopping = new AbortController();
  private readonly watching: Promise<void>;

  constructor(first: Postmaster, start: PostmasterStart, log: Logger) {
    this.postmaster = first;
    this.start = start;
    this.log = log;
    this.watching = this.watch();
  }

  async stop(): Promise<void> {
    this.stopping.abort();
    await this.watching;
    await stopPostmaster(this.postmaster, STOP_PATIENCE_MS);
  }

  private async watch(): Promise<void> {
    let pause = WATCH_MS;
    const isStuck = stuckness();
    while (await waited(pause, this.stopping.signal)) {
      const { pid, socketFolder } = this.postmaster;
      const hasSocket = existsSync(socketPath(socketFolder));
      const hangs = isStuck(pid);
      if (this.postmaster.isRunning() && hasSocket && !hangs) continue;
      this.log.error({ pid, hasSocket, hangs }, "The database stopped; starting it again");
      try {
        await this.restart(hangs ? 0 : STOP_PATIENCE_MS);
        pause = WATCH_MS;
      } catch (error) {
        pause = Math.min(pause * 2, LONGEST_PAUSE_MS);
        this.log.error({ err: error, pause }, "The database did not start; trying again");
      }
    }
  }

  private async restart(patienceMs: number): Promise<void> {
    const { start, log } = this;
    await stopPostmaster(this.postmaster, patienceMs);
    await ensureFolder(start.socketFolder, start.runAs);
    this.postmaster = await startPostmaster(start);
    log.info({ pid: this.postmaster.pid }, "Started the database again");
  }
}

/** False when the wait was called off. Never keeps the process alive by itself. */
async function waited(ms: number, signal: AbortSignal): Promise<boolean> {
  return delay(ms, true, { signal, ref: false }).catch(() => false);
}
