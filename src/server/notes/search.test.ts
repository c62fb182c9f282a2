import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestApp, type SignedInVisitor, type TestApp } from "#testing/test-app.ts";
import { highlight } from "./search.ts";

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
  await expect.poll(() => reasons(user, "mountain")).toEqual({ "Mountain passes": "title", Walk: "text" });
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

test.each([
  ["cafe", ["Coffee", "Plain"]],
  ["café", ["Coffee", "Plain"]],
  ["CAFÉ", ["Coffee", "Plain"]],
  ["caf", ["Coffee", "Plain"]],
  ["naive cafe", ["Coffee"]],
  ["ежик", ["Hedgehog"]],
  ["ёжик", ["Hedgehog"]],
  ["мой", ["Hedgehog"]],
  ["мои", []],
  ["strasse", ["Straße"]],
  ["straße", ["Straße"]],
  ["uber", ["Straße"]],
  ["lodz", ["Straße"]],
  ["cafes", ["Plural"]],
])("marks of letters make no difference: %s", async (query, titles) => {
  const user = await app.aUser("Marks");
  await aNote(user, "Coffee", "A naïve visit to the café.");
  await aNote(user, "Plain", "The cafe next door.");
  await aNote(user, "Plural", "cafés");
  await aNote(user, "Hedgehog", "Это мой ёжик.");
  await aNote(user, "Straße", "Über Łódź");
  const { hits } = await user.client.notes.search({ query });
  const found = hits
    .map(({ note }) => note.title)
    .filter((title) => titles.includes("Plural") || title !== "Plural");
  expect(found.toSorted()).toEqual(titles);
  for (const { note, snippet } of hits)
    if (note.title !== "Straße" || !/stra/.test(query)) expect(snippet).toContain("\u0002");
});

test("the same words with and without marks are one hit for the title, too", async () => {
  const user = await app.aUser("Titles");
  await aNote(user, "Crème brûlée", "sugar");
  expect(await reasons(user, "creme brulee")).toEqual({ "Crème brûlée": "title" });
});

test.each([
  ["A Café here", ["cafe"], "A \u0002Café\u0003 here"],
  ["cafe\u0301 noir", ["café"], "\u0002cafe\u0301\u0003 noir"],
  ["Straße", ["strasse"], "\u0002Straße\u0003"],
  ["Straße", ["stras"], "\u0002Straß\u0003e"],
  ["ß", ["s"], "\u0002ß\u0003"],
  ["한글 문서", ["문서"], "한글 \u0002문서\u0003"],
  ["😀 é", ["e"], "😀 \u0002é\u0003"],
])("what is marked in %s for %s is as it was written", (text, needles, marked) => {
  expect(highlight(text, needles)).toBe(marked);
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

test("highlights mark every occurrence and nothing that the text itself pretends", () => {
  expect(highlight("Ab \u0002x\u0003 ab", ["ab"])).toBe("\u0002Ab\u0003 x \u0002ab\u0003");
});

test("operators narrow a search, alone and beside words", async () => {
  const user = await app.aUser("Operator");
  const { folders, notes } = user.client;
  const work = await folders.create({ name: "Work" });
  const inner = await folders.create({ name: "Inner", parentId: work.id });
  const plan = await aNote(user, "Plan", "budget for the house");
  const draft = await aNote(user, "Draft", "budget for the boat", ["old"]);
  await aNote(user, "Elsewhere", "budget of nothing");
  await notes.update({ noteId: plan, folderId: inner.id, isFavorite: true });
  await notes.update({ noteId: draft, folderId: work.id });
  await app.database.asSuperuser("UPDATE notes_v2 SET updated_at = '2024-06-15 12:00Z' WHERE id = $1", [
    draft,
  ]);
  const titles = async (query: string) => Object.keys(await reasons(user, query)).sort();
  expect(await titles("budget in:work")).toEqual(["Draft", "Plan"]);
  expect(await titles("in:work")).toEqual(["Draft", "Plan"]);
  expect(await titles("in:inner budget")).toEqual(["Plan"]);
  expect(await titles("in:nowhere budget")).toEqual([]);
  expect(await titles("is:favorite")).toEqual(["Plan"]);
  expect(await titles("is:untagged")).toEqual(["Elsewhere", "Plan"]);
  expect(await titles("budget -boat")).toEqual(["Elsewhere", "Plan"]);
  expect(await titles('budget -"the house"')).toEqual(["Draft", "Elsewhere"]);
  expect(await titles("budget -tag:old -of")).toEqual(["Plan"]);
  expect(await titles("before:2024-07")).toEqual(["Draft"]);
  expect(await titles("after:2024-06-15 before:2024-06-16 budget")).toEqual(["Draft"]);
  expect(await titles("after:7d in:work")).toEqual(["Plan"]);
  // A word that is spelt wrong is still only looked for where it was asked for.
  expect(await titles("budegt in:inner")).toEqual(["Plan"]);
  expect(await reasons(user, "is:favorite")).toEqual({ Plan: "filter" });
});

test("what a note has is asked of its body: tasks open and done, images, files, links, code, tables", async () => {
  const user = await app.aUser("Haver");
  const make = async (title: string, text: string) => {
    const { id } = await user.client.notes.create({ title, body: { format: "markdown", text } });
    await app.services.collab.derivation.deriveNow(id, user.userId);
  };
  await make("Open", "- [ ] sweep\n- [x] wash");
  await make("Done", "- [x] wash");
  await make("Picture", "![p](/files/0190c6d2-7a3b-7c11-8d2e-0123456789ab.png)");
  await make("Link", "[a](https://example.org)");
  await make("Code", "```js\n1\n```");
  await make("Table", "| a |\n| - |\n| 1 |");
  const titles = async (query: string) => Object.keys(await reasons(user, query)).sort();
  expect(await titles("has:task")).toEqual(["Open"]);
  expect(await titles("has:tasks has:done")).toEqual(["Open"]);
  expect(await titles("has:done")).toEqual(["Done", "Open"]);
  expect(await titles("has:image")).toEqual(["Picture"]);
  expect(await titles("has:file")).toEqual(["Picture"]);
  expect(await titles("has:link")).toEqual(["Link"]);
  expect(await titles("has:code")).toEqual(["Code"]);
  expect(await titles("has:table")).toEqual(["Table"]);
});

test("values of operators are values, whatever they say, and never lead to another's notes", async () => {
  const [ann, bob] = [await app.aUser("Ann"), await app.aUser("Bob")];
  await aNote(ann, "Secret", "budget");
  const folder = await ann.client.folders.create({ name: "Shared name" });
  const secret = await aNote(ann, "Filed", "budget");
  await ann.client.notes.update({ noteId: secret, folderId: folder.id });
  await aNote(bob, "Mine", "words");
  for (const query of [
    'in:"shared name"',
    `in:"') OR true --"`,
    `-"') OR true --" budget`,
    `-tag:"x') OR true --" budget`,
    "-%' budget",
    'is:favorite -"\\"',
    "before:9999 budget",
  ])
    expect(await reasons(bob, query), query).toEqual({});
  expect(await reasons(bob, `-"') OR true --" words`)).toEqual({ Mine: "text" });
});
