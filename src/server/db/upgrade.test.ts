import pg from "pg";
import { afterEach, expect, inject, test } from "vitest";
import { describeSchema } from "#testing/database/describe-schema.ts";
import { aDatabaseAt, FIRST_WITH_ROWS, peoplesRows } from "#testing/database/database-at-level.ts";
import { aCloneOf, anEmptyDatabase } from "#testing/installation.ts";
import { randomFrom } from "#testing/random.ts";
import { seed } from "#testing/run-seed.ts";
import { createTestDatabase, inDatabase, type TestDatabase } from "#testing/test-database.ts";
import { migrate, NewerDatabaseError, readLevel, readMigrations } from "./migrate.ts";
import type { RoleMode } from "./roles.ts";

/**
 * From every released level, with rows in it, the start of the server is cut off after a statement, by ending the backend
 * that ran it, and begun again: after every statement in deep runs. Migrations that are added later are found by themselves.
 */
const isDeep = process.env["CAIRN_DEEP"] === "1";
const migrations = readMigrations();
const made: TestDatabase[] = [];

afterEach(async () => {
  for (const database of made.splice(0)) await database.drop();
});

async function databaseAt(level: number, mode: RoleMode = "separate"): Promise<TestDatabase> {
  const database = await aDatabaseAt(level, mode);
  made.push(database);
  return database;
}

/** Runs the server's own migration and ends its connection's backend after that many statements. False: it got through. */
async function migrateCutOff(database: TestDatabase, after: number): Promise<boolean> {
  const admin = new pg.Client(inDatabase(inject("cluster"), "postgres"));
  await admin.connect();
  const { owner } = database.connections;
  let statements = 0;
  const query = pg.Client.prototype.query as (...args: unknown[]) => Promise<unknown>;
  const counted = async function (this: pg.Client & { processID: number }, ...args: unknown[]) {
    const result = await query.apply(this, args);
    if (this === admin || this.database !== owner.database || this.user !== owner.user) return result;
    statements += 1;
    if (statements === after)
      await query.call(admin, "SELECT pg_terminate_backend($1, 5000)", [this.processID]);
    return result;
  };
  pg.Client.prototype.query = counted as unknown as typeof pg.Client.prototype.query;
  try {
    await migrate(database.connections);
    return statements >= after;
  } catch (error) {
    if (statements < after) throw error;
    return true;
  } finally {
    pg.Client.prototype.query = query as typeof pg.Client.prototype.query;
    await admin.end();
  }
}

/** Made once. */
let freshSchema: Promise<string[]> | undefined;

async function fresh(mode: RoleMode): Promise<string[]> {
  const database = await anEmptyDatabase(mode);
  made.push(database);
  await migrate(database.connections);
  return comparable(database);
}

/** Names of roles differ between databases where one role does all. */
async function comparable(database: TestDatabase): Promise<string[]> {
  const role = database.connections.app.user ?? "";
  const lines = await describeSchema(database.asSuperuser);
  return database.connections.mode === "single" ? lines.map((line) => line.replaceAll(role, "one")) : lines;
}

const levels = migrations.map((_, index) => index).concat(migrations.length);
/** The oldest, the newest, and some between by the seed: each release adds one, and all of them take minutes. */
const someLevels = () => {
  const random = randomFrom(seed);
  const between = levels.slice(1, -2).map((level) => ({ level, lot: random() }));
  const drawn = between.toSorted((one, other) => one.lot - other.lot).slice(0, 4);
  return [0, ...drawn.map(({ level }) => level).toSorted((a, b) => a - b), ...levels.slice(-2)];
};

test.each(isDeep ? levels : someLevels())(
  "from level %i, cut off after a statement and begun again: the schema of a fresh one, and every row",
  async (level) => {
    const expected = await (freshSchema ??= fresh("separate"));
    const original = await databaseAt(level);
    const before = level < FIRST_WITH_ROWS ? undefined : await peoplesRows(original);
    const total = await countStatements(await aCloneOf(original));
    for (const after of isDeep ? everyPlace(total) : somePlaces(total, randomFrom(seed + level))) {
      const about = `level ${level}, statement ${after} of ${total}, seed ${seed} (CAIRN_SEED)`;
      const database = await aCloneOf(original);
      made.push(database);
      expect(await migrateCutOff(database, after), about).toBe(true);
      expect([0, migrations.length - level], about).toContain((await levelOf(database)) - level);
      if (before) expect(await peoplesRows(database), about).toEqual(before);
      await migrate(database.connections);
      expect(await comparable(database), about).toEqual(expected);
      if (before) expect(await peoplesRows(database), about).toEqual(before);
    }
  },
  isDeep ? 600_000 : 120_000,
);

const everyPlace = (total: number) => Array.from({ length: total }, (_, index) => index + 1);
/** One somewhere; every run takes another, and the seed says which. */
const somePlaces = (total: number, random: () => number) => [1 + Math.floor(random() * total)];

async function countStatements(database: TestDatabase): Promise<number> {
  made.push(database);
  let statements = 0;
  const query = pg.Client.prototype.query as (...args: unknown[]) => Promise<unknown>;
  pg.Client.prototype.query = function (this: pg.Client, ...args: unknown[]) {
    if (
      this.user === database.connections.owner.user &&
      this.database === database.connections.owner.database
    )
      statements += 1;
    return query.apply(this, args);
  } as unknown as typeof pg.Client.prototype.query;
  try {
    await migrate(database.connections);
  } finally {
    pg.Client.prototype.query = query as typeof pg.Client.prototype.query;
  }
  return statements;
}

async function levelOf(database: TestDatabase): Promise<number> {
  const owner = new pg.Client(database.connections.owner);
  await owner.connect();
  try {
    return (await readLevel(owner)).length;
  } finally {
    await owner.end();
  }
}

test("where one role owns and serves, steps that change rows see them although row-level security is forced", async () => {
  const [first, last] = [await databaseAt(FIRST_WITH_ROWS, "single"), await databaseAt(FIRST_WITH_ROWS)];
  const before = await peoplesRows(first);
  // Forced by a start of the version of that time, as it was in the field.
  await first.asSuperuser(FORCE_ALL);
  for (const database of [first, last]) await migrate(database.connections);
  expect(await peoplesRows(first)).toEqual(before);
  const derived = "SELECT count(*)::int AS notes FROM note_search";
  expect(await first.asSuperuser(derived)).toEqual(await last.asSuperuser(derived));
  expect(await comparable(first)).toEqual(await fresh("single"));
});

const FORCE_ALL = `DO $$ DECLARE t regclass; BEGIN
  FOR t IN SELECT c.oid FROM pg_class c WHERE c.relnamespace IN ('public'::regnamespace, 'auth'::regnamespace)
    AND c.relkind = 'r' AND c.relname <> 'note_search' LOOP
    EXECUTE format('ALTER TABLE %s FORCE ROW LEVEL SECURITY', t);
    EXECUTE format('CREATE POLICY system_functions ON %s USING (coalesce(current_setting(''app.system'', true), '''') = ''on'')', t);
  END LOOP; END $$`;

test("a database that a newer Cairn has migrated is not touched", async () => {
  const database = await createTestDatabase();
  made.push(database);
  await database.asSuperuser(
    "INSERT INTO drizzle.__drizzle_migrations (hash, created_at) VALUES ('later', 9999999999999)",
  );
  const before = await describeSchema(database.asSuperuser);
  await expect(migrate(database.connections)).rejects.toThrow(NewerDatabaseError);
  expect(await describeSchema(database.asSuperuser)).toEqual(before);
});
