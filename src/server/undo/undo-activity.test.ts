import { afterAll, beforeAll, expect, test } from "vitest";
import { type SignedInVisitor, startTestApp, type TestApp } from "#testing/test-app.ts";

let app: TestApp;
let ann: SignedInVisitor;
beforeAll(async () => {
  app = await startTestApp();
  ann = await app.aUser("Ann");
});
afterAll(() => app.close());

const newest = async (visitor: SignedInVisitor, entityId: string) =>
  (await visitor.client.activity.list({ entityId })).activities[0]!;

test("what was done is taken back from the log, once, and the log tells of that as well", async () => {
  const { notes, folders, activity } = ann.client;
  const undo = async (entityId: string) => activity.undo({ activityId: (await newest(ann, entityId)).id });
  const note = await notes.create({ title: "Undo me" });
  await notes.update({ noteId: note.id, isFavorite: true });
  const favored = await newest(ann, note.id);
  await activity.undo({ activityId: favored.id });
  expect((await notes.get({ noteId: note.id })).isFavorite).toBe(false);
  await expect(activity.undo({ activityId: favored.id })).rejects.toMatchObject({ code: "CONFLICT" });

  await notes.update({ noteId: note.id, title: "Renamed", category: "work" });
  const renamed = await newest(ann, note.id);
  await undo(note.id);
  expect(await notes.get({ noteId: note.id })).toMatchObject({ title: "Undo me", category: "general" });
  // The log goes on telling what was undone, and tells the way back beside it.
  const { activities } = await activity.list({ entityId: note.id });
  expect(activities.find(({ id }) => id === renamed.id)!.metadata["changes"]).toEqual(
    renamed.metadata["changes"],
  );
  expect(activities[0]!.metadata["changes"]).toMatchObject({ title: { from: "Renamed", to: "Undo me" } });
  await notes.remove({ noteId: note.id });
  await undo(note.id);
  expect((await notes.get({ noteId: note.id })).trashedAt).toBeNull();

  const folder = await folders.create({ name: "Box" });
  const inside = await notes.create({ title: "In it", folderId: folder.id });
  await folders.remove({ folderId: folder.id, notes: "moveUp" });
  expect((await notes.get({ noteId: inside.id })).folderId).toBeNull();
  await undo(folder.id);
  expect((await notes.get({ noteId: inside.id })).folderId).toBe(folder.id);
});

test("a change that was changed again since is left as it is", async () => {
  const { notes, activity } = ann.client;
  const note = await notes.create({ title: "First" });
  // After it, a change is an entry of its own and no part of the creation.
  await notes.update({ noteId: note.id, isFavorite: true });
  await notes.update({ noteId: note.id, title: "Second" });
  const entry = await newest(ann, note.id);
  await notes.update({ noteId: note.id, isFavorite: false });
  await notes.update({ noteId: note.id, title: "Third" });
  await expect(activity.undo({ activityId: entry.id })).rejects.toMatchObject({ code: "CONFLICT" });
  expect((await notes.get({ noteId: note.id })).title).toBe("Third");
  const { activities } = await activity.list({ entityId: note.id });
  expect(activities.find(({ id }) => id === entry.id)!.metadata["undoneAt"]).toBeUndefined();
});

test("a folder that was renamed again since keeps its name", async () => {
  const { folders, activity } = ann.client;
  const folder = await folders.create({ name: "A" });
  await folders.update({ folderId: folder.id, name: "B" });
  const entry = await newest(ann, folder.id);
  await app.database.asSuperuser(
    "UPDATE user_activities SET created_at = created_at - interval '31 minutes' WHERE entity_id = $1",
    [folder.id],
  );
  await folders.update({ folderId: folder.id, name: "C" });
  await expect(activity.undo({ activityId: entry.id })).rejects.toMatchObject({ code: "CONFLICT" });
  await activity.undo({ activityId: (await newest(ann, folder.id)).id });
  expect((await folders.list({})).folders.find(({ id }) => id === folder.id)!.name).toBe("B");
});
