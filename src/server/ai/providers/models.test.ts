import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { MOST_PROVIDERS } from "#contract/shared/model-choices.ts";
import { uuidV7 } from "#contract/shared/uuid-v7.ts";
import { type ModelServer, startModelServer } from "#testing/servers/model-server.ts";
import { startLocalServer } from "#testing/servers/small-internet.ts";
import { openLive } from "#testing/sync-client.ts";
import { type SignedInVisitor, startTestApp, type TestApp } from "#testing/test-app.ts";
import { unpackAll } from "#testing/unpack-all.ts";
import { reachOf } from "../../notes/ai-access/reach.ts";
import { modelsFeature } from "./feature.ts";

const KEY = "sk-secret-of-ann-1234";
let server: ModelServer;
let app: TestApp;
let ann: SignedInVisitor;
beforeAll(async () => {
  server = await startModelServer({ key: KEY });
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
type Input = Parameters<SignedInVisitor["client"]["models"]["create"]>[0];
const add = (given: Partial<Input> = {}, visitor = ann) =>
  visitor.client.models.create({ name: "Mine", kind: "openai", url: server.url, key: KEY, ...given });
const calls = async () => (await ann.client.models.calls({})).calls;
const host = () => `127.0.0.1:${server.port}`;

test("a provider is added, told without its key, changed and removed, and other pages hear of each", async () => {
  const live = openLive(app, ann, ann.userId);
  expect(await live.answer).toBe("accepted");
  const made = await add({ models: { chat: "echo-large" } });
  expect(made).toEqual({
    id: made.id,
    name: "Mine",
    kind: "openai",
    isOperators: false,
    host: host(),
    url: server.url,
    keyEnd: "1234",
    models: { chat: "echo-large" },
    prices: {},
    isLocal: true,
    isEnabled: true,
  });
  const changed = await ann.client.models.update({
    providerId: made.id,
    name: "Ours",
    models: { chat: null, quick: "echo-small" },
  });
  expect(changed).toEqual({ ...made, name: "Ours", models: { quick: "echo-small" } });
  const { providers, canAdd, tasks } = await ann.client.models.list({});
  expect([providers, canAdd]).toEqual([[changed], true]);
  expect(tasks).toMatchObject({
    quick: { providerId: made.id, model: "echo-small" },
    chat: null,
    image: null,
  });
  await ann.client.models.remove({ providerId: made.id });
  expect((await ann.client.models.list({})).providers).toEqual([]);
  const heard = () =>
    live.events.flatMap(({ entity, operation }) => (entity === "modelProvider" ? [operation] : []));
  await expect.poll(heard).toEqual(["insert", "update", "delete"]);
});

test("a bare address gets its /v1, a copied address of a call loses its end", async () => {
  const bare = await add({ url: `http://${host()}/` });
  expect(bare.url).toBe(server.url);
  const copied = await add({ url: "https://api.example.com/openai/v1/chat/completions" });
  expect(copied.url).toBe("https://api.example.com/openai/v1");
});

test("a key is sealed in the table, and another server in the address drops it", async () => {
  const { id } = await add();
  const row = async () =>
    (
      await app.database.asSuperuser<{ sealed_key: string | null; all: string }>(
        "SELECT sealed_key, to_jsonb(p)::text AS all FROM model_providers p WHERE id = $1",
        [id],
      )
    )[0]!;
  expect((await row()).sealed_key).toMatch(/^v1\./);
  expect((await row()).all).not.toContain(KEY);
  const elsewhere = await ann.client.models.update({ providerId: id, url: "https://evil.example/v1" });
  expect(elsewhere.keyEnd).toBeNull();
  expect((await row()).sealed_key).toBeNull();
  const again = await ann.client.models.update({ providerId: id, url: server.url, key: KEY });
  expect(again.keyEnd).toBe("1234");
  const same = await ann.client.models.update({ providerId: id, url: `${server.url}/other` });
  expect(same.keyEnd).toBe("1234");
  expect((await ann.client.models.update({ providerId: id, key: null })).keyEnd).toBeNull();
});

test("no answer, log of activities or export holds a key, sealed or not", async () => {
  await add({ models: { chat: "echo-large" } });
  const [{ sealed_key: sealed }] = (await app.database.asSuperuser<{ sealed_key: string }>(
    "SELECT sealed_key FROM model_providers WHERE user_id = $1",
    [ann.userId],
  )) as [{ sealed_key: string }];
  await ann.client.security.reauthenticate({ password: ann.password });
  const { url } = await ann.client.security.prepareExport({});
  const exported = await unpackAll(Buffer.from(await (await ann.request(url)).arrayBuffer()));
  const all = [
    ...[...exported.values()].map(String),
    JSON.stringify(await ann.client.models.list({})),
    JSON.stringify(await ann.client.models.calls({})),
    JSON.stringify(await ann.client.activity.list({})),
  ].join("\n");
  expect(all).toContain("Mine");
  expect(all).not.toContain(KEY);
  expect(all).not.toContain(sealed);
});

test("someone else's provider is not there", async () => {
  const { id } = await add({ models: { chat: "echo-large" } });
  const bob = await app.aUser("Bob");
  expect(await bob.client.models.list({})).toMatchObject({ providers: [] });
  const tries = [
    () => bob.client.models.update({ providerId: id, name: "x" }),
    () => bob.client.models.remove({ providerId: id }),
    () => bob.client.models.available({ providerId: id }),
    () => bob.client.models.test({ providerId: id }),
  ];
  for (const attempt of tries) await expect(attempt()).rejects.toEqual(fails("NOT_FOUND"));
  await expect(add({ id }, bob)).rejects.toEqual(fails("CONFLICT"));
  expect((await ann.client.models.list({})).providers).toHaveLength(1);
  await expect(app.visitor().client.models.list({})).rejects.toEqual(fails("UNAUTHENTICATED"));
});

test("what is no address, key or name is refused, and so is one provider too many", async () => {
  for (const wrong of [
    { url: "ftp://example.com" },
    { url: "https://example.com/v1?key=1" },
    { url: "https://:::/v1" },
    { url: "https://ann:secret@example.com/v1" },
    { key: "two words" },
    { name: " " },
  ])
    await expect(add(wrong)).rejects.toEqual(fails("INVALID_INPUT"));
  await app.database.asSuperuser(
    `INSERT INTO model_providers (id, user_id, kind, name, base_url)
     SELECT gen_random_uuid(), $1, 'openai', 'x', 'https://example.com/v1' FROM generate_series(1, ${MOST_PROVIDERS})`,
    [ann.userId],
  );
  await expect(add()).rejects.toEqual(
    fails("QUOTA_EXCEEDED", `You already have ${MOST_PROVIDERS} model providers. Remove one first.`),
  );
});

test("the same provider sent twice is there once", async () => {
  const id = uuidV7();
  expect(await add({ id })).toEqual(await add({ id }));
  expect((await ann.client.models.list({})).providers).toHaveLength(1);
});

describe("the test of a provider", () => {
  test("says what works, and records what it sent", async () => {
    const { id } = await add({
      models: { chat: "echo-large", embeddings: "embed-3", image: "paint-1", speechIn: "ear-1" },
    });
    expect(await ann.client.models.test({ providerId: id })).toEqual({
      checks: [
        { task: "connection", result: "ok", message: `${host()} answers and has 6 models.` },
        { task: "chat", result: "ok", message: "echo-large answered." },
        { task: "embeddings", result: "ok", message: "embed-3 answered with 3 numbers." },
        {
          task: "image",
          result: "ok",
          message: "paint-1 is there. It wasn't asked, because each answer costs.",
        },
        { task: "speechIn", result: "ok", message: "ear-1 listened to a tone and answered." },
      ],
    });
    expect(await calls()).toEqual([
      expect.objectContaining({ task: "speechIn", passages: 1, receivedBytes: 18, result: "ok" }),
      expect.objectContaining({ task: "embeddings", passages: 1, sentBytes: 5, tokensIn: 4, result: "ok" }),
      {
        id: expect.any(String),
        at: expect.any(String),
        provider: "Mine",
        isOperators: false,
        host: host(),
        model: "echo-large",
        task: "chat",
        passages: 1,
        sentBytes: 24,
        receivedBytes: expect.any(Number),
        tokensIn: 12,
        tokensOut: 5,
        cost: null,
        result: "ok",
        tookMs: expect.any(Number),
      },
    ]);
  });

  test("says of a model for pictures whether it is listed", async () => {
    const { id } = await add({ models: { image: "paint-9" } });
    const { checks } = await ann.client.models.test({ providerId: id });
    expect(checks[1]).toEqual({
      task: "image",
      result: "no-model",
      message: `${host()} doesn't list a model named “paint-9”.`,
    });
  });

  test("says that the key is wrong, and asks no further", async () => {
    const { id } = await add({ key: "sk-wrong-key-99999", models: { chat: "echo-large" } });
    expect(await ann.client.models.test({ providerId: id })).toEqual({
      checks: [
        {
          task: "connection",
          result: "key",
          message: `${host()} refused the key. Check it, or make a new one there.`,
        },
      ],
    });
    expect(await calls()).toEqual([]);
    await expect(ann.client.models.available({ providerId: id })).rejects.toEqual(
      fails("SERVICE_FAILED", `${host()} refused the key. Check it, or make a new one there.`),
    );
  });

  test("says that a stored key can't be opened any more", async () => {
    const { id } = await add();
    await app.database.asSuperuser(
      "UPDATE model_providers SET sealed_key = 'v1.000000000000.AAAA' WHERE id = $1",
      [id],
    );
    const { checks } = await ann.client.models.test({ providerId: id });
    expect(checks[0]).toMatchObject({
      result: "key",
      message: "The stored key was encrypted with another server secret. Enter the key again.",
    });
  });

  test("reaches no inside address that the operator did not list", async () => {
    const inside = await startLocalServer((_request, response) => response.end('{"data":[]}'));
    const { id } = await add({ url: `http://127.0.0.1:${inside.port}/v1` });
    const { checks } = await ann.client.models.test({ providerId: id });
    expect(checks).toEqual([
      {
        task: "connection",
        result: "address",
        message: "The address must begin with https:// and use port 443 or 8443.",
      },
    ]);
    expect(inside.asked).toEqual([]);
    inside.close();
  });
});

test("models are listed, and servers found at the addresses that the operator listed", async () => {
  const { id } = await add();
  expect(await ann.client.models.available({ providerId: id })).toEqual({
    models: ["ear-1", "echo-large", "echo-small", "embed-3", "paint-1", "voice-1"],
  });
  // This one wants a key before it tells anything.
  expect(await ann.client.models.probe({})).toEqual({ servers: [] });
  const open = await startModelServer();
  const other = await startTestApp({ EGRESS_ALLOW: `127.0.0.1:${open.port} 127.0.0.1:${server.port}` });
  const bob = await other.aUser("Bob");
  expect(await bob.client.models.probe({})).toEqual({
    servers: [{ url: open.url, models: open.models.toSorted() }],
  });
  await other.close();
  open.close();
});

test("a provider is local by an inside address that the operator listed, a model not where it is passed on", async () => {
  const isLocal = async (url: string) => {
    const made = await add({ url });
    await ann.client.models.remove({ providerId: made.id });
    return made.isLocal;
  };
  expect(await isLocal(server.url)).toBe(true);
  // Nobody vouches for these: only a public address is connected to.
  for (const url of ["http://127.0.0.1:1/v1", "https://ollama/v1", "https://gpu.lan", "https://a.example"])
    expect([url, await isLocal(url)]).toEqual([url, false]);
  const { id } = await add({ models: { chat: "echo-large", quick: "gpt-oss:120b-cloud" } });
  const model = async (task: "chat" | "quick") => (await app.services.models.forTask(ann.userId, task))!;
  expect([reachOf(await model("chat")), reachOf(await model("quick"))]).toEqual(["local", "hosted"]);
  const elsewhere = await ann.client.models.update({ providerId: id, url: "https://models.example/v1" });
  expect(elsewhere.isLocal).toBe(false);
  expect((await model("chat")).isLocal).toBe(false);
});

describe("models that the operator sets up", () => {
  let operated: TestApp;
  let bob: SignedInVisitor;
  beforeAll(async () => {
    const providers = [
      { name: "House", url: server.url, key: KEY, models: { chat: "echo-large", image: "paint-1" } },
    ];
    operated = await startTestApp({ MODEL_PROVIDERS: JSON.stringify(providers), USER_MODELS: "off" });
    bob = await operated.aUser("Bob");
  });
  afterAll(() => operated.close());

  test("are everyone's, without their address and key", async () => {
    const { providers, canAdd, tasks } = await bob.client.models.list({});
    expect(providers).toEqual([
      {
        id: "operator-1",
        name: "House",
        kind: "openai",
        isOperators: true,
        host: host(),
        url: null,
        keyEnd: null,
        models: { chat: "echo-large", image: "paint-1" },
        prices: {},
        isLocal: true,
        isEnabled: true,
      },
    ]);
    expect([canAdd, tasks.image]).toEqual([false, { providerId: "operator-1", model: "paint-1" }]);
    const { checks } = await bob.client.models.test({ providerId: "operator-1" });
    expect(checks.map(({ result }) => result)).toEqual(["ok", "ok", "ok"]);
    expect((await bob.client.frame.get({})).hasImageModel).toBe(true);
  });

  test("are all there is where people may bring none", async () => {
    await expect(add({}, bob)).rejects.toEqual(
      fails("SWITCHED_OFF", "The server's administrator sets up the AI models here."),
    );
    await expect(bob.client.models.probe({})).rejects.toEqual(fails("SWITCHED_OFF"));
    await expect(bob.client.models.test({ providerId: "operator-2" })).rejects.toEqual(fails("NOT_FOUND"));
  });
});

test("five at once are one too many, and the others are not disturbed", async () => {
  await add({ models: { chat: "echo-large" } });
  server.fail("silent");
  const model = (await app.services.models.forTask(ann.userId, "chat"))!;
  const cancel = new AbortController();
  const ask = async () => {
    const messages = [{ role: "user" as const, text: "Hi" }];
    for await (const _part of model.streamChat({ messages, signal: cancel.signal }));
  };
  const four = [ask(), ask(), ask(), ask()].map((asking) => asking.catch((error: unknown) => error));
  await expect.poll(async () => (await calls()).length).toBe(4);
  await expect(ask()).rejects.toMatchObject({ kind: "busy" });
  expect((await calls()).map(({ result }) => result)).toEqual(Array(4).fill("unfinished"));
  cancel.abort();
  expect(await Promise.all(four)).toEqual(Array(4).fill(expect.objectContaining({ kind: "cancelled" })));
  await expect
    .poll(async () => (await calls()).map(({ result }) => result))
    .toEqual(Array(4).fill("cancelled"));
  server.fail(null);
  await ask().catch((error: unknown) => expect(error).toMatchObject({ kind: "cancelled" }));
});

test("of the record the newest 2,000 calls stay, for 90 days", async () => {
  await add({ models: { embeddings: "embed-3" } });
  await app.database.asSuperuser(
    `INSERT INTO model_calls (id, user_id, provider, is_operators, host, model, task, passages, sent_bytes)
     SELECT ('00000000-0000-7000-8000-' || lpad(n::text, 12, '0'))::uuid, $1, 'old', false, 'x', 'x', 'chat', 1, 1
     FROM generate_series(1, 2010) n`,
    [ann.userId],
  );
  const model = (await app.services.models.forTask(ann.userId, "embeddings"))!;
  expect(await model.embed({ texts: ["one"] })).toEqual([[3, 0, 0.5]]);
  const count = async () =>
    (
      await app.database.asSuperuser<{ n: number }>(
        "SELECT count(*)::int AS n FROM model_calls WHERE user_id = $1",
        [ann.userId],
      )
    )[0]!.n;
  expect(await count()).toBe(2000);
  await app.database.asSuperuser(
    "UPDATE model_calls SET at = now() - interval '91 days' WHERE provider = 'old'",
  );
  await modelsFeature.cleanup(app.services);
  expect(await count()).toBe(1);
});
