import { afterAll, beforeAll, expect, test } from "vitest";
import { type SignedInVisitor, startTestApp, type TestApp } from "#testing/test-app.ts";
import { uploadPicture } from "#testing/upload-file.ts";

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

const filesOf = async (person: SignedInVisitor) =>
  (await person.client.files.list({})).files.map(({ id }) => id);

test("undoing that a file was added leaves one that was there before, and takes along one that came for it", async () => {
  const kim = await app.aUser("Kim");
  const undoAdding = async () => {
    const { activities } = await kim.client.activity.list({});
    const entry = activities.find(({ type }) => type === "picture_added")!;
    await kim.client.activity.undo({ activityId: entry.id });
  };
  const fileId = await uploadPicture(kim, "old.png");
  await kim.client.gallery.add({ fileId });
  await undoAdding();
  expect((await kim.client.gallery.list({})).pictures).toEqual([]);
  expect(await filesOf(kim)).toEqual([fileId]);
  await kim.client.gallery.add({ fileId: await uploadPicture(kim, "new.png"), isUpload: true });
  await undoAdding();
  expect(await filesOf(kim)).toEqual([fileId]);
});

test("a file stays that a note names by its whole address", async () => {
  const lou = await app.aUser("Lou");
  const [named, other] = [
    await lou.client.gallery.add({ fileId: await uploadPicture(lou, "named.png") }),
    await lou.client.gallery.add({ fileId: await uploadPicture(lou, "other.png") }),
  ];
  const text = `[Sea](https://cairn.example/files/${named.fileId})`;
  await lou.client.notes.create({ title: "Sea", body: { format: "markdown", text } });
  const removed = await lou.client.gallery.remove({ pictureIds: [named.id, other.id] });
  expect(removed.keptFiles).toEqual([named.fileId]);
});
