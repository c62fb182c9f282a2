import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { MOST_METRICS, MOST_POINTS } from "#contract/metrics.ts";
import { openLive } from "#testing/sync-client.ts";
import { type SignedInVisitor, startTestApp, type TestApp } from "#testing/test-app.ts";

let app: TestApp;
let ann: SignedInVisitor;
beforeAll(async () => {
  app = await startTestApp();
});
beforeEach(async () => {
  ann = await app.aUser("Ann");
});
afterAll(() => app.close());

const DAY_MS = 86_400_000;
const ago = (days: number) => new Date(Date.now() - days * DAY_MS).toISOString();
const dayOf = (at: string) => at.slice(0, 10);
const fails = (code: string) => expect.objectContaining({ code });
const record = (input: Parameters<typeof ann.client.metrics.record>[0]) => ann.client.metrics.record(input);
const listed = async (days?: number, visitor = ann) =>
  (await visitor.client.metrics.list(days ? { days } : {})).metrics;

describe("a metric", () => {
  test("is made by the first value of its name, and says how it stands against some days ago", async () => {
    const { metricId } = await record({ name: "Balance", value: 100, at: ago(40), unit: "€" });
    await record({ name: " balance ", value: 120, at: ago(31) });
    await record({ name: "BALANCE", value: 150, at: ago(1), unit: "$", kind: "count" });
    expect(await listed()).toEqual([
      {
        id: metricId,
        name: "Balance",
        unit: "€",
        kind: "gauge",
        current: 150,
        previous: 120,
        lastAt: expect.any(String),
        source: null,
        createdAt: expect.any(String),
      },
    ]);
    expect(await listed(35)).toMatchObject([{ current: 150, previous: 100 }]);
    expect(await listed(90)).toMatchObject([{ current: 150, previous: null }]);
  });

  test("that counts adds up its values, and those of as many days before", async () => {
    for (const [value, days] of [
      [5, 1],
      [7, 3],
      [4, 10],
      [100, 20],
    ] as const)
      await record({ name: "Sales", value, at: ago(days), kind: "count" });
    expect(await listed(7)).toMatchObject([{ kind: "count", current: 12, previous: 4 }]);
    expect(await listed(2)).toMatchObject([{ current: 5, previous: 7 }]);
  });

  test("keeps a moment as finely as its answers name it, so that the value can be changed and deleted", async () => {
    const sent = await record({ name: "Visits", value: 3, at: "2026-02-01T10:00:00.123456Z" });
    expect(sent.at).toBe("2026-02-01T10:00:00.123Z");
    const { metricId, at } = sent;
    const points = async () => (await ann.client.metrics.points({ metricId })).points;
    await record({ name: "Visits", value: 4, at });
    expect(await points()).toEqual([{ at, value: 4 }]);
    await ann.client.metrics.removePoint({ metricId, at });
    expect(await points()).toEqual([]);
  });

  test("has a history of one value for each day, its last or their sum", async () => {
    const [early, late] = [`${dayOf(ago(2))}T01:00:00.000Z`, `${dayOf(ago(2))}T23:00:00.000Z`];
    const { metricId } = await record({ name: "Weight", value: 71, at: late });
    await record({ name: "Weight", value: 70, at: early });
    await record({ name: "Weight", value: 69, at: `${dayOf(ago(5))}T12:00:00.000Z` });
    const history = async (days = 30) => (await ann.client.metrics.history({ metricId, days })).days;
    expect(await history()).toEqual([
      { date: dayOf(ago(5)), value: 69 },
      { date: dayOf(ago(2)), value: 71 },
    ]);
    await ann.client.metrics.update({ metricId, kind: "count" });
    expect(await history(4)).toEqual([{ date: dayOf(ago(2)), value: 141 }]);
    await ann.client.metrics.removePoint({ metricId, at: early });
    expect(await history(4)).toEqual([{ date: dayOf(ago(2)), value: 71 }]);
    await expect(ann.client.metrics.removePoint({ metricId, at: early })).rejects.toEqual(fails("NOT_FOUND"));
  });

  test("keeps one value of a moment, so that a call may be repeated", async () => {
    const at = ago(1);
    for (const value of [1, 2, 2]) await record({ name: "Visits", value, at, kind: "count" });
    expect(await listed()).toMatchObject([{ current: 2, lastAt: at }]);
  });

  test("is renamed, but not to the name of another, and deleted with its values", async () => {
    const { metricId } = await record({ name: "Users", value: 1 });
    await record({ name: "Views", value: 2 });
    await ann.client.metrics.update({ metricId, name: "People", unit: "heads" });
    await expect(ann.client.metrics.update({ metricId, name: "VIEWS" })).rejects.toEqual(fails("CONFLICT"));
    expect(await listed()).toMatchObject([{ name: "People", unit: "heads", current: 1 }, { name: "Views" }]);
    await ann.client.metrics.remove({ metricId });
    expect(await listed()).toMatchObject([{ name: "Views" }]);
    const [points] = await app.database.asSuperuser<{ n: number }>(
      "SELECT count(*)::int AS n FROM metric_points WHERE user_id = $1",
      [ann.userId],
    );
    expect(points!.n).toBe(1);
    const { activities } = await ann.client.activity.list({});
    expect(activities.map(({ title }) => title)).toEqual(
      expect.arrayContaining(['Added the metric "Users"', 'Deleted the metric "People"']),
    );
  });

  test("is told to the other pages of the account when a value comes", async () => {
    const live = openLive(app, ann, ann.userId);
    expect(await live.answer).toBe("accepted");
    const { metricId } = await record({ name: "Live", value: 1 });
    await expect
      .poll(() => live.events)
      .toContainEqual(expect.objectContaining({ entity: "metric", entityId: metricId }));
    live.close();
  });

  test("is nobody else's", async () => {
    const { metricId } = await record({ name: "Secret", value: 1 });
    const bob = await app.aUser("Bob");
    expect(await listed(30, bob)).toEqual([]);
    const { metrics } = bob.client;
    for (const call of [
      () => metrics.history({ metricId }),
      () => metrics.update({ metricId, name: "Mine" }),
      () => metrics.remove({ metricId }),
      () => metrics.removePoint({ metricId, at: ago(1) }),
    ])
      await expect(call()).rejects.toEqual(fails("NOT_FOUND"));
    await bob.client.metrics.record({ name: "Secret", value: 2 });
    expect(await listed()).toMatchObject([{ current: 1 }]);
  });

  test("takes no value that is none, of no time or of tomorrow's tomorrow", async () => {
    const wrong = [
      { name: " ", value: 1 },
      { name: "x".repeat(101), value: 1 },
      { name: "A", value: 1e16 },
      { name: "A", value: Number.NaN },
      { name: "A", value: 1, at: "yesterday" },
      { name: "A", value: 1, at: ago(-2) },
      { name: "A", value: 1, at: "1969-12-31T00:00:00Z" },
      { name: "A", value: 1, kind: "rate" as "count" },
    ];
    for (const input of wrong) await expect(record(input)).rejects.toEqual(fails("INVALID_INPUT"));
    expect(await listed()).toEqual([]);
  });
});

