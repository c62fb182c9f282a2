import { afterAll, beforeAll, expect, test } from "vitest";
import type { BodyNode } from "#seo/article-from-body.ts";
import { aboutNote } from "#seo/about-note.ts";
import { checkNote } from "#seo/check-note.ts";
import { type SignedInVisitor, startTestApp, type TestApp } from "#testing/test-app.ts";
import { checkOf, checkPages, checkPagesOf } from "./check-pages.ts";

let app: TestApp;
let ann: SignedInVisitor;
beforeAll(async () => {
  app = await startTestApp();
  ann = await app.aUser("Ann");
});
afterAll(() => app.close());

const LONG = Array.from(
  { length: 60 },
  (_, index) => `The dairy keeps goat cheese ${index} in a cool cellar, TODO.`,
).join(" ");
const TEXT = `# Store it\n\n${LONG}\n\n## How\n\nSee [here](http://example.org) and [[Salt]].\n\n> [!PRIVATE]\n> Nobody reads this.\n\n| a | b |\n|---|---|\n| c | d |`;

async function publish(user: SignedInVisitor, title: string, text = "A few words.") {
  const { id: noteId } = await user.client.notes.create({ title, body: { format: "markdown", text } });
  await app.services.collab.derivation.deriveNow(noteId, user.userId);
  await user.client.sharing.publish({ noteId });
  return noteId;
}
const daysOf = async (user: SignedInVisitor, noteId: string) =>
  (await user.client.seo.pages()).pages.find((page) => page.noteId === noteId)!.history;
const rowsOf = (noteId: string) =>
  app.database.asSuperuser<{ day: string; health: number; is_read: boolean }>(
    "SELECT day::text, health, checked_at IS NOT NULL AS is_read FROM note_health WHERE note_id = $1 ORDER BY day",
    [noteId],
  );
const night = (
  user: SignedInVisitor,
  today: string,
  { left = 100, signal = new AbortController().signal } = {},
) =>
  checkPagesOf(app.services, {
    userId: user.userId,
    today,
    budget: { left, until: performance.now() + 60_000 },
    signal,
  });
/** As if a day had begun since. */
const pass = (days: number) =>
  app.database.asSuperuser("UPDATE note_health SET day = day - $1::integer", [days]);
const day = (ahead: number) => new Date(Date.now() + ahead * 86_400_000).toISOString().slice(0, 10);

test("the server finds of a note exactly what a browser finds", async () => {
  await ann.client.notes.create({ title: "Salt" });
  const noteId = await publish(ann, "Store goat cheese", TEXT);
  await ann.client.seo.update({ noteId, keyphrase: "goat cheese", description: "All of it" });
  const note = await ann.client.seo.note({ noteId });
  const { text } = await ann.client.notes.body({ noteId, format: "json" });
  // What a browser does in its worker, with a page that it loaded slowly.
  const measured = { htmlBytes: 500_000, imageBytes: 0, ms: 4_000 };
  const browser = checkNote(JSON.parse(text) as BodyNode, aboutNote(note, note.settings, measured));
  expect(browser.findings.map(({ rule }) => rule)).toEqual(
    expect.arrayContaining(["link-insecure", "page-slow", "text-placeholder", "heading-first-level"]),
  );
  const server = await checkOf(app.services, ann.userId, noteId);
  expect(server).toEqual({
    ...browser,
    // Only a browser loads the page; what it measures counts for no health.
    findings: browser.findings.filter(({ rule }) => rule !== "page-slow" && rule !== "page-heavy"),
    passed: browser.passed.filter((rule) => rule !== "page-heavy-pictures"),
  });
  expect(browser.health).toBeGreaterThan(20);
  expect(browser.health).toBeLessThan(90);
});

test("each night a page that changed is read anew, and every other keeps the health of the day before", async () => {
  const ben = await app.aUser("Ben");
  const changed = await publish(ben, "Changed", TEXT);
  const still = await publish(ben, "Still");
  await night(ben, day(0));
  const [first] = await rowsOf(changed);
  expect(first).toMatchObject({ day: day(0), is_read: true });
  await pass(1);
  // A browser's word is carried on as well.
  await app.database.asSuperuser("UPDATE note_health SET health = 77 WHERE note_id = $1", [still]);
  await ben.client.seo.update({ noteId: changed, keyphrase: "goat cheese" });
  await night(ben, day(0));
  expect(await rowsOf(still)).toMatchObject([
    { day: day(-1), health: 77 },
    { day: day(0), health: 77, is_read: false },
  ]);
  const [before, after] = await rowsOf(changed);
  expect(after).toMatchObject({ day: day(0), is_read: true });
  expect(after!.health).toBeGreaterThan(before!.health);
  expect((await daysOf(ben, changed)).map(({ health }) => health)).toEqual([before!.health, after!.health]);
});

test("after a week a page is read again though nobody changed it", async () => {
  const cleo = await app.aUser("Cleo");
  const noteId = await publish(cleo, "Old");
  await night(cleo, day(0));
  await pass(8);
  await app.database.asSuperuser("UPDATE note_health SET checked_at = checked_at - interval '8 days'");
  // That it was written before then, too.
  await app.database.asSuperuser(
    "UPDATE notes_v2 SET updated_at = updated_at - interval '9 days' WHERE id = $1",
    [noteId],
  );
  await night(cleo, day(0));
  expect((await rowsOf(noteId)).map(({ is_read }) => is_read)).toEqual([true, true]);
});

test("a look takes as many pages as it has room for, the next one the others, and none twice", async () => {
  const dan = await app.aUser("Dan");
  const ids = [await publish(dan, "One"), await publish(dan, "Two"), await publish(dan, "Three")];
  const count = async () => (await Promise.all(ids.map(rowsOf))).flat().length;
  await night(dan, day(0), { left: 2 });
  expect(await count()).toBe(2);
  await night(dan, day(0), { left: 2 });
  expect(await count()).toBe(3);
  await night(dan, day(0));
  expect(await count()).toBe(3);
  const ended = new AbortController();
  ended.abort();
  await night(dan, day(1), { signal: ended.signal });
  expect((await Promise.all(ids.map(rowsOf))).flat().filter((row) => row.is_read)).toHaveLength(3);
});

test("the job looks at the pages of everybody by their own day, and at no others", async () => {
  const eve = await app.aUser("Eve");
  await eve.client.preferences.update({ settings: { timeZone: "Pacific/Kiritimati" } });
  const shown = await publish(eve, "Shown");
  const { id: hidden } = await eve.client.notes.create({ title: "Hidden" });
  const gone = await publish(eve, "Gone");
  await eve.client.notes.remove({ noteId: gone });
  const expired = await publish(eve, "Expired");
  await app.database.asSuperuser(
    "UPDATE note_publications SET expires_at = now() - interval '1 second' WHERE note_id = $1",
    [expired],
  );
  const run = () => checkPages.run({ ...app.services }, new AbortController().signal);
  await run();
  // Fourteen hours ahead: there it is tomorrow from ten o'clock on.
  expect(await rowsOf(shown)).toMatchObject([{ day: day(14 / 24) }]);
  for (const noteId of [hidden, gone, expired]) expect(await rowsOf(noteId)).toEqual([]);
  await run();
  expect(await rowsOf(shown)).toHaveLength(1);
});
