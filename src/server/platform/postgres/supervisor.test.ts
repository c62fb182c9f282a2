import { spawn, type ChildProcess } from "node:child_process";
import { existsSync } from "node:fs";
import { chmod, chown, cp, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { setImmediate as nextTurn } from "node:timers/promises";
import pg from "pg";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { createLog } from "../log.ts";
import { isPostmasterOf } from "./postmaster-identity.ts";
import { claimDatabase, ensureRolesAndDatabase } from "./roles.ts";
import { startEmbeddedPostgres, type EmbeddedPostgres } from "./supervisor.ts";

const log = createLog("silent");
const isRoot = process.getuid?.() === 0;
const NOBODY = 65_534;

/** A database that was made and stopped: copying it takes a tenth of the time that making one takes. */
let made: string;
beforeAll(async () => {
  made = await mkdtemp(join(tmpdir(), "cairn made "));
  await (await startEmbeddedPostgres({ dataDir: made, log, fsync: false })).stop();
});
afterAll(() => rm(made, { recursive: true, force: true }));

let folder: string;
let dataDir: string;
let started: { stop(): Promise<void> }[];
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "cairn pg "));
  await chmod(folder, 0o755);
  dataDir = join(folder, "data");
  started = [];
});
afterEach(async () => {
  await Promise.allSettled(started.map((one) => one.stop()));
  await killPostmaster(dataDir);
  await rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 50 });
});

/** Where a test is not about the first start. */
const withDatabase = () => cp(made, dataDir, { recursive: true, preserveTimestamps: true });

async function start(): Promise<EmbeddedPostgres> {
  const postgres = await startEmbeddedPostgres({ dataDir, log, fsync: false });
  started.push(postgres);
  return postgres;
}

async function killPostmaster(of: string): Promise<void> {
  const dataPath = join(of, "postgres");
  const pid = Number(
    (await readFile(join(dataPath, "postmaster.pid"), "utf8").catch(() => "0")).split("\n")[0],
  );
  if (pid && isPostmasterOf(pid, dataPath)) process.kill(pid, "SIGKILL");
}

async function query(postgres: EmbeddedPostgres, sql: string, database = "postgres"): Promise<unknown[][]> {
  const client = new pg.Client({ ...postgres.superuser, database });
  client.on("error", () => {});
  await client.connect();
  const { rows } = await client.query<unknown[]>({ text: sql, rowMode: "array" });
  await client.end();
  return rows;
}

/** A Cairn's database in a process of its own, which can be killed; `said` is its first line: "up PID" or the error. */
async function startElsewhere(uid?: number): Promise<{ process: ChildProcess; said: string }> {
  const supervisor = new URL("supervisor.ts", import.meta.url).href;
  const logModule = new URL("../log.ts", import.meta.url).href;
  const script = `
    import { startEmbeddedPostgres } from ${JSON.stringify(supervisor)};
    import { createLog } from ${JSON.stringify(logModule)};
    const options = { dataDir: process.argv[1], log: createLog("silent"), fsync: false };
    try { console.log("up", (await startEmbeddedPostgres(options)).pid); setInterval(() => {}, 1e6); }
    catch (error) { console.log(error.message.replaceAll("\\n", " ")); }`;
  const child = spawn(process.execPath, ["--input-type=module", "-e", script, dataDir], {
    stdio: ["ignore", "pipe", "inherit"],
    cwd: "/",
    ...(uid === undefined ? {} : { uid, gid: uid }),
  });
  started.push({ stop: () => kill(child) });
  const [said = ""] = await new Promise<string[]>((done) =>
    createInterface({ input: child.stdout }).once("line", (line) => done([line])),
  );
  return { process: child, said };
}

async function kill(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = new Promise((done) => child.once("exit", done));
  child.kill("SIGKILL");
  await gone;
}

