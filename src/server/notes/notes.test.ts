import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { uuidV7 } from "#contract/shared/uuid-v7.ts";
import { acceptInvitations } from "#testing/accept-invitations.ts";
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

const fails = (code: string) => expect.objectContaining({ code });

test("a note comes back as it was made, with the spec's defaults", async () => {
  const note = await ann.client.notes.create({ title: "First" });
  expect(note).toEqual({
    id: expect.any(String),
    title: "First",
    category: "general",
    tags: [],
    isFavorite: false,
    folderId: null,
    excerpt: "",
    wordCount: 0,
    reminderDate: null,
    reminderStatus: "none",
    reminderFrequency: "once",
    reminderEnabled: false,
    createdAt: expect.any(String),
    updatedAt: expect.any(String),
    trashedAt: null,
  });
  expect(await ann.client.notes.get({ noteId: note.id })).toEqual(note);
});

test("creating twice with one id makes one note; with somebody else's id it makes none and tells nothing", async () => {
  const id = uuidV7();
  const first = await ann.client.notes.create({ id, title: "Once", body: { format: "text", text: "body" } });
  const again = await ann.client.notes.create({
    id,
    title: "Twice",
    body: { format: "text", text: "other" },
  });
  expect(again.title).toBe("Once");
  expect((await ann.client.notes.body({ noteId: id, format: "text" })).text).toBe("body");
  await expect(mallory.client.notes.create({ id, title: "Mine" })).rejects.toEqual(fails("CONFLICT"));
  expect((await ann.client.notes.get({ noteId: id })).title).toBe(first.title);
});

test("a note that somebody else made under the id first, and shares, is not taken for the one that was to be made", async () => {
  const id = uuidV7();
  await mallory.client.notes.create({ id, title: "Write your diary here" });
  await mallory.client.sharing.shareNote({ noteId: id, email: ann.email, role: "editor" });
  await acceptInvitations(ann);
  expect((await ann.client.notes.get({ noteId: id })).isForeign).toBe(true);
  await expect(ann.client.notes.create({ id, title: "Diary" })).rejects.toEqual(fails("CONFLICT"));
});

test("a note for a folder that goes away in the same moment is refused in words", async () => {
  const folder = await ann.client.folders.create({ name: "Going" });
  let making: Promise<unknown> | undefined;
  await app.services.db.withUser(ann.userId, async (tx) => {
    await tx.query("DELETE FROM folders WHERE id = $1", [folder.id]);
    making = ann.client.notes.create({ title: "Late", folderId: folder.id }).catch((error: unknown) => error);
    // The folder is still seen by the other; it waits for what becomes of it.
    for (;;) {
      const [row] = await tx.query<{ waits: boolean }>(
        "SELECT EXISTS (SELECT FROM pg_locks WHERE NOT granted) AS waits",
      );
      if (row!.waits) break;
    }
  });
  expect(await making).toMatchObject({ code: "NOT_FOUND", message: "This folder doesn't exist." });
});

test("the list is newest first, pages without gaps, and holds neither the trash nor others' notes", async () => {
  const user = await app.aUser("Lister");
  const made: string[] = [];
  for (let index = 0; index < 7; index++)
    made.push((await user.client.notes.create({ title: `n${index}` })).id);
  await user.client.notes.remove({ noteId: made[3]! });
  const seen: string[] = [];
  for (let cursor: string | undefined; ;) {
    const page = await user.client.notes.list({ limit: 2, ...(cursor ? { cursor } : {}) });
    seen.push(...page.notes.map((note) => note.id));
    if (!page.nextCursor) break;
    cursor = page.nextCursor;
  }
  expect(seen).toEqual([6, 5, 4, 2, 1, 0].map((index) => made[index]));
  expect((await user.client.notes.list({ trashed: true })).notes.map((note) => note.id)).toEqual([made[3]]);
});

test("filters narrow the list: category, favourite, tag, folder", async () => {
  const user = await app.aUser("Filter");
  const folder = await user.client.folders.create({ name: "F" });
  const a = await user.client.notes.create({ title: "a", category: "work", tags: ["x"] });
  const b = await user.client.notes.create({ title: "b", isFavorite: true, folderId: folder.id });
  const ids = async (filter: object) => (await user.client.notes.list(filter)).notes.map((note) => note.id);
  expect(await ids({ category: "work" })).toEqual([a.id]);
  expect(await ids({ isFavorite: true })).toEqual([b.id]);
  expect(await ids({ tag: "x" })).toEqual([a.id]);
  expect(await ids({ folderId: folder.id })).toEqual([b.id]);
});

