import { afterAll, beforeAll, expect, test } from "vitest";
import { uuidV7 } from "#contract/shared/uuid-v7.ts";
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
const textOf = async (noteId: string) => (await ann.client.notes.body({ noteId, format: "markdown" })).text;

test("a copy has the text, the tags and the folder of its note, and goes its own way from there", async () => {
  const folder = await ann.client.folders.create({ name: "Trips" });
  const markdown = "# Packing\n\n- [ ] two **tents**\n";
  const note = await ann.client.notes.create({
    title: "Plan",
    tags: ["a", "b"],
    category: "work",
    isFavorite: true,
    folderId: folder.id,
    body: { format: "markdown", text: markdown },
  });
  const copy = await ann.client.notes.duplicate({ noteId: note.id });
  expect(copy).toMatchObject({
    title: "Plan (copy)",
    tags: ["a", "b"],
    category: "work",
    isFavorite: false,
    folderId: folder.id,
  });
  expect(copy.id).not.toBe(note.id);
  expect(await textOf(copy.id)).toBe(await textOf(note.id));
  const { seq } = await ann.client.notes.body({ noteId: copy.id });
  await ann.client.notes.replaceBody({
    noteId: copy.id,
    body: { format: "text", text: "another" },
    baseSeq: seq,
  });
  expect(await textOf(note.id)).toContain("two **tents**");
});

test("a note without title or text is copied too, and a repeated call makes one copy", async () => {
  const note = await ann.client.notes.create({});
  const id = uuidV7();
  expect((await ann.client.notes.duplicate({ noteId: note.id, id })).title).toBe("Untitled (copy)");
  expect((await ann.client.notes.duplicate({ noteId: note.id, id })).id).toBe(id);
  expect(
    (await ann.client.notes.list({})).notes.filter(({ title }) => title === "Untitled (copy)"),
  ).toHaveLength(1);
});

test("the longest title has room for the word", async () => {
  const note = await ann.client.notes.create({ title: "t".repeat(1000) });
  expect((await ann.client.notes.duplicate({ noteId: note.id })).title).toHaveLength(1000);
});

test("a stranger cannot copy a note, and an id that is taken is refused", async () => {
  const note = await ann.client.notes.create({ title: "Mine" });
  await expect(mallory.client.notes.duplicate({ noteId: note.id })).rejects.toEqual(fails("NOT_FOUND"));
  const own = await mallory.client.notes.create({ title: "Other" });
  await expect(mallory.client.notes.duplicate({ noteId: own.id, id: note.id })).rejects.toEqual(
    fails("CONFLICT"),
  );
});
