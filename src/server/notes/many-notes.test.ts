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

const fails = (code: string) => expect.objectContaining({ code });
const make = async (title: string, tags: string[] = [], person = ann) =>
  (await person.client.notes.create({ title, tags })).id;
const tagsOf = async (noteId: string) => (await ann.client.notes.get({ noteId })).tags;

test("many notes are moved, tagged, marked and deleted at once, and put back as they were", async () => {
  const { notes, folders } = ann.client;
  const folder = await folders.create({ name: "Box" });
  const ids = [await make("One", ["a"]), await make("Two", ["b", "c"])];
  const bob = await app.aUser("Bob");
  const foreign = await make("Bob's", [], bob);
  const { before } = await notes.updateMany({
    noteIds: [...ids, foreign, uuidV7()],
    folderId: folder.id,
    addTags: ["c", "d"],
    removeTags: ["b"],
    isFavorite: true,
  });
  expect(before).toHaveLength(2);
  const all = await Promise.all(ids.map((noteId) => notes.get({ noteId })));
  expect(all).toMatchObject([
    { folderId: folder.id, tags: ["a", "c", "d"], isFavorite: true },
    { folderId: folder.id, tags: ["c", "d"], isFavorite: true },
  ]);
  const deleted = await notes.updateMany({ noteIds: ids, isTrashed: true });
  expect((await notes.get({ noteId: ids[0]! })).trashedAt).not.toBeNull();
  expect(await notes.putBack(deleted)).toEqual({ notes: 2 });
  expect((await notes.get({ noteId: ids[0]! })).trashedAt).toBeNull();
  await notes.putBack({ before });
  expect(await Promise.all(ids.map((noteId) => notes.get({ noteId })))).toMatchObject([
    { folderId: null, tags: ["a"], isFavorite: false },
    { folderId: null, tags: ["b", "c"], isFavorite: false },
  ]);
  expect((await bob.client.notes.get({ noteId: foreign })).tags).toEqual([]);
  const { activities } = await ann.client.activity.list({ types: ["note_deleted"] });
  expect(activities[0]?.title).toBe("Deleted 2 notes");
});

test("moving a note, starring it and undoing either leave the time of its last change alone", async () => {
  const { notes, folders } = ann.client;
  const folder = await folders.create({ name: "Elsewhere" });
  const noteId = await make("Stays put");
  const { updatedAt } = await notes.get({ noteId });
  await notes.update({ noteId, folderId: folder.id, isFavorite: true });
  const moved = { folderId: null, isFavorite: false };
  const { before } = await notes.updateMany({ noteIds: [noteId], ...moved });
  await notes.putBack({ before, undone: moved });
  expect(await notes.get({ noteId })).toMatchObject({ folderId: folder.id, isFavorite: true, updatedAt });
  await notes.updateMany({ noteIds: [noteId], addTags: ["new"] });
  expect((await notes.get({ noteId })).updatedAt).not.toBe(updatedAt);
});

test("nobody moves notes into a stranger's folder, changes a stranger's notes or puts them back", async () => {
  const bob = await app.aUser("Bob");
  const folder = await bob.client.folders.create({ name: "His" });
  const mine = await make("Mine");
  await expect(ann.client.notes.updateMany({ noteIds: [mine], folderId: folder.id })).rejects.toEqual(
    fails("NOT_FOUND"),
  );
  expect(await bob.client.notes.updateMany({ noteIds: [mine], isTrashed: true })).toEqual({ before: [] });
  const placement = { noteId: mine, folderId: folder.id, tags: ["x"], isFavorite: true, isTrashed: true };
  expect(await bob.client.notes.putBack({ before: [placement] })).toEqual({ notes: 0 });
  await ann.client.notes.putBack({ before: [{ ...placement, isTrashed: false }] });
  expect((await ann.client.notes.get({ noteId: mine })).folderId).toBeNull();
  await expect(ann.client.notes.updateMany({ noteIds: [] })).rejects.toEqual(fails("INVALID_INPUT"));
});

