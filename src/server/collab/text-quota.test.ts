import { afterAll, beforeAll, expect, test } from "vitest";
import * as Y from "yjs";
import { uuidV7 } from "#contract/shared/uuid-v7.ts";
import { imported } from "#testing/import-files.ts";
import { aBrowser, type NodeTab } from "#testing/node-page.ts";
import { type SignedInVisitor, startTestApp, type TestApp } from "#testing/test-app.ts";

const NOTES = 6;
const KB = 1000;
const TEXT_BYTES = 200 * KB;

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ QUOTA_NOTES: String(NOTES), QUOTA_TEXT_BYTES: String(TEXT_BYTES) });
});
afterAll(() => app.close());

const text = (bytes: number) => ({ format: "text" as const, text: "word ".repeat(bytes / 5) });
const saveOf = (tab: NodeTab) => tab.note.session.state().save.kind;

function write(tab: NodeTab, words: string): void {
  const paragraph = new Y.XmlElement("paragraph");
  paragraph.insert(0, [new Y.XmlText(words)]);
  tab.note.session.fragment.push([paragraph]);
}

async function throwAway(who: SignedInVisitor, noteId: string): Promise<void> {
  await who.client.notes.remove({ noteId });
  await app.database.asSuperuser("DELETE FROM notes_v2 WHERE id = $1", [noteId]);
}

test("what changesets write is counted, and one that finds no room writes into none of its notes", async () => {
  const ann = await app.aUser("Ann");
  const notes = [];
  for (const title of ["One", "Two"]) notes.push(await ann.client.notes.create({ title, body: text(KB) }));
  const noteIds = notes.map(({ id }) => id);
  const propose = (words: string) =>
    ann.client.changesets.propose({
      id: uuidV7(),
      title: "Longer",
      notes: noteIds.map((noteId) => ({ noteId, text: words })),
    });
  const { id } = await propose("long ".repeat(TEXT_BYTES / 8));
  await ann.client.changesets.apply({ id });
  const more = await propose("more ".repeat(100));
  await expect(ann.client.changesets.apply({ id: more.id })).rejects.toMatchObject({
    code: "QUOTA_EXCEEDED",
  });
  for (const noteId of noteIds)
    expect((await ann.client.notes.body({ noteId, format: "text" })).text).not.toContain("more");
});

/** Fills an account but for less than a kilobyte and a half; answers the note that takes it all. */
async function fill(who: SignedInVisitor): Promise<string> {
  const { id } = await who.client.notes.create({ title: "Full", body: text(TEXT_BYTES - 1 * KB) });
  return id;
}

test("an account has as many notes as it may and no more, those in the trash counted, and says so in words", async () => {
  const ann = await app.aUser("Ann");
  const made = [];
  for (let i = 0; i < NOTES; i++) made.push(await ann.client.notes.create({ title: `Note ${i}` }));
  await ann.client.notes.remove({ noteId: made[0]!.id });
  const refused = {
    code: "QUOTA_EXCEEDED",
    status: 413,
    message:
      "You've reached the limit for notes. An account can have 6 notes, including those in the trash. Delete notes you no longer need, then empty the trash.",
  };
  await expect(ann.client.notes.create({ title: "One more" })).rejects.toMatchObject(refused);
  await expect(ann.client.notes.duplicate({ noteId: made[1]!.id })).rejects.toMatchObject(refused);
  // Whose answer was lost: it is there.
  const last = made.at(-1)!;
  expect(await ann.client.notes.create({ id: last.id, title: last.title })).toMatchObject({ id: last.id });
  const bob = await app.aUser("Bob");
  expect(await bob.client.notes.create({ title: "Of another account" })).toMatchObject({
    title: "Of another account",
  });
});

test("the bytes of notes and their history are counted, also of what was written over since", async () => {
  const ann = await app.aUser("Ann");
  const { id: noteId } = await ann.client.notes.create({ title: "Rewritten" });
  const rewrite = async (word: string) => {
    const { seq } = await ann.client.notes.body({ noteId });
    const body = { format: "text" as const, text: word.repeat(50 * KB) };
    await ann.client.notes.replaceBody({ noteId, baseSeq: seq, body });
  };
  for (const word of ["a", "b", "c", "d"]) await rewrite(word);
  const refused = {
    code: "QUOTA_EXCEEDED",
    message: /^You're out of space for text\. .* can use 200 KB\./,
  };
  const fault = await rewrite("e").catch((error: unknown) => error);
  expect(fault).toMatchObject({ code: refused.code });
  expect((fault as Error).message).toMatch(refused.message);
  await expect(ann.client.notes.create({ title: "More", body: text(5 * KB) })).rejects.toMatchObject({
    code: "QUOTA_EXCEEDED",
  });
  // An empty one takes no bytes.
  await ann.client.notes.create({ title: "Empty" });
});

