import { expect, test } from "vitest";
import type { ChatMessage, WholeThread } from "#contract/chat.ts";
import { uuidV7 } from "#contract/shared/uuid-v7.ts";
import { ann, app, server, withModelApp } from "#testing/model-app.ts";
import { openLive } from "#testing/sync-client.ts";
import type { SignedInVisitor } from "#testing/test-app.ts";
import { createAnswers } from "./answers.ts";

withModelApp();

const ROOF = "Huber repaired the roof in October 2026. The repair cost 4,300 euros in total.";
async function aNote(title: string, markdown: string, rest: object = {}, visitor = ann): Promise<string> {
  const body = { format: "markdown" as const, text: markdown };
  const { id } = await visitor.client.notes.create({ title, body, ...rest });
  await app.services.collab.derivation.deriveNow(id, visitor.userId);
  return id;
}
const aRoof = () => aNote("Roof", `# Roof\n\n${ROOF}\n\nThe gutter is still to do, says Ana.`);
const connect = (visitor = ann) =>
  visitor.client.models.create({
    name: "Mine",
    kind: "openai",
    url: server.url,
    models: { chat: "echo-large" },
  });

type AskInput = Parameters<SignedInVisitor["client"]["chat"]["ask"]>[0];
async function ask(text: string, given: Partial<AskInput> = {}, visitor = ann) {
  const input = { threadId: uuidV7(), id: uuidV7(), answerId: uuidV7(), parentId: null, text, ...given };
  await visitor.client.chat.ask(input);
  return input;
}
const messageIn = ({ messages }: WholeThread, id: string) => messages.find((message) => message.id === id)!;
async function answered(asked: { threadId: string; answerId: string }, visitor = ann): Promise<ChatMessage> {
  const read = async () =>
    messageIn(await visitor.client.chat.get({ threadId: asked.threadId }), asked.answerId);
  await expect.poll(async () => (await read()).state).not.toBe("running");
  return read();
}
const lastAsked = () => server.asked.findLast(({ path }) => path === "/chat/completions")!.json;
const promptSent = () => JSON.stringify(lastAsked()["messages"]);

