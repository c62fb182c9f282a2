import { afterAll, beforeAll, expect, test } from "vitest";
import { uuidV7 } from "#contract/shared/uuid-v7.ts";
import { startTestApp, type TestApp } from "#testing/test-app.ts";

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

test("what would come of a changeset is counted, and nothing of it is done; it comes so when it is accepted", async () => {
  const { client } = await app.aUser("Ann");
  const body = (text: string) => ({ format: "markdown" as const, text });
  const folder = await client.folders.create({ name: "Trips" });
  const oslo = await client.notes.create({ title: "Oslo", body: body("Cold."), folderId: folder.id });
  const plan = await client.notes.create({
    ...{ title: "Plan", tags: ["trip", "Trip"], body: body("See [[Oslo]] and [[Nowhere]].") },
  });
  await client.tasks.create({ title: "Book" });
  const seen = async (id: string) => {
    const { before, after } = await client.changesets.compare({ id });
    return Object.entries(after).flatMap(([name, count]) => {
      const was = before[name as keyof typeof before];
      return was === count ? [] : [[name, was, count]];
    });
  };
  const proposed = await client.changesets.propose({
    ...{ id: uuidV7(), title: "Tidy up" },
    notes: [{ noteId: plan.id, text: "See [[Oslo]], [[Bergen]] and [[Lima]].\n" }],
    records: [
      { kind: "note", recordId: uuidV7(), action: "create", fields: { title: "Bergen" } },
      { kind: "note", recordId: oslo.id, action: "remove" },
      { kind: "note", recordId: plan.id, action: "update", fields: { tags: ["trip"], folderId: folder.id } },
      { kind: "task", recordId: uuidV7(), action: "create", fields: { title: "Pack" } },
    ],
  });
  const differences = [
    ["tags", 2, 1],
    ["openTasks", 1, 2],
    ["links", 2, 3],
    // Oslo is in the trash then, Lima is no note.
    ["brokenLinks", 1, 2],
  ];
  expect(await seen(proposed.id)).toEqual(differences);
  expect(await seen(proposed.id)).toEqual(differences);
  expect((await client.notes.list({})).notes.map(({ title }) => title).toSorted()).toEqual(["Oslo", "Plan"]);
  expect(
    (await client.changesets.get({ id: proposed.id })).records.every(({ state }) => state === "proposed"),
  ).toBe(true);

  await client.changesets.apply({ id: proposed.id });
  const other = await client.changesets.propose({
    ...{
      id: uuidV7(),
      title: "More",
      records: [{ kind: "folder", recordId: uuidV7(), action: "create", fields: { name: "X" } }],
    },
  });
  await expect
    .poll(async () => (await client.changesets.compare({ id: other.id })).before)
    .toMatchObject({ notes: 2, tags: 1, openTasks: 2, links: 3, brokenLinks: 2, folders: 1 });
  await expect(client.changesets.compare({ id: uuidV7() })).rejects.toMatchObject({ code: "NOT_FOUND" });
});
