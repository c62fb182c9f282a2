import { Readable } from "node:stream";
import { setTimeout } from "node:timers/promises";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { uuidV7 } from "#contract/shared/uuid-v7.ts";
import { type ModelServer, startModelServer } from "#testing/servers/model-server.ts";
import { hearPhrase, samplesOf, sayAsWav } from "#testing/servers/speech-programs.ts";
import { Downsampler, wavOf } from "#web/kernel/speech/hearing/sound-bytes.ts";
import { joined } from "#web/kernel/speech/hearing/voice-detector.ts";
import { type SignedInVisitor, startTestApp, type TestApp, type Visitor } from "#testing/test-app.ts";
import { aTone, secondsOfSound, typeOfSound } from "../providers/speech/sound.ts";

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
afterEach(() => {
  server.fail(null);
  server.hears(null);
  server.speaks(null);
});
afterAll(async () => {
  await app.close();
  server.close();
});

const MODELS = { speechIn: "ear-1", speechOut: "voice-1", voice: "nova" };
const add = (models: Record<string, string> = MODELS) =>
  ann.client.models.create({ name: "Mine", kind: "openai", url: server.url, models });
const hear = (sound: Uint8Array = aTone(), query = "", who: Visitor = ann) =>
  who.request(`/api/speech/transcriptions${query}`, {
    method: "POST",
    headers: { "content-type": "audio/webm" },
    body: new Uint8Array(sound),
  });
const say = (given: object, who: Visitor = ann) =>
  who.request("/api/speech", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(given),
  });
const lastCall = async () => (await ann.client.models.calls({})).calls[0];

test("what is said becomes words, by the model that was chosen, and the call is recorded without them", async () => {
  await add();
  const answer = await hear(aTone(), "?language=de");
  expect([answer.status, await answer.json()]).toEqual([
    200,
    { text: "Buy milk tomorrow.", model: "ear-1", host: `127.0.0.1:${server.port}` },
  ]);
  expect(server.asked.at(-1)!.json).toMatchObject({ model: "ear-1", language: "de" });
  expect(await lastCall()).toMatchObject({
    task: "speechIn",
    result: "ok",
    sentBytes: aTone().length,
    receivedBytes: 18,
  });
});

test("a text comes back as sound, in the voice that was chosen", async () => {
  await add();
  const answer = await say({ text: "Good morning" });
  expect(answer.status).toBe(200);
  expect(answer.headers.get("content-type")).toBe("audio/wav");
  expect(Buffer.from(await answer.arrayBuffer()).equals(aTone())).toBe(true);
  expect(server.asked.at(-1)!.json).toMatchObject({ input: "Good morning", voice: "nova" });
  expect(await lastCall()).toMatchObject({ task: "speechOut", result: "ok", sentBytes: 12 });
});

test("sound that breaks off is no whole sound, and recorded as such", async () => {
  await add();
  server.fail("cut");
  const answer = await say({ text: "Hello" });
  await expect(answer.arrayBuffer()).rejects.toThrow();
  await expect.poll(lastCall).toMatchObject({ result: "cut" });
});

test("sound that nobody begins to read is given up, and keeps nobody from the next", async () => {
  await add();
  const { connections } = server;
  const model = (await app.services.models.forTask(ann.userId, "speechOut"))!;
  // More than may be under way at once.
  for (let count = 0; count < 5; count += 1) {
    const { bytes } = await model.speak({ text: "Hello" });
    Readable.from(bytes).destroy();
    await expect.poll(lastCall).toMatchObject({ result: "cancelled" });
  }
  for (let count = 0; count < 5; count += 1) {
    const leave = new AbortController();
    await model.speak({ text: "Hello", signal: leave.signal });
    leave.abort();
    await expect.poll(lastCall).toMatchObject({ result: "cancelled" });
  }
  const gone = new AbortController();
  gone.abort();
  await model.speak({ text: "Hello", signal: gone.signal }).catch(() => {});
  expect((await say({ text: "Hello" })).status).toBe(200);
  await expect.poll(connections).toBeLessThan(5);
});

