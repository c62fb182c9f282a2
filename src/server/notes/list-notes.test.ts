import { afterAll, beforeAll, expect, test } from "vitest";
import type { Note } from "#contract/notes.ts";
import { type SignedInVisitor, startTestApp, type TestApp } from "#testing/test-app.ts";

let app: TestApp;

beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

type Filter = Parameters<SignedInVisitor["client"]["notes"]["list"]>[0];

const fails = (code: string) => expect.objectContaining({ code });

async function everyPage(user: SignedInVisitor, filter: Filter): Promise<Note[]> {
  const seen: Note[] = [];
  for (let cursor: string | undefined; ;) {
    const page = await user.client.notes.list({ ...filter, limit: 2, ...(cursor ? { cursor } : {}) });
    seen.push(...page.notes);
    if (!page.nextCursor) return seen;
    cursor = page.nextCursor;
  }
}

test("each order pages without gaps or repeats, in both directions", async () => {
  const user = await app.aUser("Sorter");
  const titles = ["beta", "Alpha", "élan", "eclair", "", "beta", "a".repeat(70), "Zürich 🏔️"];
  for (const title of titles) await user.client.notes.create({ title });
  const byTitle = (await everyPage(user, { sort: "title" })).map(({ title }) => title);
  expect(byTitle).toEqual(["", "a".repeat(70), "Alpha", "beta", "beta", "eclair", "élan", "Zürich 🏔️"]);
  expect((await everyPage(user, { sort: "title", order: "desc" })).map(({ title }) => title)).toEqual(
    byTitle.toReversed(),
  );
  expect((await everyPage(user, { sort: "created", order: "asc" })).map(({ title }) => title)).toEqual(
    titles,
  );
  expect((await everyPage(user, { sort: "created" })).map(({ title }) => title)).toEqual(titles.toReversed());
  expect((await everyPage(user, { sort: "updated", order: "asc" })).map(({ title }) => title)).toEqual(
    titles,
  );
  for (const order of ["asc", "desc"] as const) {
    const byWords = await everyPage(user, { sort: "words", order });
    expect(new Set(byWords.map(({ id }) => id)).size).toBe(titles.length);
  }
});

test("any of several tags will do", async () => {
  const user = await app.aUser("Tagger");
  await user.client.notes.create({ title: "a", tags: ["x"] });
  await user.client.notes.create({ title: "b", tags: ["y", "z"] });
  await user.client.notes.create({ title: "c", tags: ["z"] });
  const titles = async (tags: string[]) =>
    (await user.client.notes.list({ tags, sort: "title" })).notes.map(({ title }) => title);
  expect(await titles(["x", "y"])).toEqual(["a", "b"]);
  expect(await titles(["z"])).toEqual(["b", "c"]);
  expect(await titles([])).toEqual(["a", "b", "c"]);
});

test("a cursor of another order, or of nobody's making, is refused", async () => {
  const user = await app.aUser("Cursor");
  await user.client.notes.create({ title: "one" });
  await user.client.notes.create({ title: "two" });
  const { nextCursor } = await user.client.notes.list({ sort: "title", limit: 1 });
  for (const cursor of [nextCursor!, "nonsense", `!.${crypto.randomUUID()}`, `.${crypto.randomUUID()}`])
    await expect(user.client.notes.list({ sort: "words", cursor })).rejects.toEqual(fails("INVALID_INPUT"));
});
