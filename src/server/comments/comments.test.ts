import { afterAll, beforeAll, expect, test } from "vitest";
import * as Y from "yjs";
import { uuidV7 } from "#contract/shared/uuid-v7.ts";
import { FRAGMENT } from "#document/schema-version.ts";
import { type SignedInVisitor, startTestApp, type TestApp } from "#testing/test-app.ts";
import { applyParts, readBody } from "../collab/load-note.ts";

let app: TestApp;
let ann: SignedInVisitor;
let bob: SignedInVisitor;
let mallory: SignedInVisitor;
beforeAll(async () => {
  app = await startTestApp();
  [ann, bob, mallory] = await Promise.all([app.aUser("Ann"), app.aUser("Bob"), app.aUser("Mallory")]);
});
afterAll(() => app.close());

const share = (noteId: string, role: string) =>
  app.database.asSuperuser(
    `INSERT INTO note_access (note_id, owner_id, user_id, role) VALUES ($1, $2, $3, $4)
     ON CONFLICT (note_id, user_id) DO UPDATE SET role = excluded.role`,
    [noteId, ann.userId, bob.userId, role],
  );

async function aThread(by = ann, text = "Is that so?") {
  const { id: noteId } = await ann.client.notes.create({ title: "Plan" });
  const ids = { noteId, threadId: uuidV7(), commentId: uuidV7() };
  const input = { ...ids, quote: "the second line", text };
  if (by === bob) await share(noteId, "commenter");
  return { ...ids, input, thread: await by.client.comments.begin(input) };
}
const threadsOf = async (noteId: string, visitor = ann) =>
  (await visitor.client.comments.list({ noteId })).threads;

test("a thread is begun, answered, changed, resolved, opened again by an answer, and ends with its last comment", async () => {
  const { noteId, threadId, commentId, thread } = await aThread();
  expect(thread).toMatchObject({
    id: threadId,
    noteId,
    quote: "the second line",
    resolvedAt: null,
    resolvedBy: null,
    comments: [
      { id: commentId, author: { id: ann.userId, name: "Ann" }, text: "Is that so?", editedAt: null },
    ],
  });
  const replyId = uuidV7();
  await ann.client.comments.reply({ threadId, commentId: replyId, text: "  It is.\n" });
  const edited = await ann.client.comments.edit({ commentId: replyId, text: "It was." });
  expect(edited.comments.map(({ text }) => text)).toEqual(["Is that so?", "It was."]);
  expect(edited.comments[1]!.editedAt).not.toBeNull();
  const resolved = await ann.client.comments.resolve({ threadId, isResolved: true });
  expect(resolved).toMatchObject({ resolvedBy: { id: ann.userId, name: "Ann" } });
  expect(resolved.resolvedAt).not.toBeNull();
  const opened = await ann.client.comments.reply({ threadId, commentId: uuidV7(), text: "Wait" });
  expect(opened).toMatchObject({ resolvedAt: null, resolvedBy: null });
  expect(await threadsOf(noteId)).toEqual([opened]);
  for (const { id } of opened.comments) await ann.client.comments.remove({ commentId: id });
  expect(await threadsOf(noteId)).toEqual([]);
});

test("a call that is repeated makes nothing twice, and an id of another thread is refused", async () => {
  const { noteId, threadId, commentId, input } = await aThread();
  await ann.client.comments.begin(input);
  const said = { threadId, commentId: uuidV7(), text: "Once" };
  await ann.client.comments.reply(said);
  await ann.client.comments.reply(said);
  expect((await threadsOf(noteId))[0]!.comments).toHaveLength(2);
  const other = await aThread();
  await expect(
    ann.client.comments.reply({ threadId: other.threadId, commentId, text: "x" }),
  ).rejects.toMatchObject({
    code: "CONFLICT",
  });
  await expect(ann.client.comments.begin({ ...input, noteId: other.noteId })).rejects.toMatchObject({
    code: "CONFLICT",
  });
});

test("nothing without words is a comment, and none is longer than it may be", async () => {
  const { threadId } = await aThread();
  for (const text of ["", "   \n", "x".repeat(10_001)])
    await expect(ann.client.comments.reply({ threadId, commentId: uuidV7(), text })).rejects.toMatchObject({
      code: "INVALID_INPUT",
    });
});

