import * as encoding from "lib0/encoding";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import * as Y from "yjs";
import { openLive, openNote } from "#testing/sync-client.ts";
import { type SignedInVisitor, startTestApp, type TestApp } from "#testing/test-app.ts";

let app: TestApp;
let ann: SignedInVisitor;
let mallory: SignedInVisitor;

beforeAll(async () => {
  app = await startTestApp();
  ann = await app.aUser("Ann");
  mallory = await app.aUser("Mallory");
});
afterAll(() => app.close());

const textOf = async (visitor: SignedInVisitor, noteId: string) =>
  (await visitor.client.notes.body({ noteId, format: "text" })).text;

test("what one page writes, the other shows, and the log has it when the writer is told so", async () => {
  const note = await ann.client.notes.create({ title: "Shared screen" });
  const here = openNote(app, ann, note.id);
  const there = openNote(app, ann, note.id);
  await Promise.all([here.synced, there.synced]);
  here.write("a word from here");
  await here.saved();
  expect(await textOf(ann, note.id)).toContain("a word from here");
  await there.sees("a word from here");
  there.write("and one from there");
  await here.sees("and one from there");
  here.close();
  there.close();
});

test("a change is neither acknowledged nor shown to others before it is committed", async () => {
  const note = await ann.client.notes.create({ title: "Held back" });
  const here = openNote(app, ann, note.id);
  const there = openNote(app, ann, note.id);
  await Promise.all([here.saved(), there.saved()]);
  const holder = new pg.Client(app.database.connections.owner);
  await holder.connect();
  await holder.query("BEGIN");
  await holder.query("SELECT 1 FROM notes_v2 WHERE id = $1 FOR UPDATE", [note.id]);
  here.write("not yet");
  const first = await Promise.race([
    here.saved().then(() => "acknowledged"),
    there.sees("not yet").then(() => "relayed"),
    new Promise((resolve) => setTimeout(resolve, 500, "held back")),
  ]);
  expect(first).toBe("held back");
  await holder.query("COMMIT");
  await holder.end();
  await here.saved();
  await there.sees("not yet");
  here.close();
  there.close();
});

test("a note written offline on two devices holds both texts once", async () => {
  const note = await ann.client.notes.create({ title: "Offline", body: { format: "text", text: "start" } });
  const first = openNote(app, ann, note.id);
  const second = openNote(app, ann, note.id);
  await Promise.all([first.saved(), second.saved()]);
  first.close();
  second.close();
  await Promise.all([first.closed, second.closed]);
  const [left, right] = [new Y.Doc(), new Y.Doc()];
  Y.applyUpdate(left, Y.encodeStateAsUpdate(first.doc));
  Y.applyUpdate(right, Y.encodeStateAsUpdate(second.doc));
  const offline = (doc: Y.Doc, words: string) => {
    const paragraph = new Y.XmlElement("paragraph");
    paragraph.insert(0, [new Y.XmlText(words)]);
    doc.getXmlFragment("body").insert(1, [paragraph]);
  };
  offline(left, "left-token");
  offline(right, "right-token");
  const backLeft = openNote(app, ann, note.id, { doc: left });
  const backRight = openNote(app, ann, note.id, { doc: right });
  await Promise.all([backLeft.saved(), backRight.saved()]);
  await Promise.all([backLeft.sees("right-token"), backRight.sees("left-token")]);
  const text = await textOf(ann, note.id);
  for (const token of ["start", "left-token", "right-token"]) expect(text.split(token)).toHaveLength(2);
  backLeft.close();
  backRight.close();
});

test("a change through the API appears in an open page", async () => {
  const note = await ann.client.notes.create({ title: "API", body: { format: "markdown", text: "first" } });
  const page = openNote(app, ann, note.id);
  await page.sees("first");
  const { seq } = await ann.client.notes.body({ noteId: note.id });
  await ann.client.notes.replaceBody({
    noteId: note.id,
    baseSeq: seq,
    body: { format: "markdown", text: "first\n\nsecond" },
  });
  await page.sees("second");
  page.close();
});

