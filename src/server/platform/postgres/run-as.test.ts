import { execFile } from "node:child_process";
import { chmod, mkdir, mkdtemp, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import pg from "pg";
import { afterEach, beforeEach, expect, test } from "vitest";
import { createLog } from "../log.ts";
import { type EmbeddedPostgres, startEmbeddedPostgres } from "./supervisor.ts";

const isRoot = process.getuid?.() === 0;
const NOBODY = 65_534;

let folder: string;
let dataDir: string;
let postgres: EmbeddedPostgres | undefined;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "cairn-run-as-"));
  await chmod(folder, 0o755);
  dataDir = join(folder, "data");
});
afterEach(async () => {
  await postgres?.stop();
  await rm(folder, { recursive: true, force: true });
});

async function start(): Promise<EmbeddedPostgres> {
  postgres = await startEmbeddedPostgres({ dataDir, log: createLog("silent"), fsync: false });
  return postgres;
}

async function query({ superuser }: EmbeddedPostgres, sql: string): Promise<unknown[][]> {
  const client = new pg.Client(superuser);
  await client.connect();
  const { rows } = await client.query<unknown[]>({ text: sql, rowMode: "array" });
  await client.end();
  return rows;
}

/** What a process of nobody, as other services are, gets of the database. */
async function askAsNobody(postgres: EmbeddedPostgres): Promise<string> {
  const ask = `
    const { readFile } = require("node:fs/promises");
    const { connect } = require("node:net");
    const tell = (answer) => process.stdout.write(answer + "\\n");
    connect(process.argv[1]).on("connect", () => tell("connected") && process.exit()).on("error", ({ code }) => tell(code));
    readFile(process.argv[2]).then(() => tell("read"), ({ code }) => tell(code));`;
  const socket = join(postgres.host, ".s.PGSQL.5432");
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ["-e", ask, socket, join(dataDir, "postgres/PG_VERSION")],
    { uid: NOBODY, gid: NOBODY, cwd: "/" },
  );
  return stdout.trim();
}

test.runIf(isRoot)(
  "as root the database has a user of its own, and processes of nobody get nothing of it",
  async () => {
    const postgres = await start();
    const { uid } = await stat(`/proc/${postgres.pid}`);
    expect(uid).toBe((await stat(join(dataDir, "postgres"))).uid);
    expect([0, NOBODY]).not.toContain(uid);
    expect(await readFile("/etc/passwd", "utf8")).not.toContain(`:${uid}:`);
    expect((await stat(dataDir)).mode & 0o777).toBe(0o710);
    expect(await askAsNobody(postgres)).toBe("EACCES\nEACCES");
  },
);

test.runIf(isRoot)("data that an older Cairn gave to nobody goes to the database's own user", async () => {
  const first = await start();
  await query(first, "CREATE TABLE t AS SELECT 42 AS n");
  await first.stop();
  // Killed, it left its socket's folder behind as well.
  await mkdir(first.host, { mode: 0o700 });
  await writeFile(join(first.host, ".s.PGSQL.5432.lock"), "1\n");
  await promisify(execFile)("chown", ["-R", `${NOBODY}:${NOBODY}`, first.host]);
  await promisify(execFile)("chown", ["-R", `${NOBODY}:${NOBODY}`, join(dataDir, "postgres")]);
  await promisify(execFile)("chown", [`0:${NOBODY}`, dataDir]);
  const again = await start();
  expect(await query(again, "SELECT n FROM t")).toEqual([[42]]);
  expect((await stat(`/proc/${again.pid}`)).uid).not.toBe(NOBODY);
  expect(await askAsNobody(again)).toBe("EACCES\nEACCES");
});
