import { beforeEach, expect, test } from "vitest";
import { uuidV7 } from "#contract/shared/uuid-v7.ts";
import { acceptInvitations } from "#testing/accept-invitations.ts";
import { conceptVector } from "#testing/concept-vectors.ts";
import { ann, app, server, withModelApp } from "#testing/model-app.ts";
import type { SignedInVisitor } from "#testing/test-app.ts";
import { openLive } from "#testing/sync-client.ts";
import { uploadInParts } from "#testing/upload-file.ts";
import { readNewTexts } from "../../attachments/file-texts.ts";
import { indexDue } from "./index-account.ts";

withModelApp();
beforeEach(() => server.embeds(conceptVector));

const LOCAL = "embed-3";
/** Ollama passes on what is asked of such a model. */
const HOSTED = "embed-3:cloud";
const connect = (models: object = { embeddings: LOCAL }, visitor = ann) =>
  visitor.client.models.create({ name: "Mine", kind: "openai", url: server.url, models });

async function aNote(title: string, text: string, rest: object = {}, visitor = ann): Promise<string> {
  const { id } = await visitor.client.notes.create({ title, body: { format: "markdown", text }, ...rest });
  await app.services.collab.derivation.deriveNow(id, visitor.userId);
  return id;
}
async function rewrite(noteId: string, text: string): Promise<void> {
  const { seq } = await ann.client.notes.body({ noteId });
  await ann.client.notes.replaceBody({ noteId, baseSeq: seq, body: { format: "markdown", text } });
  await app.services.collab.derivation.deriveNow(noteId, ann.userId);
}
/** Until nothing is due any more. */
async function readAll(signal = new AbortController().signal): Promise<void> {
  while (await indexDue(app.services, { quietSeconds: 0, signal }));
}
async function turnOn(visitor = ann) {
  await visitor.client.meaning.turnOn();
  await readAll();
}
const search = async (query: string, visitor = ann) =>
  (await visitor.client.meaning.search({ query })).hits.map(({ note }) => note.title);
const state = async () => (await ann.client.meaning.get()).index;
const textsSent = () =>
  server.asked.filter(({ path }) => path === "/embeddings").flatMap(({ json }) => json["input"] as string[]);
const sentOf = async (work: () => Promise<unknown>) => {
  const before = textsSent().length;
  await work();
  return textsSent().slice(before);
};

const ATTIC = "The attic leaks when it storms.";
const QUERY = "water comes through the ceiling";

test("what says the same in other words is found, and a change is followed", async () => {
  await connect();
  const attic = await aNote("House", ATTIC);
  await aNote("Bread", "Bake it with rye flour.");
  expect(await ann.client.meaning.search({ query: QUERY })).toEqual({ isOn: false, hits: [] });
  await turnOn();
  expect(await state()).toMatchObject({ isCurrent: true, due: 0, kept: 2, passages: 2, fault: null });
  const { hits } = await ann.client.meaning.search({ query: QUERY });
  expect(hits[0]).toMatchObject({ note: { id: attic }, reason: "meaning", snippet: ATTIC, isInside: false });
  await rewrite(attic, "The choir has a concert.");
  const sent = await sentOf(readAll);
  expect(sent).toEqual(["House\nThe choir has a concert."]);
  expect((await search("violin music"))[0]).toBe("House");
});

test("what did not change is not sent again: of a long note one passage", async () => {
  await connect();
  const parts = ["roof", "doctor", "train", "bread", "garden"].map(
    (word) => `## About ${word}\n\n${`Some sentences about the ${word} and more. `.repeat(8)}`,
  );
  const id = await aNote("Long", parts.join("\n\n"));
  await turnOn();
  const { passages } = (await state())!;
  expect(passages).toBeGreaterThan(4);
  parts[2] = parts[2]!.replace("Some sentences", "Other sentences");
  await rewrite(id, parts.join("\n\n"));
  const sent = await sentOf(readAll);
  expect(sent).toHaveLength(1);
  expect(sent[0]).toContain("Other sentences");
  expect((await state())!.passages).toBe(passages);
});