test("what a page writes into a full account stays on the device, is said, and is sent when there is room", async () => {
  const ann = await app.aUser("Ann");
  const { id: noteId } = await ann.client.notes.create({ title: "Written" });
  const filling = await fill(ann);
  const tab = await aBrowser(app, ann).openTab(noteId);
  await expect.poll(() => saveOf(tab)).toBe("saved");
  // The change that passes the limit is taken whole; the next one finds no room.
  write(tab, "over the limit ".repeat(200));
  await expect.poll(() => saveOf(tab)).toBe("saved");
  write(tab, "KEPT HERE");
  await expect.poll(() => saveOf(tab)).toBe("full");
  write(tab, "AND HERE");
  expect(tab.note.session.state()).toMatchObject({ isEditable: true, save: { kind: "full", waiting: 2 } });
  const { text: stored } = await ann.client.notes.body({ noteId });
  expect(stored).toContain("over the limit");
  expect(stored).not.toContain("HERE");
  await throwAway(ann, filling);
  await expect.poll(() => saveOf(tab), { timeout: 60_000 }).toBe("saved");
  const { text: sent } = await ann.client.notes.body({ noteId });
  expect(sent).toMatch(/KEPT HERE\s+AND HERE/);
  tab.die();
}, 90_000);

test("what a page found no room for is there after the page was closed", async () => {
  const ann = await app.aUser("Ann");
  const { id: noteId } = await ann.client.notes.create({ title: "Written" });
  const filling = await fill(ann);
  const browser = aBrowser(app, ann);
  const first = await browser.openTab(noteId);
  await expect.poll(() => saveOf(first)).toBe("saved");
  write(first, "over the limit ".repeat(200));
  await expect.poll(() => saveOf(first)).toBe("saved");
  write(first, "KEPT HERE");
  await expect.poll(() => saveOf(first)).toBe("full");
  first.die();
  const second = await browser.openTab(noteId);
  await expect.poll(() => saveOf(second)).toBe("full");
  expect(second.note.session.fragment.toJSON()).toContain("KEPT HERE");
  await throwAway(ann, filling);
  await expect.poll(() => saveOf(second), { timeout: 60_000 }).toBe("saved");
  second.die();
}, 90_000);

test("what guests write and say counts for the owner of the note, and the guest is told", async () => {
  const ann = await app.aUser("Ann");
  const bob = await app.aUser("Bob");
  const { id: noteId } = await ann.client.notes.create({ title: "Shared" });
  await fill(ann);
  await app.database.asSuperuser(
    "INSERT INTO note_access (note_id, owner_id, user_id, role) VALUES ($1, $2, $3, 'editor')",
    [noteId, ann.userId, bob.userId],
  );
  const put = async (words: string) => {
    const { seq } = await bob.client.notes.body({ noteId });
    return bob.client.notes.replaceBody({ noteId, baseSeq: seq, body: { format: "text", text: words } });
  };
  await put("x".repeat(3 * KB));
  await expect(put("y".repeat(3 * KB))).rejects.toMatchObject({ code: "QUOTA_EXCEEDED" });
  const ids = { threadId: crypto.randomUUID(), commentId: crypto.randomUUID() };
  await expect(
    bob.client.comments.begin({ noteId, ...ids, quote: "x", text: "And another thing" }),
  ).rejects.toMatchObject({ code: "QUOTA_EXCEEDED" });
  await bob.client.notes.create({ title: "His own", body: text(5 * KB) });
});

test("an import makes as many notes as there is room for, and names each other one with the reason", async () => {
  const ann = await app.aUser("Ann");
  await ann.client.notes.create({ title: "Here before" });
  const files = Array.from({ length: NOTES + 2 }, (_, i) => ({
    path: `folder/${i}.md`,
    bytes: `# Note ${i}`,
  }));
  const { id, made } = await imported(ann, files);
  expect(made).toBe(NOTES - 1);
  const { items } = await ann.client.imports.items({ importId: id, only: "remarks" });
  expect(
    items.filter(({ reason }) => reason?.startsWith("not stored: You've reached the limit")),
  ).toHaveLength(3);
});

test("an account is counted anew from its rows by another process", async () => {
  const ann = await app.aUser("Ann");
  const filling = await fill(ann);
  const other = await startTestApp(
    { QUOTA_NOTES: String(NOTES), QUOTA_TEXT_BYTES: String(TEXT_BYTES) },
    undefined,
    { database: app.database },
  );
  const { room, stop } = other.services.collab;
  await expect(room.assertRoom(ann.userId, { bytes: 5 * KB })).rejects.toMatchObject({
    code: "QUOTA_EXCEEDED",
  });
  await room.assertRoom(ann.userId, { notes: NOTES - 1 });
  await throwAway(ann, filling);
  await stop();
});
