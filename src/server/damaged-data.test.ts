import { spawn } from "node:child_process";
import { once } from "node:events";
import { chmod, cp, mkdir, mkdtemp, readdir, rm, truncate, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, inject, onTestFinished, test } from "vitest";
import { randomFrom } from "#testing/random.ts";
import { seed } from "#testing/run-seed.ts";
import { isPostmasterOf, readPidFile } from "./platform/postgres/postmaster-identity.ts";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));

/** As `npm start` runs it, where what was built is of these sources: a third of the work for each of a dozen starts. */
const SERVER = inject("isServerBuilt") ? "dist/server/main.js" : "src/server/main.ts";

let folder: string;
let whole: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "cairn-damaged-"));
  await chmod(folder, 0o755);
  whole = join(folder, "whole");
  const { said } = await run(SERVER, whole, /is ready/);
  expect(said).toContain("is ready");
  const backup = await run("src/server/cli/backup.ts", whole);
  expect(backup.code).toBe(0);
}, 120_000);
afterAll(() => rm(folder, { recursive: true, force: true }));

/** Runs a command of the real server to its end, or until it says this and was then asked to stop. */
async function run(script: string, dataDir: string, until?: RegExp, args: string[] = []) {
  const env = { ...process.env, NODE_ENV: "production", DATA_DIR: dataDir, PORT: "0", DATABASE_URL: "" };
  const child = spawn(process.execPath, [join(ROOT, script), ...args], { cwd: ROOT, env });
  let said = "";
  child.stdout.setEncoding("utf8").on("data", (part: string) => {
    said += part;
    if (until?.test(said)) child.kill("SIGTERM");
  });
  const timer = setTimeout(() => child.kill("SIGKILL"), 60_000);
  const [complaint, code] = await Promise.all([
    text(child.stderr),
    new Promise<number | null>((resolve) => void child.once("close", resolve)),
  ]);
  clearTimeout(timer);
  return { code, said, complaint };
}

const PG = "postgres";
const damages: [string, (dataDir: string) => Promise<unknown>][] = [
  ["a cut pg_control", (dir) => truncate(join(dir, PG, "global/pg_control"), 100)],
  ["roles of other bytes", (dir) => overwrite(join(dir, PG, "global/1260"))],
  ["a lost map of files", (dir) => rm(join(dir, PG, "global/pg_filenode.map"))],
  ["a lost log", (dir) => removeIn(join(dir, PG, "pg_wal"), /^0/)],
  ["a lost database", (dir) => removeIn(join(dir, PG, "base"), /^\d{5}/)],
];

async function removeIn(path: string, names: RegExp): Promise<void> {
  for (const name of await readdir(path))
    if (names.test(name)) await rm(join(path, name), { recursive: true });
}

/** `npm test` does two of them, chosen by the seed, and follows the first through the restore; `npm run deep` does so with all. */
const isDeep = process.env["CAIRN_DEEP"] === "1";
const random = randomFrom(seed);
const at = Math.floor(random() * damages.length);
const done = isDeep ? damages : [...damages, ...damages].slice(at, at + 2);
const [followed] = damages[at]!;
/** One of several places that are refused by the same lines. */
const sampleOf = <T>(all: T[]): T[] => (isDeep ? all : [all[Math.floor(random() * all.length)]!]);

const overwrite = (path: string) => writeFile(path, Buffer.alloc(8192, "x"), { flag: "r+" });

async function restoreAndStart(dataDir: string, path: string): Promise<void> {
  const restored = await run("src/server/cli/restore.ts", dataDir, undefined, [path]);
  expect(restored.complaint).toBe("");
  expect((await run(SERVER, dataDir, /is ready/)).said).toContain("is ready");
}

if (!isDeep)
  process.stdout.write(`damaged data: ${done.map(([name]) => name).join(" and ")}, CAIRN_SEED=${seed}\n`);
