import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestApp, type TestApp } from "#testing/test-app.ts";

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

test("vocabulary, sentences and readability are those of the notes one wrote in, by writing system", async () => {
  const ann = await app.aUser("Ann");
  const { today } = await ann.client.insights.analytics({ from: "2026-01-01", to: "2026-01-01" });
  const language = () => ann.client.insights.language({ from: today, to: today });
  expect(await language()).toEqual({ notes: 0, systems: [] });
  const body = (text: string) => ({ format: "markdown", text }) as const;
  await ann.client.notes.create({ title: "", body: body("Dry walls last. Walls outlast builders! 2026") });
  await ann.client.notes.create({ title: "", body: body("石垣は長く残る。") });
  await expect.poll(async () => (await language()).notes).toBe(2);
  const { systems } = await language();
  const han = systems.find(({ system }) => system === "Han");
  expect(han).toMatchObject({ readability: null, wordsASentence: han!.words, vocabulary: han!.words });
  // Six words in two sentences, of which "outlast" and "builders" are long.
  expect(systems.find(({ system }) => system === "Latin")).toEqual({
    system: "Latin",
    words: 6,
    vocabulary: 5,
    wordsASentence: 3,
    readability: 36,
  });
  const bob = await app.aUser("Bob");
  expect(await bob.client.insights.language({ from: today, to: today })).toEqual({ notes: 0, systems: [] });
});
