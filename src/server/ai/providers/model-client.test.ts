import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { setTimeout as pause } from "node:timers/promises";
import { aPicture, type ModelServer, startModelServer } from "#testing/servers/model-server.ts";
import { startLocalServer } from "#testing/servers/small-internet.ts";
import { createEgress } from "../../platform/egress/egress.ts";
import { createClient } from "./create-client.ts";
import { type ChatPart, type ChatRequest, MODEL_LIMITS } from "./model-client.ts";
import { ModelFault } from "./model-fault.ts";

const KEY = "sk-secret-of-ann-1234";
let server: ModelServer;
beforeAll(async () => {
  server = await startModelServer({ key: KEY });
});
afterAll(() => server.close());
afterEach(() => server.fail(null));

const KINDS = ["openai", "anthropic"] as const;
const egress = createEgress();
const clientOf = (kind: (typeof KINDS)[number], key: string | null = KEY) =>
  createClient(
    egress,
    { kind, baseUrl: server.url, key, source: "operator" },
    { ...MODEL_LIMITS, idleMs: 400, listMs: 400, imageMs: 400 },
  );

const QUESTION: ChatRequest = {
  model: "echo-large",
  messages: [
    { role: "system", text: "Be brief." },
    { role: "user", text: "Hi" },
  ],
};

async function told(client: ReturnType<typeof clientOf>, request = QUESTION) {
  const parts: ChatPart[] = [];
  for await (const part of client.streamChat(request)) parts.push(part);
  return {
    text: parts.map((part) => (part.type === "text" ? part.text : "")).join(""),
    reasoning: parts.map((part) => (part.type === "reasoning" ? part.text : "")).join(""),
    calls: parts.flatMap((part) => (part.type === "call" ? [part.call] : [])),
    end: parts.at(-1),
  };
}

/** The parts that came before the fault, and the fault. */
async function faultOf(client: ReturnType<typeof clientOf>, request = QUESTION) {
  const parts: ChatPart[] = [];
  try {
    for await (const part of client.streamChat(request)) parts.push(part);
  } catch (error) {
    if (!(error instanceof ModelFault)) throw error;
    return { parts, kind: error.kind, message: error.message, error };
  }
  throw new Error("There was no fault.");
}

test.each(KINDS)("%s: words, thoughts, tokens and the end arrive as they were sent", async (kind) => {
  expect(await told(clientOf(kind))).toEqual({
    text: "Hello, wörld 🌍",
    reasoning: "Let me think.",
    calls: [],
    end: { type: "end", reason: "stop", usage: { input: 12, output: 5 } },
  });
});

test.each(KINDS)("%s: a tool that is wanted comes whole, and its answer is sent back", async (kind) => {
  const tools = [{ name: "search", description: "Finds notes", schema: { type: "object" } }];
  const { calls, end } = await told(clientOf(kind), { ...QUESTION, tools });
  expect(calls).toEqual([{ id: "c1", name: "search", input: '{"words":"tea"}' }]);
  expect(end).toMatchObject({ reason: "tools" });
  await told(clientOf(kind), {
    ...QUESTION,
    messages: [
      ...QUESTION.messages,
      { role: "assistant", text: "", calls },
      { role: "tool", callId: "c1", text: "two notes" },
    ],
  });
  const sent = JSON.stringify(server.asked.at(-1)!.json);
  expect(sent).toContain("two notes");
  expect(sent).toContain(kind === "openai" ? '"tool_call_id":"c1"' : '"tool_use_id":"c1"');
});

test.each(KINDS)(
  "%s: each fault has its kind and its own words, which hold no key and no body",
  async (kind) => {
    const refused = (status: number, message: string, headers?: Record<string, string>) => ({
      status,
      body: JSON.stringify({ error: { message: `${message} ${KEY}` } }),
      ...(headers && { headers }),
    });
    const faults = [
      [refused(401, "bad key"), "key"],
      [refused(402, "payment"), "credit"],
      [refused(400, "Your credit balance is too low"), "credit"],
      [refused(429, "You exceeded your quota: insufficient_quota"), "credit"],
      [refused(429, "slow down", { "retry-after": "90" }), "rate"],
      [refused(404, "The model `x` does not exist"), "no-model"],
      [refused(404, "not found"), "not-understood"],
      [refused(400, "This model's maximum context length is 8192 tokens"), "context"],
      [refused(400, "prompt is too long: 210000 tokens"), "context"],
      [refused(400, "this model does not support tools"), "no-skill"],
      [refused(400, "temperature must be 1"), "refused"],
      [refused(500, "oops"), "provider"],
      [refused(529, "overloaded"), "provider"],
      ["silent", "timeout"],
      ["cut", "cut"],
      ["short", "cut"],
      ["garbage", "not-understood"],
      ["error-event", "provider"],
    ] as const;
    const seen = new Set<string>();
    for (const [fault, expected] of faults) {
      server.fail(fault);
      const { kind: found, message, error } = await faultOf(clientOf(kind));
      expect([fault, found]).toEqual([fault, expected]);
      expect(`${message}${error.stack}${JSON.stringify(error)}`).not.toMatch(
        /sk-secret|bad key|oops|slow down/,
      );
      expect(message).toMatch(/\.$/);
      seen.add(found);
    }
    expect(seen.size).toBeGreaterThan(9);
  },
);

test.each(KINDS)("%s: what came before the fault is not lost", async (kind) => {
  server.fail("cut");
  const { parts } = await faultOf(clientOf(kind));
  expect(parts).toContainEqual({ type: "text", text: "Hello" });
});

