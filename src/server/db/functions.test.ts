import { setTimeout as delay } from "node:timers/promises";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { aDatabaseAt } from "#testing/database/database-at-level.ts";
import { describeSchema } from "#testing/database/describe-schema.ts";
import { createTestDatabase, type TestDatabase } from "#testing/test-database.ts";
import { applyFunctions, readFunctions } from "./functions.ts";
import { migrate, readMigrations } from "./migrate.ts";

const ours = readFunctions();
const made: TestDatabase[] = [];
let database: TestDatabase;
let owner: pg.Client;

beforeAll(async () => {
  database = await aDatabase();
  owner = new pg.Client(database.connections.owner);
  await owner.connect();
});
afterAll(async () => {
  await owner.end();
  for (const each of made) await each.drop();
});

async function aDatabase(): Promise<TestDatabase> {
  const one = await createTestDatabase();
  made.push(one);
  return one;
}

const FUNCTIONS = `SELECT p.proname AS name, pg_get_functiondef(p.oid) AS text FROM pg_proc p
  WHERE p.pronamespace = 'public'::regnamespace AND p.prokind IN ('f', 'p')
    AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.classid = 'pg_proc'::regclass AND d.objid = p.oid AND d.deptype = 'e')`;

type Definition = { name: string; text: string };
const definitions = (of: TestDatabase) => of.asSuperuser<Definition>(`${FUNCTIONS} ORDER BY 1, 2`);

/** A function as somebody else's version has it. */
const OTHER = `CREATE OR REPLACE FUNCTION role_rank(role text) RETURNS integer LANGUAGE sql IMMUTABLE PARALLEL SAFE AS 'SELECT 7'`;
const rankIn = async (of: TestDatabase) =>
  (await of.asSuperuser<{ rank: number }>("SELECT role_rank('viewer') AS rank"))[0]!.rank;

test("every function of the database has a file of its name, and every file its function", async () => {
  const found = (await definitions(database)).map(({ name }) => name);
  const hint = "a function without a file is dropped by a migration (CONTRIBUTING.md)";
  expect([...new Set(found)], hint).toEqual(ours.texts.map(({ name }) => name).toSorted());
});

test("a file defines its own function alone", () => {
  for (const { name, text } of ours.texts) {
    const defined = [...text.matchAll(/^CREATE OR REPLACE FUNCTION (\w+)\(/gm)].map(([, of]) => of);
    expect([...new Set(defined)], name).toEqual([name]);
    expect(text, "says what it is for").toMatch(/^-- \S/);
    for (const [, of] of text.matchAll(/^(?:REVOKE EXECUTE ON|ALTER|DROP) FUNCTION (\w+)\(/gm))
      expect(of).toBe(name);
  }
});

test("overloads in the database are those of the file", async () => {
  const count = (names: string[]) =>
    Object.entries(Object.groupBy(names, (name) => name)).map(([name, all]) => [name, all!.length]);
  const inFiles = ours.texts.flatMap(({ name, text }) =>
    text.match(/^CREATE OR REPLACE FUNCTION /gm)!.map(() => name),
  );
  const inDatabase = (await definitions(database)).map(({ name }) => name);
  expect(count(inDatabase)).toEqual(count(inFiles));
});

test("in whatever order they are applied the database has the same functions, and every body is valid", async () => {
  const before = await definitions(database);
  await owner.query("BEGIN");
  for (const { text } of ours.texts.toReversed()) await owner.query(text);
  const after = await owner.query<Definition>(`${FUNCTIONS} ORDER BY 1, 2`);
  await owner.query("ROLLBACK");
  expect(after.rows).toEqual(before);
});

test("the last line of revisions.txt is the hash of the files", () => {
  const hint = `The functions have changed: add the line ${ours.hash} to src/server/db/functions/revisions.txt`;
  expect(ours.revisions.at(-1), hint).toBe(ours.hash);
});

test("what an index holds is changed by a migration alone", async () => {
  const indexed = await database.asSuperuser<{ name: string }>(
    `SELECT DISTINCT p.proname AS name FROM pg_depend d JOIN pg_proc p ON p.oid = d.refobjid
     WHERE d.refclassid = 'pg_proc'::regclass AND p.pronamespace = 'public'::regnamespace
       AND (d.classid = 'pg_attrdef'::regclass OR d.classid = 'pg_constraint'::regclass
         OR d.classid = 'pg_class'::regclass AND d.objid IN (SELECT indexrelid FROM pg_index)) ORDER BY 1`,
  );
  const names = indexed.map(({ name }) => name);
  expect(names).toEqual(["folded", "word_pairs"]);
  const migrated = await aDatabaseAt(readMigrations().length);
  made.push(migrated);
  const ofIndexes = async (of: TestDatabase) =>
    (await definitions(of)).filter(({ name }) => names.includes(name));
  expect(await ofIndexes(database)).toEqual(await ofIndexes(migrated));
});

test("a start replaces what an older version left", async () => {
  const older = await aDatabase();
  await older.asSuperuser(OTHER);
  await older.asSuperuser("UPDATE drizzle.sql_functions SET hash = 'older', revision = 0");
  await migrate(older.connections);
  expect(await rankIn(older)).toBe(1);
  expect(await describeSchema(older.asSuperuser)).toEqual(await describeSchema(database.asSuperuser));
});

test("a start leaves what a newer version brought, and may go on to serve", async () => {
  const newer = await aDatabase();
  await newer.asSuperuser(OTHER);
  await newer.asSuperuser("UPDATE drizzle.sql_functions SET hash = 'newer', revision = 9999");
  await migrate(newer.connections);
  expect(await rankIn(newer)).toBe(7);
});

test("a migration that left an earlier form of a function is followed by the functions of today", async () => {
  const other = await aDatabase();
  await other.asSuperuser(OTHER);
  await other.asSuperuser("UPDATE drizzle.sql_functions SET level = level - 1");
  await migrate(other.connections);
  expect(await rankIn(other)).toBe(1);
});

test("replacing functions fails no call that runs meanwhile", async () => {
  const busy = await aDatabase();
  const app = new pg.Client(busy.connections.app);
  const changing = new pg.Client(busy.connections.owner);
  await Promise.all([app.connect(), changing.connect()]);
  let isChanging = true;
  const calls = (async () => {
    while (isChanging) {
      await app.query("SELECT * FROM search_notes(ARRAY['word'], '{}', '{}', 10, '{}')");
      await delay(1);
    }
  })();
  for (let round = 0; round < 10; round += 1)
    await applyFunctions(changing, { ...ours, hash: `round ${round}` });
  isChanging = false;
  await calls;
  await Promise.all([app.end(), changing.end()]);
});
