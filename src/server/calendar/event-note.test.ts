import { afterAll, beforeAll, expect, test } from "vitest";
import { type SignedInVisitor, startTestApp, type TestApp } from "#testing/test-app.ts";

let app: TestApp;
let ann: SignedInVisitor;
beforeAll(async () => {
  app = await startTestApp();
  ann = await app.aUser("Ann");
});
afterAll(() => app.close());

const anEvent = (given: object = {}) =>
  ann.client.events.create({ title: "Kickoff", date: "2031-01-06", time: "09:00", ...given });
const notesNamed = async (title: string) =>
  (await ann.client.notes.list({ limit: 200 })).notes.filter((note) => note.title === title);

test("the note about an event is made once, with its title and text, and answered from then on", async () => {
  const { id: eventId } = await anEvent();
  const made = await ann.client.events.note({ eventId, title: "First look", text: "# Agenda\n\n- one" });
  expect(made).toMatchObject({ isNew: true, event: { id: eventId, noteId: made.noteId } });
  const { text } = await ann.client.notes.body({ noteId: made.noteId });
  expect(text).toContain("# Agenda");
  const again = await ann.client.events.note({ eventId, title: "Other title", text: "Other text" });
  expect(again).toMatchObject({ isNew: false, noteId: made.noteId });
  expect(await notesNamed("First look")).toHaveLength(1);
  expect(await notesNamed("Other title")).toHaveLength(0);
});

test("of many who ask at once all get the one note", async () => {
  const { id: eventId } = await anEvent();
  const answers = await Promise.all(
    Array.from({ length: 8 }, (_, at) =>
      ann.client.events.note({ eventId, title: "At once", text: `From page ${at}` }),
    ),
  );
  const ids = new Set(answers.map(({ noteId }) => noteId));
  expect(ids.size).toBe(1);
  expect(await notesNamed("At once")).toHaveLength(1);
  expect(await ann.client.events.get({ eventId })).toMatchObject({ noteId: [...ids][0] });
});

test("one that was taken back is made anew, and an instance that is an event of its own has its own", async () => {
  const series = await anEvent({ title: "Weekly", repeat: "FREQ=WEEKLY" });
  const { events } = await ann.client.events.update({
    eventId: series.id,
    instance: "2031-01-13T09:00",
    scope: "this",
    time: "11:00",
  });
  const moved = events.find(({ seriesId }) => seriesId === series.id)!;
  const own = await ann.client.events.note({ eventId: moved.id, title: "Of one", text: "" });
  const ofAll = await ann.client.events.note({ eventId: series.id, title: "Of all", text: "" });
  expect(own.noteId).not.toBe(ofAll.noteId);
  await ann.client.notes.remove({ noteId: ofAll.noteId });
  await ann.client.events.update({ eventId: series.id, noteId: null });
  const anew = await ann.client.events.note({ eventId: series.id, title: "Of all", text: "" });
  expect(anew.isNew).toBe(true);
  expect(anew.noteId).not.toBe(ofAll.noteId);
  expect(await notesNamed("Of all")).toHaveLength(1);
});

test("a stranger has no note of it, nor has anybody of what is no event", async () => {
  const { id: eventId } = await anEvent();
  const bob = await app.aUser("Bob");
  const refused = { code: "NOT_FOUND" };
  await expect(bob.client.events.note({ eventId, title: "Mine", text: "" })).rejects.toMatchObject(refused);
  await ann.client.events.remove({ eventId });
  await expect(ann.client.events.note({ eventId, title: "Gone", text: "" })).rejects.toMatchObject(refused);
});
