import { beforeEach, expect, test } from "vitest";
import { uuidV7 } from "#contract/shared/uuid-v7.ts";
import { ann, app, server, withModelApp } from "#testing/model-app.ts";
import type { SignedInVisitor } from "#testing/test-app.ts";
import { uploadPicture, uploadInParts } from "#testing/upload-file.ts";
import { imported } from "#testing/import-files.ts";
import { readNewTexts } from "../../attachments/file-texts.ts";
import { importMessages, importThreads } from "./import-chats.ts";

withModelApp();
let bob: SignedInVisitor;
beforeEach(async () => {
  bob = await app.aUser("Bob");
});

const WARRANTY = "The quokkaphone warranty ends in May 2031.";
async function aText(name = "warranty.txt", words = WARRANTY, visitor = ann): Promise<string> {
  const id = await uploadInParts(visitor, name, Buffer.from(words));
  await readNewTexts(app.services);
  return id;
}
async function aNoteWith(fileId: string, rest: object = {}): Promise<string> {
  const text = `See [the paper](/files/${fileId}).`;
  const { id } = await ann.client.notes.create({
    title: "Papers",
    body: { format: "markdown", text },
    ...rest,
  });
  await app.services.collab.derivation.deriveNow(id, ann.userId);
  return id;
}
const connect = (kind: "openai" | "anthropic" = "openai") =>
  ann.client.models.create({ name: "Mine", kind, url: server.url, models: { chat: "echo-large" } });

type AskInput = Parameters<SignedInVisitor["client"]["chat"]["ask"]>[0];
async function ask(text: string, given: Partial<AskInput> = {}) {
  const input = { threadId: uuidV7(), id: uuidV7(), answerId: uuidV7(), parentId: null, text, ...given };
  await ann.client.chat.ask(input);
  const read = () => ann.client.chat.get({ threadId: input.threadId });
  const stateOf = async () => (await read()).messages.find(({ id }) => id === input.answerId)!;
  await expect.poll(async () => (await stateOf()).state, { timeout: 20_000 }).not.toBe("running");
  return { ...input, answer: await stateOf(), whole: await read() };
}
const asked = () => JSON.stringify(server.asked.filter(({ path }) => /completions|messages/.test(path)));

test("the words of an attached file go to the model, are cited, and lead to the file", async () => {
  await connect();
  const fileId = await aText();
  server.say(() => ({ pieces: ['It ends in May 2031 [1: "ends in May 2031"].'] }));
  const { answer, whole, answerId } = await ask("When does the warranty end?", { fileIds: [fileId] });
  expect(answer).toMatchObject({
    text: "It ends in May 2031[^1].",
    fault: null,
    citations: [
      { kind: "file", id: fileId, title: "warranty.txt", range: { start: 0, end: 42 }, text: WARRANTY },
    ],
  });
  expect(answer.citations[0]!.hash).not.toBeNull();
  expect(whole.messages.find(({ role }) => role === "user")!.files).toEqual([
    { id: fileId, name: "warranty.txt", type: "text/plain", isGone: false },
  ]);
  expect((await ann.client.chat.sent({ messageId: answerId })).passages[0]).toMatchObject({
    kind: "file",
    id: fileId,
    text: WARRANTY,
  });
});

test("what follows still has the files of the questions before", async () => {
  await connect();
  const fileId = await aText();
  const first = await ask("When does it end?", { fileIds: [fileId] });
  server.asked.length = 0;
  await ask("And who says so?", { threadId: first.threadId, parentId: first.answerId });
  expect(asked()).toContain("quokkaphone");
});

test.for(["openai", "anthropic"] as const)(
  "a picture is shown to a model of %s, without its metadata",
  async (kind) => {
    await connect(kind);
    const fileId = await uploadPicture(ann, "photo.jpg");
    server.asked.length = 0;
    const { answerId } = await ask("What is on it?", { fileIds: [fileId] });
    const [{ json }] = server.asked.filter(({ path }) => /completions|messages/.test(path)) as unknown as [
      { json: { messages: { role: string; content: Record<string, never>[] }[] } },
    ];
    const shown = json.messages.at(-1)!.content.find(({ type }) => type !== "text")!;
    const { image_url: image, source } = shown as unknown as {
      image_url?: { url: string };
      source?: { media_type: string; data: string };
    };
    const base64 = kind === "openai" ? image!.url.replace("data:image/jpeg;base64,", "") : source!.data;
    const bytes = Buffer.from(base64, "base64");
    expect(bytes.subarray(0, 3).toString("hex")).toBe("ffd8ff");
    expect(bytes.toString("latin1")).not.toContain("Exif");
    expect((await ann.client.chat.sent({ messageId: answerId })).passages[0]).toMatchObject({
      kind: "picture",
      id: fileId,
    });
  },
);

