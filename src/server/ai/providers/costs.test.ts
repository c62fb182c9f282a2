import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { uuidV7 } from "#contract/shared/uuid-v7.ts";
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

const add = (models: object) =>
  ann.client.models.create({ name: "Mine", kind: "openai", url: server.url, models });
async function answer() {
  const input = { threadId: uuidV7(), id: uuidV7(), answerId: uuidV7(), parentId: null, text: "Hello?" };
  await ann.client.chat.ask(input);
  const read = async () =>
    (await ann.client.chat.get({ threadId: input.threadId })).messages.find(
      ({ id }) => id === input.answerId,
    )!;
  await expect.poll(async () => (await read()).state).toBe("done");
  return read();
}
const calls = async () => (await ann.client.models.calls({})).calls;
const priced = (cost: number) => ({
  status: 200,
  body: JSON.stringify({
    choices: [{ message: { content: "Hi." }, finish_reason: "stop" }],
    usage: { prompt_tokens: 10, completion_tokens: 2, cost },
  }),
});

test("what an answer cost stands with it and with its call: as the server told it, else by prices, else nowhere", async () => {
  const { id, prices } = await add({ chat: "echo-large" });
  expect(prices).toEqual({});
  expect((await answer()).cost).toBeNull();
  // 12 tokens in and 5 out.
  const given = { chat: { input: 2.5, output: 10 } };
  expect((await ann.client.models.update({ providerId: id, prices: given })).prices).toEqual(given);
  expect((await answer()).cost).toBe(0.00008);
  server.fail(priced(0.0123));
  expect((await answer()).cost).toBe(0.0123);
  expect((await calls()).map(({ cost }) => cost)).toEqual([0.0123, 0.00008, null]);
  const [today, ...others] = (await ann.client.models.days({ timeZone: "Europe/Berlin" })).days;
  expect(today).toEqual({ day: expect.any(String), calls: 3, tokens: 46, cost: 0.01238, unpriced: 1 });
  expect(others).toEqual([]);
});

test("a cost that is no sum of money is none", async () => {
  await add({ chat: "echo-large" });
  server.fail(priced(-5));
  expect((await answer()).cost).toBeNull();
});

test("pictures by chat tell theirs, one for each", async () => {
  await add({ image: "paint-2" });
  server.fail([{ status: 404 }]);
  await ann.client.models.generateImages({ prompt: "A lake", count: 2, shape: "square" });
  expect((await calls())[0]).toMatchObject({ task: "image", cost: 0.0774 });
});

test("nobody else's days are told, and an unknown time zone is UTC", async () => {
  await add({ chat: "echo-large" });
  await answer();
  const bob = await app.aUser("Bob");
  expect(await bob.client.models.days({})).toEqual({ days: [] });
  expect((await ann.client.models.days({ timeZone: "Moon/Sea" })).days).toHaveLength(1);
});
