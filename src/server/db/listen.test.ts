import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestDatabase, type TestDatabase } from "#testing/test-database.ts";
import { openDatabase } from "./client.ts";
import { listen } from "./listen.ts";

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

test("a listener whose connection is cut hears again, and is told that it may have missed something", async () => {
  const heard: string[] = [];
  let gaps = 0;
  let errors = 0;
  const listener = listen({
    config: database.connections.app,
    channels: ["cairn_test"],
    onNotice: (_, payload) => heard.push(payload),
    onGap: () => (gaps += 1),
    onError: () => (errors += 1),
  });
  await listener.ready;
  const notify = (word: string) => database.asSuperuser("SELECT pg_notify('cairn_test', $1)", [word]);
  await notify("first");
  await expect.poll(() => heard).toEqual(["first"]);
  await database.asSuperuser(
    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE query LIKE '%pg_advisory_lock_shared($1)' AND datname = current_database()",
  );
  await expect.poll(() => gaps).toBe(2);
  await notify("second");
  await expect.poll(() => heard).toEqual(["first", "second"]);
  expect(errors).toBe(1);
  await listener.stop();
});

test("what is told on one channel is heard in the order in which it was given, however many connections there are", async () => {
  const heard: string[] = [];
  const db = openDatabase(database.connections, (error) => {
    throw error;
  });
  const listener = listen({
    config: database.connections.app,
    channels: ["cairn_order"],
    onNotice: (_, payload) => heard.push(payload),
    onGap: () => {},
    onError: (error) => {
      throw error;
    },
  });
  await listener.ready;
  const said = Array.from({ length: 300 }, (_, index) => String(index));
  await Promise.all(said.map((word) => db.notify("cairn_order", word)));
  await expect.poll(() => heard.length).toBe(said.length);
  expect(heard).toEqual(said);
  await listener.stop();
  await db.close();
});