test("a model that refuses pictures is asked without them, which the answer says", async () => {
  await connect();
  const fileId = await uploadPicture(ann, "photo.jpg");
  server.asked.length = 0;
  server.fail([{ status: 400, body: '{"error":{"message":"image input is not supported"}}' }, null]);
  server.say(() => ({ pieces: ["I can't see it."] }));
  const { answer, answerId } = await ask("What is on it?", { fileIds: [fileId] });
  expect(answer).toMatchObject({ state: "done", text: "I can't see it.", fault: { kind: "no-skill" } });
  expect(answer.fault!.message).toContain("takes no pictures");
  expect(server.asked.filter(({ path }) => path === "/chat/completions")).toHaveLength(2);
  // It has gone out all the same.
  const { passages } = await ann.client.chat.sent({ messageId: answerId });
  expect(passages.filter(({ kind }) => kind === "picture")).toMatchObject([{ id: fileId }]);
});

test("without a model the words of a file are searched and quoted, and only its own where the chat keeps to it", async () => {
  const fileId = await aText();
  await ann.client.notes.create({
    title: "Warranty",
    body: { format: "markdown", text: "The warranty of the fridge ends in June." },
  });
  const { answer } = await ask("When does the warranty end?", { fileIds: [fileId] });
  expect(answer.text).toContain("ends in May 2031");
  expect(answer.citations[0]).toMatchObject({ kind: "file", id: fileId });
  const kept = await ask("Which fridge is it?", { scope: { fileIds: [fileId] } });
  expect(kept.answer.text).not.toContain("June");
  expect(kept.answer.text).toContain("they begin");
  expect(kept.whole.thread.scope).toEqual({ fileIds: [fileId] });
});

test("nobody attaches, previews or keeps to a file of another, and nothing of it is told", async () => {
  await connect();
  const theirs = await aText("secret.txt", WARRANTY, bob);
  const trial = { threadId: uuidV7(), id: uuidV7(), answerId: uuidV7(), parentId: null, text: "When?" };
  await expect(ann.client.chat.ask({ ...trial, fileIds: [theirs] })).rejects.toMatchObject({
    code: "NOT_FOUND",
  });
  server.asked.length = 0;
  const { answer } = await ask("When does the warranty end?", { scope: { fileIds: [theirs] } });
  const preview = await ann.client.chat.preview({ text: "warranty", fileIds: [theirs] });
  expect(JSON.stringify([answer, preview, server.asked])).not.toMatch(/quokkaphone|secret\.txt/);
  await ann.client.files.remove({ fileId: await aText() });
});

test.for([
  ["a folder", async () => ({ folderId: (await ann.client.folders.create({ name: "Private" })).id })],
  ["a tag", async () => ({ tags: ["private"] })],
] as const)(
  "a file that a note behind a fence of %s shows is not sent, attached or pinned",
  async ([, place]) => {
    await connect();
    const fileId = await aText();
    const picture = await uploadPicture(ann, "photo.jpg");
    const where = (await place()) as { folderId?: string; tags?: string[] };
    await aNoteWith(fileId, where);
    await aNoteWith(picture, where);
    if (where.folderId) await ann.client.folders.update({ folderId: where.folderId, aiAccess: "none" });
    else await ann.client.tags.setAiAccess({ name: "private", aiAccess: "none" });
    server.asked.length = 0;
    const { answer } = await ask("When does the warranty end?", { fileIds: [fileId, picture] });
    expect(answer.fault!.message).toContain("Not sent, by the AI access");
    await ask("When does the warranty end?", { scope: { fileIds: [fileId, picture] } });
    const preview = await ann.client.chat.preview({ text: "warranty", fileIds: [fileId, picture] });
    expect(preview.passages.filter(({ kind }) => kind !== "earlier")).toEqual([]);
    expect(asked()).not.toMatch(/quokkaphone|image_url/);
    // A note that may be read shows it, too: then it may go.
    await aNoteWith(fileId);
    await ask("When does the warranty end?", { fileIds: [fileId] });
    expect(asked()).toContain("quokkaphone");
  },
);

test("an answer about a file goes along with what follows until a fence keeps the file back", async () => {
  await connect();
  const fileId = await aText();
  server.say(() => ({ pieces: ["It says zebrafish."] }));
  const first = await ask("When does it end?", { fileIds: [fileId] });
  const next = { threadId: first.threadId, parentId: first.answerId };
  server.asked.length = 0;
  await ask("And then?", next);
  expect(asked()).toContain("zebrafish");
  const { id: folderId } = await ann.client.folders.create({ name: "Private" });
  await ann.client.folders.update({ folderId, aiAccess: "none" });
  await aNoteWith(fileId, { folderId });
  server.asked.length = 0;
  await ask("And then?", next);
  expect(asked()).not.toMatch(/zebrafish|quokkaphone/);
});