test("a first start makes a database that knows every script and listens on no network", async () => {
  const postgres = await start();
  expect(postgres).toMatchObject({ adopted: false, user: "postgres", port: 5432 });
  expect((await stat(postgres.host)).mode & 0o777).toBe(0o700);
  expect(await query(postgres, "SHOW listen_addresses")).toEqual([[""]]);
  expect(await query(postgres, "SHOW max_wal_size")).toEqual([["256MB"]]);
  expect(
    await query(
      postgres,
      "SELECT pg_encoding_to_char(encoding), datlocprovider, datlocale FROM pg_database LIMIT 1",
    ),
  ).toEqual([["UTF8", "b", "C.UTF-8"]]);
  await ensureRolesAndDatabase(postgres.superuser);
  expect(await query(postgres, "SELECT show_trgm('Привет') <> '{}', lower('ПРИВЕТ')", "cairn")).toEqual([
    [true, "привет"],
  ]);
});

test("roles and database are made once, also by two at a time, and put right when they are not", async () => {
  await withDatabase();
  const postgres = await start();
  await Promise.all([ensureRolesAndDatabase(postgres.superuser), ensureRolesAndDatabase(postgres.superuser)]);
  await query(postgres, "ALTER ROLE cairn_app BYPASSRLS");
  await ensureRolesAndDatabase(postgres.superuser);
  expect(
    await query(
      postgres,
      `SELECT rolname, rolsuper, rolcreaterole, rolbypassrls, rolcanlogin FROM pg_roles
       WHERE rolname LIKE 'cairn%' ORDER BY 1`,
    ),
  ).toEqual([
    ["cairn_app", false, false, false, true],
    ["cairn_owner", false, true, false, true],
  ]);
  expect(
    await query(postgres, "SELECT datdba::regrole::text FROM pg_database WHERE datname = 'cairn'"),
  ).toEqual([["cairn_owner"]]);
  expect(await query(postgres, "SELECT extname FROM pg_extension ORDER BY 1", "cairn")).toEqual([
    ["btree_gin"],
    ["fuzzystrmatch"],
    ["pg_trgm"],
    ["plpgsql"],
    ["unaccent"],
  ]);
});

test("the application role reaches the database and cannot make tables", async () => {
  await withDatabase();
  const postgres = await start();
  await ensureRolesAndDatabase(postgres.superuser);
  const client = new pg.Client({ ...postgres.superuser, user: "cairn_app", database: "cairn" });
  await client.connect();
  await expect(client.query("CREATE TABLE t (id int)")).rejects.toThrow(
    "permission denied for schema public",
  );
  await client.end();
});

test("a second claim on the database names the first", async () => {
  await withDatabase();
  const postgres = await start();
  const [first, second] = [new pg.Client(postgres.superuser), new pg.Client(postgres.superuser)];
  await Promise.all([first.connect(), second.connect()]);
  await claimDatabase(first, dataDir);
  await expect(claimDatabase(second, dataDir)).rejects.toThrow(
    new RegExp(
      `^Another Cairn \\(pid ${process.pid}, started at 20.*\\) already uses ${dataDir}\\. Stop it, or set`,
    ),
  );
  await first.end();
  await expect
    .poll(() =>
      claimDatabase(second, dataDir).then(
        () => true,
        () => false,
      ),
    )
    .toBe(true);
  await second.end();
});

test("what was written is there after a stop, and stopping does not wait for open transactions", async () => {
  await withDatabase();
  const first = await start();
  await query(first, "CREATE TABLE t AS SELECT 42 AS n");
  const idle = new pg.Client(first.superuser);
  idle.on("error", () => {});
  await idle.connect();
  await idle.query("BEGIN; INSERT INTO t VALUES (43)");
  await first.stop();
  const second = await start();
  expect(second.adopted).toBe(false);
  expect(await query(second, "SELECT n FROM t")).toEqual([[42]]);
});

test("a killed database comes back at the same address with everything committed", async () => {
  await withDatabase();
  const postgres = await start();
  await query(postgres, "CREATE TABLE t AS SELECT 42 AS n");
  const { pid } = postgres;
  process.kill(pid, "SIGKILL");
  await expect.poll(() => query(postgres, "SELECT n FROM t").catch(() => "away")).toEqual([[42]]);
  await expect.poll(() => postgres.pid).not.toBe(pid);
});

