import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { openNote } from "#testing/sync-client.ts";
import { type SignedInVisitor, startTestApp, type TestApp } from "#testing/test-app.ts";

let app: TestApp;
let ann: SignedInVisitor;
beforeAll(async () => {
  app = await startTestApp();
  ann = await app.aUser("Ann");
});
afterAll(() => app.close());

const found = async (query: string) =>
  (await ann.client.notes.search({ query })).hits.map(({ note }) => note.title);
const markdown = (text: string) => ({ format: "markdown", text }) as const;

test("a note is found by all it says in the answer after its creation, and so are its tasks and links", async () => {
  const target = await ann.client.notes.create({ title: "Larch" });
  const note = await ann.client.notes.create({
    title: "Grove",
    tags: ["forest"],
    body: markdown(
      "# Trees\n\nA tall sequoia beside [[Larch]].\n\n- [ ] Plant a rowan on 24.12.2099\n- [x] Dig",
    ),
  });
  expect(note).toMatchObject({ wordCount: 12, excerpt: expect.stringContaining("sequoia") });
  expect(await found("sequoia")).toEqual(["Grove"]);
  expect(await found("equoi")).toEqual(["Grove"]);
  expect(await found("seqouia")).toEqual(["Grove"]);
  expect(await found("tag:forest")).toEqual(["Grove"]);
  const { tasks } = await ann.client.tasks.list({ noteId: note.id });
  expect(tasks.map(({ title, completed, dueDate }) => [title, completed, dueDate])).toEqual([
    ["Plant a rowan on 24.12.2099", false, "2099-12-24"],
    ["Dig", true, null],
  ]);
  const { linked } = await ann.client.notes.backlinks({ noteId: target.id });
  expect(linked.map((link) => link.note.title)).toEqual(["Grove"]);
});

test("the words of a note are counted in the answer after its creation, and those of a copy are nobody's", async () => {
  const note = await ann.client.notes.create({ title: "Alder", body: markdown("Four words of hers") });
  const copy = await ann.client.notes.duplicate({ noteId: note.id });
  const counted = await app.database.asSuperuser(
    `SELECT n.id, n.words_seq = n.doc_seq AS is_done, d.added, d.removed FROM notes_v2 n
     LEFT JOIN word_days d ON d.note_id = n.id AND d.user_id = n.user_id WHERE n.id = ANY ($1) ORDER BY n.id`,
    [[note.id, copy.id]],
  );
  expect(counted).toEqual([
    { id: note.id, is_done: true, added: 4, removed: 0 },
    { id: copy.id, is_done: true, added: null, removed: null },
  ]);
});

test("a copy is found like its original", async () => {
  const note = await ann.client.notes.create({ title: "Birch", body: markdown("Betula\n\n- [ ] Prune") });
  const copy = await ann.client.notes.duplicate({ noteId: note.id });
  expect((await found("betula")).toSorted()).toEqual(["Birch", "Birch (copy)"]);
  expect((await ann.client.tasks.list({ noteId: copy.id })).tasks).toHaveLength(1);
});

test("what the API writes into a note that nobody has open waits for no pause", async () => {
  const open = await ann.client.notes.create({ title: "Open", body: markdown("Ulmus") });
  const closed = await ann.client.notes.create({ title: "Closed", body: markdown("Ulmus") });
  const page = openNote(app, ann, open.id);
  await page.synced;
  // In the open one more is to be expected, so it waits a second and is derived after the other.
  for (const { id: noteId } of [open, closed]) {
    const { seq } = await ann.client.notes.body({ noteId });
    await ann.client.notes.replaceBody({ noteId, baseSeq: seq, body: markdown("Hackberry") });
  }
  await expect.poll(async () => (await found("hackberry")).toSorted()).toEqual(["Closed", "Open"]);
  page.close();
  expect(await found("ulmus")).toEqual([]);
  const told = await app.database.asSuperuser<{ id: string }>(
    "SELECT entity_id AS id FROM live_events WHERE entity = 'note' AND operation = 'write' AND entity_id = ANY ($1) ORDER BY seq",
    [[open.id, closed.id]],
  );
  expect(told.map(({ id }) => id)).toEqual([closed.id, open.id]);
});

test("a note that cannot be derived keeps no other from it, and is tried again", async () => {
  const { bodies, derivation } = app.services.collab;
  const ids: string[] = [];
  for (const tree of ["Rowan", "Whitebeam", "Medlar", "Quince"])
    ids.push((await ann.client.notes.create({ title: tree, body: markdown(`Pome ${tree}`) })).id);
  await app.database.asSuperuser("UPDATE notes_v2 SET derived_seq = 0, text = '' WHERE id = ANY ($1)", [ids]);
  const { derive } = bodies;
  const isMedlar = (parts: Uint8Array[]) => Buffer.concat(parts).includes("Pome Medlar");
  vi.spyOn(bodies, "derive").mockImplementation((parts, changes, known) =>
    isMedlar([...parts, ...changes.map(({ payload }) => payload)])
      ? Promise.reject(new Error("planted"))
      : derive(parts, changes, known),
  );
  const deriveAll = () => ids.forEach((id) => derivation.schedule(id, ann.userId, { isOpen: false }));
  // The first is derived alone, the others together.
  deriveAll();
  await expect.poll(async () => (await found("pome")).toSorted()).toEqual(["Quince", "Rowan", "Whitebeam"]);
  vi.restoreAllMocks();
  deriveAll();
  await expect.poll(() => found("pome")).toHaveLength(4);
});
