import { readFile } from "node:fs/promises";
import { connect, createServer, type AddressInfo, type Socket } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestDatabase, type TestDatabase } from "#testing/test-database.ts";
import { isUnavailable, openDatabase } from "./client.ts";

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

const USER = "018f0000-0000-7000-8000-000000000001";

/** A way to the database on which nothing more arrives from some moment on, as when a host loses its power. */
async function aWay(): Promise<{
  host: string;
  port: number;
  fallSilent: () => void;
  stayAway: (isAway: boolean) => void;
  close: () => void;
}> {
  const { app } = database.connections;
  const url = app.connectionString ? new URL(app.connectionString) : null;
  const there = url
    ? { host: url.hostname, port: Number(url.port || 5432) }
    : { path: `${app.host}/.s.PGSQL.${app.port}` };
  const pairs: [Socket, Socket][] = [];
  let isAway = false;
  const server = createServer((near) => {
    if (isAway) return void near.on("error", () => {}).pause();
    const far = connect(there as { path: string });
    near
      .on("error", () => {})
      .pipe(far.on("error", () => {}))
      .pipe(near);
    pairs.push([near, far]);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const fallSilent = () =>
    pairs.splice(0).forEach(([near, far]) => near.unpipe().pause() && far.unpipe().pause());
  return {
    host: "127.0.0.1",
    port: (server.address() as AddressInfo).port,
    fallSilent,
    /** New connections are swallowed as well. */
    stayAway: (away) => {
      isAway = away;
      if (away) fallSilent();
    },
    close: () => void server.close(),
  };
}

test("a database that falls silent counts as away, and new connections are made when it is back", async () => {
  const way = await aWay();
  const { app } = database.connections;
  const url = app.connectionString ? new URL(app.connectionString) : null;
  if (url) {
    url.hostname = way.host;
    url.port = String(way.port);
  }
  const through = url ? { connectionString: url.href } : { ...app, host: way.host, port: way.port };
  const db = openDatabase({ ...database.connections, app: through }, () => {}, 400);
  const one = () => db.withUser(USER, (tx) => tx.query<{ one: number }>("SELECT 1 AS one"));
  expect(await one()).toEqual([{ one: 1 }]);
  way.fallSilent();
  const startedAt = performance.now();
  const failure: unknown = await one().catch((error: unknown) => error);
  expect(isUnavailable(failure)).toBe(true);
  expect(performance.now() - startedAt).toBeLessThan(2_000);
  expect(await one()).toEqual([{ one: 1 }]);
  await db.close();
  way.close();
});

test("a database that answers nobody is noticed before its own limits, and what hung is cut when it is back", async () => {
  const way = await aWay();
  const { app } = database.connections;
  const url = app.connectionString ? new URL(app.connectionString) : null;
  if (url) {
    url.hostname = way.host;
    url.port = String(way.port);
  }
  const through = url ? { connectionString: url.href } : { ...app, host: way.host, port: way.port };
  const db = openDatabase({ ...database.connections, app: through }, () => {});
  const one = () => db.withUser(USER, (tx) => tx.query<{ one: number }>("SELECT 1 AS one"));
  const soon = async () => {
    const startedAt = performance.now();
    const failure: unknown = await one().catch((error: unknown) => error);
    return { isAway: isUnavailable(failure), ms: performance.now() - startedAt };
  };
  await one();
  way.stayAway(true);
  const told = await soon();
  expect(told.isAway).toBe(true);
  expect(told.ms).toBeLessThan(8_000);
  const hanging = soon();
  way.stayAway(false);
  await expect.poll(() => one().catch(() => null), { timeout: 4_000 }).toEqual([{ one: 1 }]);
  await hanging;
  await db.close();
  way.close();
});

test("a slow statement is not taken for silence", async () => {
  const db = openDatabase(database.connections, () => {});
  const slept = await db.withUser(USER, (tx) => tx.query("SELECT pg_sleep(5.5)"));
  expect(slept).toHaveLength(1);
  await db.close();
});

test("a user with many slow transactions holds up nobody else", async () => {
  const db = openDatabase(database.connections, () => {});
  const OTHER = "018f0000-0000-7000-8000-000000000002";
  let ended = 0;
  const slow = Promise.all(
    Array.from({ length: 30 }, async () => {
      await db.withUser(USER, (tx) => tx.query("SELECT pg_sleep(0.2)"));
      ended++;
    }),
  );
  await db.withUser(OTHER, (tx) => tx.query("SELECT 1"));
  // Whoever waits for a turn among the thirty comes after most of them, however busy the machine is.
  expect(ended).toBeLessThan(15);
  await slow;
  await db.close();
});

test("two changes that wait for each other both happen in the end", async () => {
  const db = openDatabase(database.connections, () => {});
  const [one, two] = [crypto.randomUUID(), crypto.randomUUID()];
  for (const id of [one, two])
    await db.queryAs(USER, "INSERT INTO folders (id, user_id, name) VALUES ($1, $2, '')", [id, USER]);
  const meeting = [Promise.withResolvers<void>(), Promise.withResolvers<void>()] as const;
  let tries = 0;
  const rename = (first: string, second: string, mine: 0 | 1) =>
    db.withUser(USER, async (tx) => {
      tries += 1;
      await tx.query("UPDATE folders SET name = name || $2 WHERE id = $1", [first, String(mine)]);
      meeting[mine].resolve();
      await meeting[1 - mine]!.promise;
      await tx.query("UPDATE folders SET name = name || $2 WHERE id = $1", [second, String(mine)]);
    });
  await Promise.all([rename(one, two, 0), rename(two, one, 1)]);
  expect(tries).toBeGreaterThan(2);
  const names = await db.queryAs<{ name: string }>(
    USER,
    "SELECT name FROM folders WHERE id = ANY ($1::uuid[])",
    [[one, two]],
  );
  expect(names.map(({ name }) => [...name].toSorted().join(""))).toEqual(["01", "01"]);
  await db.close();
});

test("a socket that is not there means that the database is away, a file that is missing does not", async () => {
  const connecting = Promise.withResolvers<unknown>();
  connect("/nowhere/.s.PGSQL.5432").once("error", connecting.resolve);
  expect(isUnavailable(await connecting.promise)).toBe(true);
  const reading = await readFile("/nowhere/plan.jsonl").catch((error: unknown) => error);
  expect(isUnavailable(reading)).toBe(false);
  expect(isUnavailable(new Error("wrapped", { cause: reading }))).toBe(false);
});
