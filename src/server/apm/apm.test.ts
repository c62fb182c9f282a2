import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { uuidV7 } from "#contract/shared/uuid-v7.ts";
import { startMailServer } from "#testing/servers/mail-server.ts";
import { type SignedInVisitor, startTestApp, type TestApp } from "#testing/test-app.ts";
import { createLog } from "../platform/log.ts";
import { assemble, type OpenServices } from "../services.ts";
import { createSampler, type Sampler } from "./sampler.ts";

/** What must come out nowhere. */
const SECRET = "xylophonesecret";

let mailServer: Awaited<ReturnType<typeof startMailServer>>;
let app: TestApp;
/** A second node on the same database. */
let other: Omit<OpenServices, "close">;
let samplers: Sampler[];
let operator: SignedInVisitor;
let bob: SignedInVisitor;

beforeAll(async () => {
  mailServer = await startMailServer();
  app = await startTestApp({ SMTP_URL: mailServer.url });
  operator = await app.aUser("Olga");
  bob = await app.aUser("Bob");
  await app.database.asSuperuser("UPDATE auth.users SET email_verified = true");
  const { config } = app.services;
  other = assemble(config, createLog("silent"), app.database.connections, "s".repeat(32));
  await other.collab.ready;
  samplers = [app.services, other].map((services) => createSampler(services));
});
afterAll(async () => {
  await other.collab.stop();
  await other.db.close();
  await app.close();
  await mailServer.close();
});

/** A minute is over on both nodes, at the same moment. */
const minute = async () => {
  mailServer.mails.length = 0;
  await Promise.all(samplers.map((sampler) => sampler.tick()));
};
const overview = () => operator.client.apm.overview({ hours: 1 });
const subjects = () => mailServer.mails.map(({ head }) => /^Subject: (.*)$/m.exec(head)?.[1]).toSorted();
const openAlarms = async () =>
  (await operator.client.apm.alarms({})).alarms
    .filter(({ closedAt }) => closedAt === null)
    .map(({ rule, subject }) => `${rule} ${subject}`.trim())
    .toSorted();
const notified = async () =>
  (await operator.client.notifications.list({})).notifications.map(({ title }) => title).toSorted();
/** What the rules look at is old enough to be forgotten. */
const longAfter = () => app.database.asSuperuser("UPDATE apm_minutes SET at = at - interval '6 minutes'");
const asOwner = async (run: (client: pg.Client) => Promise<void>) => {
  const client = new pg.Client(app.database.connections.owner);
  await client.connect();
  try {
    await run(client);
  } finally {
    await client.end();
  }
};

test("nobody but the operator learns anything, not even that there is something", async () => {
  for (const read of [
    () => bob.client.apm.overview({ hours: 1 }),
    () => bob.client.apm.errors({}),
    () => bob.client.apm.alarms({}),
  ])
    await expect(read()).rejects.toMatchObject({ code: "NOT_FOUND" });
  await expect(app.visitor().client.apm.overview({ hours: 1 })).rejects.toMatchObject({
    code: "UNAUTHENTICATED",
  });
});

test("a slow route is seen within a minute, and its alarm is delivered once though two nodes look", async () => {
  await asOwner(async (client) => {
    await client.query("BEGIN; LOCK TABLE folders IN ACCESS EXCLUSIVE MODE");
    const calls = Array.from({ length: 5 }, () => bob.client.folders.list({}));
    await new Promise((done) => setTimeout(done, 1_300));
    await client.query("ROLLBACK");
    await Promise.all(calls);
  });
  await minute();
  const { operations, statements, nodes, points } = await overview();
  const slow = operations.find(({ name }) => name === "folders.list")!;
  expect(slow).toMatchObject({ count: 5, errors: 0, budget: 1000 });
  for (const value of [slow.p50, slow.p95, slow.p99]) {
    expect(value).toBeGreaterThan(1_150);
    expect(value).toBeLessThanOrEqual(slow.max);
  }
  // One account holds four connections at most.
  expect(statements).toMatchObject([{ name: "select folders", count: 4 }]);
  expect(statements[0]!.max).toBeGreaterThan(1_150);
  expect(nodes).toBe(2);
  expect(points.reduce((all, { requests }) => all + requests, 0)).toBeGreaterThanOrEqual(5);
  expect(await openAlarms()).toEqual(["slow-operation folders.list"]);
  expect(subjects()).toEqual(["Cairn: folders.list is slow"]);
  expect(await notified()).toEqual(["folders.list is slow"]);

  // It goes on: nobody is told again.
  await minute();
  expect([subjects(), await notified()]).toEqual([[], ["folders.list is slow"]]);

  await longAfter();
  await minute();
  expect(await openAlarms()).toEqual([]);
  expect([subjects(), await notified()]).toEqual([
    [],
    ["Back to normal: folders.list is slow", "folders.list is slow"],
  ]);
});

