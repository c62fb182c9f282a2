import { uuidV7 } from "#contract/shared/uuid-v7.ts";
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

test("a file stays that a template, a comment, a task or an event names, when its picture goes and when files are cleaned up", async () => {
  const max = await app.aUser("Max");
  const pictures: { id: string; fileId: string }[] = [];
  for (const name of ["template", "comment", "task", "event", "nothing"])
    pictures.push(await max.client.gallery.add({ fileId: await uploadPicture(max, `${name}.png`) }));
  const [template, comment, task, event] = pictures.map(({ fileId }) => `![](/files/${fileId})`);
  await max.client.templates.save({ id: uuidV7(), name: "Letter", text: template! });
  const note = await max.client.notes.create({ title: "Sea", body: { format: "text", text: "Sea" } });
  const words = { threadId: uuidV7(), commentId: uuidV7(), quote: "Sea", text: comment! };
  await max.client.comments.begin({ noteId: note.id, ...words });
  await max.client.tasks.create({ title: "Paint", description: task! });
  await max.client.events.create({ title: "Show", date: "2026-12-01", description: event! });
  const kept = pictures.slice(0, 4).map(({ fileId }) => fileId);
  const removed = await max.client.gallery.remove({ pictureIds: pictures.map(({ id }) => id) });
  expect(removed.keptFiles.toSorted()).toEqual(kept.toSorted());
  await app.database.asSuperuser("UPDATE files SET created_at = now() - interval '2 hours'");
  await max.client.files.cleanUp({});
  expect((await filesOf(max)).toSorted()).toEqual(kept.toSorted());
});

test("a change that is taken back leaves what came since", async () => {
  const pat = await app.aUser("Pat");
  const { id: pictureId } = await pat.client.gallery.add({ fileId: await uploadPicture(pat, "sea.png") });
  await pat.client.gallery.update({ pictureId, title: "Lake", tags: ["blue"] });
  const back = { pictureId, title: "Sea", onlyIf: { title: "Pond" } };
  await expect(pat.client.gallery.update(back)).rejects.toMatchObject({ code: "CONFLICT" });
  expect(await pat.client.gallery.get({ pictureId })).toMatchObject({ title: "Lake" });
  const still = { ...back, onlyIf: { title: "Lake", tags: ["blue"] } };
  expect(await pat.client.gallery.update(still)).toMatchObject({ title: "Sea", tags: ["blue"] });
});