test("a stranger reads, answers, changes and resolves nothing, nor learns that there is something", async () => {
  const { noteId, threadId, commentId, input } = await aThread();
  const { comments } = mallory.client;
  const calls = [
    () => comments.list({ noteId }),
    () => comments.begin({ ...input, threadId: uuidV7(), commentId: uuidV7() }),
    () => comments.reply({ threadId, commentId: uuidV7(), text: "mine" }),
    () => comments.edit({ commentId, text: "mine" }),
    () => comments.remove({ commentId }),
    () => comments.resolve({ threadId, isResolved: true }),
  ];
  for (const call of calls) await expect(call()).rejects.toMatchObject({ code: "NOT_FOUND" });
  expect((await threadsOf(noteId))[0]!.comments[0]!.text).toBe("Is that so?");
});

test("who may only read a note reads its comments and says nothing", async () => {
  const { noteId, threadId, input } = await aThread();
  await share(noteId, "viewer");
  expect(await threadsOf(noteId, bob)).toHaveLength(1);
  const { comments } = bob.client;
  for (const call of [
    () => comments.begin({ ...input, threadId: uuidV7(), commentId: uuidV7() }),
    () => comments.reply({ threadId, commentId: uuidV7(), text: "mine" }),
    () => comments.resolve({ threadId, isResolved: true }),
  ])
    await expect(call()).rejects.toMatchObject({ code: "NOT_FOUND" });
});

test("everyone changes their own words alone; the owner of the note may delete those of others", async () => {
  const { noteId, threadId, commentId } = await aThread(bob, "From Bob");
  expect((await threadsOf(noteId))[0]!.comments[0]!.author).toEqual({ id: bob.userId, name: "Bob" });
  await expect(ann.client.comments.edit({ commentId, text: "put in his mouth" })).rejects.toMatchObject({
    code: "NOT_FOUND",
  });
  const own = uuidV7();
  await ann.client.comments.reply({ threadId, commentId: own, text: "From Ann" });
  await expect(bob.client.comments.remove({ commentId: own })).rejects.toMatchObject({ code: "NOT_FOUND" });
  await bob.client.comments.edit({ commentId, text: "From Bob himself" });
  await ann.client.comments.remove({ commentId });
  expect((await threadsOf(noteId))[0]!.comments.map(({ text }) => text)).toEqual(["From Ann"]);
});

/** Places in the first line of a note, as a guest's page names them. */
async function placesFor(userId: string, noteId: string): Promise<(index: number) => string> {
  const stored = await app.services.db.withUser(userId, (tx) => readBody(tx, noteId));
  const doc = new Y.Doc();
  applyParts(doc, stored.parts, () => {});
  const text = (doc.getXmlFragment(FRAGMENT).get(0) as Y.XmlElement).get(0) as Y.XmlText;
  return (index) =>
    Buffer.from(Y.encodeRelativePosition(Y.createRelativePositionFromTypeIndex(text, index, -1))).toString(
      "base64",
    );
}

test("what a guest comments on is marked for them, and nothing else of the note changes", async () => {
  const { id: noteId } = await ann.client.notes.create({
    title: "Plan",
    body: { format: "markdown", text: "Alpha **beta** gamma" },
  });
  await share(noteId, "commenter");
  const at = await placesFor(bob.userId, noteId);
  const begin = (from: string, to: string) => {
    const threadId = uuidV7();
    const given = {
      noteId,
      threadId,
      commentId: uuidV7(),
      quote: "beta",
      text: "Why?",
      anchor: { from, to },
    };
    return bob.client.comments.begin(given).then(() => threadId);
  };
  const threadId = await begin(at(6), at(10));
  const json = (await ann.client.notes.body({ noteId, format: "json" })).text;
  expect(json).toContain(threadId);
  expect((await ann.client.notes.body({ noteId, format: "markdown" })).text.trim()).toBe(
    "Alpha **beta** gamma",
  );
  await expect(begin(at(10), at(6))).rejects.toMatchObject({ code: "CONFLICT" });
  await expect(begin("no base64", at(6))).rejects.toMatchObject({ code: "INVALID_INPUT" });
  await share(noteId, "viewer");
  await expect(begin(at(6), at(10))).rejects.toMatchObject({ code: "NOT_FOUND" });
  expect(await threadsOf(noteId)).toHaveLength(1);
});

