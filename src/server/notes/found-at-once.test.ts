import { afterAll, beforeAll, expect, test } from "vitest";
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

test("what the API writes into a note that nobody has open is found without waiting for a pause", async () => {
  const note = await ann.client.notes.create({ title: "Elm", body: markdown("Ulmus") });
  const { seq } = await ann.client.notes.body({ noteId: note.id });
  await ann.client.notes.replaceBody({ noteId: note.id, baseSeq: seq, body: markdown("Hackberry") });
  const startedAt = performance.now();
  await expect.poll(() => found("hackberry"), { interval: 5 }).toEqual(["Elm"]);
  // A note being typed in waits a second; on a busy machine deriving takes its time, but no pause is waited for.
  console.info(`found after ${Math.round(performance.now() - startedAt)} ms`);
  expect(await found("ulmus")).toEqual([]);
});