test.each(done)(
  "%s: said in seconds, with the newest backup and the command that brings it back",
  async (name, damage) => {
    const dataDir = join(folder, name.replaceAll(" ", "-"));
    await cp(whole, dataDir, { recursive: true, preserveTimestamps: true });
    await damage(dataDir);
    const { code, complaint } = await run(SERVER, dataDir);
    expect(code).toBe(1);
    expect(complaint).toContain(`The database in ${join(dataDir, PG)} is damaged. PostgreSQL says:`);
    const path = /npm run restore -- (\S+)/.exec(complaint)?.[1] ?? "";
    expect(path).toContain(join(dataDir, "backups"));
    expect(complaint).toContain(`is ${path}`);
    expect(complaint).not.toMatch(/^\s+at /m);
    // Nothing half-started: no server holds the data, no file claims it.
    const [pid] = await readPidFile(join(dataDir, PG));
    expect(isPostmasterOf(Number(pid ?? 0), join(dataDir, PG))).toBe(false);
    expect(await readdir(dataDir)).not.toContain("running.json");
    if (isDeep || name === followed) await restoreAndStart(dataDir, path);
  },
  120_000,
);

test("a damaged database without a backup says that there is none", async () => {
  const dataDir = join(folder, "alone");
  await cp(whole, dataDir, { recursive: true });
  await rm(join(dataDir, "backups"), { recursive: true });
  await truncate(join(dataDir, PG, "global/pg_control"), 0);
  const { code, complaint } = await run(SERVER, dataDir);
  expect(code).toBe(1);
  expect(complaint).toContain(`There is no backup in ${join(dataDir, "backups")}`);
}, 120_000);

test("a data folder that is a file, below one, or within the program is said to be that", async () => {
  const file = join(folder, "file");
  await writeFile(file, "");
  for (const [dataDir, why] of [
    [file, "it is a file"],
    [join(file, "data"), "part of its path is a file"],
    [join(ROOT, "src/data"), "which lies within Cairn's own code"],
  ] as const) {
    const { code, complaint } = await run(SERVER, dataDir);
    expect(code).toBe(1);
    expect(complaint).toContain(why);
    expect(complaint).toContain("DATA_DIR=");
    expect(complaint).not.toMatch(/^\s+at /m);
  }
}, 120_000);

test.runIf(process.getuid?.() !== 0)(
  "a data folder that may not be written is said to be that",
  async () => {
    const dataDir = join(folder, "read-only");
    await mkdir(dataDir, { mode: 0o500 });
    const { code, complaint } = await run(SERVER, dataDir);
    expect(code).toBe(1);
    expect(complaint).toMatch(/may not read and write in it/);
  },
  120_000,
);

test.runIf(process.platform === "linux")(
  "a data folder where nothing can be made is said to be that",
  async () => {
    for (const dataDir of sampleOf(["/proc/cairn", "/proc/cairn/data", "/proc/self/fd/data"])) {
      const { code, complaint } = await run(SERVER, dataDir);
      expect([dataDir, code]).toEqual([dataDir, 1]);
      expect(complaint).toContain("no folder can be made there");
      expect(complaint).not.toMatch(/^\s+at /m);
    }
  },
  120_000,
);

test("a data folder on a disk that is mounted read-only is said to be that", async ({ skip }) => {
  const dataDir = join(folder, "mounted");
  const mount = async (...args: string[]) => {
    const child = spawn("mount", args, { stdio: "ignore" });
    return new Promise<boolean>((resolve) => {
      child.once("error", () => resolve(false));
      child.once("close", (code) => resolve(code === 0));
    });
  };
  await cp(whole, dataDir, { recursive: true });
  if (!(await mount("--bind", dataDir, dataDir))) skip("only root may mount");
  onTestFinished(async () => void (await once(spawn("umount", [dataDir]), "close")));
  if (!(await mount("-o", "remount,ro,bind", dataDir))) skip("nothing can be mounted read-only here");
  for (const at of [dataDir, join(dataDir, "new")]) {
    const { code, complaint } = await run(SERVER, at);
    expect([at, code]).toEqual([at, 1]);
    expect(complaint).toContain("mounted read-only");
    expect(complaint).not.toMatch(/^\s+at /m);
  }
}, 120_000);