test("a page of an older schema is refused before any sync", async () => {
  const note = await ann.client.notes.create({ title: "Old page", body: { format: "text", text: "kept" } });
  const page = openNote(app, ann, note.id, { schemaVersion: 0 });
  expect(await page.refusal).toBe("CLIENT_TOO_OLD");
  expect(page.framesBeforeRefusal()).toBe(0);
  expect(page.text()).toBe("");
  page.close();
});

test("a stranger opens neither a note nor the live changes of somebody else", async () => {
  const note = await ann.client.notes.create({ title: "Private", body: { format: "text", text: "secret" } });
  const page = openNote(app, mallory, note.id);
  expect(await page.refusal).toBe("NOT_FOUND");
  expect(page.framesBeforeRefusal()).toBe(0);
  const live = openLive(app, mallory, ann.userId);
  expect(await live.answer).toBe("refused");
  page.close();
  live.close();
});

test("a stranger who writes before being answered writes nothing", async () => {
  const note = await ann.client.notes.create({ title: "Private", body: { format: "text", text: "secret" } });
  const page = openNote(app, mallory, note.id);
  expect(await page.refusal).toBe("NOT_FOUND");
  page.write("graffiti");
  page.close();
  await page.closed;
  expect(await textOf(ann, note.id)).toBe("secret");
});

test("live changes reach their owner and nobody else", async () => {
  const own = openLive(app, ann, ann.userId);
  const other = openLive(app, mallory, mallory.userId);
  expect([await own.answer, await other.answer]).toEqual(["accepted", "accepted"]);
  const note = await ann.client.notes.create({ title: "News" });
  const event = await own.next(({ entityId }) => entityId === note.id);
  expect(event).toMatchObject({ entity: "note", operation: "insert" });
  const theirs = await mallory.client.notes.create({ title: "Theirs" });
  await other.next(({ entityId }) => entityId === theirs.id);
  expect(other.events.map(({ entityId }) => entityId)).toEqual([theirs.id]);
  own.close();
  other.close();
});

test("bytes that are no update close the connection and change nothing", async () => {
  const note = await ann.client.notes.create({ title: "Fuzz", body: { format: "text", text: "sound" } });
  const page = openNote(app, ann, note.id);
  await page.synced;
  page.send(0, (encoder) => {
    encoding.writeVarUint(encoder, 2);
    encoding.writeVarUint8Array(encoder, new Uint8Array([255, 255, 255, 255, 255]));
  });
  const again = openNote(app, ann, note.id);
  await again.sees("sound");
  again.write("and goes on");
  await again.saved();
  expect(await textOf(ann, note.id)).toContain("and goes on");
  page.close();
  again.close();
});

test("ending all sessions closes their sockets within five seconds", async () => {
  const guest = await app.aUser("Guest");
  const note = await guest.client.notes.create({ title: "Ends" });
  const page = openNote(app, guest, note.id);
  await page.synced;
  const startedAt = Date.now();
  await guest.client.accounts.logout({ everywhere: true });
  expect(await page.closed).toBe(4401);
  expect(Date.now() - startedAt).toBeLessThan(5_000);
});

test("a socket of another origin is refused at the upgrade", async () => {
  const note = await ann.client.notes.create({ title: "Origin" });
  for (const origin of ["http://evil.example", "null", ""]) {
    const page = openNote(app, ann, note.id, { headers: { origin } });
    expect(await page.closed).toBe(1006);
  }
});

test("search finds a word seconds after it was typed, for its owner alone", async () => {
  const note = await ann.client.notes.create({ title: "Findable" });
  const page = openNote(app, ann, note.id);
  await page.synced;
  page.write("the word is quixotic indeed");
  await page.saved();
  const find = async (visitor: SignedInVisitor, query: string) =>
    (await visitor.client.notes.search({ query })).hits.map((hit) => hit.note.id);
  await expect.poll(() => find(ann, "quixotic")).toEqual([note.id]);
  expect(await find(ann, "ixoti")).toEqual([note.id]);
  expect(await find(mallory, "quixotic")).toEqual([]);
  page.close();
});
