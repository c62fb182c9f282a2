import { afterAll, beforeAll, expect, test } from "vitest";
import { type SignedInVisitor, startTestApp, type TestApp } from "#testing/test-app.ts";

let app: TestApp;
let ann: SignedInVisitor;
let ben: SignedInVisitor;
beforeAll(async () => {
  app = await startTestApp();
  ann = await app.aUser("Ann");
  ben = await app.aUser("Ben");
});
afterAll(() => app.close());

const write = (title: string, text = "Words.") =>
  ann.client.notes.create({ title, body: { format: "markdown", text } });
const open = async (url: string) => {
  const answer = await app.visitor().request(new URL(url).pathname);
  return { status: answer.status, text: await answer.text() };
};
const EMPTY = { title: "", description: "", keyphrase: "", language: null, pictureId: null };

test("what search engines are told of a note is kept field by field, and its page says it", async () => {
  const { id: noteId } = await write("Cheese");
  expect((await ann.client.seo.note({ noteId })).settings).toEqual(EMPTY);
  await ann.client.seo.update({ noteId, title: " Goat cheese ", keyphrase: "goat cheese" });
  const told = await ann.client.seo.update({ noteId, description: "All of it", language: "de" });
  expect(told).toEqual({
    ...EMPTY,
    title: "Goat cheese",
    keyphrase: "goat cheese",
    description: "All of it",
    language: "de",
  });
  const { url } = await ann.client.sharing.publish({ noteId, isIndexed: true });
  const { text } = await open(url);
  expect(text).toContain("<title>Goat cheese</title>");
  expect(text).toContain('<html lang="de"');
  expect(text).toContain('<meta name="description" content="All of it">');
  const { settings, page } = await ann.client.seo.note({ noteId });
  expect([settings, page]).toMatchObject([
    told,
    { url, isIndexed: true, hasPassword: false, isSigned: false },
  ]);
  expect(await ann.client.seo.update({ noteId, language: null, title: "" })).toMatchObject({
    language: null,
    title: "",
  });
});

test("a stranger has no part in it, nor a note in the trash", async () => {
  const { id: noteId } = await write("Mine");
  for (const call of [
    () => ben.client.seo.note({ noteId }),
    () => ben.client.seo.update({ noteId, title: "Yours" }),
    () => ben.client.seo.setHeadingLevel({ noteId, blockId: "x", level: 2 }),
    () => ben.client.seo.linkWords({ noteId, toNoteId: noteId, blockId: "x", words: "Mine" }),
  ])
    await expect(call()).rejects.toMatchObject({ code: "NOT_FOUND" });
  await ann.client.sharing.publish({ noteId });
  await ben.client.seo.recordHealth({ notes: [{ noteId, health: 3 }] });
  const own = (await ann.client.seo.pages()).pages.find((page) => page.noteId === noteId);
  expect(own?.history).toEqual([]);
  expect((await ben.client.seo.pages()).pages).toEqual([]);
  await ann.client.notes.remove({ noteId });
  await expect(ann.client.seo.note({ noteId })).rejects.toMatchObject({ code: "NOT_FOUND" });
  expect((await ann.client.seo.pages()).pages.map((page) => page.noteId)).not.toContain(noteId);
});

test("a wrong language and a text that is too long are refused", async () => {
  const { id: noteId } = await write("Long");
  for (const wrong of [{ language: "Deutsch" }, { title: "x".repeat(201) }, { description: "x".repeat(501) }])
    await expect(ann.client.seo.update({ noteId, ...wrong })).rejects.toMatchObject({
      code: "INVALID_INPUT",
    });
});

test("the health of a day is its last one, and days beyond ninety are forgotten", async () => {
  const { id: noteId } = await write("Healthy");
  const hidden = await write("Not published");
  await ann.client.sharing.publish({ noteId });
  await app.database.asSuperuser(
    `INSERT INTO note_health (note_id, user_id, day, health) SELECT $1, $2, current_date - n, 50 FROM generate_series(1, 120) n`,
    [noteId, ann.userId],
  );
  const keep = (health: number) =>
    ann.client.seo.recordHealth({
      notes: [
        { noteId, health },
        { noteId: hidden.id, health },
      ],
    });
  await keep(60);
  await keep(80);
  const { pages } = await ann.client.seo.pages();
  const { history } = pages.find((page) => page.noteId === noteId)!;
  expect(history.at(-1)).toMatchObject({ health: 80 });
  expect(history.length).toBeLessThanOrEqual(91);
  expect(history.length).toBeGreaterThanOrEqual(89);
  const rows = await app.database.asSuperuser("SELECT 1 FROM note_health WHERE note_id = $1", [hidden.id]);
  expect(rows).toEqual([]);
});

