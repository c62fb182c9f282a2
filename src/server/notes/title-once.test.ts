import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestApp, type TestApp } from "#testing/test-app.ts";

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

test("lists, search, backlinks and the published page say a title once", async () => {
  const ann = await app.aUser("Ann");
  const text = "# Glacier walk\n\nIce and snow, see [[Elsewhere]].";
  const other = await ann.client.notes.create({
    title: "Elsewhere",
    body: { format: "markdown", text: "x" },
  });
  const { id } = await ann.client.notes.create({ title: "Glacier walk", body: { format: "markdown", text } });
  const excerpts = async () =>
    (await ann.client.notes.list({})).notes.find((note) => note.id === id)?.excerpt;
  await expect.poll(excerpts).toBe("Ice and snow, see Elsewhere.");
  const [hit] = (await ann.client.notes.search({ query: "glacier" })).hits;
  expect(hit?.snippet).toMatch(/^Ice and snow/);
  const { linked } = await ann.client.notes.backlinks({ noteId: other.id });
  expect(linked[0]?.snippet).toMatch(/^Ice and snow/);
  const { url } = await ann.client.sharing.publish({ noteId: id });
  const page = await (await app.visitor().request(new URL(url).pathname)).text();
  expect(page.match(/<h1[^>]*>[^<]*Glacier walk/g)).toHaveLength(1);

  // With another title the heading says something again.
  await ann.client.notes.update({ noteId: id, title: "Ice" });
  expect(await excerpts()).toBe("Glacier walk\nIce and snow, see Elsewhere.");
  const renamed = await (await app.visitor().request(new URL(url).pathname)).text();
  expect(renamed.match(/<h1[^>]*>/g)).toHaveLength(2);
});