test("what stands far down in a long note is found there", async () => {
  await connect();
  const parts = Array.from(
    { length: 160 },
    (_, at) => `## Part ${at}\n\n${at === 150 ? ATTIC : `Bread of ${at}.`}`,
  );
  await aNote("Long", parts.join("\n\n"));
  await turnOn();
  const { hits } = await ann.client.meaning.search({ query: QUERY });
  expect(hits[0]).toMatchObject({ note: { title: "Long" }, snippet: ATTIC });
});

test("files, tasks and events are read, too, and go with a question that a model answers", async () => {
  await connect({ embeddings: LOCAL, chat: "echo-large" });
  await uploadInParts(ann, "list.txt", Buffer.from("The physician looks at blood on Mondays."));
  await readNewTexts(app.services);
  await ann.client.tasks.create({ title: "Ask the clinic about blood" });
  await ann.client.events.create({ title: "Physician", date: "2027-03-01", time: "09:00" });
  await aNote("Garden", "Tomatoes want warm soil.");
  await turnOn();
  expect(await state()).toMatchObject({ kept: 4, due: 0, fault: null });
  const { passages } = await ann.client.chat.preview({ text: "Which doctor?" });
  expect(passages.map(({ title }) => title).toSorted()).toEqual([
    "Ask the clinic about blood",
    "Physician",
    "list.txt",
  ]);
});

test("a question is answered from a note that shares no word with it", async () => {
  await connect({ embeddings: LOCAL, chat: "echo-large" });
  await aNote("House", ATTIC);
  await aNote("Bread", "Bake it with rye flour.");
  const before = await ann.client.chat.preview({ text: QUERY });
  expect(before.passages).toEqual([]);
  await turnOn();
  const { passages } = await ann.client.chat.preview({ text: QUERY });
  expect(passages[0]).toMatchObject({ title: "House", text: ATTIC });
  // A scope holds for what is found by meaning.
  const garden = await aNote("Garden", "Tomatoes want warm soil.");
  const scoped = await ann.client.chat.preview({ text: QUERY, scope: { tags: ["none-has-it"] } });
  expect([garden.length, scoped.passages]).toEqual([36, []]);
});

test("a question that a model of this network answers goes to no model for embeddings elsewhere", async () => {
  await connect({ embeddings: HOSTED, chat: "echo-large" });
  await aNote("House", ATTIC);
  await turnOn();
  const sent = await sentOf(() => ann.client.chat.preview({ text: QUERY }));
  expect(sent).toEqual([]);
  expect(await search(QUERY)).toEqual(["House"]);
});

test("what a fence keeps back is never sent; lifted, it is read, and set, it is forgotten", async () => {
  await connect({ embeddings: HOSTED });
  const folder = await ann.client.folders.create({ name: "Private" });
  await ann.client.folders.update({ folderId: folder.id, aiAccess: "local" });
  await aNote("House", ATTIC, { folderId: folder.id });
  await aNote("Diary", "Blood at the clinic.", { tags: ["health"] });
  await ann.client.tags.setAiAccess({ name: "health", aiAccess: "none" });
  await aNote("Bread", "Bake it with rye flour.");
  const sent = await sentOf(() => turnOn());
  expect(sent).toEqual(["Bread\nBake it with rye flour."]);
  expect(await state()).toMatchObject({ kept: 1, due: 0 });
  await ann.client.folders.update({ folderId: folder.id, aiAccess: "any" });
  expect(await sentOf(readAll)).toEqual([`House\n${ATTIC}`]);
  expect(await search(QUERY)).toContain("House");
  await ann.client.folders.update({ folderId: folder.id, aiAccess: "none" });
  await readAll();
  expect(await state()).toMatchObject({ kept: 1, passages: 1 });
  const [rows] = await app.database.asSuperuser<{ passages: number }>(
    "SELECT count(*)::int AS passages FROM meaning_passages WHERE user_id = $1",
    [ann.userId],
  );
  expect(rows).toEqual({ passages: 1 });
});

