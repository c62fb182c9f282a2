import { expect, test } from "vitest";
import { uuidV7 } from "#contract/shared/uuid-v7.ts";
import { ann, app, server, withModelApp } from "#testing/model-app.ts";
import { readRemember } from "./recall.ts";

withModelApp();

const connect = () =>
  ann.client.models.create({ name: "Mine", kind: "openai", url: server.url, models: { chat: "echo-large" } });
const keep = (text: string, rest: { folderId?: string; expiresAt?: string } = {}, visitor = ann) =>
  visitor.client.memories.save({ id: uuidV7(), text, ...rest });
const texts = async () => (await ann.client.memories.list({})).memories.map(({ text }) => text);

async function ask(text: string, scope: { folderIds?: string[] } = {}) {
  const [threadId, answerId] = [uuidV7(), uuidV7()];
  await ann.client.chat.ask({ threadId, id: uuidV7(), answerId, parentId: null, text, scope });
  const read = async () =>
    (await ann.client.chat.get({ threadId })).messages.find(({ id }) => id === answerId)!;
  await expect.poll(async () => (await read()).state).not.toBe("running");
  return { threadId, answerId, answer: await read() };
}
const rulesSent = () =>
  (
    server.asked.findLast(({ path }) => path === "/chat/completions")!.json["messages"] as {
      content: string;
    }[]
  )[0]!.content;

test("what is to be kept in mind is listed, changed, deleted, and goes to the model with each question", async () => {
  await connect();
  const { id } = await keep("I prefer short answers");
  await keep("Ana is my sister");
  expect(await texts()).toEqual(["Ana is my sister", "I prefer short answers"]);
  await ann.client.memories.save({ id, text: "I prefer long answers" });
  const { answerId } = await ask("Who is she?");
  expect(rulesSent()).toContain("- Ana is my sister\n- I prefer long answers");
  const { passages } = await ann.client.chat.sent({ messageId: answerId });
  expect(passages.filter(({ kind }) => kind === "memory").map(({ text }) => text)).toEqual([
    "Ana is my sister",
    "I prefer long answers",
  ]);
  await ann.client.memories.remove({ memoryId: id });
  await ask("Who is she?");
  expect(rulesSent()).not.toContain("long answers");
});

test("it holds until its day, and where it names a folder in chats about that alone", async () => {
  await connect();
  const folder = await ann.client.folders.create({ name: "House" });
  await keep("Only for the house", { folderId: folder.id });
  await keep("Over", { expiresAt: new Date(Date.now() - 1_000).toISOString() });
  await keep("Still", { expiresAt: new Date(Date.now() + 60_000).toISOString() });
  await ask("Hello?");
  expect(rulesSent()).toContain("- Still");
  expect(rulesSent()).not.toMatch(/Over|Only for the house/);
  await ask("Hello?", { folderIds: [folder.id] });
  expect(rulesSent()).toContain("- Only for the house");
});

test("who says it in a chat is understood, with a model and without, and it says where it was said", async () => {
  const { answer, threadId } = await ask("Remember that Ana is *my* sister");
  expect(answer).toMatchObject({
    state: "done",
    text: String.raw`I will keep in mind: Ana is \*my\* sister`,
    model: null,
  });
  const [memory] = (await ann.client.memories.list({})).memories;
  expect(memory).toMatchObject({ text: "Ana is *my* sister", source: "chat", threadId });
  expect(answer.action).toEqual({ kind: "remembered", memoryId: memory!.id });
  for (const [said, kept] of [
    ["remember: the code is 7", "the code is 7"],
    ["Please remember that I live in Wien", "I live in Wien"],
    ["remember to water the plants", null],
    ["remember me?", null],
    ["Do you remember that I live in Wien?", null],
    ["remember the time we went to Rome", null],
    ["What should I remember", null],
  ] as const)
    expect([said, readRemember(said)]).toEqual([said, kept]);
});

test("up to five of the last twenty questions of other chats are told, those that share words, and to the same address alone", async () => {
  await connect();
  for (let number = 0; number < 8; number++)
    await ask(`What about the roof ${"really ".repeat(number)}number ${number}00?`);
  await ask("Where is the garden?");
  await ask("And the roof?");
  expect(rulesSent().match(/What about the roof/g)).toHaveLength(5);
  expect(rulesSent()).not.toContain("garden");
  // Another address has not heard of them.
  await app.database.asSuperuser(
    "UPDATE chat_messages SET model = jsonb_set(model, '{host}', '\"elsewhere\"') WHERE user_id = $1 AND model IS NOT NULL",
    [ann.userId],
  );
  await ask("And the roof?");
  expect(rulesSent()).not.toContain("What about the roof");
});

test("nobody else's is listed, changed or deleted, and there is an end to it", async () => {
  const { id } = await keep("Secret of Ann");
  const bob = await app.aUser("Bob");
  expect((await bob.client.memories.list({})).memories).toEqual([]);
  await expect(bob.client.memories.save({ id, text: "His" })).rejects.toMatchObject({ code: "CONFLICT" });
  await expect(bob.client.memories.remove({ memoryId: id })).rejects.toMatchObject({ code: "NOT_FOUND" });
  const theirs = await bob.client.folders.create({ name: "Bob's" });
  expect((await keep("Elsewhere", { folderId: theirs.id })).folderId).toBeNull();
  await app.database.asSuperuser(
    "INSERT INTO chat_memories (id, user_id, text, source) SELECT gen_random_uuid(), $1, 'x', 'settings' FROM generate_series(1, 200)",
    [bob.userId],
  );
  await expect(keep("One more", {}, bob)).rejects.toMatchObject({ code: "INVALID_INPUT" });
});