test("a database whose recovery after a crash failed is started again", async () => {
  await withDatabase();
  const postgres = await start();
  const crashed = postgres.pid;
  // A recovery may be over before it is seen: then it crashes once more.
  for (let isHit = false; !isHit;) {
    process.kill(await childTitled(crashed, "walwriter"), "SIGKILL");
    const recovery = await childTitled(crashed, "startup", 1_000).catch(() => null);
    try {
      if (recovery !== null) isHit = process.kill(recovery, "SIGKILL");
    } catch {
      // It ended between being seen and being hit.
    }
  }
  // From here on this PostgreSQL answers "in recovery mode" for ever.
  await expect.poll(() => postgres.pid).not.toBe(crashed);
  expect(await query(postgres, "SELECT 1")).toEqual([[1]]);
});

async function childTitled(postmaster: number, title: string, withinMs = 10_000): Promise<number> {
  for (const deadline = Date.now() + withinMs; Date.now() < deadline; await nextTurn()) {
    const children = await readFile(`/proc/${postmaster}/task/${postmaster}/children`, "utf8");
    for (const pid of children.trim().split(" ")) {
      const line = await readFile(`/proc/${pid}/cmdline`, "utf8").catch(() => "");
      if (line.startsWith(`postgres: ${title}`)) return Number(pid);
    }
  }
  throw new Error(`PostgreSQL has no ${title}`);
}

test("a socket that someone swept away with its folder is made again", async () => {
  await withDatabase();
  const postgres = await start();
  await rm(postgres.host, { recursive: true });
  await expect.poll(() => query(postgres, "SELECT 1").catch(() => "away")).toEqual([[1]]);
});

test("the database of a killed server is taken over", async () => {
  await withDatabase();
  const first = await startElsewhere();
  expect(first.said).toMatch(/^up \d+$/);
  await kill(first.process);
  const second = await start();
  expect(second).toMatchObject({ adopted: true, pid: Number(first.said.slice(3)) });
  await query(second, "CREATE TABLE t AS SELECT 42 AS n");
  await second.stop();
  expect(existsSync(join(dataDir, "postgres/postmaster.pid"))).toBe(false);
});

test("a database that was taken over is started again when it dies", async () => {
  await withDatabase();
  const first = await startElsewhere();
  await kill(first.process);
  const second = await start();
  process.kill(second.pid, "SIGKILL");
  await expect.poll(() => query(second, "SELECT 1").catch(() => "away")).toEqual([[1]]);
});

test("server and database killed at once start again", async () => {
  await withDatabase();
  const first = await startElsewhere();
  process.kill(Number(first.said.slice(3)), "SIGKILL");
  await kill(first.process);
  expect((await start()).adopted).toBe(false);
});

test("a second server on the data folder says who uses it and stops; after a kill the folder is free", async () => {
  await withDatabase();
  const first = await startElsewhere();
  const second = await startElsewhere();
  expect(second.said).toMatch(
    new RegExp(
      `^Another Cairn \\(pid ${first.process.pid}, started at 20\\d\\d-.*Z\\) already uses ${dataDir}\\. ` +
        "Stop it, or set DATA_DIR to another folder\\.$",
    ),
  );
  await kill(first.process);
  await start();
});

test("of servers that start at once on a new folder exactly one comes up", async () => {
  const said = (await Promise.all([startElsewhere(), startElsewhere(), startElsewhere()])).map(
    (one) => one.said,
  );
  expect(said.filter((line) => line.startsWith("up "))).toHaveLength(1);
  expect(said.filter((line) => line.startsWith("Another Cairn"))).toHaveLength(2);
});

test("a first start that was killed while it made the database is repeated", async () => {
  const halfway = startElsewhere();
  await expect
    .poll(
      () =>
        readdir(dataDir).then(
          (names) => names.some((name) => name.startsWith("postgres.draft-")),
          () => false,
        ),
      { interval: 5 },
    )
    .toBe(true);
  await started[0]?.stop();
  void halfway;
  await start();
  expect((await readdir(dataDir)).filter((name) => name.includes("draft"))).toEqual([]);
});

