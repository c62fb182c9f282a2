import { afterAll, beforeAll, expect, test } from "vitest";
import { EXPECTED_FIRST, SEEDED_NOTES } from "#testing/search-expectations.ts";
import { startTestApp, type SignedInVisitor, type TestApp } from "#testing/test-app.ts";

let app: TestApp;
let user: SignedInVisitor;
beforeAll(async () => {
  app = await startTestApp();
  user = await app.aUser("Seeker");
  for (const { title, text, tags = [], daysAgo } of SEEDED_NOTES) {
    const { id } = await user.client.notes.create({ title, tags });
    await app.database.asSuperuser(
      "UPDATE notes_v2 SET text = $2, updated_at = now() - $3 * interval '1 day' WHERE id = $1",
      [id, text, daysAgo],
    );
  }
});
afterAll(() => app.close());

async function titlesFor(query: string, limit = 12): Promise<string[]> {
  const { hits } = await user.client.notes.search({ query, limit });
  return hits.map(({ note }) => note.title);
}

test.each(EXPECTED_FIRST)("who types %s finds %s first", async (query, title) => {
  expect((await titlesFor(query))[0]).toBe(title);
});