test("a guest whose answer was lost sends the same again: one thread, whose text is marked", async () => {
  const { id: noteId } = await ann.client.notes.create({
    title: "Plan",
    body: { format: "markdown", text: "Alpha beta gamma" },
  });
  await share(noteId, "commenter");
  const at = await placesFor(bob.userId, noteId);
  const given = {
    noteId,
    threadId: uuidV7(),
    commentId: uuidV7(),
    quote: "beta",
    text: "Why?",
    anchor: { from: at(6), to: at(10) },
  };
  // The server ended between making the thread and marking the text.
  const { anchor: _anchor, ...unmarked } = given;
  await bob.client.comments.begin(unmarked);
  const marks = async () =>
    (await ann.client.notes.body({ noteId, format: "json" })).text.split(given.threadId).length - 1;
  expect(await marks()).toBe(0);
  await bob.client.comments.begin(given);
  expect(await marks()).toBe(1);
  await bob.client.comments.begin(given);
  const { seq } = await ann.client.notes.body({ noteId });
  await ann.client.notes.replaceBody({
    noteId,
    baseSeq: seq,
    body: { format: "markdown", text: "Another text" },
  });
  await bob.client.comments.begin(given);
  expect(await threadsOf(noteId)).toHaveLength(1);
});

test("comments go with their note, and its other pages hear of each", async () => {
  const { noteId } = await aThread();
  const { events } = await ann.client.live.since({ seq: 0 });
  expect(events.at(-1)).toMatchObject({ entity: "comment", entityId: noteId });
  const { activities } = await ann.client.activity.list({});
  expect(activities[0]).toMatchObject({ type: "note_commented", entityId: noteId });
  await app.database.asSuperuser("DELETE FROM notes_v2 WHERE id = $1", [noteId]);
  expect(
    await app.database.asSuperuser("SELECT 1 FROM note_comments WHERE note_id = $1", [noteId]),
  ).toHaveLength(0);
});

test("who is named in a comment and may read it is told once, by whomever it is written; nobody else hears of it", async () => {
  const [cleo, dan] = await Promise.all([app.aUser("Cleo"), app.aUser("Dan")]);
  const { id: noteId } = await cleo.client.notes.create({ title: "Plan" });
  await app.database.asSuperuser(
    "INSERT INTO note_access (note_id, owner_id, user_id, role) VALUES ($1, $2, $3, 'commenter'), ($1, $2, $4, 'viewer')",
    [noteId, cleo.userId, bob.userId, dan.userId],
  );
  const told = async ({ client }: SignedInVisitor) =>
    (await client.notifications.list()).notifications
      .filter(({ title }) => title.includes("mentioned"))
      .map(({ title, message, href }) => ({ title, message, href }));
  const before = (await told(bob)).length;
  const [threadId, commentId] = [uuidV7(), uuidV7()];
  await bob.client.comments.begin({
    noteId,
    threadId,
    commentId,
    quote: "x",
    text: "@cleo, @Bob, @Mallory: is it?",
  });
  expect(await told(cleo)).toEqual([
    {
      title: "Bob mentioned you in a comment",
      message: "@cleo, @Bob, @Mallory: is it?",
      href: `/app/editor/${noteId}`,
    },
  ]);
  expect(await told(mallory)).toEqual([]);
  await bob.client.comments.edit({ commentId, text: "@Cleo and @Dan: is it?" });
  expect((await told(cleo)).length).toBe(1);
  expect((await told(dan)).length).toBe(1);
  await cleo.client.comments.reply({ threadId, commentId: uuidV7(), text: "Yes, @Bob" });
  expect((await told(bob)).length).toBe(before + 1);
  const names = async ({ client }: SignedInVisitor) =>
    client.comments.people({ noteId }).then(
      ({ people }) => people.map(({ name }) => name),
      (error: { code: string }) => error.code,
    );
  expect(await names(bob)).toEqual(["Bob", "Cleo", "Dan"]);
  // Who may read alone is told no names, nor is a stranger.
  expect([await names(dan), await names(mallory)]).toEqual(["NOT_FOUND", "NOT_FOUND"]);
});
