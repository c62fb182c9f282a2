import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { MOST_SOURCES } from "#contract/metrics.ts";
import { type FigureSource, type SourceMood, startFigureSource } from "#testing/servers/figure-source.ts";
import { startLocalServer } from "#testing/servers/small-internet.ts";
import { openLive } from "#testing/sync-client.ts";
import { type SignedInVisitor, startTestApp, type TestApp } from "#testing/test-app.ts";
import { type Jobs, startJobs } from "../jobs/start-jobs.ts";
import { pollMetric } from "./sources.ts";

let source: FigureSource;
let app: TestApp;
let jobs: Jobs;
let ann: SignedInVisitor;
beforeAll(async () => {
  source = await startFigureSource();
  app = await startTestApp(source.env);
  jobs = startJobs(app.services, [pollMetric], { pollMs: 50, leadMs: 50, leaseMs: 30_000 });
});
beforeEach(async () => {
  ann = await app.aUser("Ann");
});
afterEach(() => {
  source.mood = "well";
  source.count = 42;
});
afterAll(async () => {
  await jobs.stop();
  await app.close();
  source.close();
});

const soon = <T>(read: () => T | Promise<T>) => expect.poll(read, { timeout: 30_000, interval: 100 });
const fails = (code: string, message?: string) =>
  expect.objectContaining({ code, ...(message && { message }) });
type Input = Parameters<SignedInVisitor["client"]["metrics"]["connect"]>[0];
const connect = (input: Partial<Input> = {}, visitor = ann) =>
  visitor.client.metrics.connect({
    name: "Visits",
    address: source.json,
    reads: "json",
    path: "data.count",
    ...input,
  });
const metric = async () => (await ann.client.metrics.list({})).metrics[0]!;
const makeDue = () =>
  app.database.asSuperuser("UPDATE jobs SET run_at = now() WHERE name = 'poll-metric' AND user_id = $1", [
    ann.userId,
  ]);
/** Minutes until the next look. */
const waits = async () =>
  (
    await app.database.asSuperuser<{ minutes: number }>(
      "SELECT extract(epoch FROM run_at - now()) / 60 AS minutes FROM jobs WHERE name = 'poll-metric' AND user_id = $1 AND claim IS NULL",
      [ann.userId],
    )
  ).map(({ minutes }) => Number(minutes));

test("an address is asked for its value again and again, and the pages hear of each", async () => {
  const live = openLive(app, ann, ann.userId);
  expect(await live.answer).toBe("accepted");
  const { metricId, value } = await connect({ unit: "visits", everyMinutes: 30 });
  expect(value).toBe(42);
  expect(await metric()).toMatchObject({
    name: "Visits",
    unit: "visits",
    current: 42,
    source: {
      address: source.json,
      reads: "json",
      path: "data.count",
      everyMinutes: 30,
      readAt: expect.any(String),
      error: null,
    },
  });
  const [next] = await waits();
  expect(next).toBeGreaterThan(29);
  expect(next).toBeLessThan(33.1);
  const heard = live.events.length;
  source.count = 57;
  await makeDue();
  await soon(async () => (await metric()).current).toBe(57);
  await soon(() => live.events.slice(heard)).toContainEqual(
    expect.objectContaining({ entity: "metric", entityId: metricId }),
  );
  await soon(waits).toHaveLength(1);
  live.close();
});

test("the entries of a feed are counted, and the number in its newest title is read", async () => {
  expect(await connect({ name: "Entries", address: source.feed, reads: "items", path: "" })).toMatchObject({
    value: 3,
  });
  expect(await connect({ name: "Newest", address: source.atom, reads: "newest", path: "" })).toMatchObject({
    value: 12_500,
  });
});

const FAULTS: [SourceMood, string][] = [
  ["error", "The server answered 500."],
  ["private", "The server answered 401: it wants to know who asks."],
  ["html", "This is a web page, not JSON."],
  ["nonsense", "What is at data.count is text, not a number."],
  ["endless", "The answer is larger than 1 MB."],
  ["redirect", "redirects to an address that is not allowed."],
  ["half", "The answer broke off before its end."],
];

describe.each(FAULTS)("a server that answers: %s", (mood, words) => {
  test("is told before anything is kept, and later beside the last value, with longer and longer pauses", async () => {
    source.mood = mood;
    await expect(connect()).rejects.toEqual(
      fails("SERVICE_FAILED", expect.stringContaining(words) as unknown as string),
    );
    expect((await ann.client.metrics.list({})).metrics).toEqual([]);

    source.mood = "well";
    const { metricId } = await connect({ everyMinutes: 60 });
    const { readAt } = (await metric()).source!;
    source.mood = mood;
    await makeDue();
    await soon(async () => (await metric()).source!.error).toContain(words);
    expect(await metric()).toMatchObject({ current: 42, source: { readAt } });
    await soon(async () => (await waits()).every((minutes) => minutes > 119 && minutes < 133)).toBe(true);
    await makeDue();
    await soon(async () => (await waits()).every((minutes) => minutes > 239 && minutes < 265)).toBe(true);
    await expect(ann.client.metrics.check({ metricId })).rejects.toEqual(fails("SERVICE_FAILED"));

    source.mood = "well";
    source.count = 43;
    expect(await ann.client.metrics.check({ metricId })).toMatchObject({ value: 43 });
    expect(await metric()).toMatchObject({ current: 43, source: { error: null } });
    await soon(async () => (await waits()).every((minutes) => minutes > 59 && minutes < 67)).toBe(true);
  });
});

