import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import pg from "pg";

const ownRoot = fileURLToPath(new URL("..", import.meta.url));

/** The real server as a process of its own, with its own database and folder, to stop, kill and start at will. */
export type ServerProcess = {
  url: string;
  dataDir: string;
  /** `root` is the folder of another release; the same port and data are used. */
  start: (options?: { root?: string }) => Promise<void>;
  /** SIGTERM, as an operator would; resolves when it is gone. */
  stop: () => Promise<void>;
  /** SIGKILL; with `database` PostgreSQL and its children die in the same moment. */
  kill: (options: { database: boolean }) => Promise<void>;
  log: () => string;
  pid: () => number;
  /** Asks the server's own database as a superuser: for what no interface offers, such as letting time pass. */
  query: (sql: string, values?: unknown[]) => Promise<Record<string, unknown>[]>;
  dispose: () => Promise<void>;
};

export async function createServerProcess(env: Record<string, string> = {}): Promise<ServerProcess> {
  const port = await freePort();
  const dataDir = await mkdtemp(join(tmpdir(), "cairn-e2e-"));
  const url = `http://localhost:${port}`;
  let child: ChildProcess | undefined;
  let log = "";

  async function start({ root = ownRoot }: { root?: string } = {}): Promise<void> {
    child = spawn(process.execPath, ["src/server/main.ts"], {
      cwd: root,
      env: {
        ...process.env,
        PORT: String(port),
        DATA_DIR: dataDir,
        LOG_LEVEL: "info",
        NODE_ENV: "production",
        // As scripts/run.mjs starts it.
        NODE_COMPILE_CACHE: join(root, ".cache/node"),
        ...env,
      },
      stdio: ["ignore", "pipe", "pipe"],
    });
    for (const stream of [child.stdout!, child.stderr!])
      stream.on("data", (chunk: Buffer) => (log += chunk.toString()));
    const started = child;
    const deadline = Date.now() + 30_000;
    while (Date.now() < deadline) {
      if (started.exitCode !== null) throw new Error(`The server ended at its start:\n${log}`);
      const isReady = await fetch(`${url}/readyz`).then(
        (response) => response.ok,
        () => false,
      );
      if (isReady) return;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    throw new Error(`The server was not ready within 30 s:\n${log}`);
  }

  async function gone(): Promise<void> {
    const ending = child;
    if (!ending || ending.exitCode !== null || ending.signalCode !== null) return;
    await new Promise((resolve) => ending.once("exit", resolve));
  }

  return {
    url,
    dataDir,
    start,
    stop: async () => {
      child?.kill("SIGTERM");
      await gone();
    },
    kill: async ({ database }) => {
      const postgres = database ? await postgresPids(dataDir) : [];
      child?.kill("SIGKILL");
      for (const pid of postgres) signal(pid, "SIGKILL");
      await gone();
    },
    log: () => log,
    pid: () => child?.pid ?? 0,
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
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(sql, values)).rows;
  } finally {
    await client.end();
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
