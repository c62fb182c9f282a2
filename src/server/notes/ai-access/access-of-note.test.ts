import { afterAll, beforeAll, expect, test } from "vitest";
import { type SignedInVisitor, startTestApp, type TestApp } from "#testing/test-app.ts";

let app: TestApp;
let ann: SignedInVisitor;
beforeAll(async () => {
  app = await startTestApp();
  ann = await app.aUser("Ann");
});
afterAll(() => app.close());

test("a note tells which models may read it and the nearest reason that is as strict", async () => {
  const { folders, notes, tags } = ann.client;
  const top = await folders.create({ name: "Health" });
  const below = await folders.create({ name: "Tests", parentId: top.id });
  const { id: noteId } = await notes.create({ title: "Blood", folderId: below.id, tags: ["Lab"] });
  const access = () => notes.aiAccess({ noteId });
  expect(await access()).toEqual({ aiAccess: "any", by: null });
  await folders.update({ folderId: top.id, aiAccess: "local" });
  const byTop = { kind: "folder", folderId: top.id, name: "Health" };
  expect(await access()).toEqual({ aiAccess: "local", by: byTop });
  await folders.update({ folderId: below.id, aiAccess: "local" });
  expect(await access()).toMatchObject({ aiAccess: "local", by: { name: "Tests" } });
  await tags.setAiAccess({ name: "lab", aiAccess: "none" });
  expect(await access()).toEqual({ aiAccess: "none", by: { kind: "tag", name: "Lab" } });
  await folders.update({ folderId: top.id, aiAccess: "none" });
  expect(await access()).toEqual({ aiAccess: "none", by: byTop });
  await notes.remove({ noteId });
  expect(await access()).toEqual({ aiAccess: "none", by: { kind: "trash" } });
});

test("a stranger is told nothing of it", async () => {
  const eve = await app.aUser("Eve");
  const { id: noteId } = await ann.client.notes.create({ title: "Hers" });
  await expect(eve.client.notes.aiAccess({ noteId })).rejects.toMatchObject({ code: "NOT_FOUND" });
  await expect(ann.client.notes.aiAccess({ noteId: "x" } as never)).rejects.toMatchObject({
    code: "INVALID_INPUT",
  });
});
