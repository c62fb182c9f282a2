import { afterAll, beforeAll, expect, test } from "vitest";
import { type ModelServer, startModelServer } from "#testing/servers/model-server.ts";
import { type SignedInVisitor, startTestApp, type TestApp } from "#testing/test-app.ts";

let server: ModelServer;
let app: TestApp;
beforeAll(async () => {
  server = await startModelServer();
  const providers = [{ name: "House", url: server.url, models: { chat: "echo-large" } }];
  app = await startTestApp({
    MODEL_PROVIDERS: JSON.stringify(providers),
    MODEL_TOKENS_A_DAY: "40",
    EGRESS_ALLOW: `127.0.0.1:${server.port}`,
  });
});
afterAll(async () => {
  await app.close();
  server.close();
});

/** Each takes twelve tokens in and five out. */
async function ask({ userId }: SignedInVisitor): Promise<void> {
  const model = (await app.services.models.forTask(userId, "chat"))!;
  for await (const _part of model.streamChat({ messages: [{ role: "user", text: "Hi" }] }));
}

test("an account that has used the server's tokens of a day is told so, and nothing goes out; others and their own providers go on", async () => {
  const [ann, bob] = [await app.aUser("Ann"), await app.aUser("Bob")];
  for (let call = 0; call < 3; call++) await ask(ann);
  const asked = server.asked.length;
  await expect(ask(ann)).rejects.toMatchObject({
    kind: "credit",
    message: "You have used the 40 tokens that this server gives you within 24 hours. Try again later.",
  });
  expect(server.asked.length).toBe(asked);
  await ask(bob);
  await ann.client.models.create({
    name: "Mine",
    kind: "openai",
    url: server.url,
    models: { chat: "echo-small" },
  });
  await ask(ann);
  await app.database.asSuperuser(
    "UPDATE model_calls SET at = now() - interval '25 hours' WHERE user_id = $1",
    [bob.userId],
  );
  for (let call = 0; call < 3; call++) await ask(bob);
  await expect(ask(bob)).rejects.toMatchObject({ kind: "credit" });
});