test("a failing query, a full disk and a job that nobody takes are seen within a minute, each told once", async () => {
  await operator.client.notifications.clear({});
  await asOwner(async (client) => {
    await client.query("ALTER TABLE note_templates RENAME TO away");
    for (let calls = 0; calls < 4; calls++)
      await expect(bob.client.templates.list({})).rejects.toMatchObject({ code: "INTERNAL" });
    await client.query("ALTER TABLE away RENAME TO note_templates");
    await client.query(
      `CREATE FUNCTION no_room() RETURNS trigger LANGUAGE plpgsql AS $$
       BEGIN RAISE EXCEPTION 'no room for %', NEW.title USING ERRCODE = '53100'; END $$;
       CREATE TRIGGER no_room BEFORE INSERT ON tasks FOR EACH ROW EXECUTE FUNCTION no_room()`,
    );
    await expect(bob.client.tasks.create({ id: uuidV7(), title: SECRET })).rejects.toMatchObject({
      code: "STORAGE_FULL",
    });
    await client.query("DROP FUNCTION no_room() CASCADE");
  });
  await app.database.asSuperuser(
    `INSERT INTO jobs (id, user_id, name, data, run_at)
     VALUES (gen_random_uuid(), $1, 'stuck', $2, now() - interval '10 minutes')`,
    [bob.userId, JSON.stringify({ title: SECRET })],
  );
  const ended = app.services.monitor.job("derive");
  await minute();
  expect((await overview()).now!.longestJob).toMatchObject({ name: "derive" });
  ended();
  expect(await openAlarms()).toEqual(["disk-full", "failing-operation templates.list", "queue-lag"]);
  const told = ["Background jobs are late", "The server's disk is full", "templates.list fails"];
  expect(await notified()).toEqual(told);
  expect(subjects()).toEqual(told.map((title) => `Cairn: ${title}`));
  const { now, operations } = await overview();
  expect(now!.queue).toMatchObject({ waiting: 1, due: 1, running: 0 });
  expect(now!.queue.lagSeconds).toBeGreaterThan(590);
  expect(operations.find(({ name }) => name === "templates.list")).toMatchObject({ count: 4, errors: 4 });
  const { groups } = await operator.client.apm.errors({});
  expect(groups.map(({ place, name, code, count }) => [place, name, code, count]).toSorted()).toEqual([
    ["tasks.create", "DatabaseError", "53100", 1],
    ["templates.list", "DatabaseError", "42P01", 4],
  ]);
  for (const { frame } of groups) expect(frame).toMatch(/^src\/server\/[\w./-]+\.ts:\d+:\d+$/);
});

test("an alarm that comes and goes is told once an hour", async () => {
  await operator.client.notifications.clear({});
  const flap = async (runAt: string) => {
    await app.database.asSuperuser(
      `UPDATE jobs SET run_at = now() + interval '${runAt}' WHERE name = 'stuck'`,
    );
    await longAfter();
    await minute();
    return mailServer.mails.length;
  };
  expect(await flap("1 hour")).toBe(0);
  expect(await openAlarms()).toEqual([]);
  expect(await flap("-10 minutes")).toBe(0);
  expect(await openAlarms()).toEqual(["queue-lag"]);
  expect(await flap("1 hour")).toBe(0);
  expect(await flap("-10 minutes")).toBe(0);
  await app.database.asSuperuser("UPDATE apm_alarms SET told_at = told_at - interval '61 minutes'");
  await minute();
  expect(subjects()).toEqual(["Cairn: Background jobs are late"]);
  await minute();
  expect(subjects()).toEqual([]);
  await app.database.asSuperuser("DELETE FROM jobs WHERE name = 'stuck'");
});

test("a database without room for it is told by mail once an hour, and what was counted is kept when there is room", async () => {
  mailServer.mails.length = 0;
  const [sampler] = samplers;
  const rows = async () => (await app.database.asSuperuser("SELECT 1 FROM apm_minutes")).length;
  const before = await rows();
  await asOwner(async (client) => {
    await client.query(
      `CREATE FUNCTION no_room() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'full' USING ERRCODE = '53100'; END $$;
       CREATE TRIGGER no_room BEFORE INSERT ON apm_minutes FOR EACH ROW EXECUTE FUNCTION no_room()`,
    );
    await expect(sampler!.tick()).rejects.toMatchObject({ code: "53100" });
    await expect(sampler!.tick()).rejects.toMatchObject({ code: "53100" });
    await client.query("DROP FUNCTION no_room() CASCADE");
  });
  expect(subjects()).toEqual(["Cairn: The server's disk is full"]);
  await sampler!.tick();
  expect(await rows()).toBe(before + 3);
});

