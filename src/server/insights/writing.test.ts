import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestApp, type TestApp } from "#testing/test-app.ts";

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

const body = (text: string) => ({ format: "markdown", text }) as const;
const GERMAN =
  "Der Käse wird auf dem Wochenmarkt der Gemeinde verkauft. Am Nachmittag ist von allem nichts mehr da!";
const ENGLISH = "The cheese that we make is sold at the market. All of it is gone by noon.";

test("vocabulary, sentences and reading ease are those of the notes one wrote in, by language", async () => {
  const ann = await app.aUser("Ann");
  const { today } = await ann.client.insights.analytics({ from: "2026-01-01", to: "2026-01-01" });
  const writing = () => ann.client.insights.writing({ from: today, to: today });
  expect(await writing()).toEqual({ notes: 0, writings: [] });
  const both = await ann.client.notes.create({ title: "Cheese", body: body(`${GERMAN}\n\n${ENGLISH}`) });
  const german = await ann.client.notes.create({ title: "Käse", body: body(GERMAN) });
  const han = await ann.client.notes.create({ title: "石垣", body: body("石垣は長く残る。") });
  await expect.poll(async () => (await writing()).notes).toBe(3);
  const { writings } = await writing();
  expect(writings.map((writing) => writing.language)).toEqual(["de", "en", null]);
  // Seventeen words of 26 syllables in two sentences, and the same once more.
  expect(writings[0]).toEqual({
    ...{ language: "de", system: "Latin", words: 34, vocabulary: 16, wordsASentence: 8.5 },
    ...{ readingEase: 82, readability: null },
    notes: expect.toSatisfy((notes: { noteId: string; words: number }[]) =>
      [both, german].every(({ id }) => notes.some(({ noteId, words }) => noteId === id && words === 17)),
    ),
  });
  expect(writings[1]).toMatchObject({
    ...{ language: "en", words: 17, wordsASentence: 8.5 },
    notes: [{ noteId: both.id, title: "Cheese", words: 17 }],
  });
  expect(writings[1]!.readingEase).toBeGreaterThan(writings[0]!.readingEase!);
  expect(writings[2]).toMatchObject({
    ...{ system: "Han", readingEase: null, readability: null, vocabulary: writings[2]!.words },
    notes: [{ noteId: han.id }],
  });
  const bob = await app.aUser("Bob");
  expect(await bob.client.insights.writing({ from: today, to: today })).toEqual({ notes: 0, writings: [] });
});

test("what is in no language that can be told stays by its writing system", async () => {
  const eve = await app.aUser("Eve");
  const { today } = await eve.client.insights.analytics({ from: "2026-01-01", to: "2026-01-01" });
  const writing = () => eve.client.insights.writing({ from: today, to: today });
  await eve.client.notes.create({ title: "", body: body("Dry walls last. Walls outlast builders! 2026") });
  await eve.client.notes.create({ title: "", body: body("Сыр, который мы делаем. Его больше нет") });
  await expect.poll(async () => (await writing()).notes).toBe(2);
  const { writings } = await writing();
  expect(writings.map(({ language: told, system }) => [told, system])).toEqual([
    [null, "Cyrillic"],
    [null, "Latin"],
  ]);
  // Six words in two sentences, of which "outlast" and "builders" are long.
  expect(writings[1]).toMatchObject({
    ...{ words: 6, vocabulary: 5, wordsASentence: 3, readingEase: null, readability: 36 },
  });
});
