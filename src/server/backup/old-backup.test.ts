import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { aDatabaseAt, FIRST_WITH_ROWS, peoplesRows } from "#testing/database/database-at-level.ts";
import { describeSchema } from "#testing/database/describe-schema.ts";
import { addressesOf, anEmptyDatabase } from "#testing/installation.ts";
import { createTestDatabase, type TestDatabase } from "#testing/test-database.ts";
import { readMigrations } from "../db/migrate.ts";
import { readConfig } from "../platform/config.ts";
import { createLog } from "../platform/log.ts";
import { verifyBackup, writeBackup } from "./backup-file.ts";
import { levelOf } from "./load.ts";
import { restore } from "./restore.ts";
import { backupSource } from "./source.ts";

/** The first release in every run, each later one in deep runs. */
const isDeep = process.env["CAIRN_DEEP"] === "1";
const levels = readMigrations()
  .map((_, index) => index + 1)
  .filter((level) => level >= FIRST_WITH_ROWS && (isDeep || level === FIRST_WITH_ROWS));
const made: TestDatabase[] = [];
let folder: string;
let expected: string[];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "cairn-old-backup-"));
  const current = await createTestDatabase();
  made.push(current);
  expected = await describeSchema(current.asSuperuser);
});

afterAll(async () => {
  for (const database of made) await database.drop();
  await rm(folder, { recursive: true, force: true });
});

const configOf = (database: TestDatabase) =>
  readConfig({ DATA_DIR: folder, LOG_LEVEL: "silent", ...addressesOf(database.connections) }, "/");

async function backUp(database: TestDatabase, name: string): Promise<string> {
  const source = await backupSource(configOf(database), database.connections);
  const path = join(folder, name);
  await writeBackup(source, { target: async () => path, made: "command" });
  return path;
}

test.each(levels)("a backup of an installation at level %i is brought to the present one", async (level) => {
  const old = await aDatabaseAt(level);
  const target = await anEmptyDatabase();
  made.push(old, target);
  const path = await backUp(old, `${level}.cairn`);
  await restore(configOf(target), createLog("silent"), { path, replace: false });
  expect(await describeSchema(target.asSuperuser)).toEqual(expected);
  expect(await peoplesRows(target)).toEqual(await peoplesRows(old));
  const [{ notes }] = (await target.asSuperuser<{ notes: number }>(
    "SELECT count(*)::int AS notes FROM note_search",
  )) as [{ notes: number }];
  expect(notes).toBe(54);
});

test("what a newer Cairn made is refused, at the backup and at the restore", async () => {
  const newer = await aDatabaseAt(readMigrations().length);
  made.push(newer);
  const path = await backUp(newer, "same.cairn");
  await newer.asSuperuser(
    "INSERT INTO drizzle.__drizzle_migrations (hash, created_at) VALUES ('later', 9999999999999)",
  );
  await expect(backUp(newer, "newer.cairn")).rejects.toThrow(/another Cairn than this one, probably a newer/);
  const { manifest } = await verifyBackup(path, undefined);
  expect(levelOf(manifest)).toBe(readMigrations().length);
  expect(() => levelOf({ ...manifest, migrations: [...manifest.migrations, "later"] })).toThrow(
    /another Cairn .* probably a newer/,
  );
});
