import { type ChildProcess, spawn } from "node:child_process";
import { createHash, randomBytes } from "node:crypto";
import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { setTimeout as delay } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { addressesOf, anEmptyDatabase } from "#testing/installation.ts";
import { randomFrom } from "#testing/random.ts";
import { seed } from "#testing/run-seed.ts";
import { createTestDatabase } from "#testing/test-database.ts";
import { embeddedConnections } from "../db/connections.ts";
import { openStorage } from "../files/storage/storage.ts";
import { readConfig } from "../platform/config.ts";
import { createLog } from "../platform/log.ts";
import { startEmbeddedPostgres } from "../platform/postgres/supervisor.ts";
import { replaceKeptSecret } from "../platform/secret.ts";
import { writeBackup } from "../backup/backup-file.ts";
import { backupSource } from "../backup/source.ts";

/** A restore is killed at random moments, and what it leaves must be the whole of one backup or the whole of the other. */
const isDeep = process.env["CAIRN_DEEP"] === "1";
const random = randomFrom(seed);
const KEY = "correct horse battery staple";
const log = createLog("silent");
const command = fileURLToPath(new URL("./restore.ts", import.meta.url));

type Side = { path: string; signature: string; secret: string };
let folder: string;
let sides: Record<"small" | "large", Side>;
let running: ChildProcess | undefined;

beforeAll(async () => {
  process.stdout.write(`restore-kill: seed ${seed} (CAIRN_SEED)\n`);
  folder = await mkdtemp(join(tmpdir(), "cairn-restore-kill-"));
  sides = { small: await anInstallation("small", 20, 1), large: await anInstallation("large", 400, 12) };
}, 60_000);

afterAll(async () => {
  running?.kill("SIGKILL");
  await rm(folder, { recursive: true, force: true });
});

async function anInstallation(name: string, notes: number, files: number): Promise<Side> {
  const dataDir = join(folder, name);
  const secret = name.repeat(10);
  await replaceKeptSecret(dataDir, secret);
  const storage = openStorage({ dataDir });
  const keys = Array.from({ length: files }, (_, index) => `${name}/${index}`);
  for (const key of keys) {
    await storage.put(key, randomBytes(100_000));
    await storage.put(`${key}.display`, Buffer.from(key));
  }
  const database = await createTestDatabase();
  await database.asSuperuser("INSERT INTO auth.users (id, name, email) VALUES (gen_random_uuid(), $1, $1)", [
    name,
  ]);
  await database.asSuperuser(
    "INSERT INTO notes_v2 (id, user_id, title, text) SELECT gen_random_uuid(), u.id, u.name || n, repeat(md5(n::text) || ' ', 60) FROM auth.users u, generate_series(1, $1) n",
    [notes],
  );
  await database.asSuperuser(
    "INSERT INTO files (id, user_id, bucket, path, name, storage_key, type, size, width) SELECT gen_random_uuid(), u.id, 'b', k, k, k, 'image/png', 1, 1 FROM auth.users u, unnest($1::text[]) k",
    [keys],
  );
  const path = join(folder, `${name}.cairn`);
  const config = readConfig({ DATA_DIR: dataDir, BACKUP_KEY: KEY }, "/");
  const source = await backupSource(config, database.connections);
  await writeBackup(source, { target: async () => path, made: "command", key: KEY });
  const signature = await signatureOf(database.connections.owner, dataDir);
  await database.drop();
  return { path, signature, secret };
}

/** All rows that people made, every stored byte that they name, and that search finds them. */
async function signatureOf(owner: pg.ClientConfig, dataDir: string): Promise<string> {
  const client = new pg.Client(owner);
  await client.connect();
  try {
    const hash = createHash("sha256");
    for (const table of ["auth.users", "notes_v2", "files", "note_search", "folders"]) {
      const { rows } = await client.query<{ all: string }>(
        `SELECT count(*) || md5(coalesce(string_agg(md5(t::text), '' ORDER BY md5(t::text)), '')) AS all FROM ${table} t`,
      );
      hash.update(rows[0]!.all);
    }
    const { rows } = await client.query<{ key: string }>("SELECT storage_key AS key FROM files ORDER BY 1");
    for (const { key } of rows) {
      hash.update(await buffer(await openStorage({ dataDir }).read(key)));
      hash.update(await buffer(await openStorage({ dataDir }).read(`${key}.display`)));
    }
    return hash.digest("hex");
  } finally {
    await client.end();
  }
}