test("title, tags, category, favourite and folder change one by one", async () => {
  const folder = await ann.client.folders.create({ name: "Target" });
  const { id: noteId } = await ann.client.notes.create({ title: "Before" });
  await ann.client.notes.update({ noteId, title: "After" });
  await ann.client.notes.update({ noteId, isFavorite: true });
  await ann.client.notes.update({ noteId, tags: ["one", "two"], category: "ideas", folderId: folder.id });
  expect(await ann.client.notes.get({ noteId })).toMatchObject({
    title: "After",
    isFavorite: true,
    tags: ["one", "two"],
    category: "ideas",
    folderId: folder.id,
  });
});

test("a note in the trash is found by no search, and restoring it brings it back whole", async () => {
  const note = await ann.client.notes.create({
    title: "Binned aardvark",
    body: { format: "text", text: "kept" },
  });
  const find = async () => (await ann.client.notes.search({ query: "aardvark" })).hits.length;
  await expect.poll(find).toBe(1);
  await ann.client.notes.remove({ noteId: note.id });
  expect(await find()).toBe(0);
  await ann.client.notes.restore({ noteId: note.id });
  expect(await find()).toBe(1);
  expect((await ann.client.notes.body({ noteId: note.id, format: "text" })).text).toBe("kept");
});

test("a body is replaced only over the state that was read", async () => {
  const { id: noteId } = await ann.client.notes.create({
    title: "R",
    body: { format: "markdown", text: "one\n\ntwo" },
  });
  const { seq } = await ann.client.notes.body({ noteId });
  const replaced = await ann.client.notes.replaceBody({
    noteId,
    baseSeq: seq,
    body: { format: "markdown", text: "one\n\n**three**" },
  });
  expect(replaced.seq).toBeGreaterThan(seq);
  expect((await ann.client.notes.body({ noteId, format: "markdown" })).text).toBe("one\n\n**three**\n");
  await expect(
    ann.client.notes.replaceBody({ noteId, baseSeq: seq, body: { format: "text", text: "late" } }),
  ).rejects.toEqual(fails("CONFLICT"));
});

describe("what is somebody else's is not there", () => {
  const operations: [string, (visitor: SignedInVisitor, noteId: string) => Promise<unknown>][] = [
    ["get", ({ client }, noteId) => client.notes.get({ noteId })],
    ["update", ({ client }, noteId) => client.notes.update({ noteId, title: "mine" })],
    ["body", ({ client }, noteId) => client.notes.body({ noteId })],
    [
      "replaceBody",
      ({ client }, noteId) =>
        client.notes.replaceBody({ noteId, baseSeq: 0, body: { format: "text", text: "x" } }),
    ],
    ["remove", ({ client }, noteId) => client.notes.remove({ noteId })],
    ["restore", ({ client }, noteId) => client.notes.restore({ noteId })],
  ];
  test.each(operations)("%s answers as for an unknown id", async (_name, run) => {
    const note = await ann.client.notes.create({ title: "Ann's", body: { format: "text", text: "private" } });
    const answer = (of: Promise<unknown>) =>
      of.then(
        () => "done",
        (error: Error) => error.message,
      );
    const foreign = await answer(run(mallory, note.id));
    expect(foreign).toBe("This doesn't exist, or you don't have access to it.");
    expect(await answer(run(mallory, uuidV7()))).toBe(foreign);
    expect(await ann.client.notes.get({ noteId: note.id })).toMatchObject({
      title: "Ann's",
      trashedAt: null,
    });
  });

  test("a foreign folder takes no note", async () => {
    const folder = await ann.client.folders.create({ name: "Ann's" });
    await expect(mallory.client.notes.create({ title: "x", folderId: folder.id })).rejects.toEqual(
      fails("NOT_FOUND"),
    );
  });
});

