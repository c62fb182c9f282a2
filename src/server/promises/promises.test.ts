import { afterAll, beforeAll, expect, test } from "vitest";
import type { PromiseStatus } from "#contract/promises.ts";
import { uuidV7 } from "#contract/shared/uuid-v7.ts";
import { openNote } from "#testing/sync-client.ts";
import { type SignedInVisitor, startTestApp, type TestApp } from "#testing/test-app.ts";
import { MOST_PROMISES } from "./look.ts";

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

type Person = SignedInVisitor;
const noteOf = async ({ client, userId }: Person, text: string, title = "Talk") => {
  const { id } = await client.notes.create({ title, body: { format: "markdown", text } });
  await app.services.collab.derivation.deriveNow(id, userId);
  return id;
};
const writeAs = async (client: Person["client"], noteId: string, text: string) => {
  const { seq: baseSeq } = await client.notes.body({ noteId });
  await client.notes.replaceBody({ noteId, baseSeq, body: { format: "markdown", text } });
};
const rewrite = async ({ client, userId }: Person, noteId: string, text: string) => {
  await writeAs(client, noteId, text);
  await app.services.collab.derivation.deriveNow(noteId, userId);
};
const ledgerOf = async ({ client }: Person, status: PromiseStatus = "open") => {
  await client.promises.look();
  return (await client.promises.list({ status })).promises;
};
const sentencesOf = async (person: Person, status?: PromiseStatus) =>
  (await ledgerOf(person, status)).map(({ sentence }) => sentence);

test("what people promise in a note in their own words is found with its block, and nothing of code, quotes, checkboxes", async () => {
  const ann = await app.aUser("Ann");
  const text = [
    "I'll send Tom the plan by 12 March 2031.",
    "",
    "Ana owes me 20 euros. Call `I'll send Eva the plan tomorrow.`",
    "",
    "> I'll send Bob the plan tomorrow.",
    "",
    "```",
    "I'll send Cleo the plan tomorrow.",
    "```",
    "",
    "- [ ] I'll send Dora the plan tomorrow.",
  ].join("\n");
  const noteId = await noteOf(ann, text, "Meeting");
  const [first, second, ...none] = await ledgerOf(ann);
  expect(none).toEqual([]);
  expect(first).toMatchObject({
    noteId,
    noteTitle: "Meeting",
    sentence: "I'll send Tom the plan by 12 March 2031.",
    ...{ from: null, to: "Tom", isToMe: false, due: "2031-03-12", status: "open", decision: "open" },
    what: "Send Tom the plan by 12 March 2031",
    taskId: null,
  });
  expect(first!.blockId).toMatch(/^[\w-]+$/);
  expect(second).toMatchObject({ from: "Ana", isToMe: true, due: null, sentence: "Ana owes me 20 euros." });
  expect(second!.blockId).not.toBe(first!.blockId);
});

test("a sentence that stands twice in a note, once with other capitals, is one promise and keeps no other note from being read", async () => {
  const ann = await app.aUser("Ann");
  const text = "I'll send Tom the plan by 12 March 2031.";
  await noteOf(ann, `${text}\n\n${text.replace("plan", "PLAN")}`);
  expect(await ann.client.promises.look()).toEqual({ left: 0, isFull: false });
  expect(await sentencesOf(ann)).toEqual([text]);
});

test("a promise is late after its day, kept when somebody says so or its task is done, and dropped", async () => {
  const ann = await app.aUser("Ann");
  await noteOf(
    ann,
    "I'll send Tom the plan by 12 March 2020.\n\nI'll pay Eva on 1 May 2031.\n\nI'll call Kim on 2 May 2031.",
  );
  const [late] = await ledgerOf(ann, "late");
  expect(late).toMatchObject({ to: "Tom", status: "late" });
  const [pay, call] = await ledgerOf(ann);
  const decide = (promiseId: string, decision: "kept" | "dropped" | "open") =>
    ann.client.promises.decide({ promiseId, decision });
  expect(await decide(call!.id, "dropped")).toMatchObject({ status: "dropped" });
  expect(await decide(late!.id, "kept")).toMatchObject({ status: "kept" });

  const taskId = uuidV7();
  const made = await ann.client.promises.makeTask({ promiseId: pay!.id, taskId });
  expect(made).toMatchObject({ taskId, status: "open" });
  // Repeated, it makes no other.
  expect(await ann.client.promises.makeTask({ promiseId: pay!.id })).toEqual(made);
  const task = await ann.client.tasks.get({ taskId });
  expect(task).toMatchObject({
    title: "Pay Eva on 1 May 2031",
    dueDate: "2031-05-01",
    noteIds: [pay!.noteId],
  });
  await ann.client.tasks.update({ taskId, status: "done" });
  const { counts } = await ann.client.promises.list({ status: "kept" });
  expect(counts).toEqual({ open: 0, late: 0, kept: 2, dropped: 1 });
  // Its day is that of the task.
  await ann.client.tasks.update({ taskId, status: "todo", dueDate: "2020-01-01" });
  expect(await sentencesOf(ann, "late")).toEqual(["I'll pay Eva on 1 May 2031."]);
  await ann.client.tasks.remove({ taskId });
  expect((await ledgerOf(ann)).map((each) => each.taskId)).toEqual([null]);
  await expect(decide(uuidV7(), "kept")).rejects.toMatchObject({ code: "NOT_FOUND" });
});