test("a pid file whose number now belongs to another program does not hinder", async () => {
  await withDatabase();
  const first = await start();
  await first.stop();
  const bystander = spawn("sleep", ["60"]);
  started.push({ stop: async () => void bystander.kill() });
  await writeFile(join(dataDir, "postgres/postmaster.pid"), `${bystander.pid}\n${dataDir}/postgres\n`);
  expect((await start()).adopted).toBe(false);
});

test("data of another PostgreSQL version is left alone", async () => {
  await mkdir(join(dataDir, "postgres"), { recursive: true });
  await writeFile(join(dataDir, "postgres/PG_VERSION"), "17\n");
  await expect(start()).rejects.toThrow(
    `${dataDir}/postgres was made by PostgreSQL 17, but this Cairn brings PostgreSQL 18.`,
  );
  expect(existsSync(join(dataDir, "running.json"))).toBe(false);
});

test("a folder with something else in it is left alone", async () => {
  await mkdir(join(dataDir, "postgres"), { recursive: true });
  await writeFile(join(dataDir, "postgres/holiday.txt"), "sun");
  await expect(start()).rejects.toThrow("is not empty and holds no PostgreSQL data");
});

test("a database that cannot start says why", async () => {
  await withDatabase();
  await (await start()).stop();
  await writeFile(join(dataDir, "postgres/postgresql.conf"), "shared_buffers = 'many'\n");
  await expect(start()).rejects.toThrow(
    /^The embedded database did not start\. PostgreSQL says:[^]*shared_buffers/,
  );
});

test.runIf(isRoot)(
  "as root the database runs in a user namespace where nobody else can reach the data",
  async () => {
    await chmod(folder, 0o700);
    const postgres = await start();
    expect((await stat(`/proc/${postgres.pid}`)).uid).toBe(0);
    expect(await readFile(`/proc/${postgres.pid}/uid_map`, "utf8")).toMatch(/^ +65534 +0 +1$/m);
    await query(postgres, "CREATE TABLE t AS SELECT 42 AS n");
    await postgres.stop();
    await chmod(folder, 0o755);
    expect(await query(await start(), "SELECT n FROM t")).toEqual([[42]]);
  },
);

test.runIf(isRoot)(
  "an ordinary user runs it as himself, and so does root on his folder afterwards",
  async () => {
    await mkdir(dataDir, { mode: 0o700 });
    await chown(dataDir, NOBODY, NOBODY);
    const theirs = await startElsewhere(NOBODY);
    expect(theirs.said).toMatch(/^up \d+$/);
    expect((await stat(`/proc/${theirs.said.slice(3)}`)).uid).toBe(NOBODY);
    await kill(theirs.process);
    const roots = await start();
    expect(roots.adopted).toBe(true);
    await roots.stop();
    const again = await start();
    expect((await stat(`/proc/${again.pid}`)).uid).toBe(NOBODY);
    await again.stop();
    expect((await startElsewhere(NOBODY)).said).toMatch(/^up \d+$/);
  },
);

test.runIf(isRoot)("data that belongs to another user is refused with his number", async () => {
  await mkdir(join(dataDir, "postgres"), { recursive: true });
  await writeFile(join(dataDir, "postgres/PG_VERSION"), "18\n");
  await chown(dataDir, NOBODY, NOBODY);
  expect((await startElsewhere(NOBODY)).said).toContain(
    `${dataDir}/postgres belongs to user 0, and Cairn runs as user ${NOBODY}.`,
  );
});

test("starting is quick", async () => {
  const before = performance.now();
  const postgres = await start();
  const first = performance.now() - before;
  await postgres.stop();
  const stopped = performance.now();
  await start();
  const next = performance.now() - stopped;
  console.info(`embedded database: first start ${Math.round(first)} ms, next start ${Math.round(next)} ms`);
  expect(next).toBeLessThan(5_000);
});
