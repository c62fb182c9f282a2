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

test("a copy is found like its original", async () => {
  const note = await ann.client.notes.create({ title: "Birch", body: markdown("Betula\n\n- [ ] Prune") });
  const copy = await ann.client.notes.duplicate({ noteId: note.id });
  expect((await found("betula")).toSorted()).toEqual(["Birch", "Birch (copy)"]);
  expect((await ann.client.tasks.list({ noteId: copy.id })).tasks).toHaveLength(1);
});

test("what the API writes into a note that nobody has open waits for no pause", async () => {
  const [open, closed] = await Promise.all([
    ann.client.notes.create({ title: "Open", body: markdown("Ulmus") }),
    ann.client.notes.create({ title: "Closed", body: markdown("Ulmus") }),
  ]);
  const page = openNote(app, ann, open.id);
  await page.synced;
  const write = async (noteId: string, text: string) => {
    const { seq } = await ann.client.notes.body({ noteId });
    await ann.client.notes.replaceBody({ noteId, baseSeq: seq, body: markdown(text) });
  };
  // The worker runs when it counts.
  await write(closed.id, "Warm");
  await expect.poll(() => found("warm"), { interval: 5 }).toEqual(["Closed"]);
  await expect.poll(async () => (await due()).length).toBe(0);
  await write(open.id, "Hackberry");
  await write(closed.id, "Hackberry");
  // In the open one more is to be expected, so it waits a second.
  await expect.poll(() => found("hackberry"), { interval: 5 }).not.toEqual([]);
  expect(await found("hackberry")).toEqual(["Closed"]);
  page.close();
  await expect.poll(async () => (await found("hackberry")).toSorted()).toEqual(["Closed", "Open"]);
  expect(await found("warm")).toEqual([]);
});

const due = () => app.database.asSuperuser("SELECT id FROM notes_v2 WHERE derived_seq < doc_seq");

test("a note that cannot be derived keeps no other from it, and is tried again", async () => {
  const { bodies, derivation } = app.services.collab;
  const notes = [];
  for (const title of ["One", "Two", "Three", "Four"])
    notes.push(await ann.client.notes.create({ title, body: markdown("Sorbus") }));
  await app.database.asSuperuser("UPDATE notes_v2 SET derived_seq = 0, text = '' WHERE text = 'Sorbus'");
  // The first is derived alone, the others together; one of these breaks.
  const { derive } = bodies;
  let calls = 0;
  vi.spyOn(bodies, "derive").mockImplementation((...given) =>
    ++calls === 3 ? Promise.reject(new Error("planted")) : derive(...given),
  );
  for (const { id } of notes) derivation.schedule(id, ann.userId, { isOpen: false });
  await expect.poll(async () => (await due()).length).toBe(1);
  expect(calls).toBe(4);
  expect(await found("sorbus")).toHaveLength(3);
  const [left] = (await due()) as { id: string }[];
  derivation.schedule(left!.id, ann.userId, { isOpen: false });
  await expect.poll(() => found("sorbus")).toHaveLength(4);
  vi.restoreAllMocks();
});
