import { createServer, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestApp, type TestApp } from "#testing/test-app.ts";
import type { OtlpRequest } from "./otlp-json.ts";
import { createSampler } from "./sampler.ts";

const SECRET = "xylophonesecret";

/** Takes what a collector takes, and answers as it is told to. */
let collector: Awaited<ReturnType<typeof startCollector>>;
let app: TestApp;
let tick: () => Promise<void>;
beforeAll(async () => {
  collector = await startCollector();
  app = await startTestApp({
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
    OTEL_EXPORTER_OTLP_HEADERS: "api-key=let%20me%20in",
  });
  const sampler = createSampler(app.services);
  tick = async () => {
    const before = collector.asked.length;
    await sampler.tick();
    await expect.poll(() => collector.asked.length).toBeGreaterThan(before);
  };
});
afterAll(async () => {
  await app.close();
  await collector.close();
});

async function startCollector() {
  const asked: { path: string; headers: IncomingHttpHeaders; body: string }[] = [];
  const told = { status: 200 };
  const server = createServer((request, response) => {
    void text(request).then((body) => {
      asked.push({ path: `${request.method} ${request.url}`, headers: request.headers, body });
      response.writeHead(told.status, { "content-type": "application/json" }).end("{}");
    });
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { url, asked, told, close: () => new Promise((done) => server.close(done)) };
}

const last = () => JSON.parse(collector.asked.at(-1)!.body) as OtlpRequest;

const metric = (name: string) =>
  last().resourceMetrics[0]!.scopeMetrics[0]!.metrics.find((one) => one.name === name) as never as {
    histogram: {
      dataPoints: {
        attributes: unknown;
        count: string;
        sum: number;
        bucketCounts: string[];
        explicitBounds: number[];
        startTimeUnixNano: string;
        timeUnixNano: string;
      }[];
    };
    sum: { dataPoints: { attributes: unknown; asDouble: number }[] };
    gauge: { dataPoints: { attributes: unknown; asDouble: number }[] };
  };
const named = (key: string, stringValue: string) => [{ key, value: { stringValue } }];
const ofOperation = (name: string) =>
  metric("cairn.operation.duration").histogram.dataPoints.find(
    ({ attributes }) => JSON.stringify(attributes) === JSON.stringify(named("operation", name)),
  )!;

test("each minute a node sends its figures to the operator's collector, with its headers and no word of anybody", async () => {
  const ann = await app.aUser("Ann");
  for (let calls = 0; calls < 3; calls++) await ann.client.folders.list({});
  await ann.client.notes.create({ title: SECRET, body: { format: "text", text: SECRET } });
  await tick();
  const { path, headers, body } = collector.asked.at(-1)!;
  expect([path, headers["content-type"], headers["api-key"]]).toEqual([
    "POST /v1/metrics",
    "application/json",
    "let me in",
  ]);
  expect(body).not.toMatch(new RegExp(`${SECRET}|Ann|@`));
  const { resource } = last().resourceMetrics[0]!;
  expect(resource.attributes.map(({ key }) => key)).toEqual([
    "service.name",
    "service.version",
    "service.instance.id",
  ]);

  const { count, sum, bucketCounts, explicitBounds, ...times } = ofOperation("folders.list");
  expect(count).toBe("3");
  expect(sum).toBeGreaterThan(0);
  expect(bucketCounts).toHaveLength(explicitBounds.length + 1);
  expect(bucketCounts.reduce((all, one) => all + Number(one), 0)).toBe(3);
  // All three ended within the bucket that holds the longest of them.
  const ends = bucketCounts.findLastIndex((one) => one !== "0");
  expect(sum / 3).toBeLessThanOrEqual(explicitBounds[ends]!);
  expect(times.startTimeUnixNano).toMatch(/^\d{19}$/);
  expect(BigInt(times.timeUnixNano)).toBeGreaterThan(BigInt(times.startTimeUnixNano));
  expect(metric("cairn.disk").gauge.dataPoints.map(({ attributes }) => attributes)).toEqual([
    named("state", "used"),
    named("state", "total"),
  ]);
});

test("sums go on while the collector is away, and each call is counted once", async () => {
  const ann = await app.aUser("Ann");
  const before = Number(ofOperation("folders.list").count);
  collector.told.status = 503;
  await ann.client.folders.list({});
  await tick();
  await ann.client.folders.list({});
  await tick();
  collector.told.status = 200;
  await tick();
  expect(Number(ofOperation("folders.list").count)).toBe(before + 2);
  await tick();
  expect(Number(ofOperation("folders.list").count)).toBe(before + 2);
});

test("errors are told by class and place, times by how long they took", async () => {
  app.services.monitor.fault(new TypeError(SECRET), "job derive-notes");
  for (let ms = 1; ms <= 100; ms++) app.services.monitor.operation("notes.get", ms, ms > 98);
  await tick();
  expect(collector.asked.at(-1)!.body).not.toContain(SECRET);
  expect(metric("cairn.errors").sum.dataPoints).toContainEqual(
    expect.objectContaining({
      asDouble: 1,
      attributes: [
        ...named("error.kind", "server"),
        ...named("place", "job derive-notes"),
        ...named("error.type", "TypeError"),
      ],
    }),
  );
  const { bucketCounts, explicitBounds } = ofOperation("notes.get");
  const upTo = (seconds: number) =>
    bucketCounts.slice(0, explicitBounds.indexOf(seconds) + 1).reduce((all, one) => all + Number(one), 0);
  expect([upTo(0.001), upTo(0.016), upTo(0.064), upTo(0.128)]).toEqual([1, 16, 64, 100]);
  expect(metric("cairn.operation.errors").sum.dataPoints).toContainEqual(
    expect.objectContaining({ asDouble: 2, attributes: named("operation", "notes.get") }),
  );
});
