import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestApp, type TestApp } from "#testing/test-app.ts";

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

test("a transcript is summed up, and what it says is to be done waits as tasks of its note, once", async () => {
  const { client } = await app.aUser("Ann");
  const { id: noteId } = await client.notes.create({ title: "Roof" });
  const text =
    "The roof leaks.\nHuber will send an offer by 2031-05-02.\nI'll call Ana.\nThe weather was fine.";
  const told = await client.assistant.followUp({ noteId, text });
  expect(told.tasks).toBe(2);
  expect(told.sentences.length).toBeGreaterThan(0);
  for (const sentence of told.sentences) expect(text).toContain(sentence);
  expect((await client.tasks.list({})).tasks).toEqual([]);
  await client.changesets.apply({ id: told.changesetId! });
  expect((await client.tasks.list({})).tasks).toMatchObject([
    { title: "Huber: send an offer by 2031-05-02", dueDate: "2031-05-02", noteIds: [noteId] },
    { title: "Call Ana", dueDate: null, noteIds: [noteId] },
  ]);
  expect(await client.assistant.followUp({ noteId, text })).toMatchObject({ changesetId: null, tasks: 0 });
  expect(await client.assistant.followUp({ noteId, text: "" })).toEqual({
    ...{ sentences: [], changesetId: null, tasks: 0 },
  });
});