test("a wrong key is refused without being told, and no key at all is said", async () => {
  const wrong = await faultOf(clientOf("openai", "sk-wrong-9999"));
  expect(wrong.message).toBe(`127.0.0.1:${server.port} refused the key. Check it, or make a new one there.`);
  expect(JSON.stringify(wrong)).not.toContain("sk-wrong");
  const none = await faultOf(clientOf("openai", null));
  expect(none.message).toBe(`127.0.0.1:${server.port} needs a key. Add one.`);
});

test("ten megabytes of answer are cut at the cap, and the connection goes", async () => {
  server.fail("flood");
  const { kind, parts } = await faultOf(clientOf("openai"));
  expect(kind).toBe("too-long");
  const size = parts.reduce((sum, part) => sum + (part.type === "text" ? part.text.length : 0), 0);
  expect(size).toBeLessThanOrEqual(MODEL_LIMITS.answerBytes);
  await expect.poll(server.connections).toBe(0);
});

test("who stops listening closes the connection, and so does who cancels", async () => {
  for await (const part of clientOf("openai").streamChat(QUESTION)) if (part.type === "text") break;
  await expect.poll(server.connections).toBe(0);
  server.fail("silent");
  const cancel = new AbortController();
  const asking = faultOf(clientOf("openai"), { ...QUESTION, signal: cancel.signal });
  await pause(100);
  cancel.abort();
  expect((await asking).kind).toBe("cancelled");
  await expect.poll(server.connections).toBe(0);
});

test("a short wait that the server asks for is waited, a long one is told, and a started answer is never asked twice", async () => {
  const tooMany = { status: 429, headers: { "retry-after": "1" } };
  server.fail([tooMany, null]);
  const before = server.asked.length;
  expect((await told(clientOf("openai"))).text).toBe("Hello, wörld 🌍");
  expect(server.asked.length - before).toBe(2);

  server.fail([{ status: 429, headers: { "retry-after": "120" } }]);
  const { message, error } = await faultOf(clientOf("openai"));
  expect(message).toMatch(/gets too many requests. Try again in 2 minutes\.$/);
  expect(error.retryAfterSeconds).toBe(120);
  expect(server.asked.length - before).toBe(3);

  server.fail("cut");
  await faultOf(clientOf("openai"));
  expect(server.asked.length - before).toBe(4);
});

test("vectors come in the order of their texts, however many there are", async () => {
  const texts = Array.from({ length: 150 }, (_, index) => "x".repeat(index + 1));
  const { vectors, usage } = await clientOf("openai").embed({ model: "embed-3", texts });
  expect(vectors.map(([length]) => length)).toEqual(texts.map(({ length }) => length));
  expect(usage).toEqual({ input: 600, output: null });
  await expect(clientOf("anthropic").embed({ model: "x", texts })).rejects.toMatchObject({
    kind: "no-skill",
  });
});

test("pictures come as bytes, as many as were asked for", async () => {
  const wanted = { model: "paint-1", prompt: "a lake", count: 2, shape: "wide" } as const;
  const pictures = await clientOf("openai").generateImages(wanted);
  expect(pictures).toEqual([aPicture(0), aPicture(1)]);
  expect(server.asked.at(-1)!.json).toEqual({
    model: "paint-1",
    prompt: "a lake",
    n: 2,
    size: "1024x576",
    response_format: "b64_json",
  });
  server.fail("garbage");
  await expect(clientOf("openai").generateImages(wanted)).rejects.toMatchObject({ kind: "not-understood" });
  server.fail("silent");
  await expect(clientOf("openai").generateImages(wanted)).rejects.toMatchObject({ kind: "timeout" });
  await expect(clientOf("anthropic").generateImages(wanted)).rejects.toMatchObject({ kind: "no-skill" });
});

test("a picture told as an address is fetched, by a user's provider from the public internet alone", async () => {
  const secret = await startLocalServer((_request, response) => response.end(aPicture(0)));
  const liar = await startLocalServer((_request, response) => {
    response.setHeader("content-type", "application/json");
    response.end(JSON.stringify({ data: [{ url: `http://127.0.0.1:${secret.port}/metadata` }] }));
  });
  const client = createClient(egress, {
    kind: "openai",
    baseUrl: `http://127.0.0.1:${liar.port}/v1`,
    key: KEY,
    source: "operator",
  });
  const wanted = { model: "paint-1", prompt: "a lake", count: 1, shape: "square" } as const;
  await expect(client.generateImages(wanted)).rejects.toMatchObject({ kind: "address" });
  expect(secret.asked).toEqual([]);
  secret.close();
  liar.close();
});

test.each(KINDS)("%s: models are listed by name", async (kind) => {
  expect(await clientOf(kind).listModels()).toEqual([
    "ear-1",
    "echo-large",
    "echo-small",
    "embed-3",
    "paint-1",
    "voice-1",
  ]);
  server.fail("garbage");
  await expect(clientOf(kind).listModels()).rejects.toMatchObject({ kind: "not-understood" });
});

test("a user's address inside is asked nothing, and the key stays here", async () => {
  const before = server.asked.length;
  const inside = createClient(egress, {
    kind: "openai",
    baseUrl: server.url,
    key: KEY,
    source: "user",
  });
  await expect(inside.listModels()).rejects.toMatchObject({ kind: "address" });
  expect(server.asked.length).toBe(before);
});

test("a server that is not there is said to be away", async () => {
  const gone = await startModelServer();
  gone.close();
  const client = createClient(egress, {
    kind: "openai",
    baseUrl: gone.url,
    key: null,
    source: "operator",
  });
  await expect(client.listModels()).rejects.toMatchObject({
    kind: "unreachable",
    message: expect.stringContaining("could not be reached"),
  });
});