test("trash takes a note's vectors along, and bringing it back reads it again; turning off deletes all", async () => {
  await connect();
  const id = await aNote("House", ATTIC);
  await turnOn();
  await ann.client.notes.remove({ noteId: id });
  expect(await search(QUERY)).toEqual([]);
  await readAll();
  expect(await state()).toMatchObject({ kept: 0, passages: 0 });
  await ann.client.notes.restore({ noteId: id });
  await readAll();
  expect(await search(QUERY)).toEqual(["House"]);
  await ann.client.meaning.turnOff();
  expect(await state()).toBeNull();
  const left = await app.database.asSuperuser(
    "SELECT FROM meaning_items WHERE user_id = $1 UNION ALL SELECT FROM meaning_passages WHERE user_id = $1",
    [ann.userId],
  );
  expect(left).toEqual([]);
});

test("nobody finds the notes of another, nor are shared ones sent by those they are shared with", async () => {
  const ben = await app.aUser("Ben");
  await connect();
  await connect(undefined, ben);
  const id = await aNote("House", ATTIC);
  await ann.client.sharing.shareNote({ noteId: id, email: ben.email, role: "viewer" });
  await acceptInvitations(ben);
  await turnOn();
  const sent = await sentOf(() => turnOn(ben));
  expect(sent).toEqual([]);
  expect(await search(QUERY, ben)).toEqual([]);
});

test("an account waits after a fault, says why, and goes on; what was read before stays", async () => {
  await connect();
  await aNote("House", ATTIC);
  server.fail({ status: 401, body: JSON.stringify({ error: { message: "no" } }) });
  await turnOn();
  const waiting = await state();
  expect(waiting).toMatchObject({ due: 1, kept: 0, fault: expect.stringContaining("key") });
  expect(Date.parse(waiting!.retryAt!) - Date.now()).toBeGreaterThan(50 * 60_000);
  await expect(ann.client.meaning.search({ query: QUERY })).resolves.toEqual({ isOn: false, hits: [] });
  server.fail(null);
  await readAll();
  expect(await state(), "not before its time").toMatchObject({ due: 1 });
  await turnOn();
  expect(await state()).toMatchObject({ due: 0, kept: 1, fault: null, retryAt: null });
  server.fail({ status: 503 });
  await expect(ann.client.meaning.search({ query: QUERY })).rejects.toMatchObject({ code: "SERVICE_FAILED" });
  // Chat finds by words what it can.
  await ann.client.chat.preview({ text: QUERY });
});

test("one text that a model stumbles over keeps no other from being read, and others are read whole", async () => {
  await connect();
  await aNote("Refused", "Nobody may embed this.");
  await aNote("Older", ATTIC);
  for (let at = 0; at < 20; at += 1)
    await aNote(`Bread ${at}`, `Flour ${at} in the oven, and bread of all kinds.`);
  server.embeds((text) => (text.includes("Nobody") ? null : conceptVector(text)));
  const sent = await sentOf(() => turnOn());
  expect(await state()).toMatchObject({ due: 0, kept: 21, fault: null });
  const whole = sent.filter((text) => text.endsWith("and bread of all kinds."));
  expect(whole.length).toBeGreaterThanOrEqual(20);
  expect(sent.filter((text) => text.startsWith("Bread") && !whole.includes(text))).toEqual([]);
  // It is tried again after hours, not with each look.
  expect(await sentOf(readAll)).toEqual([]);
});

