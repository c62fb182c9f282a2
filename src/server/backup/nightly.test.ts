import { execFileSync, spawn } from "node:child_process";
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Writable } from "node:stream";
import { fileURLToPath } from "node:url";
import pino from "pino";
import { afterEach, beforeEach, expect, test } from "vitest";
import { addressesOf } from "#testing/installation.ts";
import { createTestDatabase, type TestDatabase } from "#testing/test-database.ts";
import { readConfig } from "../platform/config.ts";
import { packEntries, verifyBackup } from "./backup-file.ts";
import { findBackups } from "./folder.ts";
import { nightlyBackups } from "./nightly.ts";
import { backupSource } from "./source.ts";

const NOON = new Date(2026, 4, 5, 12);
let database: TestDatabase;
let dataDir: string;
let said: { level: number; msg: string; fault?: string }[];
const mounted: string[] = [];

beforeEach(async () => {
  database = await createTestDatabase();
  dataDir = await mkdtemp(join(tmpdir(), "cairn-nightly-"));
  said = [];
});

afterEach(async () => {
  for (const path of mounted.splice(0)) execFileSync("umount", ["-l", path]);
  await database.drop();
  await rm(dataDir, { recursive: true, force: true });
});

async function nightly(env: Record<string, string> = {}, now = () => new Date()) {
  const config = readConfig({ DATA_DIR: dataDir, ...env }, "/");
  const lines = new Writable({
    write: (line: Buffer, _encoding, done) => {
      said.push(JSON.parse(line.toString()) as (typeof said)[0]);
      done();
    },
  });
  const source = await backupSource(config, database.connections);
  return nightlyBackups({ config, source, log: pino(lines), now });
}

/** A whole backup file as the job would have made it at that time. */
async function anOldBackup(at: Date, made: "nightly" | "command" = "nightly"): Promise<string> {
  const dir = join(dataDir, "backups");
  await mkdir(dir, { recursive: true });
  const name = `cairn-${at
    .toISOString()
    .replaceAll(/[-:]|\..*$/g, "")
    .replace("T", "-")}.cairn`;
  const facts = {
    takenAt: at.toISOString(),
    cairn: "0",
    postgres: "18",
    migrations: ["a"],
    sequences: {},
    missing: [],
  };
  const about = { at: at.toISOString(), made };
  await packEntries(join(dir, name), (async function* () {})(), () => facts, { about });
  return name;
}

const files = () => readdir(join(dataDir, "backups"));

test("a night that was missed is made up for, once, and the file is whole", async () => {
  const job = await nightly();
  expect(await job.tick()).toBe("made");
  expect(await job.tick()).toBe("not due");
  const [made, ...others] = await findBackups(join(dataDir, "backups"));
  expect(others).toEqual([]);
  expect(made).toMatchObject({ made: "nightly" });
  await verifyBackup(made!.path, undefined);
  expect(said.map(({ msg }) => msg)).toEqual(["made the nightly backup"]);
});

test("the next one is due after BACKUP_HOUR and not before", async () => {
  let clock = new Date();
  const due = new Date(clock);
  due.setHours(4, 0, 0, 0);
  // Also in the hours between midnight and four.
  if (due <= clock) due.setDate(due.getDate() + 1);
  const job = await nightly({ BACKUP_HOUR: "4" }, () => clock);
  expect(await job.tick()).toBe("made");
  clock = new Date(due.getTime() - 1_000);
  // Before four o'clock of this day it may have been made for the day before only.
  expect(await job.tick()).toBe("not due");
  clock = due;
  expect(await job.tick()).toBe("made");
});

test("after a failure the job waits a quarter of an hour before it tries again", async () => {
  const { job, tick } = await nightly({ BACKUP_DIR: join(dataDir, "disk") });
  const look = () => job.run({}, new AbortController().signal);
  await look();
  await mkdir(join(dataDir, "disk"));
  await look();
  expect(await readdir(join(dataDir, "disk"))).toEqual([]);
  expect(await tick()).toBe("made");
});

test("old nightly backups go as BACKUP_KEEP says; what the job did not make stays", async () => {
  const nights = Array.from(
    { length: 10 },
    (_, index) => new Date(NOON.getTime() - (index + 1) * 86_400_000),
  );
  const names = [];
  for (const night of nights) names.push(await anOldBackup(night));
  const byHand = await anOldBackup(new Date(2020, 1, 1), "command");
  const strange = ["cairn-20200101-000000.cairn", "notes.txt", ".cairn-20200101-000000.cairn.1.draft"];
  for (const name of strange) await writeFile(join(dataDir, "backups", name), "mine");
  const job = await nightly({ BACKUP_KEEP: "3 daily" });
  expect(await job.tick()).toBe("made");
  const left = await files();
  expect(left).toEqual(expect.arrayContaining([byHand, ...strange, ...names.slice(0, 2)]));
  expect(left).toHaveLength(1 + 1 + strange.length + 2);
});

