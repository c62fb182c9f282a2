import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestDatabase, type TestDatabase } from "#testing/test-database.ts";
import { tables } from "../db/catalog.ts";
import { FILE_COLUMNS, LEFT_BEHIND, travellingTables } from "./tables.ts";

let database: TestDatabase;
let owner: pg.Client;
beforeAll(async () => {
  database = await createTestDatabase();
  owner = new pg.Client(database.connections.owner);
  await owner.connect();
});
afterAll(async () => {
  await owner.end();
  await database.drop();
});

test("every table of the catalog travels, or says why it stays behind", async () => {
  const travelling = (await travellingTables(owner, true)).map(({ name }) => name);
  expect([...travelling, ...Object.keys(LEFT_BEHIND)].toSorted()).toEqual(Object.keys(tables).toSorted());
});

test("all columns travel, but those that the database computes", async () => {
  await database.asSuperuser(
    "CREATE TABLE public.computed (a int, b int GENERATED ALWAYS AS (a + 1) STORED, c text)",
  );
  await database.asSuperuser("ALTER TABLE public.computed DROP COLUMN c");
  await database.asSuperuser("ALTER TABLE public.computed OWNER TO cairn_owner");
  const found = await travellingTables(owner, false);
  expect(found.find(({ name }) => name === "public.computed")).toEqual({
    name: "public.computed",
    columns: ["a"],
  });
  // At our own level it is somebody else's.
  expect((await travellingTables(owner, true)).map(({ name }) => name)).not.toContain("public.computed");
});

test("every column that names stored bytes is known, so that no kind of file can be forgotten", async () => {
  const rows = await database.asSuperuser<{ table: string; column: string }>(
    `SELECT table_schema || '.' || table_name AS table, column_name AS column FROM information_schema.columns
     WHERE table_schema IN ('public', 'auth') AND column_name LIKE '%storage\\_key%'`,
  );
  expect(rows).toEqual(FILE_COLUMNS);
});