test("a model that takes nothing at all is no fault of the texts: they stay to be read", async () => {
  await connect();
  const id = await aNote("House", ATTIC);
  await turnOn();
  server.embeds(() => null);
  await rewrite(id, "The choir has a concert.");
  await readAll();
  expect(await state()).toMatchObject({ due: 1, kept: 1, fault: expect.any(String) });
  server.embeds(conceptVector);
  await turnOn();
  expect(await state()).toMatchObject({ due: 0, fault: null });
  expect(await search("violin music")).toEqual(["House"]);
});

test("a fence, or turning off, stops what was not sent yet of a long note", async () => {
  await connect({ embeddings: HOSTED });
  const folder = await ann.client.folders.create({ name: "Later private" });
  const parts = Array.from({ length: 200 }, (_, at) => `## Part ${at}\n\nBread number ${at} of the oven.`);
  await aNote("Long", parts.join("\n\n"), { folderId: folder.id });
  let fenced: Promise<unknown> | undefined;
  server.embeds((text) => {
    fenced ??= ann.client.folders.update({ folderId: folder.id, aiAccess: "none" });
    return conceptVector(text);
  });
  await ann.client.meaning.turnOn();
  const sent = await sentOf(async () => {
    await readAll();
    await fenced;
    await readAll();
  });
  // The call that was under way, and at most one whose texts were read before the fence was stored.
  expect(sent.length).toBeLessThanOrEqual(128);
  expect(await state()).toMatchObject({ kept: 0, passages: 0 });
});

test("tasks and files follow the fence and the trash of their note", async () => {
  await connect({ embeddings: HOSTED });
  const folder = await ann.client.folders.create({ name: "Private" });
  await ann.client.folders.update({ folderId: folder.id, aiAccess: "none" });
  const id = await aNote("List", "- [ ] Bake bread in the oven", { folderId: folder.id });
  await turnOn();
  expect((await state())!.kept).toBe(0);
  await ann.client.notes.update({ noteId: id, folderId: null });
  await readAll();
  expect((await state())!.kept).toBe(2);
  await ann.client.notes.remove({ noteId: id });
  await readAll();
  expect((await state())!.kept).toBe(0);
});

test("a search that is asked again soon is not sent again", async () => {
  await connect();
  await aNote("House", ATTIC);
  await turnOn();
  expect(await sentOf(() => search(QUERY))).toEqual([QUERY]);
  expect(await sentOf(() => search(QUERY))).toEqual([]);
});

test("another model reads everything again, and until then nothing is found by vectors of the old one", async () => {
  const provider = await connect();
  await aNote("House", ATTIC);
  await turnOn();
  await ann.client.models.update({ providerId: provider.id, models: { embeddings: "embed-4" } });
  expect(await state()).toMatchObject({ isCurrent: false, model: LOCAL });
  expect(await ann.client.meaning.search({ query: QUERY })).toEqual({ isOn: false, hits: [] });
  const sent = await sentOf(() => turnOn());
  expect(sent).toHaveLength(1);
  expect(await state()).toMatchObject({ isCurrent: true, model: "embed-4", kept: 1 });
  // The same name with other vectors, as when somebody exchanges the model behind it.
  server.embeds((text) => conceptVector(text).slice(0, 128));
  await aNote("Bread", "Bake it with rye flour.");
  const id = await aNote("Unchanged", "Blood at the clinic.");
  await readAll();
  expect(await state()).toMatchObject({ isCurrent: false, fault: expect.stringContaining("other vectors") });
  expect(await ann.client.meaning.search({ query: QUERY })).toEqual({ isOn: false, hits: [] });
  await ann.client.notes.update({ noteId: id, tags: ["due-again"] });
  await turnOn();
  expect(await state()).toMatchObject({ due: 0, kept: 3, fault: null });
  expect(await search(QUERY)).toContain("House");
});

