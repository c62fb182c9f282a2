import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { uuidV7 } from "#contract/shared/uuid-v7.ts";
import { type SignedInVisitor, startTestApp, type TestApp } from "#testing/test-app.ts";

let app: TestApp;
let ann: SignedInVisitor;
beforeAll(async () => {
  app = await startTestApp();
});
beforeEach(async () => {
  ann = await app.aUser("Ann");
});
afterAll(() => app.close());

const ROOF = "Huber repaired the roof in October 2026. The repair cost 4,300 euros in total.";
async function aNote(title: string, text: string, rest: object = {}): Promise<string> {
  const { id } = await ann.client.notes.create({ title, body: { format: "markdown", text }, ...rest });
  await app.services.collab.derivation.deriveNow(id, ann.userId);
  return id;
}
async function ask(text: string, given: object = {}) {
  const input = { threadId: uuidV7(), id: uuidV7(), answerId: uuidV7(), parentId: null, text };
  await ann.client.chat.ask({ ...input, providerId: "browser", ...given });
  return input;
}
type Asked = Awaited<ReturnType<typeof ask>>;
const answerOf = async ({ threadId, answerId }: Asked) =>
  (await ann.client.chat.get({ threadId })).messages.find(({ id }) => id === answerId)!;
const prepare = async ({ answerId }: Asked, visitor = ann) =>
  (await visitor.client.pageModel.prepareAnswer({ answerId })).messages;
const add = async ({ answerId }: Asked, at: number, text: string, end?: "done" | "failed" | "too-long") =>
  (await ann.client.pageModel.addWords({ answerId, at, text, ...(end && { end }) })).isWanted;
const lastCall = async () => (await ann.client.models.calls({})).calls[0];

test("a page is told the passages once, and what its model says is checked before anybody sees it", async () => {
  await aNote("Roof", ROOF);
  const asked = await ask("What did the roof cost?");
  const messages = (await prepare(asked))!;
  expect(messages.map(({ role }) => role)).toEqual(["system", "user"]);
  expect(messages[1]!.text).toContain(ROOF);
  // Another tab gets nothing, and the first one nothing again.
  expect(await prepare(asked)).toBeNull();

  const words = ['It cost much [1: "4,300 eu', 'ros"] and [7] more [1: "not in it"].'];
  expect(await add(asked, 0, words[0]!)).toBe(true);
  expect(await answerOf(asked)).toMatchObject({ text: "It cost much", state: "running" });
  expect(await add(asked, words[0]!.length, words[1]!)).toBe(true);
  // Sent again, because the answer was lost.
  expect(await add(asked, words[0]!.length, words[1]!)).toBe(true);
  expect(await add(asked, words.join("").length, "", "done")).toBe(false);
  const answer = await answerOf(asked);
  expect(answer).toMatchObject({
    text: "It cost much[^1] and more.",
    state: "done",
    removed: 2,
    sent: 1,
    model: { provider: "This browser", host: "this device", name: "Built-in model" },
  });
  expect(answer.citations[0]).toMatchObject({ title: "Roof", quote: "4,300 euros" });
  expect(await lastCall()).toMatchObject({ host: "this device", result: "ok", task: "chat" });
  expect(await add(asked, 0, "more")).toBe(false);
});

test("words before others can't be left out, and there is an end to them", async () => {
  const asked = await ask("Hello?");
  await prepare(asked);
  await expect(add(asked, 5, "world")).rejects.toMatchObject({ code: "CONFLICT" });
  for (let at = 0; at < 60_000; at += 20_000) expect(await add(asked, at, "x".repeat(20_000))).toBe(true);
  expect(await add(asked, 60_000, "y")).toBe(false);
  expect(await answerOf(asked)).toMatchObject({ state: "failed", fault: { kind: "too-long" } });
});

test("what the page says of its fault is one of a few, in the server's words; what came before stays", async () => {
  const asked = await ask("Hello?");
  await prepare(asked);
  await add(asked, 0, "Half an ");
  expect(await add(asked, 8, "", "failed")).toBe(false);
  expect(await answerOf(asked)).toMatchObject({
    text: "Half an ",
    state: "failed",
    fault: { kind: "provider", message: "This browser's model broke off. Try again." },
  });
  expect(await lastCall()).toMatchObject({ result: "provider" });
});

test("what is stopped elsewhere is wanted no more, and a page that is gone leaves an interrupted answer", async () => {
  const stopped = await ask("Hello?");
  await prepare(stopped);
  await add(stopped, 0, "Well, ");
  await ann.client.chat.stop({ messageId: stopped.answerId });
  expect(await add(stopped, 6, "there")).toBe(false);
  expect(await answerOf(stopped)).toMatchObject({ text: "Well,", state: "stopped" });

  const left = await ask("Hello?");
  await prepare(left);
  await add(left, 0, "As far as it came. ");
  await app.database.asSuperuser(
    `UPDATE chat_messages SET beat_at = now() - interval '30 seconds' WHERE id = '${left.answerId}'`,
  );
  expect(await answerOf(left)).toMatchObject({ text: "As far as it came.", state: "interrupted" });
  expect(await add(left, 19, "too late")).toBe(false);
});

test("commands, and questions to be answered without a model, are answered by the server", async () => {
  await aNote("Roof", ROOF);
  for (const asked of [
    await ask("Remember that the roof is red"),
    await ask("What did the roof cost?", { isPlain: true }),
  ]) {
    expect(await prepare(asked)).toBeNull();
    await expect.poll(async () => (await answerOf(asked)).state).toBe("done");
  }
});

test("nobody else's answer is prepared or written, nor one of another model", async () => {
  const asked = await ask("Hello?");
  const bob = await app.aUser("Bob");
  expect(await prepare(asked, bob)).toBeNull();
  await prepare(asked);
  const { answerId } = asked;
  expect(await bob.client.pageModel.addWords({ answerId, at: 0, text: "Ha" })).toEqual({ isWanted: false });
  const plain = await ask("What is there?", { providerId: null });
  expect(await prepare(plain)).toBeNull();
});

test("a page is a local model to fences: 'local' may go there, 'none' may not", async () => {
  const near = await ann.client.folders.create({ name: "Near" });
  const closed = await ann.client.folders.create({ name: "Closed" });
  await ann.client.folders.update({ folderId: near.id, aiAccess: "local" });
  await ann.client.folders.update({ folderId: closed.id, aiAccess: "none" });
  await aNote("Blood", "The blood pressure was 120 to 80.", { folderId: near.id });
  const secret = await aNote("Pressure", "The blood pressure of Bob was 190.", { folderId: closed.id });
  const told = JSON.stringify(await prepare(await ask("What was the blood pressure?")));
  expect(told).toContain("120 to 80");
  expect(told).not.toContain("190");
  await expect(
    ann.client.pageModel.prepareText({ action: "fix", text: "of Bob was 190", noteId: secret }),
  ).rejects.toMatchObject({ code: "SERVICE_FAILED" });
});

test("a text is prepared, and its answer cleaned, by the rules of any model", async () => {
  const { callId, messages } = await ann.client.pageModel.prepareText({ action: "fix", text: "teh cat" });
  expect(messages[1]!.text).toContain("teh cat");
  expect(await lastCall()).toMatchObject({ id: callId, task: "quick", result: "unfinished" });
  const { text } = await ann.client.pageModel.cleanText({
    callId,
    text: "<think>hm</think>\n```\nthe cat\n```",
  });
  expect(text).toBe("the cat");
  expect(await lastCall()).toMatchObject({ id: callId, result: "ok" });
});