test("without a model, without a session, with bad bytes and too many of them it is said what is wrong", async () => {
  const codeOf = async (asked: Promise<Response>) => {
    const answer = await asked;
    return [answer.status, ((await answer.json()) as { code: string }).code];
  };
  expect(await codeOf(hear())).toEqual([424, "SERVICE_FAILED"]);
  expect(await codeOf(say({ text: "Hi" }))).toEqual([424, "SERVICE_FAILED"]);
  await add();
  expect(await codeOf(hear(Buffer.from("<html>")))).toEqual([422, "INVALID_INPUT"]);
  expect(await codeOf(hear(Buffer.alloc(10_000_001)))).toEqual([413, "TOO_LARGE"]);
  expect(await codeOf(say({ text: "" }))).toEqual([422, "INVALID_INPUT"]);
  expect(await codeOf(say({ text: "x".repeat(4_001) }))).toEqual([422, "INVALID_INPUT"]);
  const stranger = app.visitor();
  expect(await codeOf(hear(aTone(), "", stranger))).toEqual([401, "UNAUTHENTICATED"]);
  expect(await codeOf(say({ text: "Hi" }, stranger))).toEqual([401, "UNAUTHENTICATED"]);
  server.fail({ status: 429, headers: { "retry-after": "40" } });
  const refused = (await (await hear()).json()) as { message: string };
  expect(refused.message).toContain("Try again in 40 seconds");
});

test("three hours of a meeting are written down within a day, and nothing beyond ten", async () => {
  await add();
  // Each remark of two seconds, as the pages send it.
  const remark = await wavOf(new Float32Array(32_000)).arrayBuffer();
  const heardBefore = (seconds: number) =>
    app.services.db.authPool.query(
      `INSERT INTO auth.rate_limits (key, count, window_start) VALUES ($1, $2, now())
       ON CONFLICT (key) DO UPDATE SET count = $2`,
      [`speech-in-seconds:${ann.userId}`, seconds],
    );
  expect((await hear(new Uint8Array(remark))).status).toBe(200);
  const { rows } = await app.services.db.authPool.query("SELECT count FROM auth.rate_limits WHERE key = $1", [
    `speech-in-seconds:${ann.userId}`,
  ]);
  // 3 * 3600 seconds in remarks of two.
  expect(Number(rows[0]?.count) * 5_400).toBeLessThan(5 * 3_600);
  await heardBefore(10 * 3_600 - 4);
  expect((await hear(new Uint8Array(remark))).status).toBe(200);
  expect((await hear(new Uint8Array(remark))).status).toBe(429);
});

test("two seconds are two seconds, as WAV and as browsers compress them", () => {
  const webm = Buffer.concat([Buffer.from([0x1a, 0x45, 0xdf, 0xa3]), Buffer.alloc(7_900)]);
  expect([
    secondsOfSound(Buffer.concat([aTone(), aTone()]).subarray(0, 64_000)),
    secondsOfSound(webm),
  ]).toEqual([2, 2]);
});

test("a note that no model may read is not read aloud by one, nor is one of somebody else's", async () => {
  await add();
  const note = await ann.client.notes.create({ title: "Secret", body: { format: "markdown", text: "Hush" } });
  expect((await say({ text: "Hush", noteId: note.id })).status).toBe(200);
  const ben = await app.aUser("Ben");
  expect((await say({ text: "Hush", noteId: note.id }, ben)).status).toBe(404);
  const folder = await ann.client.folders.create({ name: "Closed" });
  await ann.client.notes.update({ noteId: note.id, folderId: folder.id });
  await ann.client.folders.update({ folderId: folder.id, aiAccess: "none" });
  const before = server.asked.length;
  const refused = await say({ text: "Hush", noteId: note.id });
  expect(((await refused.json()) as { message: string }).message).toContain("No model may read this");
  expect(server.asked.length).toBe(before);
});

