import sharp from "sharp";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { type ModelServer, startModelServer } from "#testing/servers/model-server.ts";
import { type SignedInVisitor, startTestApp, type TestApp } from "#testing/test-app.ts";

let server: ModelServer;
let app: TestApp;
let ann: SignedInVisitor;
beforeAll(async () => {
  server = await startModelServer();
  app = await startTestApp({ EGRESS_ALLOW: `127.0.0.1:${server.port}` });
});
beforeEach(async () => {
  ann = await app.aUser("Ann");
});
afterEach(() => server.fail(null));
afterAll(async () => {
  await app.close();
  server.close();
});

const fails = (code: string, message?: string) =>
  expect.objectContaining({ code, ...(message && { message }) });
const add = (given: { models: { image: string } }) =>
  ann.client.models.create({ name: "Mine", kind: "openai", url: server.url, ...given });
const calls = async () => (await ann.client.models.calls({})).calls;
const host = () => `127.0.0.1:${server.port}`;
const wanted = { prompt: "A calm lake", count: 2, shape: "wide" } as const;

test("pictures from words come encoded anew, and leave no file behind", async () => {
  await add({ models: { image: "paint-1" } });
  expect((await ann.client.frame.get({})).hasImageModel).toBe(true);
  const { images } = await ann.client.models.generateImages(wanted);
  expect(images).toHaveLength(2);
  for (const { url, width, height } of images) {
    expect([width, height]).toEqual([96, 54]);
    const [, base64 = ""] = /^data:image\/webp;base64,(.+)$/.exec(url) ?? [];
    expect(await sharp(Buffer.from(base64, "base64")).metadata()).toMatchObject({
      format: "webp",
      width: 96,
    });
  }
  const banner = await ann.client.workspace.generateBanner({ prompt: "A calm lake" });
  expect(banner.images).toEqual(images);
  expect(server.asked.at(-1)!.json).toMatchObject({ prompt: "A calm lake", size: "1024x576", n: 2 });
  expect((await ann.client.files.list({})).files).toEqual([]);
  expect((await calls()).map(({ task, result }) => [task, result])).toEqual([
    ["image", "ok"],
    ["image", "ok"],
  ]);
});

test("there are none without a model, which the banner is told by an empty answer", async () => {
  expect((await ann.client.frame.get({})).hasImageModel).toBe(false);
  await expect(ann.client.models.generateImages(wanted)).rejects.toEqual(fails("SERVICE_FAILED"));
  expect(await ann.client.workspace.generateBanner({ prompt: "A lake" })).toEqual({ images: [] });
});

test("it is said why there are none, be it a fault or no picture", async () => {
  await add({ models: { image: "paint-1" } });
  server.fail({ status: 500 });
  await expect(ann.client.models.generateImages(wanted)).rejects.toEqual(
    fails("SERVICE_FAILED", `${host()} has a problem of its own (500). Try again later.`),
  );
  server.fail({
    status: 200,
    body: JSON.stringify({ data: [{ b64_json: Buffer.from("<svg onload=alert(1)>").toString("base64") }] }),
  });
  await expect(ann.client.models.generateImages(wanted)).rejects.toEqual(
    fails("SERVICE_FAILED", `${host()} sent no picture that can be used. Try again.`),
  );
  expect((await calls()).map(({ result }) => result)).toEqual(["ok", "provider"]);
});

test("they stop at forty calls in a quarter of an hour", async () => {
  await add({ models: { image: "paint-1" } });
  await app.database.asSuperuser(
    "INSERT INTO auth.rate_limits (key, count, window_start) VALUES ($1, 40, now())",
    [`model-images:${ann.userId}`],
  );
  await expect(ann.client.models.generateImages(wanted)).rejects.toEqual(fails("RATE_LIMITED"));
});

test("who goes away ends the request to the model", async () => {
  await add({ models: { image: "paint-1" } });
  server.fail("silent");
  const leave = new AbortController();
  const body = JSON.stringify({ prompt: "A calm lake" });
  const asking = ann.request("/api/models/images", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body,
    signal: leave.signal,
  });
  await expect.poll(calls).toHaveLength(1);
  await expect.poll(server.connections).toBe(1);
  leave.abort();
  await expect(asking).rejects.toThrow();
  await expect.poll(async () => (await calls())[0]!.result).toBe("cancelled");
  await expect.poll(server.connections).toBe(0);
});

test("a server without a route for pictures is asked for them in a chat, one by one", async () => {
  await add({ models: { image: "paint-2" } });
  // The first question alone finds no route.
  server.fail([{ status: 404, body: '{"detail": "Not Found"}' }]);
  const { images } = await ann.client.models.generateImages({ ...wanted, count: 2 });
  expect(images.map(({ width, height }) => [width, height])).toEqual([
    [96, 54],
    [96, 54],
  ]);
  const asked = server.asked.slice(-3);
  expect(asked.map(({ path }) => path)).toEqual([
    "/images/generations",
    "/chat/completions",
    "/chat/completions",
  ]);
  expect(asked[2]!.json).toMatchObject({
    model: "paint-2",
    modalities: ["image", "text"],
    messages: [{ role: "user", content: "A calm lake" }],
  });
});

test("a model that speaks instead of drawing is told as such", async () => {
  await add({ models: { image: "echo-large" } });
  server.fail([{ status: 404 }]);
  await expect(ann.client.models.generateImages(wanted)).rejects.toEqual(
    fails(
      "SERVICE_FAILED",
      `${host()} can't make pictures with echo-large. Choose another model or provider for this.`,
    ),
  );
  expect((await calls())[0]).toMatchObject({ task: "image", result: "no-skill" });
});
