import { afterAll, beforeAll, expect, test } from "vitest";
import { type SignedInVisitor, startTestApp, type TestApp } from "#testing/test-app.ts";
import { SAMPLE_NOTES } from "./sample-notes.ts";

let app: TestApp;
let ann: SignedInVisitor;
beforeAll(async () => {
  app = await startTestApp();
  ann = await app.aUser("Ann");
});
afterAll(() => app.close());

const titles = async (visitor: SignedInVisitor, trashed = false) =>
  (await visitor.client.notes.list({ trashed })).notes.map(({ title }) => title).toSorted();

test("the sample comes once and goes again, what was changed in it or beside it stays", async () => {
  const { onboarding, notes, folders } = ann.client;
  const own = await notes.create({ title: "My own" });
  const made = await Promise.all([onboarding.addSample({}), onboarding.addSample({})]);
  expect(made.map(({ hasSample }) => hasSample)).toEqual([true, true]);
  expect(await titles(ann)).toEqual([...SAMPLE_NOTES.map(({ title }) => title), own.title].toSorted());
  const all = (await notes.list({})).notes;
  const plan = all.find(({ title }) => title === "Week plan")!;
  const { seq } = await notes.body({ noteId: plan.id });
  await notes.replaceBody({
    noteId: plan.id,
    baseSeq: seq,
    body: { format: "markdown", text: "My own week" },
  });
  const books = all.find(({ title }) => title === "Books to read")!;
  await notes.update({ noteId: books.id, title: "My books" });

  const result = await onboarding.removeSample({});
  expect(result).toMatchObject({ removed: 3, kept: 2, onboarding: { hasSample: false } });
  expect(await titles(ann)).toEqual(["My books", "My own", "Week plan"]);
  expect(await titles(ann, true)).toEqual(
    ["Kitchen renovation", "Start here", "Team meeting, garden project"].toSorted(),
  );
  // Folders that hold something stay, with what they lie in.
  expect((await folders.list({})).folders.map(({ name }) => name).toSorted()).toEqual([
    "Home",
    "Sample workspace",
  ]);
  expect(await onboarding.removeSample({})).toMatchObject({ removed: 0, kept: 0 });
});

test("an untouched sample leaves nothing but the trash", async () => {
  const bob = await app.aUser("Bob");
  await bob.client.onboarding.addSample({});
  expect(await bob.client.onboarding.removeSample({})).toMatchObject({
    removed: SAMPLE_NOTES.length,
    kept: 0,
  });
  expect(await titles(bob)).toEqual([]);
  expect((await bob.client.folders.list({})).folders).toEqual([]);
});

test("adding, removing and emptying the trash at the same time never cross", async () => {
  const { onboarding, trash, folders } = (await app.aUser("Hasty")).client;
  const acts = [() => onboarding.addSample({}), () => onboarding.removeSample({}), () => trash.empty({})];
  const inTurn = async (first: number) => {
    for (let turn = 0; turn < 12; turn++) await acts[(first + turn) % 3]!();
  };
  // A call that crosses another one fails, or waits a second for the database to find out.
  await Promise.all([inTurn(0), inTurn(1), inTurn(2), inTurn(0)]);
  await onboarding.removeSample({});
  await trash.empty({});
  expect((await folders.list({})).folders).toEqual([]);
});
