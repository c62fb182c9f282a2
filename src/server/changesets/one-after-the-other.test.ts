import type { JSONContent } from "@tiptap/core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { uuidV7 } from "#contract/shared/uuid-v7.ts";
import { type SignedInVisitor, startTestApp, type TestApp } from "#testing/test-app.ts";

let app: TestApp;
let ann: SignedInVisitor;
beforeAll(async () => {
  app = await startTestApp();
  ann = await app.aUser("Ann");
});
afterAll(() => app.close());

const TEXT = "The roof leaks.\n\nBen has slate.\n";

async function aNote() {
  const { id } = await ann.client.notes.create({
    title: "Roof",
    body: { format: "markdown", text: TEXT },
  });
  return id;
}

const bodyOf = (noteId: string) => ann.client.notes.body({ noteId, format: "markdown" });

async function write(noteId: string, change: (text: string) => string) {
  const { text, seq } = await bodyOf(noteId);
  await ann.client.notes.replaceBody({
    noteId,
    body: { format: "markdown", text: change(text) },
    baseSeq: seq,
  });
}

/** A program that reads, thinks, and proposes what it makes of what it read. */
async function propose(
  noteId: string,
  change: (text: string) => string,
  meanwhile: () => Promise<unknown> = async () => {},
) {
  const { text, seq } = await bodyOf(noteId);
  await meanwhile();
  const id = uuidV7();
  const notes = [{ noteId, text: change(text), baseSeq: seq }];
  await ann.client.changesets.propose({ id, title: "Tidy up", notes });
  return id;
}

const apply = (id: string) => ann.client.changesets.apply({ id });
const undo = (id: string) => ann.client.changesets.undo({ id });

test("what a person writes while a program thinks is no part of what that proposes", async () => {
  const noteId = await aNote();
  const id = await propose(
    noteId,
    (text) => text.replace("slate", "tiles"),
    () => write(noteId, (text) => `As I said: ${text}\nAsk Cleo.\n`),
  );
  const { notes } = await ann.client.changesets.get({ id });
  expect(notes[0]!.parts.map(({ before, after }) => [before, after])).toEqual([
    ["Ben has slate.\n", "Ben has tiles.\n"],
  ]);
  await apply(id);
  expect((await bodyOf(noteId)).text).toBe("As I said: The roof leaks.\n\nBen has tiles.\n\nAsk Cleo.\n");
});

test("what the text was merged over since it was read has to be read again", async () => {
  const noteId = await aNote();
  await write(noteId, (text) => `${text}\nAsk Cleo.\n`);
  const read = propose(
    noteId,
    (text) => text.replace("slate", "tiles"),
    async () => {
      await write(noteId, (text) => `${text}\nAsk Dan.\n`);
      await app.services.collab.compact(noteId, ann.userId);
    },
  );
  await expect(read).rejects.toMatchObject({ code: "CONFLICT" });
});

test("what was undone while a later change had taken it out doesn't come back with that", async () => {
  const noteId = await aNote();
  const first = await propose(noteId, (text) =>
    text.replace("leaks.", "leaks badly.").concat("\nA storm is coming.\n"),
  );
  await apply(first);
  const second = await propose(noteId, (text) =>
    text.replace("leaks badly.", "leaks.").replace("\n\nA storm is coming.\n", "\n"),
  );
  await apply(second);
  expect((await bodyOf(noteId)).text).toBe(TEXT);
  await undo(first);
  await undo(second);
  expect((await bodyOf(noteId)).text).toBe(TEXT);
});

test("a word of a person that one change took out and a later one put in again stays when both are undone", async () => {
  const noteId = await aNote();
  const first = await propose(noteId, (text) => text.replace("The roof leaks.", "The roof."));
  await apply(first);
  const second = await propose(noteId, (text) => text.replace("The roof.", "The roof leaks."));
  await apply(second);
  await undo(first);
  await undo(second);
  expect((await bodyOf(noteId)).text).toBe(TEXT);
});

test("a change that was undone below a later one is no part of that any more, whose words are still the program's", async () => {
  const noteId = await aNote();
  const first = await propose(noteId, (text) => text.replace("leaks", "leaks badly"));
  await apply(first);
  const second = await propose(noteId, (text) => text.replace("The roof", "The old roof"));
  await apply(second);
  await undo(first);
  expect((await ann.client.changesets.get({ id: second })).notes[0]!.parts).toMatchObject([
    { before: "The roof leaks.\n", after: "The old roof leaks.\n", state: "applied" },
  ]);
  await undo(second);
  expect((await bodyOf(noteId)).text).toBe(TEXT);
  await ann.client.changesets.apply({ id: second, notes: [{ noteId, parts: [0] }] });
  const { text } = await ann.client.notes.body({ noteId, format: "json" });
  expect((JSON.parse(text) as JSONContent).content![0]!.content).toMatchObject([
    { text: "The " },
    { text: "old ", marks: [{ type: "origin", attrs: { from: "API" } }] },
    { text: "roof leaks." },
  ]);
});