describe("bad input gets a clear answer and never a 5xx", () => {
  const post = (path: string, body: string, headers: Record<string, string> = {}) =>
    ann.request(path, { method: "POST", headers: { "content-type": "application/json", ...headers }, body });

  test.each([
    ["no JSON", "{bad", 422],
    ["a list", "[]", 422],
    ["a title that is a number", '{"title":5}', 422],
    ["a title of 1 MB", JSON.stringify({ title: "x".repeat(1_000_000) }), 422],
    ["a body of the wrong shape", '{"title":"t","body":"text"}', 422],
    ["an unknown format", '{"title":"t","body":{"format":"docx","text":""}}', 422],
    ["a prototype", '{"__proto__":{"isAdmin":true},"title":"t"}', 422],
    ["an id that is none", '{"id":"../../etc/passwd","title":"t"}', 422],
  ])("%s", async (_name, body, status) => {
    const response = await post("/api/notes", body);
    expect(response.status).toBe(status);
    expect(await response.json()).toMatchObject({ code: "INVALID_INPUT", message: expect.any(String) });
  });

  test("depth of ten thousand", async () => {
    const response = await post(
      "/api/notes",
      `{"title":"t","tags":${"[".repeat(10_000)}${"]".repeat(10_000)}}`,
    );
    expect(response.status).toBe(422);
  });

  test("a body above the limit is refused before it is read", async () => {
    const response = await post(
      "/api/notes",
      JSON.stringify({ title: "t", body: { format: "text", text: "x".repeat(26 * 1024 * 1024) } }),
    );
    expect(response.status).toBe(413);
  });

  test("NUL and lone surrogates in title, tags and body are taken out or replaced", async () => {
    const response = await post(
      "/api/notes",
      '{"title":"a\\u0000b\\ud800c","tags":["t\\u0000"],"body":{"format":"text","text":"x\\u0000y\\udfffz"}}',
    );
    expect(response.status).toBe(201);
    const note = (await response.json()) as { id: string; title: string; tags: string[] };
    expect(note).toMatchObject({ title: "ab\ufffdc", tags: ["t"] });
    expect((await ann.client.notes.body({ noteId: note.id, format: "text" })).text).toBe("xy\ufffdz");
  });

  test.each([
    "/api/notes/not-an-id",
    "/api/notes?cursor=nonsense",
    "/api/notes?limit=1000000",
    "/api/search?query=%00",
    "/api/live?seq=-1",
  ])("GET %s", async (path) => {
    const { status } = await ann.request(path);
    expect([200, 422]).toContain(status);
  });

  test.each([
    "'",
    "\\",
    "%",
    "_",
    "(((",
    "a & b | !c",
    ":*",
    '"',
    '"unclosed',
    "tag:",
    'tag:"x',
    "<->",
    "日本語",
    "\u0000",
  ])("searching for %j", async (query) => {
    expect((await ann.client.notes.search({ query })).hits).toBeInstanceOf(Array);
  });
});

test(
  "Markdown made to be slow does not hold up anybody else, and is refused in the end",
  { timeout: 60_000 },
  async () => {
    const hard = "*a **b ".repeat(60_000);
    const slow = ann.client.notes.create({ title: "hard", body: { format: "markdown", text: hard } }).then(
      () => "stored",
      (error: { code: string }) => error.code,
    );
    const startedAt = performance.now();
    for (let index = 0; index < 20; index++)
      await mallory.client.notes.create({ title: "quick", body: { format: "markdown", text: "*fine*" } });
    expect(performance.now() - startedAt).toBeLessThan(10_000);
    expect(["stored", "TOO_LARGE"]).toContain(await slow);
  },
);

test("a note changes only if it still says what is expected, and is otherwise left alone", async () => {
  const { notes } = ann.client;
  const { id: noteId } = await notes.create({ title: "Tents", tags: ["a"] });
  const back = { noteId, title: "Tent", tags: ["b"] };
  await expect(notes.update({ ...back, onlyIf: { title: "Tents", tags: ["c"] } })).rejects.toMatchObject({
    code: "CONFLICT",
  });
  expect(await notes.get({ noteId })).toMatchObject({ title: "Tents", tags: ["a"] });
  expect(await notes.update({ ...back, onlyIf: { title: "Tents", tags: ["a"] } })).toMatchObject({
    title: "Tent",
  });
});

test("who adds a tag and who takes one away at the same time both do, and an undo leaves what others added", async () => {
  const { notes } = ann.client;
  const { id: noteId } = await notes.create({ title: "Tents", tags: ["a", "b"] });
  await Promise.all([
    notes.update({ noteId, addTags: ["c"], title: "Tent" }),
    notes.update({ noteId, addTags: ["d"], removeTags: ["a"] }),
  ]);
  const { tags } = await notes.get({ noteId });
  expect(tags.toSorted()).toEqual(["b", "c", "d"]);
  const undone = await notes.update({ noteId, addTags: [], removeTags: ["c"], onlyIf: { title: "Tent" } });
  expect(undone).toMatchObject({ title: "Tent", tags: ["b", "d"] });
  expect(await notes.update({ noteId, addTags: [], removeTags: [] })).toEqual(undone);
});