test("a proposal that names what no hosted model may read is not read out by one, nor is somebody else's", async () => {
  await add();
  const text = "Hush\n\n- [ ] Tell nobody";
  const note = await ann.client.notes.create({ title: "Secret", body: { format: "markdown", text } });
  const tasks = async () => (await ann.client.tasks.list({})).tasks;
  await expect.poll(async () => (await tasks()).length).toBe(1);
  const [task] = await tasks();
  const proposed = async (more: Partial<Parameters<typeof ann.client.changesets.propose>[0]>) => {
    const id = uuidV7();
    await ann.client.changesets.propose({ id, title: "Changes", ...more });
    return id;
  };
  const texts = await proposed({ notes: [{ noteId: note.id, text: `${text} at all` }] });
  const records = await proposed({
    records: [{ kind: "task", recordId: task!.id, action: "update", fields: { priority: "high" } }],
  });
  const read = async (changesetId: string, who: Visitor = ann) =>
    (await say({ text: "Text of Secret: 1 place.", changesetId }, who)).status;
  expect([await read(texts), await read(records)]).toEqual([200, 200]);
  expect(await read(texts, await app.aUser("Ben"))).toBe(404);
  const folder = await ann.client.folders.create({ name: "Here only" });
  await ann.client.notes.update({ noteId: note.id, folderId: folder.id });
  await ann.client.folders.update({ folderId: folder.id, aiAccess: "none" });
  const before = server.asked.length;
  expect([await read(texts), await read(records)]).toEqual([424, 424]);
  expect(server.asked.length).toBe(before);
});

test("the test of a provider has it listen to a tone and say a word", async () => {
  const { id } = await add();
  const test = async () => (await ann.client.models.test({ providerId: id })).checks.slice(1);
  expect(await test()).toEqual([
    { task: "speechIn", result: "ok", message: "ear-1 listened to a tone and answered." },
    { task: "speechOut", result: "ok", message: "voice-1 said a word (32 KB of wav)." },
  ]);
  expect(typeOfSound(server.asked.at(-2)!.sound)).toBe("audio/wav");
  server.fail([null, { status: 404 }, { status: 415 }]);
  expect((await test()).map(({ result }) => result)).toEqual(["no-skill", "no-skill"]);
});

const PHRASES = ["buy milk", "call the doctor", "water the flowers", "open the window", "read the newspaper"];

/** Said at 16 kHz, with silence around it: what the ears are made for. */
async function saidSlowly(text: string): Promise<Buffer> {
  const { samples, rate } = samplesOf(sayAsWav(text, { speed: 130 }));
  const pause = new Float32Array(6_400);
  const sound = joined([pause, new Downsampler(rate).push(samples), pause]);
  return Buffer.from(await wavOf(sound).arrayBuffer());
}

test(
  "what one real program says another understands, through the same server",
  { timeout: 120_000 },
  async () => {
    await add();
    server.speaks(saidSlowly);
    server.hears((sound) => hearPhrase(sound, PHRASES));
    for (const phrase of ["water the flowers", "call the doctor"]) {
      const sound = Buffer.from(await (await say({ text: phrase })).arrayBuffer());
      expect(await (await hear(sound)).json()).toMatchObject({ text: phrase });
    }
  },
);

test("an answer without a model is not spoken before it is stored with what it rests on", async () => {
  await add();
  const threadId = uuidV7();
  const [id, answerId] = [uuidV7(), uuidV7()];
  await ann.client.notes.create({
    title: "Roof",
    body: { format: "markdown", text: "The roof cost 4,300 euros." },
  });
  await ann.client.chat.ask({
    threadId,
    id,
    answerId,
    parentId: null,
    text: "What did the roof cost?",
    timeZone: "UTC",
  });
  const isDone = async () =>
    (await ann.client.chat.get({ threadId })).messages.find((one) => one.id === answerId)!.state;
  await expect.poll(isDone).toBe("done");
  expect((await say({ text: "The roof cost", messageId: answerId })).status).toBe(200);
  const running = (state: string) =>
    app.services.db.withUser(ann.userId, (tx) =>
      tx.query("UPDATE chat_messages SET state = $2 WHERE id = $1", [answerId, state], "test-answer-state"),
    );
  await running("running");
  const before = server.asked.length;
  const asked = say({ text: "The roof cost", messageId: answerId });
  await setTimeout(300);
  expect(server.asked.length).toBe(before);
  await running("done");
  expect((await asked).status).toBe(200);
});
