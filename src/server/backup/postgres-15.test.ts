import { execFileSync, spawn, type ChildProcess } from "node:child_process";
import { existsSync } from "node:fs";
import { chmod, chown, mkdtemp, rm } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { describeSchema } from "#testing/database/describe-schema.ts";
import { addressesOf, anEmptyDatabase, fillInstallation } from "#testing/installation.ts";
import { createVisitor, startTestApp, type TestApp } from "#testing/test-app.ts";
import type { TestDatabase } from "#testing/test-database.ts";
import { type Config, readConfig } from "../platform/config.ts";
import { createLog } from "../platform/log.ts";
import { readSecret } from "../platform/secret.ts";
import { writeBackup } from "./backup-file.ts";
import { restore } from "./restore.ts";
import { backupSource } from "./source.ts";

/** The way across PostgreSQL's major versions, forth and back, on an installation of the oldest that we support. */
const BIN = process.env["POSTGRES_15_BIN"] ?? "/usr/lib/postgresql/15/bin";
const isThere = existsSync(join(BIN, "postgres"));
const why = isThere ? "" : ` (skipped: no PostgreSQL 15 in ${BIN}; POSTGRES_15_BIN names another place)`;
const log = createLog("silent");

let folder: string;
let server: ChildProcess | undefined;
let old: TestDatabase;

beforeAll(async () => {
  if (!isThere) return;
  // A short path: the socket's name ends at 107 bytes.
  folder = await mkdtemp("/tmp/cairn-15-");
  // PostgreSQL refuses root.
  const who = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};
  if ("uid" in who) await chown(folder, 65_534, 65_534);
  await chmod(folder, 0o700);
  const data = join(folder, "data");
  execFileSync(
    join(BIN, "initdb"),
    ["-D", data, "-U", "postgres", "-A", "trust", "-E", "UTF8", "--locale=C.UTF-8", "--no-sync"],
    { ...who, cwd: "/", stdio: "ignore" },
  );
  server = spawn(
    join(BIN, "postgres"),
    ["-D", data, "-k", folder, "-c", "listen_addresses=", "-c", "fsync=off", "-c", "port=5432"],
    { ...who, cwd: "/", stdio: "ignore" },
  );
  await untilItAnswers();
  await as("postgres", "postgres", "CREATE ROLE one LOGIN");
  await as("postgres", "postgres", "CREATE DATABASE cairn OWNER one TEMPLATE template0 ENCODING 'UTF8'");
  const one: pg.ClientConfig = { host: folder, port: 5432, user: "one", database: "cairn" };
  old = {
    connections: { app: one, owner: one, mode: "single" },
    asSuperuser: (text, values) => as("postgres", "cairn", text, values),
    disconnect: async () => {},
    drop: async () => {},
  };
}, 60_000);

afterAll(async () => {
  server?.kill("SIGINT");
  if (server) await new Promise((ended) => server!.once("exit", ended));
  if (folder) await rm(folder, { recursive: true, force: true });
});

async function as<Row extends object>(
  user: string,
  database: string,
  text: string,
  values?: unknown[],
): Promise<Row[]> {
  const client = new pg.Client({ host: folder, port: 5432, user, database });
  await client.connect();
  try {
    return (await client.query<Row>(text, values)).rows;
  } finally {
    await client.end();
  }
}

async function untilItAnswers(): Promise<void> {
  for (let tries = 0; ; tries += 1) {
    try {
      await as("postgres", "postgres", "SELECT 1");
      return;
    } catch (error) {
      if (tries > 200) throw error;
      await delay(50);
    }
  }
}

function configOf(name: string, database: TestDatabase): Config {
  const env = {
    DATA_DIR: join(folder, name),
    BACKUP_KEY: "correct horse battery staple",
    LOG_LEVEL: "silent",
  };
  return readConfig({ ...env, ...addressesOf(database.connections) }, "/");
}

async function backUp(config: Config, database: TestDatabase, name: string) {
  const path = join(folder, `${name}.cairn`);
  const source = await backupSource(config, database.connections);
  return writeBackup(source, { target: async () => path, made: "command", key: config.backups.key });
}

test.skipIf(!isThere)(
  `what 18 wrote is restored into 15, served there, and restored into 18 again without a difference${why}`,
  async () => {
    const dataDir = join(folder, "new");
    const app = await startTestApp({}, undefined, { dataDir, secret: await readSecret({ dataDir }) });
    const { ann, noteIds } = await fillInstallation(app, 8);
    const body = (await ann.client.notes.body({ noteId: noteIds[1]!, format: "html" })).text;
    const schema = await describeSchema(app.database.asSuperuser);
    const from18 = await backUp(configOf("new", app.database), app.database, "from-18");
    await app.close();

    const on15 = configOf("old", old);
    await restore(on15, log, { path: from18.path, replace: false });
    const from15 = await backUp(on15, old, "from-15");
    expect(from15.manifest.postgres).toMatch(/^15\./);
    expect(from15.manifest.tables).toEqual(from18.manifest.tables);
    await opens(old, on15, ann, { noteId: noteIds[1]!, body });

    const again = await anEmptyDatabase();
    try {
      const on18 = configOf("again", again);
      await restore(on18, log, { path: from15.path, replace: false });
      const back = await backUp(on18, again, "back");
      expect(back.manifest.tables).toEqual(from18.manifest.tables);
      expect(back.manifest.sequences).toEqual(from18.manifest.sequences);
      expect(await describeSchema(again.asSuperuser)).toEqual(schema);
    } finally {
      await again.drop();
    }
  },
  60_000,
);

async function opens(
  database: TestDatabase,
  config: Config,
  { email, password }: { email: string; password: string },
  note: { noteId: string; body: string },
): Promise<void> {
  const app: TestApp = await startTestApp({}, undefined, {
    database,
    dataDir: config.dataDir,
    secret: await readSecret(config),
  });
  try {
    const visitor = createVisitor(app.url);
    await visitor.client.accounts.login({ email, password });
    expect((await visitor.client.notes.body({ noteId: note.noteId, format: "html" })).text).toBe(note.body);
    // What was not derived yet when the backup was taken is derived after the start.
    const found = async () =>
      (await visitor.client.notes.search({ query: "aardvark1" })).hits.map((hit) => hit.note.id);
    await expect.poll(found).toContain(note.noteId);
  } finally {
    await app.close();
  }
}
