import { afterAll, beforeAll, expect, test } from "vitest";
import { imported } from "#testing/import-files.ts";
import { type SignedInVisitor, startTestApp, type TestApp } from "#testing/test-app.ts";

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

async function exportOf(person: SignedInVisitor) {
  await person.client.security.reauthenticate({ password: person.password });
  const { url } = await person.client.security.prepareExport({});
  return { path: "export.zip", bytes: Buffer.from(await (await person.request(url)).arrayBuffer()) };
}
const accessOf = async ({ client }: SignedInVisitor) => ({
  folders: Object.fromEntries(
    (await client.folders.list({})).folders.map(({ name, aiAccess }) => [name, aiAccess]),
  ),
  tags: Object.fromEntries((await client.tags.list({})).tags.map(({ name, aiAccess }) => [name, aiAccess])),
});

test("an export of ours brings AI access along; what is stricter here already stays so, and the import is undone with it", async () => {
  const [ann, bob] = [await app.aUser("Ann"), await app.aUser("Bob")];
  const work = await ann.client.folders.create({ name: "Work" });
  await ann.client.folders.update({ folderId: work.id, aiAccess: "local" });
  const gone = await ann.client.folders.create({ name: "Gone" });
  await ann.client.folders.update({ folderId: gone.id, aiAccess: "none" });
  await ann.client.folders.create({ name: "Open" });
  await ann.client.notes.create({ title: "One", tags: ["Health", "money", "fun"], folderId: work.id });
  await ann.client.tags.setAiAccess({ name: "Health", aiAccess: "none" });
  await ann.client.tags.setAiAccess({ name: "money", aiAccess: "local" });
  await bob.client.tags.setAiAccess({ name: "money", aiAccess: "none" });
  const expected = {
    folders: { Work: "local", Gone: "none", Open: "any" },
    tags: { Health: "none", money: "none", fun: "any" },
  };
  const done = await imported(bob, [await exportOf(ann)]);
  expect(done.status).toBe("done");
  expect(await accessOf(bob)).toEqual(expected);
  const { items } = await bob.client.imports.items({ importId: done.id, after: -1 });
  const order = items.map(({ kind }) => kind);
  expect(order.indexOf("tagFences")).toBeLessThan(order.indexOf("note"));
  await bob.client.imports.undo({ importId: done.id });
  await expect.poll(async () => (await bob.client.imports.get({ importId: done.id })).status).toBe("undone");
  await bob.client.notes.create({ title: "Mine", tags: ["health", "money"] });
  expect((await accessOf(bob)).tags).toEqual({ health: "any", money: "none" });
});

test("rows that nobody wrote make no fence and fail nothing", async () => {
  const eve = await app.aUser("Eve");
  await eve.client.notes.create({ title: "One", tags: ["a"] });
  const { tagsFeature } = await import("../../tags/feature.ts");
  const id = "0190a0a0-0000-7000-8000-000000000001";
  const odd = [{}, { id, tag: "", ai_access: "none" }, { id, tag: "a", ai_access: "any" }, { tag: "a" }];
  await tagsFeature.importRows.tagFences.add(app.services.db, eve.userId, odd);
  expect((await accessOf(eve)).tags).toEqual({ a: "any" });
});
