import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestApp, type SignedInVisitor, type TestApp } from "#testing/test-app.ts";
import { highlight, parseQuery } from "./search.ts";

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

/** A note as derivation leaves it, without waiting for it. */
async function aNote(user: SignedInVisitor, title: string, text = "", tags: string[] = []): Promise<string> {
  const { id } = await user.client.notes.create({ title, tags });
  await app.database.asSuperuser("UPDATE notes_v2 SET text = $2 WHERE id = $1", [id, text]);
  return id;
}

async function reasons(user: SignedInVisitor, query: string): Promise<Record<string, string>> {
  const { hits } = await user.client.notes.search({ query });
  return Object.fromEntries(hits.map((hit) => [hit.note.title, hit.reason]));
}

const vocabulary = async (user: SignedInVisitor) =>
  (
    await app.database.asSuperuser<{ word: string }>(
      "SELECT word FROM note_words WHERE user_id = $1 AND word <> '' AND NOT word ^@ '=' ORDER BY word",
      [user.userId],
    )
  ).map(({ word }) => word);

test("search finds words, beginnings, phrases, parts of words and tags, and says why", async () => {
  const user = await app.aUser("Searcher");
  await aNote(user, "Mountain passes");
  await user.client.notes.create({
    title: "Walk",
    body: { format: "text", text: "We climbed the old mountain slowly." },
    tags: ["Alps"],
  });
  await expect
    .poll(() => reasons(user, "mountain"), { timeout: 8_000 })
    .toEqual({ "Mountain passes": "title", Walk: "text" });
  expect(await reasons(user, "MOUNT")).toEqual({ "Mountain passes": "title", Walk: "text" });
  expect(await reasons(user, '"old mountain"')).toEqual({ Walk: "text" });
  expect(await reasons(user, '"mountain old"')).toEqual({});
  expect(await reasons(user, "ountai")).toEqual({ "Mountain passes": "title", Walk: "substring" });
  expect(await reasons(user, "tag:alps")).toEqual({ Walk: "tag" });
  expect(await reasons(user, "tag:alps climbed")).toEqual({ Walk: "tag" });
  expect(await reasons(user, "tag:alps passes")).toEqual({});
  const { hits } = await user.client.notes.search({ query: "slowly" });
  expect(hits[0]?.snippet).toContain("\u0002slowly\u0003");
});

test.each([
  ["two letters swapped", "waterflal"],
  ["a letter missing", "watrfall"],
  ["a letter too many", "waterrfall"],
  ["another letter", "waterfull"],
  ["the first letter wrong", "vaterfall"],
  ["two mistakes in a long word", "watterfal"],
])("a misspelt word is found: %s", async (_what, typed) => {
  const user = await app.aUser("Speller");
  await aNote(user, "Trip", "The waterfall was loud.");
  await aNote(user, "Other", "Nothing of the kind.");
  expect(await reasons(user, typed)).toEqual({ Trip: "similar" });
  const { hits } = await user.client.notes.search({ query: `loud ${typed}` });
  expect(hits[0]?.snippet).toContain("\u0002waterfall\u0003");
});

test("a hundred words at once are answered as quickly as a few", async () => {
  const user = await app.aUser("Hasty");
  const words = Array.from({ length: 3_000 }, (_, index) => `w${index}`);
  await aNote(user, "All", words.join(" "));
  const startedAt = performance.now();
  const { hits } = await user.client.notes.search({ query: words.slice(0, 110).join(" ") });
  expect(hits.map((hit) => hit.note.title)).toEqual(["All"]);
  expect(performance.now() - startedAt).toBeLessThan(5_000);
});

test("a word that occurs is never taken for another one", async () => {
  const user = await app.aUser("Exact");
  await aNote(user, "A", "cart");
  await aNote(user, "B", "card");
  expect(await reasons(user, "cart")).toEqual({ A: "text" });
});

test.each([
  ["東京", ["Reise"]],
  ["京タ", ["Reise"]],
  ["東京タワーの夜", ["Reise"]],
  ["夜", ["Reise"]],
  ["東夜", []],
  ["สวัสดี", ["Thai"]],
  ["верно", ["Cyrillic"]],
  ["2024年", ["Year"]],
])("a script without spaces is found anywhere in a run: %s", async (query, titles) => {
  const user = await app.aUser("Scripts");
  await aNote(user, "Reise", "昨日は東京タワーの夜景を見た。");
  await aNote(user, "Thai", "สวัสดีครับผม");
  await aNote(user, "Cyrillic", "Это достоверно.");
  await aNote(user, "Year", "春2024年です");
  expect(Object.keys(await reasons(user, query))).toEqual(titles);
});