test("what is dismissed stays away when the note is written anew; what is no longer said goes, unless it was decided", async () => {
  const ann = await app.aUser("Ann");
  const [no, kept, plain] = [
    "I'll call Tom on 1 May 2031.",
    "I'll call Eva on 2 May 2031.",
    "I'll call Kim on 3 May 2031.",
  ];
  const noteId = await noteOf(ann, [no, kept, plain].join("\n\n"));
  const [first, second] = await ledgerOf(ann);
  expect(await ann.client.promises.decide({ promiseId: first!.id, decision: "dismissed" })).toMatchObject({
    status: null,
  });
  await ann.client.promises.decide({ promiseId: second!.id, decision: "kept" });
  await rewrite(ann, noteId, `A new first line.\n\n${no}\n\nAna owes me a book.`);
  expect(await sentencesOf(ann)).toEqual(["Ana owes me a book."]);
  expect(await sentencesOf(ann, "kept")).toEqual([kept]);
  await rewrite(ann, noteId, "Nothing.");
  await rewrite(ann, noteId, `${no}\n\n${plain}`);
  expect(await sentencesOf(ann)).toEqual([plain]);
  await ann.client.promises.decide({ promiseId: first!.id, decision: "open" });
  expect(await sentencesOf(ann)).toEqual([no, plain]);
  await ann.client.notes.remove({ noteId });
  expect(await sentencesOf(ann)).toEqual([]);
});

test("the day of a promise is reckoned from the day its words were written, and stays", async () => {
  const ann = await app.aUser("Ann");
  const noteId = await noteOf(ann, "I'll call Tom tomorrow.");
  await app.database.asSuperuser("UPDATE word_days SET day = '2026-02-03' WHERE note_id = $1", [noteId]);
  expect((await ledgerOf(ann, "late")).map(({ due }) => due)).toEqual(["2026-02-04"]);
  await rewrite(ann, noteId, "I'll call Tom tomorrow.\n\nAnd more.");
  expect((await ledgerOf(ann, "late")).map(({ due }) => due)).toEqual(["2026-02-04"]);
});

test("nobody else sees them, a guest of the note neither, and a guest's own words are nobody's promise", async () => {
  const [ann, bea] = [await app.aUser("Ann"), await app.aUser("Bea")];
  const noteId = await noteOf(ann, "I'll call Tom on 1 May 2031.");
  const { shareId } = await ann.client.sharing.shareNote({ noteId, email: bea.email, role: "editor" });
  await bea.client.sharing.accept({ shareId });
  const [mine] = await ledgerOf(ann);
  expect(await ledgerOf(bea)).toEqual([]);
  const promiseId = mine!.id;
  await expect(bea.client.promises.decide({ promiseId, decision: "kept" })).rejects.toMatchObject({
    code: "NOT_FOUND",
  });
  await expect(bea.client.promises.makeTask({ promiseId })).rejects.toMatchObject({ code: "NOT_FOUND" });
  await writeAs(bea.client, noteId, "I'll pay Kim on 2 May 2031.\n\nTom will call Eva on 3 May 2031.");
  await app.services.collab.derivation.deriveNow(noteId, ann.userId);
  expect(await ledgerOf(bea)).toEqual([]);
  expect(await sentencesOf(ann)).toEqual(["Tom will call Eva on 3 May 2031."]);
  const made = await app.database.asSuperuser("SELECT 1 FROM promises WHERE user_id = $1", [bea.userId]);
  expect(made).toEqual([]);
});

test("an account has so many and no more, and is told", async () => {
  const ann = await app.aUser("Ann");
  const noteId = await noteOf(ann, "I'll call Tom on 1 May 2031.");
  await app.database.asSuperuser(
    `INSERT INTO promises (id, user_id, note_id, hash, sentence, what) SELECT gen_random_uuid(), $1, $2, 'h' || n, 's', 'w' FROM generate_series(1, $3::int) n`,
    [ann.userId, noteId, MOST_PROMISES],
  );
  await app.database.asSuperuser("UPDATE promises SET decision = 'kept' WHERE user_id = $1", [ann.userId]);
  expect(await ann.client.promises.look()).toEqual({ left: 0, isFull: true });
  const { counts } = await ann.client.promises.list({ status: "open" });
  expect(counts).toEqual({ open: 0, late: 0, kept: MOST_PROMISES, dropped: 0 });
});

test("two looks at once keep each sentence once", async () => {
  const ann = await app.aUser("Ann");
  await noteOf(ann, "I'll call Tom on 1 May 2031.\n\nI'll call Tom on 1 May 2031.");
  await Promise.all([ann.client.promises.look(), ann.client.promises.look()]);
  expect(await sentencesOf(ann)).toEqual(["I'll call Tom on 1 May 2031."]);
});

test("a promise that was typed seconds ago, whose words are counted later, was made today", async () => {
  const ann = await app.aUser("Ann");
  const noteId = await noteOf(ann, "Met Tom at the kiln.");
  await app.database.asSuperuser("UPDATE word_days SET day = '2026-01-05' WHERE note_id = $1", [noteId]);
  const page = openNote(app, ann, noteId);
  await page.synced;
  const isDerived = "SELECT derived_seq = doc_seq AS derived FROM notes_v2 WHERE id = $1";
  for (const line of ["He was late.", "I'll call Tom tomorrow."]) {
    page.write(line);
    await page.saved();
    await expect.poll(() => app.database.asSuperuser(isDerived, [noteId])).toEqual([{ derived: true }]);
  }
  await expect.poll(() => sentencesOf(ann)).toEqual(["I'll call Tom tomorrow."]);
  const [promised] = await ledgerOf(ann);
  expect(Date.parse(promised!.due!)).toBeGreaterThan(Date.now());
  page.close();
});