test("a node that is killed while it reads leaves all to another, which loses and doubles nothing", async () => {
  await connect();
  for (let at = 0; at < 40; at += 1) await aNote(`Note ${at}`, `Bread number ${at} of the oven.`);
  await ann.client.meaning.turnOn();
  const stopping = new AbortController();
  server.embeds((text) => {
    if (text.includes("number 20")) stopping.abort();
    return conceptVector(text);
  });
  await readAll(stopping.signal);
  expect((await state())!.due).toBeGreaterThan(0);
  await Promise.all([readAll(), readAll()]);
  expect(await state()).toMatchObject({ due: 0, kept: 40, passages: 40 });
  const counted = new Map<string, number>();
  for (const text of textsSent().filter((each) => each.includes("of the oven")))
    counted.set(text, (counted.get(text) ?? 0) + 1);
  expect([...counted.values()].filter((count) => count > 2)).toEqual([]);
});

test("while a model takes long, its node goes on claiming the account; of one that died another waits half a minute", async () => {
  await connect();
  await aNote("House", ATTIC);
  await ann.client.meaning.turnOn();
  const claim = async () => {
    const [row] = await app.database.asSuperuser<{ seconds: number; until: string }>(
      "SELECT extract(epoch FROM claimed_until - now())::float AS seconds, claimed_until::text AS until FROM meaning_indexes WHERE user_id = $1",
      [ann.userId],
    );
    return row!;
  };
  server.fail("silent");
  const stopping = new AbortController();
  const reading = readAll(stopping.signal);
  await expect.poll(async () => (await claim()).seconds).toBeGreaterThan(20);
  const { until, seconds } = await claim();
  await expect.poll(async () => (await claim()).until).not.toBe(until);
  expect(seconds).toBeLessThanOrEqual(30);
  stopping.abort();
  await reading;
});

test("calls of an hour are one entry of the record, with all that they cost", async () => {
  await connect();
  for (let at = 0; at < 70; at += 1) await aNote(`Note ${at}`, `Bread number ${at} of the oven.`);
  await turnOn();
  await search(QUERY);
  const { calls } = await ann.client.models.calls({});
  expect(calls).toHaveLength(1);
  expect(calls[0]).toMatchObject({ task: "embeddings", passages: 71, tokensIn: 71 * 4, result: "ok" });
});

test("only an account with a model for embeddings can turn it on, and the words say so", async () => {
  await expect(ann.client.meaning.turnOn()).rejects.toMatchObject({ code: "SERVICE_FAILED" });
  await ann.client.tasks.create({ id: uuidV7(), title: "No trigger minds" });
  expect(await ann.client.meaning.get()).toEqual({ model: null, things: 1, index: null });
});

test("the account's other pages hear that it was turned on, has read, waits, and was turned off", async () => {
  await connect();
  await aNote("House", ATTIC);
  const live = openLive(app, ann, ann.userId);
  await live.answer;
  const heard = () =>
    live.events.flatMap(({ entity, operation }) => (entity === "meaning" ? [operation] : []));
  await ann.client.meaning.turnOn();
  await expect.poll(heard).toEqual(["update"]);
  await readAll();
  await expect.poll(heard).toEqual(["update", "update"]);
  await aNote("Bread", "Bake it with rye flour.");
  server.fail({ status: 500 });
  await readAll();
  await expect.poll(heard).toEqual(["update", "update", "update"]);
  await ann.client.meaning.turnOff();
  await expect.poll(heard).toEqual(["update", "update", "update", "delete"]);
});

async function related(noteId: string, visitor: SignedInVisitor = ann): Promise<string[]> {
  return (await visitor.client.notes.related({ noteId })).notes.map(({ note }) => note.title);
}
test("related notes are those that mean the same, too", async () => {
  await connect();
  const id = await aNote("House", ATTIC);
  await aNote("Ceiling", "Water drips onto the table.");
  for (let at = 0; at < 30; at += 1) await aNote(`Bread ${at}`, `Flour ${at} in the oven.`);
  expect(await related(id)).toEqual([]);
  await turnOn();
  expect(await related(id)).toEqual(["Ceiling"]);
});