test.each([
  ["->", ["Arrow"]],
  ["foo_bar", ["Names"]],
  ["o_ba", ["Names"]],
  ["example.com/pa", ["Link"]],
  ["100%", ["Percent"]],
  ["c:\\temp", ["Path"]],
  ["c++", ["Language"]],
  ['"c++"', ["Language"]],
  ["<kbd>", ["Keys"]],
  ["kbd", ["Keys"]],
  ["team's", ["Team"]],
  ['""', []],
])("signs are taken as they stand: %s", async (query, titles) => {
  const user = await app.aUser("Signs");
  await aNote(user, "Arrow", "a -> b");
  await aNote(user, "Names", "call foo_bar now");
  await aNote(user, "Link", "see https://example.com/path there");
  await aNote(user, "Percent", "100% sure");
  await aNote(user, "Path", "in c:\\temp\\x");
  await aNote(user, "Language", "written in C++ and c");
  await aNote(user, "Cooking", "c is for cooking");
  await aNote(user, "Keys", "press <kbd>Ctrl</kbd>");
  await aNote(user, "Team", "the team s plan");
  expect(Object.keys(await reasons(user, query))).toEqual(titles);
});

test("a word that stands in every note finds those first that have it in the title, then the newest", async () => {
  const user = await app.aUser("Common");
  await app.database.asSuperuser(
    `INSERT INTO notes_v2 (id, user_id, title, text, updated_at)
     SELECT gen_random_uuid(), $1, 'note ' || i, 'everywhere the word is', now() - i * interval '1 minute' FROM generate_series(1, 900) AS i`,
    [user.userId],
  );
  const titled = await aNote(user, "Everywhere", "no");
  await app.database.asSuperuser("UPDATE notes_v2 SET updated_at = '2001-01-01' WHERE id = $1", [titled]);
  await app.database.asSuperuser(
    "INSERT INTO note_words VALUES ($1, '', 900), ($1, 'everywhere', 900) ON CONFLICT (user_id, word) DO UPDATE SET notes = 900",
    [user.userId],
  );
  const { hits } = await user.client.notes.search({ query: "everywhere", limit: 5 });
  const titles = hits.map((hit) => hit.note.title);
  expect(titles[0]).toBe("Everywhere");
  expect(titles.slice(1).every((title) => Number(title.split(" ")[1]) <= 30)).toBe(true);
});

test("a phrase of frequent words is found where it stands, not where its words stand apart", async () => {
  const user = await app.aUser("Phrases");
  for (let index = 0; index < 5; index++) await aNote(user, `apart ${index}`, "of the and then of a the");
  await aNote(user, "together", "then and the of");
  expect(await reasons(user, '"and the of"')).toEqual({ together: "text" });
});

test("a word that is typed and taken out again leaves the vocabulary", async () => {
  const user = await app.aUser("Forgetful");
  const id = await aNote(user, "Diary", "the secret is swordfish");
  expect(await vocabulary(user)).toEqual(["diary", "is", "secret", "swordfish", "the"]);
  await app.database.asSuperuser("UPDATE notes_v2 SET text = 'the secret is gone' WHERE id = $1", [id]);
  expect(await vocabulary(user)).toEqual(["diary", "gone", "is", "secret", "the"]);
  await user.client.notes.remove({ noteId: id });
  expect(await vocabulary(user)).toEqual([]);
  await user.client.notes.restore({ noteId: id });
  expect(await reasons(user, "gone")).toEqual({ Diary: "text" });
});

test("the sweep forgets what a long note left behind, and keeps what others use", async () => {
  const user = await app.aUser("Long");
  const words = Array.from({ length: 400 }, (_, index) => `word${index}`);
  const long = await aNote(user, "Long", words.join(" "));
  await aNote(user, "Short", "word7");
  await user.client.notes.remove({ noteId: long });
  expect((await vocabulary(user)).length).toBeGreaterThan(300);
  const sweep = async () =>
    (
      await app.services.db.asSystem("test", (tx) =>
        tx.call<{ looked_at: number; forgotten: number }>("forgetWords", 150),
      )
    )[0]!;
  for (let round = await sweep(); round.looked_at === 150;) round = await sweep();
  expect(await vocabulary(user)).toEqual(["short", "word7"]);
});

test.each([
  ["two words", { words: ["two", "words"], phrases: [], tags: [] }],
  ['a "b c" tag:x tag:"y z"', { words: ["a"], phrases: ["b c"], tags: ["x", "y z"] }],
  ["tag:", { words: [], phrases: [], tags: [] }],
  ["  ", { words: [], phrases: [], tags: [] }],
])("the query %j is read as %j", (query, parsed) => {
  expect(parseQuery(query)).toEqual(parsed);
});

test("highlights mark every occurrence and nothing that the text itself pretends", () => {
  expect(highlight("Ab \u0002x\u0003 ab", ["ab"])).toBe("\u0002Ab\u0003 x \u0002ab\u0003");
});
