import { afterAll, beforeAll, expect, test } from "vitest";
import { openLive } from "#testing/sync-client.ts";
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

const namesIn = async (parentId: string | null) => {
  const { folders } = await ann.client.folders.list({});
  return folders.filter((folder) => folder.parentId === parentId).map(({ name }) => name);
};

test("a folder deleted without its contents lets them move up, and undoing it takes them back", async () => {
  const top = await ann.client.folders.create({ name: "Top" });
  const middle = await ann.client.folders.create({ name: "Middle", parentId: top.id });
  await ann.client.folders.create({ name: "Low", parentId: middle.id });
  const note = await ann.client.notes.create({ title: "In the middle", folderId: middle.id });
  const other = await ann.client.notes.create({ title: "Moved on since", folderId: middle.id });

  const { moved } = await ann.client.folders.remove({ folderId: middle.id, notes: "moveUp" });
  expect((await ann.client.notes.get({ noteId: note.id })).folderId).toBe(top.id);
  expect(await namesIn(top.id)).toEqual(["Low"]);
  await ann.client.notes.update({ noteId: other.id, folderId: null });

  await ann.client.folders.restore({ folderId: middle.id, moved });
  expect((await ann.client.notes.get({ noteId: note.id })).folderId).toBe(middle.id);
  expect((await ann.client.notes.get({ noteId: other.id })).folderId).toBeNull();
  expect(await namesIn(top.id)).toEqual(["Middle"]);
  expect(await namesIn(middle.id)).toEqual(["Low"]);
});

test("restoring a folder takes nothing of others and never puts it into itself", async () => {
  const folder = await mallory.client.folders.create({ name: "Greedy" });
  const note = await ann.client.notes.create({ title: "Ann's" });
  const hers = await ann.client.folders.create({ name: "Ann's" });
  await mallory.client.folders.remove({ folderId: folder.id, notes: "moveUp" });
  const moved = { notes: [note.id], folders: [folder.id, hers.id] };
  expect(await mallory.client.folders.restore({ folderId: folder.id, moved })).toMatchObject({
    parentId: null,
    noteCount: 0,
  });
  expect((await ann.client.notes.get({ noteId: note.id })).folderId).toBeNull();
  expect(await namesIn(null)).toContain("Ann's");
});

test("nothing is moved into a folder that lies in the trash, and what is made for it is made at the top", async () => {
  const { folders, notes } = ann.client;
  const [gone, kept] = [await folders.create({ name: "Gone" }), await folders.create({ name: "Kept" })];
  const note = await notes.create({ title: "Stays outside" });
  await folders.remove({ folderId: gone.id, notes: "trash" });
  const refused = { code: "NOT_FOUND" };
  await expect(notes.update({ noteId: note.id, folderId: gone.id })).rejects.toMatchObject(refused);
  const many = notes.updateMany({ noteIds: [note.id], folderId: gone.id });
  await expect(many).rejects.toMatchObject(refused);
  await expect(folders.update({ folderId: kept.id, parentId: gone.id })).rejects.toMatchObject(refused);
  await expect(folders.create({ name: "Lost", parentId: gone.id })).rejects.toMatchObject(refused);
  expect((await notes.get({ noteId: note.id })).folderId).toBeNull();
  // Written offline, perhaps, while the folder was still there: the words are not refused.
  expect(await notes.create({ title: "Made late", folderId: gone.id })).toMatchObject({ folderId: null });
  const foreign = await mallory.client.folders.create({ name: "Mallory's" });
  await expect(notes.create({ title: "Not there", folderId: foreign.id })).rejects.toMatchObject(refused);
});

test("a folder changes only if it still says what is expected", async () => {
  const { id: folderId } = await ann.client.folders.create({ name: "Trips" });
  await ann.client.folders.update({ folderId, name: "Journeys" });
  const back = { folderId, name: "Trips", onlyIf: { name: "Holidays" } };
  await expect(ann.client.folders.update(back)).rejects.toMatchObject({ code: "CONFLICT" });
  expect(await ann.client.folders.update({ ...back, onlyIf: { name: "Journeys" } })).toMatchObject({
    name: "Trips",
  });
});

test("a folder says which models may read it, other pages hear it, and the log takes it back", async () => {
  const { id: folderId } = await ann.client.folders.create({ name: "Health" });
  const live = openLive(app, ann, ann.userId);
  expect(await live.answer).toBe("accepted");
  expect(await ann.client.folders.update({ folderId, aiAccess: "none" })).toMatchObject({ aiAccess: "none" });
  const heard = () =>
    live.events.some(({ entity, entityId }) => entity === "folder" && entityId === folderId);
  await expect.poll(heard).toBe(true);
  const accessOf = async () =>
    (await ann.client.folders.list({})).folders.find(({ id }) => id === folderId)?.aiAccess;
  const late = ann.client.folders.update({ folderId, aiAccess: "any", onlyIf: { aiAccess: "local" } });
  await expect(late).rejects.toMatchObject({ code: "CONFLICT" });
  expect(await accessOf()).toBe("none");
  const { activities } = await ann.client.activity.list({});
  const entry = activities.find(({ entityId, type }) => entityId === folderId && type === "folder_updated")!;
  expect(entry.metadata["changes"]).toEqual({ aiAccess: { from: "any", to: "none" } });
  await ann.client.activity.undo({ activityId: entry.id });
  expect(await accessOf()).toBe("any");
  const theirs = mallory.client.folders.update({ folderId, aiAccess: "local" });
  await expect(theirs).rejects.toMatchObject({ code: "NOT_FOUND" });
  const wrong = { folderId, aiAccess: "some" } as never;
  await expect(ann.client.folders.update(wrong)).rejects.toMatchObject({ code: "INVALID_INPUT" });
});