describe("limits", () => {
  test("a sender that floods is refused, and nobody else is", async () => {
    const bob = await app.aUser("Bob");
    const codes = await Promise.all(
      Array.from({ length: 140 }, (_, value) =>
        record({ name: "Flood", value }).then(
          () => "kept",
          (error: { code: string }) => error.code,
        ),
      ),
    );
    expect(codes.filter((code) => code === "kept")).toHaveLength(120);
    expect(codes.filter((code) => code === "RATE_LIMITED")).toHaveLength(20);
    expect(await bob.client.metrics.record({ name: "Calm", value: 1 })).toMatchObject({ value: 1 });
    // Reading goes on.
    expect(await listed()).toHaveLength(1);
  });

  test("an account has so many metrics, however many come at once", async () => {
    await app.database.asSuperuser(
      `INSERT INTO metric_series (id, user_id, name) SELECT gen_random_uuid(), $1, 'M' || n FROM generate_series(2, $2::int) n`,
      [ann.userId, MOST_METRICS],
    );
    const made = await Promise.allSettled(["A", "B", "C"].map((name) => record({ name, value: 1 })));
    expect(made.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    expect(made.filter(({ status }) => status === "rejected")).toEqual([
      { status: "rejected", reason: fails("QUOTA_EXCEEDED") },
      { status: "rejected", reason: fails("QUOTA_EXCEEDED") },
    ]);
    expect(await record({ name: "m7", value: 1 })).toMatchObject({ value: 1 });
  });

  test("a metric keeps its newest values", async () => {
    const { metricId } = await record({ name: "Long", value: 0 });
    await app.database.asSuperuser(
      `INSERT INTO metric_points (id, user_id, series_id, at, value)
       SELECT gen_random_uuid(), $1, $2, now() - make_interval(mins => n), n FROM generate_series(1, $3::int) n`,
      [ann.userId, metricId, MOST_POINTS],
    );
    await record({ name: "Long", value: -1 });
    const [points] = await app.database.asSuperuser<{ n: number; oldest: number }>(
      "SELECT count(*)::int AS n, max(value) AS oldest FROM metric_points WHERE series_id = $1",
      [metricId],
    );
    expect(points).toEqual({ n: MOST_POINTS, oldest: MOST_POINTS - 2 });
  });
});

describe("an app password", () => {
  async function aToken(scope: "metrics:write" | "calendar:write") {
    await ann.client.security.reauthenticate({ password: ann.password });
    return (await ann.client.tokens.create({ name: "Script", scopes: [scope] })).secret;
  }
  /** As curl does: no cookie, no Origin. */
  const send = (authorization: string | undefined, body: object, path = "/api/metrics", method = "POST") =>
    fetch(`${app.url}${path}`, {
      method,
      headers: { "content-type": "application/json", ...(authorization && { authorization }) },
      ...(method === "POST" && { body: JSON.stringify(body) }),
    });

  test("with the scope sends values, and does nothing else", async () => {
    const bearer = `Bearer ${await aToken("metrics:write")}`;
    const sent = await send(bearer, { name: "Uptime", value: 99.9, unit: "%" });
    expect(sent.status).toBe(200);
    expect(await listed()).toMatchObject([{ name: "Uptime", current: 99.9, unit: "%" }]);
    for (const path of ["/api/metrics", "/api/notes", "/api/accounts/session"])
      expect(JSON.stringify(await (await send(bearer, {}, path, "GET")).json())).not.toContain("Uptime");
    expect((await send(bearer, {}, "/api/metrics", "GET")).status).toBe(403);
    expect((await send(bearer, { name: "A folder" }, "/api/folders")).status).toBe(403);
    const basic = `Basic ${Buffer.from(`${ann.email}:${bearer.slice(7)}`).toString("base64")}`;
    expect((await send(basic, {}, "/dav/", "PROPFIND")).status).toBe(401);
  });

  test("without the scope, a wrong one and none send nothing", async () => {
    const other = await aToken("calendar:write");
    for (const authorization of [`Bearer ${other}`, "Bearer wrong", "Basic YTpi", "", undefined]) {
      const { status } = await send(authorization, { name: "Uptime", value: 1 });
      expect([authorization, status]).toEqual([authorization, authorization?.endsWith(other) ? 403 : 401]);
    }
    expect(await listed()).toEqual([]);
  });

  test("that is wrong is not helped by the cookie of a browser beside it", async () => {
    const response = await ann.request("/api/metrics", {
      method: "POST",
      headers: { "content-type": "application/json", authorization: "Bearer wrong" },
      body: JSON.stringify({ name: "Uptime", value: 1 }),
    });
    expect(response.status).toBe(401);
  });
});
