import { afterAll, beforeAll, expect, test } from "vitest";
import { uuidV7 } from "#contract/shared/uuid-v7.ts";
import { type SignedInVisitor, startTestApp, type TestApp } from "#testing/test-app.ts";

let app: TestApp;
let ann: SignedInVisitor;
beforeAll(async () => {
  app = await startTestApp();
  ann = await app.aUser("Ann");
});
afterAll(() => app.close());

const rowsOf = (userId: string) =>
  app.database.asSuperuser<{ route: string; metrics: object; large_resources: object[] }>(
    "SELECT route, metrics, large_resources FROM page_metrics WHERE user_id = $1 ORDER BY created_at",
    [userId],
  );

test("page loads are kept once each and told as percentiles per route", async () => {
  const { performance } = ann.client;
  const route = "/app/editor/$noteId";
  const loads = Array.from({ length: 21 }, (_, index) => ({
    id: uuidV7(),
    route,
    metrics: { lcp: index * 10 },
  }));
  for (const load of loads) await performance.record(load);
  // The page is hidden a second time: more is known of the same load.
  await performance.record({ ...loads[20]!, metrics: { lcp: 200, cls: 0.05 } });
  await performance.record({ id: uuidV7(), route: "/app/dashboard", metrics: { ttfb: 12.5 } });
  expect(await performance.summary({})).toEqual({
    loads: 22,
    devices: 0,
    metrics: [
      { route: "/app/dashboard", metric: "ttfb", count: 1, p50: 12.5, p75: 12.5, p95: 12.5 },
      { route, metric: "cls", count: 1, p50: 0.05, p75: 0.05, p95: 0.05 },
      { route, metric: "lcp", count: 21, p50: 100, p75: 150, p95: 190 },
    ],
    largeResources: [],
  });
});

test("figures of one device are told apart from those of the others", async () => {
  const { performance } = (await app.aUser("Dan")).client;
  const [laptop, phone] = [uuidV7(), uuidV7()];
  const load = (deviceId: string | undefined, lcp: number) =>
    performance.record({
      id: uuidV7(),
      ...(deviceId && { deviceId }),
      route: "/app/notes",
      metrics: { lcp },
    });
  await load(laptop, 100);
  await load(laptop, 200);
  await load(phone, 3_000);
  // Of a page that was open before browsers had a name.
  await load(undefined, 500);
  const lcp = async (input: { deviceId?: string }) => {
    const { loads, devices, metrics } = await performance.summary(input);
    return { loads, devices, p95: Math.round(metrics[0]?.p95 ?? 0) };
  };
  expect(await lcp({})).toEqual({ loads: 4, devices: 2, p95: 2625 });
  expect(await lcp({ deviceId: laptop })).toEqual({ loads: 2, devices: 2, p95: 195 });
  expect(await lcp({ deviceId: phone })).toEqual({ loads: 1, devices: 2, p95: 3_000 });
  expect((await performance.trend({ deviceId: laptop })).days).toMatchObject([
    { metric: "lcp", count: 2, p75: 175 },
  ]);
  // Whoever knows the name of somebody else's device learns nothing by it.
  const { client } = await app.aUser("Eve");
  expect(await client.performance.summary({ deviceId: phone })).toMatchObject({ loads: 0, devices: 0 });
});

test("large resources are listed without the ids and queries of their addresses", async () => {
  const bob = await app.aUser("Bob");
  const largeResources = [
    { name: `/files/${uuidV7()}`, bytes: 250_000, ms: 40 },
    { name: `/files/${uuidV7()}?name=secret`, bytes: 150_000, ms: 60 },
    { name: "/assets/editor.js", bytes: 120_000, ms: 5 },
  ];
  await bob.client.performance.record({ id: uuidV7(), route: "/app/notes", metrics: {}, largeResources });
  expect((await bob.client.performance.summary({})).largeResources).toEqual([
    { name: "/files/$id", bytes: 250_000, ms: 60, count: 2 },
    { name: "/assets/editor.js", bytes: 120_000, ms: 5, count: 1 },
  ]);
  expect(JSON.stringify(await rowsOf(bob.userId))).not.toContain("secret");
});

test.each([
  "/app/editor/0199aaaa-0000-7000-8000-000000000000",
  "/app/explorer?q=words",
  "app",
  "/app/Secret Plans",
  `/${"a".repeat(101)}`,
])("%s is no pattern of a route", async (route) => {
  await expect(ann.client.performance.record({ id: uuidV7(), route, metrics: {} })).rejects.toMatchObject({
    code: "INVALID_INPUT",
  });
});