test("an answer comes as the model says it, with citations that were checked, usage, and what was sent", async () => {
  const noteId = await aRoof();
  await connect();
  const live = openLive(app, ann, ann.userId);
  await live.answer;
  server.say(() => ({
    pieces: ["Huber repaired ", "the roof ", '[1: "4,300 eu', 'ros in total"]', " and more [7]."],
    pauseMs: 60,
  }));
  const asked = await ask("What did the roof cost?");
  const answer = await answered(asked);
  expect(answer).toMatchObject({
    text: "Huber repaired the roof[^1] and more.",
    state: "done",
    removed: 1,
    tokensIn: 12,
    tokensOut: 5,
    model: { provider: "Mine", host: `127.0.0.1:${server.port}`, name: "echo-large" },
    citations: [{ kind: "note", id: noteId, title: "Roof", quote: "4,300 euros in total" }],
  });
  const [citation] = answer.citations;
  expect(citation!.text).toContain(ROOF);
  const { text } = (
    await app.database.asSuperuser<{ text: string }>("SELECT text FROM notes_v2 WHERE id = $1", [noteId])
  )[0]!;
  expect(text.slice(citation!.range!.start, citation!.range!.end)).toBe(citation!.text);
  expect(promptSent()).toContain("4,300 euros in total");
  expect((await ann.client.chat.sent({ messageId: asked.answerId })).passages[0]).toMatchObject({
    title: "Roof",
  });
  // As it came, in order, and never a mark that was not checked.
  const parts = live.answers.flatMap((part) => (part.at === null ? [] : [part]));
  expect(parts.length).toBeGreaterThan(2);
  expect(parts.map((part) => part.text).join("")).toBe(answer.text);
  for (const part of parts) expect(part.text).not.toMatch(/\[7\]|\[1:/);
  expect(parts.flatMap(({ citations }) => citations)).toEqual(answer.citations);
  live.close();
});

test("what follows leans on what was said, branches keep their own past, and a repeated call begins nothing", async () => {
  await aRoof();
  await connect();
  server.say(() => ({ pieces: ["It cost 4,300 euros."] }));
  const first = await ask("What did the roof cost?");
  await answered(first);
  server.say((messages) => ({ pieces: [`heard ${messages.length} of you`] }));
  const second = await ask("And when?", { threadId: first.threadId, parentId: first.answerId });
  await answered(second);
  const roles = (lastAsked()["messages"] as { role: string; content: string }[]).map(({ role }) => role);
  expect(roles).toEqual(["system", "user", "assistant", "user"]);
  // By the earlier question the passages are found.
  expect(promptSent()).toContain("Huber repaired the roof");
  const before = server.asked.length;
  await ann.client.chat.ask(second);
  expect(server.asked.length).toBe(before);

  const other = await ask("Who is Ana?", { threadId: first.threadId, parentId: null });
  await answered(other);
  expect((lastAsked()["messages"] as unknown[]).length).toBe(2);
  const answerId = uuidV7();
  const whole = await ann.client.chat.again({ messageId: other.id, answerId });
  expect(whole.thread.leafId).toBe(answerId);
  await answered({ threadId: first.threadId, answerId });
  const back = await ann.client.chat.update({ threadId: first.threadId, leafId: second.answerId });
  expect(back.leafId).toBe(second.answerId);
});

test("what goes wrong is said in the answer, and what had come of it stays", async () => {
  await aRoof();
  await connect();
  for (const [fault, kind, text] of [
    ["cut", "cut", "Hello"],
    ["error-event", "provider", "Hello"],
    ["garbage", "not-understood", ""],
    [{ status: 401 }, "key", ""],
    [{ status: 429, headers: { "retry-after": "7" } }, "rate", ""],
    [{ status: 500 }, "provider", ""],
  ] as const) {
    server.fail(fault);
    const answer = await answered(await ask("What did the roof cost?"));
    expect([kind, answer.state, answer.fault?.kind, answer.text]).toEqual([kind, "failed", kind, text]);
    expect(answer.fault!.message.length).toBeGreaterThan(10);
  }
  server.fail("flood");
  const flooded = await answered(await ask("What did the roof cost?"));
  expect(flooded.fault?.kind).toBe("too-long");
  expect(flooded.text.length).toBeLessThan(500_000);
  server.fail(null);
  expect((await answered(await ask("What did the roof cost?"))).state).toBe("done");
});

test("where all of it is too long for a model, less is sent", async () => {
  for (let number = 0; number < 6; number++) await aNote(`Roof ${number}`, `${ROOF} ${number} `.repeat(4));
  await connect();
  const tooLong = {
    status: 400,
    body: JSON.stringify({ error: { code: "context_length_exceeded", message: "too long" } }),
  };
  server.fail([tooLong]);
  const asked = await ask("What did the roof cost?");
  expect((await answered(asked)).state).toBe("done");
  const [whole, less] = server.asked
    .filter(({ path }) => path === "/chat/completions")
    .slice(-2)
    .map(({ json }) => JSON.stringify(json["messages"]));
  expect(less!.length).toBeLessThan(0.7 * whole!.length);
  // What was refused has gone out all the same.
  const { passages } = await ann.client.chat.sent({ messageId: asked.answerId });
  expect(passages).toHaveLength(6);
});

test("an answer is stopped by its asker, from whichever page, and keeps what there was", async () => {
  await aRoof();
  await connect();
  server.say(() => ({ pieces: Array.from({ length: 200 }, (_, index) => `word${index} `), pauseMs: 30 }));
  const asked = await ask("What did the roof cost?");
  const read = async () => messageIn(await ann.client.chat.get({ threadId: asked.threadId }), asked.answerId);
  await expect.poll(async () => (await read()).text.length).toBeGreaterThan(10);
  await ann.client.chat.stop({ messageId: asked.answerId });
  const stopped = await read();
  expect(stopped.state).toBe("stopped");
  expect(stopped.text).toMatch(/^word0 word1/);
  // Nobody reads it any more.
  await expect.poll(() => server.connections()).toBe(0);
  expect(await read()).toEqual(stopped);
});

test("an answer whose server stops in its middle is said to be interrupted, one that died too", async () => {
  await aRoof();
  await connect();
  server.say(() => ({ pieces: Array.from({ length: 300 }, (_, index) => `word${index} `), pauseMs: 30 }));
  const other = createAnswers(app.services);
  const asked = { threadId: uuidV7(), answerId: uuidV7() };
  const write = (state: string) =>
    app.database.asSuperuser(
      `WITH t AS (INSERT INTO chat_threads (id, user_id, name) VALUES ($1, $2, 'T') ON CONFLICT DO NOTHING)
       INSERT INTO chat_messages (id, user_id, thread_id, role, text, state, parent_id) VALUES ($3, $2, $1, 'user', 'What did the roof cost?', 'done', NULL), ($4, $2, $1, 'assistant', '', '${state}', $3)`,
      [asked.threadId, ann.userId, uuidV7(), asked.answerId],
    );
  await app.database.asSuperuser("INSERT INTO chat_threads (id, user_id, name) VALUES ($1, $2, 'T')", [
    asked.threadId,
    ann.userId,
  ]);
  await write("running");
  other.begin({ userId: ann.userId, ...asked, timeZone: "UTC", isPlain: false });
  const read = async () => messageIn(await ann.client.chat.get({ threadId: asked.threadId }), asked.answerId);
  await expect.poll(async () => (await read()).text.length).toBeGreaterThan(10);
  await other.close();
  expect(await read()).toMatchObject({ state: "interrupted" });
  expect((await read()).text).toContain("word1");

  asked.answerId = uuidV7();
  await write("running");
  await app.database.asSuperuser(
    "UPDATE chat_messages SET beat_at = now() - interval '1 minute' WHERE id = $1",
    [asked.answerId],
  );
  expect((await read()).state).toBe("interrupted");
});

test("a cited passage that has changed since is told with what stands there now, one that is gone too", async () => {
  const noteId = await aRoof();
  await connect();
  server.say(() => ({ pieces: ['The roof cost much [1: "4,300 euros"].'] }));
  const asked = await ask("What did the roof cost?");
  await answered(asked);
  const receipts = async () => (await ann.client.chat.receipts({ threadId: asked.threadId })).changed;
  expect(await receipts()).toEqual([]);
  const { seq: baseSeq } = await ann.client.notes.body({ noteId, format: "markdown" });
  const text =
    "# Roof\n\nHuber repaired the roof. It cost 9,900 euros in the end, which is a lot of money.\n";
  await ann.client.notes.replaceBody({ noteId, body: { format: "markdown", text }, baseSeq });
  expect(await receipts()).toMatchObject([{ messageId: asked.answerId, citation: 1 }]);
  await ann.client.notes.remove({ noteId });
  expect(await receipts()).toEqual([{ messageId: asked.answerId, citation: 1, now: null }]);
});

test("a scope keeps to its notes, folders and tags; a note alone goes along whole", async () => {
  const folder = await ann.client.folders.create({ name: "House" });
  const inner = await ann.client.folders.create({ name: "Offers", parentId: folder.id });
  const inside = await aNote("Inside", ROOF, { folderId: inner.id });
  await aNote("Outside", ROOF, { tags: ["roof"] });
  const titles = async (scope: object, text = "What did the roof cost?") =>
    (await ann.client.chat.preview({ text, scope })).passages.map(({ title }) => title);
  expect((await titles({})).toSorted()).toEqual(["Inside", "Outside"]);
  expect(await titles({ folderIds: [folder.id] })).toEqual(["Inside"]);
  expect(await titles({ tags: ["roof"] })).toEqual(["Outside"]);
  expect(await titles({ noteIds: [inside] }, "Sum it up")).toEqual(["Inside"]);
  expect(await titles({ folderIds: [uuidV7()] })).toEqual([]);
});

test("without a model the passages themselves answer, and nothing goes out", async () => {
  const id = await aRoof();
  const before = server.asked.length;
  const answer = await answered(await ask("What did the roof cost?"));
  expect(answer).toMatchObject({ state: "done", model: null, citations: [{ id }] });
  await connect();
  const plain = await answered(await ask("What did the roof cost?", { isPlain: true }));
  expect(plain.model).toBeNull();
  expect(server.asked.length).toBe(before);
});

test("conversations are listed, found by what was said, renamed, deleted and restored, and other pages hear of it", async () => {
  await connect();
  server.say(() => ({ pieces: ["A giraffe."] }));
  const first = await ask("Which animal has the longest neck?");
  await answered(first);
  const second = await ask("Something else 100% sure");
  await answered(second);
  const ids = async (query?: string) => (await ann.client.chat.list({ query })).threads.map(({ id }) => id);
  expect(await ids()).toEqual([second.threadId, first.threadId]);
  expect(await ids("giraffe neck")).toEqual([first.threadId]);
  expect(await ids("100%")).toEqual([second.threadId]);
  expect(await ids("zebra")).toEqual([]);
  const live = openLive(app, ann, ann.userId);
  await live.answer;
  await ann.client.chat.update({ threadId: first.threadId, name: "Animals", folder: "Fun" });
  await live.next(({ entity, entityId }) => entity === "chatThread" && entityId === first.threadId);
  expect((await ann.client.chat.list({})).threads[1]).toMatchObject({ name: "Animals", folder: "Fun" });
  await ann.client.chat.remove({ threadId: first.threadId });
  expect(await ids()).toEqual([second.threadId]);
  await expect(ann.client.chat.get({ threadId: first.threadId })).rejects.toMatchObject({
    code: "NOT_FOUND",
  });
  expect((await ann.client.trash.list({})).items).toMatchObject([{ kind: "chatThread", name: "Animals" }]);
  await ann.client.chat.restore({ threadId: first.threadId });
  expect(await ids()).toContain(first.threadId);
  live.close();
});

test("a stranger meets NOT_FOUND everywhere, and their notes are in no answer", async () => {
  await connect();
  const asked = await ask("What did the roof cost?");
  await answered(asked);
  const bob = await app.aUser("Bob");
  const secret = await aNote("Bob's roof", "The roof of Bob cost 1 euro.", {}, bob);
  const { chat } = bob.client;
  const { threadId, id: messageId, answerId } = asked;
  for (const call of [
    () => chat.get({ threadId }),
    () => chat.update({ threadId, name: "Mine" }),
    () => chat.remove({ threadId }),
    () => chat.restore({ threadId }),
    () => chat.stop({ messageId: answerId }),
    () => chat.again({ messageId, answerId: uuidV7() }),
    () => chat.sent({ messageId: answerId }),
    () => chat.receipts({ threadId }),
  ])
    await expect(call()).rejects.toMatchObject({ code: "NOT_FOUND" });
  for (const given of [{ threadId }, { id: messageId }, { answerId }])
    await expect(ask("Roof?", given, bob)).rejects.toMatchObject({ code: "CONFLICT" });
  const { passages } = await ann.client.chat.preview({ text: "roof", scope: { noteIds: [secret] } });
  expect(passages.filter(({ kind }) => kind === "note")).toEqual([]);
  expect(JSON.stringify(server.asked)).not.toContain("of Bob cost");
});

test("what a fence keeps from a hosted model is neither found for it, nor told again from an earlier answer", async () => {
  const folder = await ann.client.folders.create({ name: "Health" });
  await aNote("Blood", "The blood pressure was 120 to 80 in May, says the doctor.", { folderId: folder.id });
  await aNote("Garden", "The blood orange tree was planted in May.");
  await connect();
  const sent = () => promptSent().includes("120 to 80");
  const first = await ask("What was the blood pressure?");
  await answered(first);
  expect(sent()).toBe(true);
  await ann.client.folders.update({ folderId: folder.id, aiAccess: "none" });
  server.say(() => ({ pieces: ["I don't know."] }));
  const { passages } = await ann.client.chat.preview({ text: "What was the blood pressure?" });
  expect(passages.filter(({ kind }) => kind === "note").map(({ title }) => title)).toEqual(["Garden"]);
  await answered(
    await ask("And the blood pressure in June?", { threadId: first.threadId, parentId: first.answerId }),
  );
  expect(sent()).toBe(false);
  await answered(await ask("What was the blood pressure?"));
  expect(sent()).toBe(false);
  // No model, no fence: its own person reads it.
  const plain = await answered(await ask("What was the blood pressure?", { isPlain: true }));
  expect(plain.text).toContain("120 to 80");
  const followed = await ask("Are you sure?", { threadId: first.threadId, parentId: first.answerId });
  await answered(followed);
  expect(sent()).toBe(false);
});
