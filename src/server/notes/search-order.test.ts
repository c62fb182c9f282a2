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

test("titles come before texts, whole words before beginnings, and parts of words last", async () => {
  const { hits } = await user.client.notes.search({ query: "art", limit: 12 });
  const titles = (isInside: boolean) =>
    hits.filter((hit) => hit.isInside === isInside).map(({ note }) => note.title);
  expect(titles(false)).toEqual([
    "Art",
    "Article about bees",
    "Modern art in Basel",
    "Weekend",
    "Starting a company",
  ]);
  expect(titles(true).toSorted()).toEqual(["C++ pointers", "Kindergarten", "Launch party"]);
  expect(hits.map((hit) => hit.isInside).indexOf(true)).toBe(5);
  expect(titles(true)[2]).toBe("C++ pointers");
});

test("a few are the first of many: an old title that fits best is not cut away", async () => {
  const other = await app.aUser("Collector");
  const { id } = await other.client.notes.create({ title: "Plan" });
  await app.database.asSuperuser("UPDATE notes_v2 SET updated_at = '2001-01-01' WHERE id = $1", [id]);
  for (let at = 0; at < 30; at++)
    await other.client.notes.create({
      title: `Planet ${at}`,
      body: { format: "text", text: "plan planet plans" },
    });
  const { hits } = await other.client.notes.search({ query: "plan", limit: 3 });
  expect(hits[0]!.note.title).toBe("Plan");
});

test("a title that another person shares comes before parts of words in one's own notes", async () => {
  const [ann, bob] = [await app.aUser("Ann"), await app.aUser("Bob")];
  const { id } = await ann.client.notes.create({ title: "Tent" });
  await app.database.asSuperuser(
    "INSERT INTO note_access (note_id, owner_id, user_id, role) VALUES ($1, $2, $3, 'viewer')",
    [id, ann.userId, bob.userId],
  );
  await bob.client.notes.create({ title: "Contents" });
  const { hits } = await bob.client.notes.search({ query: "tent", limit: 1 });
  expect(hits.map(({ note }) => note.title)).toEqual(["Tent"]);
  await bob.client.notes.create({ title: "Tent pegs" });
  const { hits: both } = await bob.client.notes.search({ query: "tent" });
  expect(both.map(({ note }) => note.title)).toEqual(["Tent", "Tent pegs", "Contents"]);
});