test("what a page did not catch is counted by class and place, and is told nothing in words of anybody", async () => {
  const { reportError } = bob.client.apm;
  const frame = "/assets/editor-Ab12.js:1:234";
  for (let times = 0; times < 2; times++)
    await reportError({ name: "TypeError", route: "/app/editor/$noteId", frame });
  await reportError({ name: SECRET, route: "/app/notes" });
  for (const wrong of [`/assets/${SECRET} x.js:1:1`, `${SECRET}`, "/files/a.js:1:1"])
    await expect(reportError({ name: "TypeError", route: "/app/notes", frame: wrong })).rejects.toMatchObject(
      { code: "INVALID_INPUT" },
    );
  await minute();
  const { groups } = await operator.client.apm.errors({});
  expect(groups.filter(({ kind }) => kind === "client").toSorted((a, b) => b.count - a.count)).toMatchObject([
    { place: "/app/editor/$noteId", name: "TypeError", code: "", frame, count: 2 },
    { place: "/app/notes", name: "Error", code: "", frame: "", count: 1 },
  ]);
  for (let times = 0; times < 20; times++) await reportError({ name: "Error", route: "/" }).catch(() => {});
  await expect(reportError({ name: "Error", route: "/" })).rejects.toMatchObject({ code: "RATE_LIMITED" });
});

test("figures are those of a query over what was kept", async () => {
  await longAfter();
  for (let calls = 0; calls < 7; calls++) await bob.client.tags.list({});
  await minute();
  const { operations, points } = await overview();
  const kept = await app.database.asSuperuser<{ count: number; max: number }>(
    `SELECT sum((detail #>> '{operations,tags.list,count}')::int)::int AS count,
       max((detail #>> '{operations,tags.list,max}')::float8) AS max FROM apm_minutes`,
  );
  expect(operations.find(({ name }) => name === "tags.list")).toMatchObject(kept[0]!);
  expect(kept[0]!.count).toBe(7);
  const [all] = await app.database.asSuperuser<{ requests: number; errors: number }>(
    `SELECT sum((sample #>> '{total,count}')::int)::int AS requests, sum((sample #>> '{total,errors}')::int)::int AS errors
     FROM apm_minutes WHERE at > now() - interval '1 hour'`,
  );
  const sum = (key: "requests" | "errors") => points.reduce((so, point) => so + point[key], 0);
  expect({ requests: sum("requests"), errors: sum("errors") }).toEqual(all);
  const long = await operator.client.apm.overview({ hours: 336 });
  expect(long.points.reduce((so, { requests }) => so + requests, 0)).toBeGreaterThanOrEqual(all!.requests);
});

test("nothing that anybody wrote comes out of it, whatever fails with it", async () => {
  const title = `${SECRET} title`;
  await bob.client.notes.create({ id: uuidV7(), title, body: { format: "markdown", text: `# ${SECRET}` } });
  await bob.request(`/files/${SECRET}`);
  await bob.request(`/api/notes?query=${SECRET}`);
  await bob.request(`/${SECRET}/page`);
  class Said extends Error {}
  const planted = new Said(`\n    at ${SECRET} (${process.cwd()}/src/server/${SECRET}.ts:1:2)`);
  app.services.monitor.fault(planted, "job planted");
  app.services.monitor.fault(
    Object.assign(new Error(SECRET), { name: SECRET, code: SECRET, detail: SECRET }),
    "job planted",
  );
  await minute();
  const { client } = operator;
  const answers = [
    await client.apm.overview({ hours: 1 }),
    await client.apm.overview({ hours: 336 }),
    await client.apm.errors({}),
    await client.apm.alarms({}),
    await client.notifications.list({}),
    await app.database.asSuperuser("SELECT * FROM apm_minutes"),
    await app.database.asSuperuser("SELECT * FROM apm_errors"),
    mailServer.mails.map(({ raw }) => raw.split("\r\n\r\n")[1]),
  ];
  const said = JSON.stringify(answers);
  expect(said).toContain("job planted");
  for (const word of [SECRET, bob.userId, bob.email, "Bob", "/page"]) expect(said).not.toContain(word);
});

test("two weeks are kept", async () => {
  await app.database.asSuperuser(
    `INSERT INTO apm_minutes (at, node, sample, detail)
     SELECT now() - make_interval(days => days), 'old', '{}', '{}' FROM unnest('{13,15,400}'::int[]) days`,
  );
  await minute();
  const rows = await app.database.asSuperuser("SELECT 1 FROM apm_minutes WHERE node = 'old'");
  expect(rows).toHaveLength(1);
  // Of a node of another release: nothing is known of it, and the rest is told.
  expect((await operator.client.apm.overview({ hours: 336 })).nodes).toBe(2);
  await app.database.asSuperuser("DELETE FROM apm_minutes WHERE node = 'old'");
});
