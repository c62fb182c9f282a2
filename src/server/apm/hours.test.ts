import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestApp, type TestApp } from "#testing/test-app.ts";
import { readStretches } from "./minute.ts";
import { readOverview } from "./overview.ts";
import { createSampler } from "./sampler.ts";

let app: TestApp;

beforeAll(async () => {
  app = await startTestApp();
  await createSampler(app.services).tick();
});
afterAll(() => app.close());

const rows = <Row extends object>(sql: string) => app.database.asSuperuser<Row>(sql);
const DAYS_AGO = new Date(Date.now() - 20 * 24 * 3_600_000);

/** Minutes of two nodes, each like the first that was kept but for what differs in them. */
const twoDays = () =>
  rows(`INSERT INTO apm_minutes (at, node, sample, detail)
    SELECT m.at - make_interval(mins => 60 + n * 3), CASE n % 2 WHEN 0 THEN m.node ELSE 'bbbbbbbb' END,
      m.sample || jsonb_build_object('sockets', n % 11, 'deliveries', jsonb_build_object('sent', 1, 'failed', n % 2),
        'process', (m.sample->'process') || jsonb_build_object('cpu', n % 5 / 10.0, 'loopP99', n % 17),
        'total', jsonb_build_object('count', 3, 'errors', n % 2, 'sum', 30, 'max', n % 40,
          'buckets', jsonb_build_object((n % 9)::text, 2, '20', 1))),
      jsonb_build_object('statements', '{}'::jsonb, 'operations', jsonb_build_object('notes.list',
        jsonb_build_object('count', 3, 'errors', n % 2, 'sum', 30, 'max', n % 40, 'buckets', jsonb_build_object((n % 9)::text, 2, '20', 1))))
    FROM (SELECT * FROM apm_minutes ORDER BY at DESC LIMIT 1) m, generate_series(1, 900) n`);
/** Sums of numbers that are no whole ones end differently by the order. */
const rounded = (value: unknown): unknown =>
  JSON.parse(
    JSON.stringify(value, (_key, one: unknown) =>
      typeof one === "number" ? Number(one.toPrecision(9)) : one,
    ),
  );

test("two weeks are the same read from minutes and from hours, of which there are far fewer", async () => {
  await twoDays();
  const now = new Date();
  const before = await readOverview(app.services.db, 336, now);
  const minutes = (await readStretches(app.services.db, DAYS_AGO, true)).length;
  await createSampler(app.services).tick();
  await createSampler(app.services).tick();
  await createSampler(app.services).tick();
  await createSampler(app.services).tick();
  await rows("SELECT system_apm_roll_up(1000)");
  const hours = await readStretches(app.services.db, DAYS_AGO, true);
  expect(hours.length).toBeLessThan(minutes / 5);
  const total = (of: typeof hours) => of.reduce((sum, { sample }) => sum + sample.total.count, 0);
  expect(total(hours)).toBeGreaterThanOrEqual(2_700);
  const after = await readOverview(app.services.db, 336, now);
  // The newest column has the minutes of the four looks.
  expect(rounded(after.points.slice(0, -1))).toEqual(rounded(before.points.slice(0, -1)));
  const ofDay = (overview: typeof after) => overview.operations.find(({ name }) => name === "notes.list")!;
  const { p50, p95, p99, budget } = ofDay(before);
  expect(ofDay(after)).toMatchObject({ p50, p95, p99, budget });
  expect(await rows("SELECT system_apm_roll_up(1000) AS done")).toEqual([{ done: 0 }]);
});

test("a minute that comes late is added to its hour", async () => {
  const [hour] = await rows<{ at: Date; node: string; count: number }>(
    `SELECT at, substr(node, 6) AS node, (sample #>> '{total,count}')::int AS count FROM apm_minutes WHERE node LIKE 'hour %' ORDER BY at LIMIT 1`,
  );
  const { at, node, count } = hour!;
  await app.database.asSuperuser(
    `SELECT system_apm_keep($1, $2::timestamptz + interval '59 minutes 1 second',
       (SELECT sample || detail FROM apm_minutes WHERE node = $1 ORDER BY at LIMIT 1), '[]', '1')`,
    [node, at],
  );
  await rows("SELECT system_apm_roll_up(1000)");
  const [again] = await app.database.asSuperuser<{ count: number }>(
    `SELECT (sample #>> '{total,count}')::int AS count FROM apm_minutes WHERE node = 'hour ' || $1 AND at = $2`,
    [node, at],
  );
  expect(again!.count).toBe(count + 3);
});

test("minutes of another release are left out, and not looked at again", async () => {
  await rows(
    `INSERT INTO apm_minutes (at, node, sample, detail) VALUES (now() - interval '5 hours', 'other', '{"new": 1}', '{}')`,
  );
  const before = (await readStretches(app.services.db, DAYS_AGO, true)).length;
  expect(await rows("SELECT system_apm_roll_up(1000) AS done")).toEqual([{ done: 1 }]);
  expect(await rows("SELECT system_apm_roll_up(1000) AS done")).toEqual([{ done: 0 }]);
  expect(await readStretches(app.services.db, DAYS_AGO, true)).toHaveLength(before);
});

test("pages that report without end push out no error of the server's", async () => {
  await rows(
    `INSERT INTO apm_errors SELECT 's' || n, 'server', 'notes.list', 'TypeError', '', '', '1', 1, now() - interval '9 days', now() - interval '9 days' FROM generate_series(1, 20) n`,
  );
  await rows(
    `INSERT INTO apm_errors SELECT 'c' || n, 'client', '/app/x', 'TypeError', '', '', '1', 1, now(), now() FROM generate_series(1, 1500) n`,
  );
  const fault = [
    {
      id: "z",
      kind: "client",
      place: "/",
      name: "Error",
      code: "",
      frame: "",
      count: 1,
      firstAt: new Date(),
      lastAt: new Date(),
    },
  ];
  await app.database.asSuperuser(
    `SELECT system_apm_keep('cccccccc', now(), (SELECT sample || detail FROM apm_minutes WHERE sample ? 'total' LIMIT 1), $1, '1')`,
    [JSON.stringify(fault)],
  );
  expect(await rows("SELECT kind, count(*)::int FROM apm_errors GROUP BY 1 ORDER BY 1")).toEqual([
    { kind: "client", count: 300 },
    { kind: "server", count: 20 },
  ]);
});