test("a server that never answers is given up on after ten seconds", async () => {
  source.mood = "never";
  const started = Date.now();
  await expect(connect()).rejects.toEqual(fails("SERVICE_FAILED"));
  expect(Date.now() - started).toBeLessThan(15_000);
});

test("nothing inside the network is asked, neither at once nor behind a redirect", async () => {
  const inside = await startLocalServer((_, response) => response.end('{"data":{"count":1}}'));
  const address = `http://127.0.0.1:${inside.port}/`;
  await expect(connect({ address })).rejects.toEqual(fails("SERVICE_FAILED"));
  for (const other of ["http://169.254.169.254/latest", "http://[::1]:80/", "http://localhost/"])
    await expect(connect({ address: other })).rejects.toEqual(fails("SERVICE_FAILED"));
  await expect(connect({ address: "ftp://example.com/x" })).rejects.toEqual(fails("INVALID_INPUT"));
  source.mood = "redirect";
  source.elsewhere = address;
  await expect(connect()).rejects.toEqual(fails("SERVICE_FAILED"));
  expect(inside.asked).toHaveLength(0);
  inside.close();
});

test("a path that can't be read sends nothing", async () => {
  const before = source.asked.length;
  await expect(connect({ path: "data..count" })).rejects.toEqual(
    fails("SERVICE_FAILED", expect.stringContaining("The path can't be read.") as unknown as string),
  );
  expect(source.asked).toHaveLength(before);
});

test("what is disconnected is asked no more, and keeps its values", async () => {
  const { metricId } = await connect();
  await ann.client.metrics.disconnect({ metricId });
  const before = source.asked.length;
  await makeDue();
  await soon(waits).toEqual([]);
  expect(source.asked).toHaveLength(before);
  expect(await metric()).toMatchObject({ current: 42, source: null });
  await expect(ann.client.metrics.disconnect({ metricId })).rejects.toEqual(fails("NOT_FOUND"));
  await expect(ann.client.metrics.check({ metricId })).rejects.toEqual(fails("NOT_FOUND"));
});

test("addresses are nobody else's, and their values can be listed, changed and deleted", async () => {
  const { metricId, at } = await connect();
  const bob = await app.aUser("Bob");
  const { metrics } = bob.client;
  for (const call of [
    () => metrics.points({ metricId }),
    () => metrics.check({ metricId }),
    () => metrics.disconnect({ metricId }),
  ])
    await expect(call()).rejects.toEqual(fails("NOT_FOUND"));
  const earlier = new Date(Date.now() - 86_400_000).toISOString();
  await ann.client.metrics.record({ name: "Visits", value: 1, at: earlier });
  await ann.client.metrics.record({ name: "Visits", value: 2, at: earlier });
  expect((await ann.client.metrics.points({ metricId })).points).toEqual([
    { at, value: 42 },
    { at: earlier, value: 2 },
  ]);
  expect((await ann.client.metrics.points({ metricId, limit: 1 })).points).toHaveLength(1);
});

test("an account has so many addresses, but may change the ones it has", async () => {
  await app.database.asSuperuser(
    `WITH made AS (INSERT INTO metric_series (id, user_id, name)
       SELECT gen_random_uuid(), $1, 'M' || n FROM generate_series(1, $2::int) n RETURNING id)
     INSERT INTO metric_sources (id, user_id, series_id, address, reads, every_minutes)
     SELECT gen_random_uuid(), $1, id, 'http://example.com/', 'json', 60 FROM made`,
    [ann.userId, MOST_SOURCES],
  );
  await expect(connect()).rejects.toEqual(fails("QUOTA_EXCEEDED"));
  expect(await connect({ name: "m7" })).toMatchObject({ value: 42 });
  await expect(connect({ name: "m7", everyMinutes: 14 })).rejects.toEqual(fails("INVALID_INPUT"));
});

test("nobody makes this server ask another one without end", async () => {
  const answers = await Promise.allSettled(Array.from({ length: 34 }, () => connect()));
  expect(answers.filter(({ status }) => status === "fulfilled")).toHaveLength(30);
  await expect(connect()).rejects.toEqual(fails("RATE_LIMITED"));
  const bob = await app.aUser("Bob");
  expect(await connect({}, bob)).toMatchObject({ value: 42 });
});