test("other notes are told with what they want to be found by, published ones and those that link here first", async () => {
  const cheese = await write("Cheddar");
  const linking = await write("Links", "See [[Cheddar]].");
  const shown = await write("Shown");
  await ann.client.seo.update({ noteId: shown.id, keyphrase: "cheddar" });
  await ann.client.sharing.publish({ noteId: shown.id });
  await app.services.collab.derivation.deriveNow(linking.id, ann.userId);
  const { others } = await ann.client.seo.note({ noteId: cheese.id });
  const told = (id: string) => others.find((other) => other.id === id);
  expect(told(shown.id)).toMatchObject({
    title: "Shown",
    keyphrase: "cheddar",
    isPublished: true,
    isLinkingHere: false,
  });
  expect(told(linking.id)).toMatchObject({ isPublished: false, isLinkingHere: true });
  expect(told(cheese.id)).toBeUndefined();
});

test("a heading gets another level where it stands, and only once", async () => {
  const { id: noteId } = await write("Outline", "# One\n\nText\n\n# Two");
  const { text } = await ann.client.notes.body({ noteId, format: "json" });
  const { content } = JSON.parse(text) as { content: { type: string; attrs: { id: string } }[] };
  const blockId = content.filter(({ type }) => type === "heading")[1]!.attrs.id;
  const change = { noteId, blockId, level: 2 };
  expect(await ann.client.seo.setHeadingLevel(change)).toEqual({ isChanged: true });
  expect(await ann.client.seo.setHeadingLevel(change)).toEqual({ isChanged: false });
  expect((await ann.client.notes.body({ noteId })).text).toBe("# One\n\nText\n\n## Two\n");
  expect(await ann.client.seo.setHeadingLevel({ ...change, blockId: "gone" })).toEqual({ isChanged: false });
});

test("words become a link where they stand, beside links and code that say them, too, and are taken back", async () => {
  const { id: toNoteId } = await write("Stone walls");
  const { id: noteId } = await write(
    "Building",
    "`stone walls` and [stone walls](https://example.org), then **stone** walls; stone walls",
  );
  const { text } = await ann.client.notes.body({ noteId, format: "json" });
  const { content } = JSON.parse(text) as { content: { attrs: { id: string } }[] };
  const link = { noteId, toNoteId, blockId: content[0]!.attrs.id, words: "stone walls" };
  const markdown = async () => (await ann.client.notes.body({ noteId })).text;
  const before = await markdown();
  expect(await ann.client.seo.linkWords(link)).toEqual({ isChanged: true });
  expect(await markdown()).toBe(
    `\`stone walls\` and [stone walls](https://example.org), then [**stone** walls](/app/editor/${toNoteId}); stone walls\n`,
  );
  const linking = async () => {
    const { linked } = await ann.client.notes.backlinks({ noteId: toNoteId });
    return linked.map(({ note }) => note.id);
  };
  await expect.poll(linking).toEqual([noteId]);
  expect(await ann.client.seo.linkWords({ ...link, isLinked: false })).toEqual({ isChanged: true });
  expect(await markdown()).toBe(before);
  // What is no longer there, or was never written like this.
  for (const wrong of [{ words: "Stone Walls" }, { words: "" }, { blockId: "gone" }])
    expect(await ann.client.seo.linkWords({ ...link, ...wrong })).toEqual({ isChanged: false });
  const { id: bensNote } = await ben.client.notes.create({ title: "Stone walls" });
  await expect(ann.client.seo.linkWords({ ...link, toNoteId: bensNote })).rejects.toMatchObject({
    code: "NOT_FOUND",
  });
});

test("the feed has the pages that ask to be found and say their author, and of others nothing", async () => {
  const publish = async (title: string, more: object) => {
    const { id: noteId } = await write(title, `Private words of ${title}`);
    return ann.client.sharing.publish({ noteId, ...more });
  };
  const first = await publish("First & best", { isIndexed: true, isSigned: true });
  await publish("Second", { isIndexed: true, isSigned: true });
  const unsigned = await publish("Unsigned", { isIndexed: true });
  const quiet = await publish("Quiet", { isSigned: true });
  const locked = await publish("Locked", { isIndexed: true, isSigned: true, password: "secret-1" });
  const { status, text } = await open(`${first.url}/feed.xml`);
  expect(status).toBe(200);
  expect([...text.matchAll(/<item>\s*<title>(.*?)<\/title>/g)].map(([, title]) => title)).toEqual([
    "Second",
    "First &amp; best",
  ]);
  expect(text).not.toContain("Private words");
  for (const page of [unsigned, quiet, locked]) expect((await open(`${page.url}/feed.xml`)).status).toBe(404);
});
