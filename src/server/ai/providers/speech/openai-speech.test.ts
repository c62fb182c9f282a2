import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { type ModelServer, startModelServer } from "#testing/servers/model-server.ts";
import { createEgress } from "../../../platform/egress/egress.ts";
import { createClient } from "../create-client.ts";
import { MODEL_LIMITS } from "../model-client.ts";
import { ModelFault } from "../model-fault.ts";
import { aTone, typeOfSound } from "./sound.ts";

const KEY = "sk-secret-of-ann-1234";
let server: ModelServer;
beforeAll(async () => {
  server = await startModelServer({ key: KEY });
});
afterAll(() => server.close());
afterEach(() => {
  server.fail(null);
  server.hears(null);
  server.speaks(null);
});

const clientOf = (kind: "openai" | "anthropic" = "openai", key = KEY, speechMs = 400) =>
  createClient(
    createEgress(),
    { kind, baseUrl: server.url, key, source: "operator" },
    { ...MODEL_LIMITS, speechMs },
  );
const hear = (given: { language?: string; signal?: AbortSignal } = {}) =>
  clientOf().transcribe({ model: "ear-1", sound: aTone(), ...given });

async function said(client = clientOf()): Promise<Buffer> {
  const { bytes } = await client.speak({ model: "voice-1", text: "Grüße", voice: "nova" });
  const chunks: Uint8Array[] = [];
  for await (const chunk of bytes) chunks.push(chunk);
  return Buffer.concat(chunks);
}
async function faultOf(asked: Promise<unknown>): Promise<ModelFault> {
  const error = await asked.then(
    () => undefined,
    (fault: unknown) => fault,
  );
  if (!(error instanceof ModelFault)) throw new Error(`No fault of a model: ${String(error)}`);
  return error;
}

test("a recording arrives to the byte, with model and language, and its words come back", async () => {
  server.hears(() => " Grüße aus Köln 🌍 ");
  expect(await hear({ language: "de" })).toEqual({
    text: "Grüße aus Köln 🌍",
    language: "english",
    seconds: 1.5,
    usage: { input: null, output: null },
  });
  const { json, sound, headers } = server.asked.at(-1)!;
  expect(json).toMatchObject({ model: "ear-1", language: "de", response_format: "json" });
  expect(json["file"]).toEqual({ name: "speech.wav", type: "audio/wav", size: aTone().length });
  expect(sound.equals(aTone())).toBe(true);
  expect(headers.authorization).toBe(`Bearer ${KEY}`);
});

test("a bare answer is as good as a verbose one, and one with tokens is counted", async () => {
  const body = JSON.stringify({ text: "Hi", usage: { type: "tokens", input_tokens: 7, output_tokens: 2 } });
  server.fail({ status: 200, body });
  expect(await hear()).toEqual({
    text: "Hi",
    language: null,
    seconds: null,
    usage: { input: 7, output: 2 },
  });
});

test("a model's name cannot end its part of the form", async () => {
  await clientOf().transcribe({ model: 'x\r\n\r\n--"evil', sound: aTone() });
  expect(server.asked.at(-1)!.json["model"]).toBe('x    --"evil');
});

test("a text is said in the voice that is asked for, as it comes, and by its bytes it is known what it is", async () => {
  const sound = await said();
  expect(sound.equals(aTone())).toBe(true);
  expect(server.asked.at(-1)!.json).toEqual({
    model: "voice-1",
    input: "Grüße",
    voice: "nova",
    response_format: "mp3",
  });
  const { type, bytes } = await clientOf().speak({ model: "voice-1", text: "Hi" });
  await bytes.return(undefined);
  expect(type).toBe("audio/wav");
  expect(server.asked.at(-1)!.json["voice"]).toBe("alloy");
});

test("each fault has its kind and its own words, of ears and of voices", async () => {
  const refused = (status: number, message = "no") => ({
    status,
    body: JSON.stringify({ error: { message: `${message} ${KEY}` } }),
  });
  const faults = [
    [refused(401), "key"],
    [refused(404, "Not Found"), "no-skill"],
    [refused(404, "The model `x` does not exist"), "no-model"],
    [refused(413), "context"],
    [refused(415), "no-skill"],
    [refused(400, "Unsupported file format webm"), "no-skill"],
    [refused(429), "rate"],
    [refused(500), "provider"],
    ["silent", "timeout"],
    ["cut", "cut"],
    ["garbage", "not-understood"],
    ["flood", "too-long"],
  ] as const;
  for (const [fault, kind] of faults) {
    server.fail(fault);
    const heard = await faultOf(hear());
    expect([fault, heard.kind]).toEqual([fault, kind]);
    expect(heard.message).not.toContain("secret");
    // What is no sound shows in its first bytes.
    const spoken = await faultOf(said());
    expect([fault, spoken.kind]).toEqual([fault, fault === "flood" ? "not-understood" : kind]);
  }
  expect(await server.connections()).toBeLessThan(3);
});

test("sound without an end is cut at the limit", async () => {
  server.speaks(() => Buffer.concat([aTone(), Buffer.alloc(31_000_000)]));
  // A busy machine needs long for so much.
  const patient = clientOf("openai", KEY, MODEL_LIMITS.speechMs);
  expect((await faultOf(said(patient))).kind).toBe("too-long");
});

test("what nobody waits for any more is given up", async () => {
  server.fail("silent");
  expect((await faultOf(hear({ signal: AbortSignal.timeout(50) }))).kind).toBe("cancelled");
});

test("Anthropic hears and says nothing, and that is told", async () => {
  const client = clientOf("anthropic");
  expect((await faultOf(client.transcribe({ model: "x", sound: aTone() }))).kind).toBe("no-skill");
  expect((await faultOf(client.speak({ model: "x", text: "Hi" }))).kind).toBe("no-skill");
});

test.each([
  ["audio/wav", [...aTone().subarray(0, 12)]],
  ["audio/ogg", [...Buffer.from("OggS")]],
  ["audio/webm", [0x1a, 0x45, 0xdf, 0xa3]],
  ["audio/mp4", [...Buffer.from("\0\0\0\u0018ftypM4A ")]],
  ["audio/mpeg", [...Buffer.from("ID3")]],
  ["audio/mpeg", [0xff, 0xfb, 0x90]],
  ["audio/aac", [0xff, 0xf1, 0x50]],
  [null, [...Buffer.from('{"error": 1}')]],
  [null, [...Buffer.from("<html>")]],
  [null, []],
])("bytes say that they are %s", (type, bytes) => {
  expect(typeOfSound(Uint8Array.from(bytes))).toBe(type);
});