test.each([{ lcp: -1 }, { lcp: 3_600_001 }, { cls: 1001 }, { inp: Number.NaN }])(
  "%o is nothing that a browser measured",
  async (metrics) => {
    await expect(ann.client.performance.record({ id: uuidV7(), route: "/", metrics })).rejects.toMatchObject({
      code: "INVALID_INPUT",
    });
  },
);

test("a size that no number of the database holds breaks no summary", async () => {
  const eva = await app.aUser("Eva");
  const largeResources = [{ name: "/assets/a.js", bytes: Number.MAX_SAFE_INTEGER, ms: 1 }];
  await eva.client.performance.record({ id: uuidV7(), route: "/", metrics: {}, largeResources });
  expect((await eva.client.performance.summary({})).largeResources).toMatchObject([
    { bytes: Number.MAX_SAFE_INTEGER },
  ]);
});

test("nobody reads or overwrites the measurements of others, and a visitor has none", async () => {
  const carl = await app.aUser("Carl");
  const mallory = await app.aUser("Mallory");
  const id = uuidV7();
  await carl.client.performance.record({ id, route: "/app/notes", metrics: { lcp: 100 } });
  await mallory.client.performance.record({ id, route: "/app/notes", metrics: { lcp: 1 } });
  expect(await rowsOf(carl.userId)).toMatchObject([{ metrics: { lcp: 100 } }]);
  expect((await mallory.client.performance.summary({})).loads).toBe(0);
  const visitor = app.visitor();
  await expect(visitor.client.performance.summary({})).rejects.toMatchObject({ code: "UNAUTHENTICATED" });
});

test.each([
  ["a loop of loads", 60, "0 minutes"],
  ["a slow loop that goes on all day", 1000, "2 hours"],
])("%s is refused", async (_name, loads, age) => {
  const dora = await app.aUser("Dora");
  await app.database.asSuperuser(
    `INSERT INTO page_metrics (id, user_id, route, metrics, created_at)
     SELECT gen_random_uuid(), $1, '/app/notes', '{"lcp": 1}', now() - $3::interval FROM generate_series(1, $2::int)`,
    [dora.userId, loads, age],
  );
  const load = { id: uuidV7(), route: "/app/notes", metrics: { lcp: 5 } };
  await expect(dora.client.performance.record(load)).rejects.toMatchObject({ code: "RATE_LIMITED" });
});

test("after 30 days measurements are gone", async () => {
  const emil = await app.aUser("Emil");
  await app.database.asSuperuser(
    `INSERT INTO page_metrics (id, user_id, route, metrics, created_at) VALUES
       (gen_random_uuid(), $1, '/app/old', '{}', now() - interval '31 days'),
       (gen_random_uuid(), $1, '/app/new', '{}', now() - interval '29 days')`,
    [emil.userId],
  );
  await app.database.asSuperuser("SELECT * FROM system_purge()");
  expect((await rowsOf(emil.userId)).map(({ route }) => route)).toEqual(["/app/new"]);
});

test("the same is told by day, of all pages or of one, and of nobody else's", async () => {
  const fay = await app.aUser("Fay");
  await app.database.asSuperuser(
    `INSERT INTO page_metrics (id, user_id, route, metrics, created_at)
     SELECT gen_random_uuid(), $1, route, jsonb_build_object('keyLatency', ms, 'errors', 1), now() - day * interval '1 day'
     FROM (VALUES ('/app/notes', 10, 0), ('/app/notes', 30, 0), ('/app/tasks', 50, 0), ('/app/notes', 90, 3)) AS loads(route, ms, day)`,
    [fay.userId],
  );
  const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);
  const of = async (route?: string) =>
    (await fay.client.performance.trend({ route })).days.filter(({ metric }) => metric === "keyLatency");
  const then = { day: daysAgo(3), metric: "keyLatency", count: 1, p75: 90 };
  expect(await of()).toEqual([then, { day: daysAgo(0), metric: "keyLatency", count: 3, p75: 40 }]);
  expect(await of("/app/notes")).toEqual([
    then,
    { day: daysAgo(0), metric: "keyLatency", count: 2, p75: 25 },
  ]);
  expect((await ann.client.performance.trend({})).days.some(({ metric }) => metric === "keyLatency")).toBe(
    false,
  );
});
