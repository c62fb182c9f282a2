import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { openLive } from "#testing/sync-client.ts";
import { type SignedInVisitor, startTestApp, type TestApp } from "#testing/test-app.ts";
import { MOST_FENCES } from "./tag-fences.ts";

let app: TestApp;
let ann: SignedInVisitor;
beforeAll(async () => {
  app = await startTestApp();
});
beforeEach(async () => {
  ann = await app.aUser("Ann");
});
afterAll(() => app.close());

const make = (title: string, tags: string[]) => ann.client.notes.create({ title, tags });
const fences = async () =>
  Object.fromEntries((await ann.client.tags.list({})).tags.map(({ name, aiAccess }) => [name, aiAccess]));
const refused = (code: string) => expect.objectContaining({ code });

test("a tag has its AI access in every spelling, and other pages hear of it", async () => {
  await make("One", ["Health", "health", "work"]);
  const live = openLive(app, ann, ann.userId);
  expect(await live.answer).toBe("accepted");
  expect(await ann.client.tags.setAiAccess({ name: "HEALTH", aiAccess: "local" })).toEqual({
    aiAccess: "local",
  });
  expect(await fences()).toEqual({ Health: "local", health: "local", work: "any" });
  await ann.client.tags.setAiAccess({ name: "health", aiAccess: "any" });
  expect(await fences()).toEqual({ Health: "any", health: "any", work: "any" });
  const heard = () => live.events.filter(({ entity }) => entity === "tag").length;
  await expect.poll(heard).toBe(2);
  const { activities } = await ann.client.activity.list({});
  expect(activities.map(({ title }) => title)).toContain('AI access of tag "HEALTH": local models only');
});

test("an undo that comes too late changes nothing, and a stranger's tag stays", async () => {
  const eve = await app.aUser("Eve");
  await make("One", ["health"]);
  await eve.client.tags.setAiAccess({ name: "health", aiAccess: "none" });
  expect(await fences()).toEqual({ health: "any" });
  await ann.client.tags.setAiAccess({ name: "health", aiAccess: "local" });
  const late = ann.client.tags.setAiAccess({ name: "health", aiAccess: "any", onlyIf: "none" });
  await expect(late).rejects.toEqual(refused("CONFLICT"));
  expect(await fences()).toEqual({ health: "local" });
  await ann.client.tags.setAiAccess({ name: "health", aiAccess: "any", onlyIf: "local" });
  expect(await fences()).toEqual({ health: "any" });
  const wrong = { name: " ", aiAccess: "some" } as never;
  await expect(ann.client.tags.setAiAccess(wrong)).rejects.toEqual(refused("INVALID_INPUT"));
});

test("a renamed tag takes its fence along, and has it again when that is undone", async () => {
  await make("One", ["health"]);
  await ann.client.tags.setAiAccess({ name: "health", aiAccess: "none" });
  const { renamed, lost, aiAccess } = await ann.client.tags.rename({ from: "health", to: "body" });
  expect(aiAccess).toEqual({ from: "none", to: "any" });
  expect(await fences()).toEqual({ body: "none" });
  // The old name is free.
  await make("Two", ["health"]);
  expect(await fences()).toEqual({ body: "none", health: "any" });
  await ann.client.tags.putBack({ from: "health", to: "body", renamed, lost, aiAccess });
  expect(await fences()).toEqual({ health: "none" });
  const body = await make("Three", ["body"]);
  expect((await ann.client.notes.aiAccess({ noteId: body.id })).aiAccess).toBe("any");
});

test("of two tags that become one the stricter fence holds; undone, each has its own", async () => {
  await make("One", ["health"]);
  await make("Two", ["general"]);
  await ann.client.tags.setAiAccess({ name: "health", aiAccess: "none" });
  await ann.client.tags.setAiAccess({ name: "general", aiAccess: "local" });
  const merged = await ann.client.tags.rename({ from: "health", to: "general" });
  expect(await fences()).toEqual({ general: "none" });
  // While notes are given back in parts, the other name stays as strict as it was made.
  await ann.client.tags.putBack({
    ...{ from: "health", to: "general", renamed: merged.renamed, lost: [], aiAccess: { from: "none" } },
  });
  expect(await fences()).toEqual({ general: "none", health: "none" });
  await ann.client.tags.putBack({ ...merged, from: "health", to: "general" });
  expect(await fences()).toEqual({ general: "local", health: "none" });
  // The other way round the looser one changes nothing.
  await ann.client.tags.rename({ from: "general", to: "health" });
  expect(await fences()).toEqual({ health: "none" });
});

test("the old name keeps its fence as long as another spelling, a task or an event is called by it", async () => {
  await make("One", ["Health"]);
  await make("Two", ["health"]);
  await ann.client.tags.setAiAccess({ name: "health", aiAccess: "local" });
  await ann.client.tags.rename({ from: "Health", to: "body" });
  expect(await fences()).toEqual({ body: "local", health: "local" });
  await ann.client.tasks.create({ title: "See the doctor", tags: ["health"] });
  await ann.client.tags.rename({ from: "health", to: "body" });
  await make("Three", ["health"]);
  expect(await fences()).toEqual({ body: "local", health: "local" });
});

test("a tag that was removed has its fence when somebody gives it again", async () => {
  await make("One", ["health"]);
  await ann.client.tags.setAiAccess({ name: "health", aiAccess: "none" });
  await ann.client.tags.remove({ name: "health" });
  await make("Two", ["Health"]);
  expect(await fences()).toEqual({ Health: "none" });
});

test("there is a limit, and whoever met it may still change and lift fences", async () => {
  await app.database.asSuperuser(
    `INSERT INTO tag_fences (id, user_id, tag, ai_access)
     SELECT gen_random_uuid(), $1, 'tag ' || n, 'local' FROM generate_series(1, ${MOST_FENCES}) n`,
    [ann.userId],
  );
  const more = ann.client.tags.setAiAccess({ name: "one more", aiAccess: "none" });
  await expect(more).rejects.toEqual(refused("QUOTA_EXCEEDED"));
  await ann.client.tags.setAiAccess({ name: "tag 1", aiAccess: "none" });
  await make("One", ["Tag 2"]);
  await ann.client.tags.rename({ from: "Tag 2", to: "two" });
  expect(await fences()).toEqual({ two: "local" });
  await ann.client.tags.setAiAccess({ name: "tag 3", aiAccess: "any" });
  await ann.client.tags.setAiAccess({ name: "one more", aiAccess: "none" });
});
