import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestDatabase } from "#testing/test-database.ts";
import { embeddedConnections } from "../db/connections.ts";
import { type Config, readConfig } from "../platform/config.ts";
import { createLog } from "../platform/log.ts";
import { startEmbeddedPostgres } from "../platform/postgres/supervisor.ts";
import { openServices } from "../services.ts";
import { writeBackup } from "./backup-file.ts";
import { ensureBackupFolder, freeName } from "./folder.ts";
import { restore } from "./restore.ts";
import { backupSource } from "./source.ts";

/** A data folder as an older Cairn left it: its database is of another major version, its backups are not. */
const log = createLog("silent");
let config: Config;
let backup: string;

beforeAll(async () => {
  const dataDir = await mkdtemp(join(tmpdir(), "cairn-major-"));
  config = readConfig({ DATA_DIR: dataDir, LOG_LEVEL: "silent" }, "/");
  const database = await createTestDatabase();
  await database.asSuperuser(
    "INSERT INTO auth.users (id, name, email) VALUES (gen_random_uuid(), 'Ann', 'ann@example.com')",
  );
  await ensureBackupFolder(config);
  const target = (at: Date) => freeName(config.backups.dir, at);
  const source = await backupSource(config, database.connections);
  backup = (await writeBackup(source, { target, made: "nightly" })).path;
  await database.drop();
  await mkdir(join(dataDir, "postgres"));
  await writeFile(join(dataDir, "postgres/PG_VERSION"), "17\n");
});

afterAll(() => rm(config.dataDir, { recursive: true, force: true }));

test("the server names the way across and the newest backup, and touches nothing", async () => {
  const refusal = openServices(config, log);
  await expect(refusal).rejects.toThrow(/was made by PostgreSQL 17, but this Cairn brings PostgreSQL 18/);
  await expect(refusal).rejects.toThrow("npm run restore -- FILE");
  await expect(refusal).rejects.toThrow(`is ${backup}; it holds nothing later.`);
  expect(await readFile(join(config.dataDir, "postgres/PG_VERSION"), "utf8")).toBe("17\n");
});

test("the restore brings the data across and keeps the old database beside it", async () => {
  const { former } = await restore(config, log, { path: backup, replace: false, fsync: false });
  expect(await readFile(join(former!, "PG_VERSION"), "utf8")).toBe("17\n");
  const postgres = await startEmbeddedPostgres({ dataDir: config.dataDir, log });
  try {
    const client = new pg.Client(embeddedConnections({ host: postgres.host, port: postgres.port }).owner);
    await client.connect();
    expect((await client.query("SELECT name FROM auth.users")).rows).toEqual([{ name: "Ann" }]);
    await client.end();
  } finally {
    await postgres.stop();
  }
});

test("while a server holds the data folder, a restore is refused", async () => {
  const postgres = await startEmbeddedPostgres({ dataDir: config.dataDir, log });
  try {
    await expect(restore(config, log, { path: backup, replace: false })).rejects.toThrow(
      /^Another Cairn \(pid \d+, started at .*\) already uses .*\. Stop it first, then restore\.$/,
    );
  } finally {
    await postgres.stop();
  }
});
