import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import pg from "pg";
import { SERVER_FLAGS } from "../scripts/node-flags.mjs";

const PATIENCE_MS = 60_000;
const ownRoot = fileURLToPath(new URL("..", import.meta.url));

/** As `npm start` runs it; of a release that is not built, the source. */
function programOf(root: string): string {
  const built = join(root, "dist/server/main.js");
  return existsSync(built) ? built : join(root, "src/server/main.ts");
}

/** The real server as a process of its own, with its own database and folder, to stop, kill and start at will. */
export type ServerProcess = {
  url: string;
  dataDir: string;
  /** `root` is the folder of another release; the same port and data are used. */
  start: (options?: { root?: string }) => Promise<void>;
  /** The first half of `start`: for what shall happen before it is ready. */
  launch: (options?: { root?: string }) => void;
  /** The second half of `start`. */
  ready: () => Promise<void>;
  /** SIGTERM, as an operator would; resolves with its exit code when it is gone, null after a signal. */
  stop: () => Promise<number | null>;
  /** SIGKILL; with `database` PostgreSQL and its children die in the same moment. */
  kill: (options: { database: boolean }) => Promise<void>;
  log: () => string;
  pid: () => number;
  isRunning: () => boolean;
  /** The embedded PostgreSQL's postmaster first, then its children; empty when none runs. */
  postgresPids: () => Promise<number[]>;
  /** Asks the server's own database as a superuser: for what no interface offers, such as letting time pass. */
  query: (sql: string, values?: unknown[]) => Promise<Record<string, unknown>[]>;
  dispose: () => Promise<void>;
};

/** A test that breaks off leaves no server behind; told to stop, it takes its database along. */
const running = new Set<ChildProcess>();
process.once("exit", () => running.forEach((child) => child.kill("SIGTERM")));

/** @param wrap Puts another program around the server's command, such as one that enters a mount namespace. */
export async function createServerProcess(
  env: Record<string, string> = {},
  wrap: (command: string[]) => string[] = (command) => command,
): Promise<ServerProcess> {
  const port = await freePort();
  const dataDir = await mkdtemp(join(tmpdir(), "cairn-e2e-"));
  const url = `http://localhost:${port}`;
  let child: ChildProcess | undefined;
  let log = "";

  function launch({ root = ownRoot }: { root?: string } = {}): void {
    const [program = "", ...rest] = wrap([process.execPath, ...SERVER_FLAGS, programOf(root)]);
    child = spawn(program, rest, {
      cwd: root,
      env: {
        ...process.env,
        PORT: String(port),
        DATA_DIR: dataDir,
        LOG_LEVEL: "info",
        NODE_ENV: "production",
        // As scripts/run.mjs starts it.
        NODE_COMPILE_CACHE: join(root, ".cache/node"),
        // A busy machine is no news to whoever happens to have registered first.
        ALARMS: "off",
        ...env,
      },
      stdio: ["ignore", "pipe", "pipe"],
    });
    const launched = child;
    running.add(launched);
    launched.once("exit", () => running.delete(launched));
    for (const stream of [child.stdout!, child.stderr!])
      stream.on("data", (chunk: Buffer) => (log += chunk.toString()));
  }

  async function ready(): Promise<void> {
    const deadline = Date.now() + PATIENCE_MS;
    while (Date.now() < deadline) {
      if (!isRunning()) throw new Error(`The server ended at its start:\n${log}`);
      const isReady = await fetch(`${url}/readyz`).then(
        (response) => response.ok,
        () => false,
      );
      if (isReady) return;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    throw new Error(`The server was not ready within ${PATIENCE_MS / 1000} s:\n${log}`);
  }

  const isRunning = () => child !== undefined && child.exitCode === null && child.signalCode === null;

  async function gone(): Promise<number | null> {
    const ending = child;
    if (ending && isRunning()) await new Promise((resolve) => ending.once("exit", resolve));
    return ending?.exitCode ?? null;
  }

  return {
    url,
    dataDir,
    start: async (options) => {
      launch(options);
      await ready();
    },
    launch,
    ready,
    stop: async () => {
      child?.kill("SIGTERM");
      return gone();
    },
    kill: async ({ database }) => {
      const postgres = database ? await postgresPids(dataDir) : [];
      child?.kill("SIGKILL");
      for (const pid of postgres) signal(pid, "SIGKILL");
      await gone();
    },
    log: () => log,
    pid: () => child?.pid ?? 0,
    isRunning,
    postgresPids: () => postgresPids(dataDir),
    query: (sql, values) => queryDatabase(dataDir, sql, values),
    dispose: async () => {
      child?.kill("SIGTERM");
      await gone();
      for (const pid of await postgresPids(dataDir)) signal(pid, "SIGKILL");
      await rm(dataDir, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
    },
  };
}

async function queryDatabase(
  dataDir: string,
  sql: string,
  values: unknown[] = [],
): Promise<Record<string, unknown>[]> {
  // PostgreSQL's own note of itself: the fifth line is the folder of its socket.
  const lines = (await readFile(join(dataDir, "postgres", "postmaster.pid"), "utf8")).split("\n");
  const client = new pg.Client({ host: lines[4]!, user: "postgres", database: "cairn" });
  // A database that dies under the question fails the query; the event has nobody else to hear it.
  client.on("error", () => {});
  try {
    await client.connect();
    return (await client.query<Record<string, unknown>>(sql, values)).rows;
  } finally {
    await client.end().catch(() => {});
  }
}

/** The postmaster of this data folder and everything it forked. */
async function postgresPids(dataDir: string): Promise<number[]> {
  const file = await readFile(join(dataDir, "postgres", "postmaster.pid"), "utf8").catch(() => "");
  const postmaster = Number(file.split("\n")[0]);
  if (!postmaster) return [];
  const children = listChildren(postmaster);
  return [postmaster, ...children];
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch {
    // Gone already, which is what was wanted.
  }
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer().listen(0, "127.0.0.1", () => {
      const address = probe.address();
      probe.close(() =>
        typeof address === "object" && address ? resolve(address.port) : reject(new Error("no free port")),
      );
    });
  });
}

/** `ps` ends with 1 when it finds nobody. */
function listChildren(pid: number): number[] {
  try {
    const output = execFileSync("ps", ["-o", "pid=", "--ppid", String(pid)], {
      encoding: "utf8",
      stdio: ["ignore", "pipe", "ignore"],
    });
    return output.split("\n").map(Number).filter(Boolean);
  } catch {
    return [];
  }
}
