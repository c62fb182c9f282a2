import pg from "pg";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { uuidV7 } from "#contract/shared/uuid-v7.ts";
import { createTestDatabase, inDatabase, type TestDatabase } from "#testing/test-database.ts";

let database: TestDatabase;
let client: pg.Client;
const plans: string[] = [];
const owner = uuidV7();

beforeAll(async () => {
  database = await createTestDatabase();
  const [found] = await database.asSuperuser<{ name: string }>("SELECT current_database() AS name");
  client = new pg.Client(inDatabase(inject("cluster"), found!.name));
  await client.connect();
  client.on("notice", ({ message }) => {
    if (message?.includes("plan:")) plans.push(message);
  });
});
afterAll(async () => {
  await client.end();
  await database.drop();
});

/** Notes of different words, in the one connection whose plans are looked at. */
const write = (count: number) =>
  client.query(
    `INSERT INTO notes_v2 (id, user_id, title, text)
     SELECT gen_random_uuid(), $1, 'note', 'everywhere ' || substr(gen_random_uuid()::text, 1, 8) FROM generate_series(1, $2::int)`,
    [owner, count],
  );
const edit = () =>
  client.query(
    "UPDATE notes_v2 SET text = 'edited' WHERE id = (SELECT min(id::text)::uuid FROM notes_v2 WHERE text <> 'edited')",
  );

test("what the statistics said of an empty account does not slow down the import that fills it", async () => {
  await client.query("ANALYZE");
  // Now the connection has a plan for everything, made for a handful of rows.
  await write(10);
  for (let index = 0; index < 10; index++) await edit();
  await write(400);
  await client.query("LOAD 'auto_explain'");
  for (const setting of [
    "log_min_duration = 0",
    "log_nested_statements = on",
    "log_analyze = on",
    "log_level = 'notice'",
  ])
    await client.query(`SET auto_explain.${setting}`);
  await write(1);
  await edit();
  const ofWords = plans.filter((plan) => / on note_(?:words|search)\b/.test(plan));
  expect(ofWords.length).toBeGreaterThan(5);
  expect(ofWords.filter((plan) => /Seq Scan on note_(?:words|search)/.test(plan))).toEqual([]);
  const rows = ofWords.flatMap((plan) => [...plan.matchAll(/rows=([\d.]+) loops=(\d+)/g)]);
  expect(Math.max(...rows.map(([, each, loops]) => Number(each) * Number(loops)))).toBeLessThan(100);
});

test("nor what moves a thousand notes into a shared folder, and another thousand beside them", async () => {
  const [folder, guest] = [uuidV7(), uuidV7()];
  await client.query("SET auto_explain.log_min_duration = -1");
  await client.query("INSERT INTO folders (id, user_id, name) VALUES ($1, $2, 'Shared')", [folder, owner]);
  await client.query(
    "INSERT INTO shares (id, owner_id, folder_id, email, user_id, role, accepted_at) VALUES ($1, $2, $3, 'guest@example.com', $4, 'viewer', now())",
    [uuidV7(), owner, folder, guest],
  );
  const { rows: made } = await client.query<{ id: string }>(
    "INSERT INTO notes_v2 (id, user_id, title, trashed_at) SELECT gen_random_uuid(), $1, 'n', now() FROM generate_series(1, 2000) RETURNING id",
    [owner],
  );
  const ids = made.map(({ id }) => id);
  await client.query("ALTER TABLE notes_v2 DISABLE TRIGGER sync_note_search");
  const move = (some: string[]) =>
    client.query("UPDATE notes_v2 SET folder_id = $2, trashed_at = NULL WHERE id = ANY ($1::uuid[])", [
      some,
      folder,
    ]);
  await move(ids.slice(0, 10));
  await client.query("SET auto_explain.log_min_duration = 0");
  plans.length = 0;
  await move(ids.slice(0, 1_000));
  await move(ids.slice(1_000));
  await client.query("SET auto_explain.log_min_duration = -1");
  const { rows: access } = await client.query("SELECT 1 FROM note_access WHERE user_id = $1", [guest]);
  expect(access).toHaveLength(2_000);
  const ofAccess = plans.filter((plan) => plan.includes("note_access"));
  expect(ofAccess.length).toBeGreaterThan(1);
  const visited = ofAccess.flatMap((plan) => [...plan.matchAll(/rows=([\d.]+) loops=(\d+)/g)]);
  expect(Math.max(...visited.map(([, each, loops]) => Number(each) * Number(loops)))).toBeLessThan(10_000);
});