test("every change of many reaches other pages, one event a note", async () => {
  const ids = [await make("A"), await make("B"), await make("C")];
  const { seq } = await ann.client.live.since({ seq: 0 });
  await ann.client.notes.updateMany({ noteIds: ids, isFavorite: true });
  const { events } = await ann.client.live.since({ seq });
  const told = events.filter(({ entity }) => entity === "note");
  expect(told.map(({ entityId }) => entityId).sort()).toEqual(ids.sort());
  expect(new Set(told.map((event) => event.seq)).size).toBe(3);
});

test("tags are counted, renamed, merged and removed in every note", async () => {
  const eve = await app.aUser("Eve");
  const { tags, notes } = eve.client;
  const one = await make("One", ["trip", "alps"], eve);
  const two = await make("Two", ["Trip", "trip"], eve);
  await make("Three", ["alps"], eve);
  expect((await tags.list({})).tags).toEqual([
    { name: "alps", aiAccess: "any", noteCount: 2 },
    { name: "Trip", aiAccess: "any", noteCount: 1 },
    { name: "trip", aiAccess: "any", noteCount: 2 },
  ]);
  expect(await tags.rename({ from: "trip", to: "journey" })).toMatchObject({ notes: 2, lost: [] });
  const merged = await tags.rename({ from: "Trip", to: "journey" });
  expect(merged).toEqual({ notes: 1, renamed: [], lost: [two] });
  expect((await notes.get({ noteId: two })).tags).toEqual(["journey"]);
  expect((await notes.get({ noteId: one })).tags).toEqual(["journey", "alps"]);
  const removed = await tags.remove({ name: "alps" });
  expect(removed).toMatchObject({ notes: 2, renamed: [] });
  expect((await tags.list({})).tags).toEqual([{ name: "journey", aiAccess: "any", noteCount: 2 }]);
  expect(await tags.rename({ from: "nobody's", to: "x" })).toEqual({ notes: 0, renamed: [], lost: [] });
  // Taken back one after the other, every note is tagged as it was.
  await tags.putBack({ from: "alps", renamed: removed.renamed, lost: removed.lost });
  await tags.putBack({ from: "Trip", to: "journey", renamed: merged.renamed, lost: merged.lost });
  expect((await notes.get({ noteId: two })).tags).toEqual(["journey", "Trip"]);
  const renamed = await tags.rename({ from: "journey", to: "way" });
  // What was tagged otherwise meanwhile stays so, and whoever else names the notes changes nothing.
  await notes.update({ noteId: one, tags: ["new"] });
  const again = { from: "journey", to: "way", renamed: renamed.renamed, lost: renamed.lost };
  expect(await ann.client.tags.putBack(again)).toEqual({ notes: 0 });
  expect(await tags.putBack(again)).toEqual({ notes: 1 });
  expect((await notes.get({ noteId: one })).tags).toEqual(["new"]);
  expect((await notes.get({ noteId: two })).tags).toEqual(["journey", "Trip"]);
  await expect(tags.putBack({ ...again, from: " " })).rejects.toMatchObject({ code: "INVALID_INPUT" });
  // Another person's tags of the same name stay.
  const mine = await make("Mine", ["journey"]);
  await tags.remove({ name: "journey" });
  expect(await tagsOf(mine)).toEqual(["journey"]);
});

test("undoing a change of many puts back what it changed, and leaves what was changed again since", async () => {
  const { notes, folders } = ann.client;
  const [box, shelf] = [await folders.create({ name: "Box" }), await folders.create({ name: "Shelf" })];
  const ids = [await make("Stays", ["a"]), await make("Moved on", ["a"])];
  const [stays, movedOn] = ids as [string, string];
  const undone = { folderId: box.id, addTags: ["b"], removeTags: ["a"] };
  const { before } = await notes.updateMany({ noteIds: ids, ...undone });
  await notes.update({ noteId: stays, tags: ["b", "mine"], isFavorite: true });
  await notes.update({ noteId: movedOn, folderId: shelf.id });
  expect(await notes.putBack({ before, undone })).toEqual({ notes: 1 });
  expect(await notes.get({ noteId: stays })).toMatchObject({
    folderId: null,
    tags: ["mine", "a"],
    isFavorite: true,
  });
  expect(await notes.get({ noteId: movedOn })).toMatchObject({ folderId: shelf.id, tags: ["b"] });
});
