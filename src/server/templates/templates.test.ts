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

const namesOf = async (visitor = ann) =>
  (await visitor.client.templates.list()).templates.map(({ name }) => name);

test("a template is made, found by name, changed under the same id, and deleted", async () => {
  const templateId = uuidV7();
  await ann.client.templates.save({ id: uuidV7(), name: "weekly review", text: "# Week" });
  const made = await ann.client.templates.save({ id: templateId, name: " Meeting ", text: "# {{title}}\n" });
  expect(made).toMatchObject({ id: templateId, name: "Meeting", text: "# {{title}}\n" });
  expect(await namesOf()).toEqual(["Meeting", "weekly review"]);
  const changed = await ann.client.templates.save({ id: templateId, name: "Zoom", text: "# Call" });
  expect(changed.createdAt).toBe(made.createdAt);
  expect(await namesOf()).toEqual(["weekly review", "Zoom"]);
  await ann.client.templates.remove({ templateId });
  expect(await namesOf()).toEqual(["weekly review"]);
  await expect(ann.client.templates.remove({ templateId })).rejects.toMatchObject({ code: "NOT_FOUND" });
});

test("a template needs a name, and an id of somebody else's is refused without a word about it", async () => {
  const templateId = uuidV7();
  for (const name of ["", "   ", "x".repeat(201)])
    await expect(ann.client.templates.save({ id: templateId, name, text: "" })).rejects.toMatchObject({
      code: "INVALID_INPUT",
    });
  const bob = await app.aUser("Bob");
  await ann.client.templates.save({ id: templateId, name: "Mine", text: "secret" });
  await expect(bob.client.templates.save({ id: templateId, name: "His", text: "" })).rejects.toMatchObject({
    code: "CONFLICT",
  });
  await expect(bob.client.templates.remove({ templateId })).rejects.toMatchObject({ code: "NOT_FOUND" });
  expect(await namesOf(bob)).toEqual([]);
});

test("two hundred templates are enough for anybody, and say so", async () => {
  const eve = await app.aUser("Eve");
  await app.database.asSuperuser(
    "INSERT INTO note_templates (id, user_id, name, text) SELECT gen_random_uuid(), $1, 'T' || n, '' FROM generate_series(1, 200) n",
    [eve.userId],
  );
  await expect(eve.client.templates.save({ id: uuidV7(), name: "One more", text: "" })).rejects.toMatchObject(
    { code: "INVALID_INPUT" },
  );
  const { templates } = await eve.client.templates.list();
  await eve.client.templates.save({ id: templates[0]!.id, name: "Changed", text: "" });
  expect(await namesOf(eve)).toContain("Changed");
});