/** @returns what it said, and how long it took when nobody killed it */
async function runRestore(
  path: string,
  env: Record<string, string>,
  killAfterMs?: number,
): Promise<{ ms: number; output: string; code: number | null }> {
  const begun = performance.now();
  const child = spawn(process.execPath, [command, "--replace", path], {
    env: { ...process.env, LOG_LEVEL: "silent", BACKUP_KEY: KEY, ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  running = child;
  let output = "";
  for (const stream of [child.stdout, child.stderr])
    stream.on("data", (part: Buffer) => (output += part.toString()));
  const ended = new Promise<number | null>((resolve) => child.once("exit", resolve));
  if (killAfterMs !== undefined) {
    await Promise.race([delay(killAfterMs), ended]);
    child.kill("SIGKILL");
  }
  const code = await ended;
  return { ms: performance.now() - begun, output, code };
}

/** Half of the moments anywhere, half near the end, where things are put in their places. */
const moment = (whole: number) => (random() < 0.5 ? random() : 0.85 + random() * 0.2) * whole;

test(
  "killed at any moment, the embedded database is the old one or the new one, with its secret and files, and starts",
  async () => {
    const dataDir = join(folder, "embedded");
    const look = async () => {
      const postgres = await startEmbeddedPostgres({ dataDir, log });
      try {
        const { owner } = embeddedConnections({ host: postgres.host, port: postgres.port });
        return {
          signature: await signatureOf(owner, dataDir),
          secret: (await readFile(join(dataDir, "secret"), "utf8")).trim(),
        };
      } finally {
        await postgres.stop();
      }
    };
    const first = await runRestore(sides.small.path, { DATA_DIR: dataDir });
    expect(first.code, first.output).toBe(0);
    const { path: _small, ...old } = sides.small;
    expect(await look()).toEqual(old);
    let now: keyof typeof sides = "small";
    const outcomes = { old: 0, new: 0, endedBefore: 0 };
    for (let round = 0; round < (isDeep ? 60 : 1); round += 1) {
      const next: keyof typeof sides = now === "small" ? "large" : "small";
      const killAfter = moment(first.ms * 0.9);
      const { code } = await runRestore(sides[next].path, { DATA_DIR: dataDir }, killAfter);
      const found = await look();
      const about = `seed ${seed}, round ${round}, killed after ${Math.round(killAfter)} ms of about ${Math.round(first.ms)}`;
      const { path: _1, ...before } = sides[now];
      const { path: _2, ...after } = sides[next];
      expect([before, after], about).toContainEqual(found);
      outcomes[code === 0 ? "endedBefore" : found.signature === after.signature ? "new" : "old"] += 1;
      if (found.signature === after.signature) now = next;
      const left = await readdir(dataDir);
      expect(
        left.filter((name) => /^(restoring|restored)$/.test(name)),
        about,
      ).toEqual([]);
      for (const name of left.filter((one) => one.includes("before-restore")))
        await rm(join(dataDir, name), { recursive: true });
    }
    process.stdout.write(`embedded: ${JSON.stringify(outcomes)}\n`);
    const last = await runRestore(sides.large.path, { DATA_DIR: dataDir });
    expect(last.output).toContain("1 accounts, 400 notes");
    expect((await look()).signature).toBe(sides.large.signature);
  },
  isDeep ? 900_000 : 90_000,
);

test(
  "killed at any moment, an outside database holds the old rows or the new ones",
  async () => {
    const database = await anEmptyDatabase();
    const dataDir = join(folder, "outside");
    const env = { DATA_DIR: dataDir, CAIRN_SECRET: "s".repeat(32), ...addressesOf(database.connections) };
    const look = async () => {
      // The killed one's backend goes on until it notices; then its transaction is rolled back, or committed if that was sent.
      await expect
        .poll(
          () =>
            database.asSuperuser(
              "SELECT pid FROM pg_stat_activity WHERE application_name = 'cairn restore' AND datname = current_database()",
            ),
          { timeout: 20_000 },
        )
        .toEqual([]);
      return signatureOf(database.connections.owner, dataDir);
    };
    const first = await runRestore(sides.small.path, env);
    expect(first.code, first.output).toBe(0);
    expect(await look()).toBe(sides.small.signature);
    let now: keyof typeof sides = "small";
    const outcomes = { old: 0, new: 0, endedBefore: 0 };
    for (let round = 0; round < (isDeep ? 100 : 1); round += 1) {
      const next: keyof typeof sides = now === "small" ? "large" : "small";
      const killAfter = moment(first.ms * 0.9);
      const { code } = await runRestore(sides[next].path, env, killAfter);
      const about = `seed ${seed}, round ${round}, killed after ${Math.round(killAfter)} ms of about ${Math.round(first.ms)}`;
      const found = await look();
      expect([sides[now].signature, sides[next].signature], about).toContain(found);
      outcomes[code === 0 ? "endedBefore" : found === sides[next].signature ? "new" : "old"] += 1;
      if (found === sides[next].signature) now = next;
    }
    process.stdout.write(`outside: ${JSON.stringify(outcomes)}\n`);
    await database.drop();
  },
  isDeep ? 900_000 : 60_000,
);