test("what a killed job left half-written goes with the next one, what is being written stays", async () => {
  await anOldBackup(new Date(2020, 1, 1), "command");
  const [old, young] = [".cairn-1.cairn.7.cairn-partial", ".cairn-2.cairn.8.cairn-partial"];
  for (const name of [old, young]) await writeFile(join(dataDir, "backups", name), "half");
  execFileSync("touch", ["-d", "2 hours ago", join(dataDir, "backups", old)]);
  expect(await (await nightly()).tick()).toBe("made");
  expect(await files()).toContain(young);
  expect(await files()).not.toContain(old);
});

test("a failure is said once, leaves no half file and the old backups, and the next try may succeed", async () => {
  const job = await nightly({ BACKUP_DIR: join(dataDir, "disk") });
  expect([await job.tick(), await job.tick()]).toEqual(["failed", "failed"]);
  expect(said.map(({ level, fault }) => [level, fault])).toEqual([
    [50, `There is no folder ${join(dataDir, "disk")} (BACKUP_DIR). Is its disk mounted?`],
  ]);
  await mkdir(join(dataDir, "disk"));
  expect(await job.tick()).toBe("made");
  expect(await readdir(join(dataDir, "disk"))).toHaveLength(1);
});

test("a folder that takes no files fails the backup and nothing else", async () => {
  await fillWith(database, 10);
  const job = await nightly({ BACKUP_DIR: "/proc" });
  expect(await job.tick()).toBe("failed");
  expect(said).toHaveLength(1);
});

test("a database that goes away in the middle is a failure like any other", async () => {
  const job = await nightly();
  await fillWith(database, 10);
  const running = job.tick();
  await expect
    .poll(() =>
      database.asSuperuser(
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'cairn backup' AND query LIKE 'COPY%'",
      ),
    )
    .not.toEqual([]);
  expect(await running).toBe("failed");
  expect(await files()).toEqual([]);
  expect(await job.tick()).toBe("made");
});

test("a stop of the server ends a backup under way and leaves nothing of it", async () => {
  await fillWith(database, 10);
  const job = await nightly();
  const stopping = new AbortController();
  const running = job.tick(stopping.signal);
  await expect.poll(() => files().catch(() => [])).not.toEqual([]);
  stopping.abort();
  expect(await running).toBe("failed");
  expect(await files()).toEqual([]);
  expect(said).toEqual([]);
});

/** Megabytes that do not compress, so that a backup takes its time and its room. */
async function fillWith(on: TestDatabase, megabytes: number): Promise<void> {
  await on.asSuperuser(
    "INSERT INTO auth.users (id, name, email) VALUES ('00000000-0000-7000-8000-000000000001', 'A', 'a')",
  );
  await on.asSuperuser(
    `INSERT INTO auth.accounts (id, account_id, provider_id, user_id, access_token)
     SELECT gen_random_uuid(), n::text, 'x', '00000000-0000-7000-8000-000000000001',
       (SELECT string_agg(md5(random()::text || i), '') FROM generate_series(1, 3200) i WHERE n > 0) FROM generate_series(1, $1) n`,
    [megabytes * 10],
  );
}

const isRoot = process.getuid?.() === 0;

test.skipIf(!isRoot || !canMount())(
  "on a full disk the old backups stay, and it says so (needs root for a small tmpfs)",
  async () => {
    const dir = join(dataDir, "small");
    await mkdir(dir);
    execFileSync("mount", ["-t", "tmpfs", "-o", "size=1m", "tmpfs", dir]);
    mounted.push(dir);
    const job = await nightly({ BACKUP_DIR: dir });
    expect(await job.tick()).toBe("made");
    const [before] = await findBackups(dir);
    await fillWith(database, 3);
    await rm(before!.path);
    const kept = join(dir, "cairn-20260101-000000.cairn");
    await writeFile(kept, await readFile(new URL(import.meta.url)));
    expect(await job.tick()).toBe("failed");
    expect(said.at(-1)!.fault).toBe(
      `There is no room for the backup in ${dir} (ENOSPC). Free some, or set BACKUP_DIR to another folder.`,
    );
    expect(await readdir(dir)).toEqual(["cairn-20260101-000000.cairn"]);
  },
);

function canMount(): boolean {
  try {
    execFileSync("unshare", ["--mount", "mount", "-t", "tmpfs", "tmpfs", "/mnt"], { stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
}

test("the command stopped by a limit on file sizes says so, and leaves what was there", async () => {
  await fillWith(database, 3);
  const kept = await anOldBackup(new Date(2020, 1, 1));
  const main = fileURLToPath(new URL("../cli/backup.ts", import.meta.url));
  const { code, output } = await run("sh", ["-c", `ulimit -f 1024; exec "${process.execPath}" "${main}"`], {
    DATA_DIR: dataDir,
    ...addressesOf(database.connections),
  });
  expect(output).toContain(`There is no room for the backup in ${join(dataDir, "backups")} (EFBIG).`);
  expect(code).toBe(1);
  expect(await files()).toEqual([kept]);
});

function run(
  file: string,
  args: string[],
  env: Record<string, string>,
): Promise<{ code: number; output: string }> {
  const child = spawn(file, args, { env: { ...process.env, ...env }, stdio: ["ignore", "pipe", "pipe"] });
  let output = "";
  for (const stream of [child.stdout, child.stderr])
    stream.on("data", (part: Buffer) => (output += part.toString()));
  return new Promise((resolve) => child.on("close", (code) => resolve({ code: code ?? 1, output })));
}