test("a fence holds for a file that was put into a note a moment ago", async () => {
  await connect();
  const fileId = await aText();
  const { id: folderId } = await ann.client.folders.create({ name: "Private" });
  await ann.client.folders.update({ folderId, aiAccess: "none" });
  const text = `See [the paper](/files/${fileId}).`;
  await ann.client.notes.create({ title: "Papers", folderId, body: { format: "markdown", text } });
  server.asked.length = 0;
  await ask("When does the warranty end?", { fileIds: [fileId] });
  expect(asked()).not.toContain("quokkaphone");
});

test("a question waits for words that are not read yet", async () => {
  await connect();
  const id = await uploadInParts(ann, "late.txt", Buffer.from(WARRANTY));
  server.asked.length = 0;
  const asking = ask("When does the warranty end?", { fileIds: [id] });
  await expect.poll(() => server.asked.length, { timeout: 1_500 }).toBe(0);
  await readNewTexts(app.services);
  expect((await asking).answer.fault).toBeNull();
  expect(asked()).toContain("quokkaphone");
});

test("a receipt says that a cited file was deleted, and no more once it is back", async () => {
  const fileId = await aText();
  const { threadId, answerId } = await ask("When does the warranty end?", { fileIds: [fileId] });
  expect((await ann.client.chat.receipts({ threadId })).changed).toEqual([]);
  await ann.client.files.remove({ fileId });
  expect((await ann.client.chat.receipts({ threadId })).changed).toEqual([
    { messageId: answerId, citation: 1, now: null },
  ]);
  expect(
    (await ann.client.chat.get({ threadId })).messages.find(({ role }) => role === "user")!.files[0],
  ).toMatchObject({ isGone: true });
  await ann.client.files.restore({ fileId });
  expect((await ann.client.chat.receipts({ threadId })).changed).toEqual([]);
});

test("words found in a file of a note have the file, their place and hash", async () => {
  const fileId = await aText("list.txt", `𝒳 ${"Filler words. ".repeat(60)}\n\n${WARRANTY}`);
  await aNoteWith(fileId);
  const { answer } = await ask("When does the quokkaphone warranty end?");
  const citation = answer.citations.find(({ kind }) => kind === "file")!;
  expect(citation).toMatchObject({ id: fileId });
  const { text } = await ann.client.files.text({ fileId });
  expect(text.slice(citation.range!.start, citation.range!.end)).toBe(citation.text);
  expect(citation.hash).not.toBeNull();
});

test("a file that a chat alone names is in use", async () => {
  const fileId = await aText();
  await ask("When does the warranty end?", { fileIds: [fileId] });
  await app.database.asSuperuser("UPDATE files SET created_at = now() - interval '2 days' WHERE id = $1", [
    fileId,
  ]);
  expect((await ann.client.files.cleanUp({})).removed).not.toContain(fileId);
});

test("chats are found by words in the midst of words, and those of others are not", async () => {
  const { threadId } = await ask("When does the Quokkaphone 100%_off warranty end?");
  const found = async (query: string, visitor = ann) =>
    (await visitor.client.chat.list({ query })).threads.map(({ id }) => id);
  expect(await found("okkaph")).toEqual([threadId]);
  expect(await found("100%_ quokka")).toEqual([threadId]);
  expect(await found("100_% quokka")).toEqual([]);
  expect(await found("quokkaphone", bob)).toEqual([]);
});

test("attached files move with their chats in an export, and one that another export names of a stranger tells nothing", async () => {
  const fileId = await aText();
  await ask("When does the warranty end?", { fileIds: [fileId] });
  await ann.client.security.reauthenticate({ password: ann.password });
  const { url } = await ann.client.security.prepareExport({});
  const bytes = Buffer.from(await (await ann.request(url)).arrayBuffer());
  expect((await imported(bob, [{ path: "cairn-export.zip", bytes }])).status).toBe("done");
  const [thread] = (await bob.client.chat.list({})).threads;
  const { messages } = await bob.client.chat.get({ threadId: thread!.id });
  const [file] = messages.flatMap(({ files }) => files);
  expect(file).toMatchObject({ name: "warranty.txt", isGone: false });
  expect((await bob.request(`/files/${file!.id}`)).status).toBe(200);
  const [citation] = messages.flatMap(({ citations }) => citations);
  expect(citation).toMatchObject({ kind: "file", id: file!.id });

  const [threadId, id] = [uuidV7(), uuidV7()];
  await importThreads(app.services.db, bob.userId, [{ id: threadId, name: "Theirs" }]);
  const row = { id, thread_id: threadId, role: "user", text: "See", files: [fileId] };
  await importMessages(app.services.db, bob.userId, [row]);
  const theirs = await bob.client.chat.get({ threadId });
  expect(theirs.messages[0]!.files).toEqual([{ id: fileId, name: "", type: "", isGone: true }]);
});
