import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import type * as Y from "yjs";
import { FRAGMENT } from "#document/schema-version.ts";
import { imported } from "#testing/import-files.ts";
import { openNote, type SyncClient } from "#testing/sync-client.ts";
import { type SignedInVisitor, startTestApp, type TestApp } from "#testing/test-app.ts";

let app: TestApp;
let ann: SignedInVisitor;
beforeAll(async () => {
  app = await startTestApp();
  ann = await app.aUser("Ann");
});
afterEach(() => vi.restoreAllMocks());
afterAll(() => app.close());

const LONG = Array.from({ length: 30 }, (_, index) => `word${index}`).join(" ");
const day = (later = 0) => new Date(Date.now() + later * 86_400_000).toISOString().slice(0, 10);

async function words(person: SignedInVisitor, by: "day" | "note" | "origin", from = day(), to = day()) {
  return (await person.client.insights.words({ from, to, by })).rows;
}

/** What a note holds by origin: added, removed. */
async function counted(person: SignedInVisitor, noteId: string): Promise<Record<string, number[]>> {
  const rows = await app.database.asSuperuser<{ origin: string; added: number; removed: number }>(
    "SELECT origin, added, removed FROM word_days WHERE user_id = $1 AND note_id = $2",
    [person.userId, noteId],
  );
  return Object.fromEntries(rows.map(({ origin, added, removed }) => [origin, [added, removed]]));
}

const derive = (noteId: string, { userId } = ann) => app.services.collab.derivation.deriveNow(noteId, userId);

async function openOf(person: SignedInVisitor, noteId: string): Promise<SyncClient> {
  const page = openNote(app, person, noteId);
  await page.synced;
  return page;
}

async function aNote(): Promise<{ id: string; page: SyncClient }> {
  const { id } = await ann.client.notes.create({ title: "Diary" });
  return { id, page: await openOf(ann, id) };
}

/** Each key by itself, as a person types. */
async function type(page: SyncClient, text: string): Promise<Y.XmlText> {
  page.write("");
  const fragment = page.doc.getXmlFragment(FRAGMENT);
  const line = (fragment.get(fragment.length - 1) as Y.XmlElement).get(0) as Y.XmlText;
  for (const letter of text) line.insert(line.length, letter);
  await page.saved();
  return line;
}

test("typed words count for the day, live, and a word that is taken back was not written", async () => {
  const bob = await app.aUser("Bob");
  const { id } = await bob.client.notes.create({ title: "Diary" });
  const page = await openOf(bob, id);
  const line = await type(page, "Dry stone walls last");
  await expect.poll(async () => (await bob.client.insights.overview({})).wordsToday).toBe(4);
  expect(await words(bob, "note")).toEqual([
    { day: null, noteId: id, title: "Diary", origin: null, added: 4, removed: 0, written: 4 },
  ]);
  const { events } = await bob.client.live.since({ seq: 0 });
  expect(events).toContainEqual(expect.objectContaining({ entity: "words", entityId: bob.userId }));
  line.delete(9, 11);
  await page.saved();
  await expect.poll(() => counted(bob, id)).toEqual({ typed: [2, 0] });
  expect(await bob.client.insights.overview({})).toEqual({
    day: day(),
    notes: 1,
    words: 2,
    wordsToday: 2,
    wordsThisWeek: 2,
    wordsLastWeek: 0,
    streakDays: 1,
    notesThisWeek: 1,
    tasksDoneThisWeek: 0,
  });
  page.close();
});

test("in a note of two, each word is its writer's, whoever owns the note", async () => {
  const bob = await app.aUser("Bob");
  const { id, page } = await aNote();
  const { shareId } = await ann.client.sharing.shareNote({ noteId: id, email: bob.email, role: "editor" });
  await bob.client.sharing.accept({ shareId });
  const guest = await openOf(bob, id);
  await type(page, "One two three");
  await guest.sees("One two three");
  const line = (guest.doc.getXmlFragment(FRAGMENT).get(0) as Y.XmlElement).get(0) as Y.XmlText;
  line.delete(0, 4);
  line.insert(line.length, " four five");
  await guest.saved();
  await expect.poll(() => counted(bob, id)).toEqual({ typed: [2, 1] });
  await expect.poll(() => counted(ann, id)).toEqual({ typed: [3, 0] });
  expect((await bob.client.insights.overview({})).wordsToday).toBe(2);
  expect((await bob.client.live.since({ seq: 0 })).events).toContainEqual(
    expect.objectContaining({ entity: "words", entityId: bob.userId }),
  );
  // The words stay counted when the note is gone.
  page.close();
  guest.close();
  await ann.client.notes.remove({ noteId: id });
  await app.database.asSuperuser("DELETE FROM notes_v2 WHERE id = $1", [id]);
  expect(await words(bob, "note")).toEqual([
    { day: null, noteId: null, title: null, origin: null, added: 2, removed: 1, written: 2 },
  ]);
});

test("what was pasted, imported, restored, copied or sent by a program is not written", async () => {
  const bob = await app.aUser("Bob");
  const { id } = await bob.client.notes.create({ title: "Diary" });
  const page = await openOf(bob, id);
  page.write(LONG);
  page.write("Three typed words");
  await page.saved();
  await expect.poll(() => counted(bob, id)).toEqual({ paste: [30, 0], typed: [3, 0] });
  page.close();
  const { seq } = await bob.client.notes.body({ noteId: id });
  const body = { format: "markdown", text: "Only this" } as const;
  await bob.client.notes.replaceBody({ noteId: id, baseSeq: seq, body });
  await expect.poll(() => counted(bob, id)).toMatchObject({ api: [2, 33] });
  await bob.client.notes.restoreVersion({ noteId: id, seq });
  await expect.poll(() => counted(bob, id)).toMatchObject({ restore: [33, 2] });
  await imported(bob, [{ path: "Old.md", bytes: LONG }]);
  await expect.poll(async () => (await words(bob, "origin")).map(({ origin }) => origin)).toContain("import");
  expect((await bob.client.insights.overview({})).wordsToday).toBe(3);
  expect((await words(bob, "day"))[0]).toMatchObject({ added: 98, removed: 35, written: 3 });
});

test("samples and copies of a note are nobody's words of today", async () => {
  const bob = await app.aUser("Bob");
  const body = { format: "markdown", text: "Four words by hand" } as const;
  const { id } = await bob.client.notes.create({ title: "Diary", body });
  const copy = await bob.client.notes.duplicate({ noteId: id });
  await expect.poll(() => counted(bob, id)).toEqual({ typed: [4, 0] });
  await derive(copy.id, bob);
  expect(await counted(bob, copy.id)).toEqual({});
});

test("a derivation that is repeated, or broken off before the count, counts once", async () => {
  vi.spyOn(app.services.collab.derivation, "schedule").mockReturnValue();
  const { id, page } = await aNote();
  await type(page, "One two three");
  await Promise.all([derive(id), derive(id)]);
  await derive(id);
  expect(await counted(ann, id)).toEqual({ typed: [3, 0] });
  await type(page, "Four five");
  // As if an older node had derived it, which counts no words.
  await app.database.asSuperuser("UPDATE notes_v2 SET derived_seq = doc_seq WHERE id = $1", [id]);
  const due = await app.services.db.asSystem("test", (tx) =>
    tx.call<{ note_id: string }>("notesToDerive", 100),
  );
  expect(due.map(({ note_id: noteId }) => noteId)).toContain(id);
  await derive(id);
  expect(await counted(ann, id)).toEqual({ typed: [5, 0] });
  page.close();
});

test("days are those of the writer's clock, also where one has 23 hours; two in a row are a streak", async () => {
  vi.spyOn(app.services.collab.derivation, "schedule").mockReturnValue();
  const bob = await app.aUser("Bob");
  await bob.client.preferences.update({ settings: { timeZone: "Europe/Oslo" } });
  const { id } = await bob.client.notes.create({ title: "Diary" });
  const page = await openOf(bob, id);
  // The clocks go forward on the 29th; its last half hour is 21:30 UTC, an hour earlier than the day before.
  for (const [text, at] of [
    ["one", "2026-03-28T22:30:00Z"],
    ["two three", "2026-03-28T23:30:00Z"],
    ["four five six", "2026-03-29T21:30:00Z"],
    ["seven eight nine ten", "2026-03-29T22:30:00Z"],
  ] as const) {
    await type(page, text);
    await app.database.asSuperuser(
      "UPDATE note_updates SET at = $2 WHERE note_id = $1 AND at > now() - interval '1 hour'",
      [id, at],
    );
  }
  await derive(id, bob);
  const rows = await words(bob, "day", "2026-03-01", "2026-04-01");
  expect(rows.map((row) => [row.day, row.written])).toEqual([
    ["2026-03-28", 1],
    ["2026-03-29", 5],
    ["2026-03-30", 4],
  ]);
  expect((await bob.client.insights.overview({})).streakDays).toBe(0);
  await app.database.asSuperuser(
    "UPDATE word_days SET day = day + (($2::timestamptz AT TIME ZONE 'Europe/Oslo')::date - '2026-03-31'::date) WHERE user_id = $1",
    [bob.userId, new Date()],
  );
  // Up to yesterday: today is not over.
  expect((await bob.client.insights.overview({})).streakDays).toBe(3);
  page.close();
});

test("words of languages without spaces are counted as its readers count them", async () => {
  const { id, page } = await aNote();
  await type(page, "石垣は長く残る");
  await expect.poll(async () => (await counted(ann, id))["typed"]?.[0] ?? 0).toBeGreaterThan(0);
  const { rows } = await ann.client.insights.words({ from: day(), to: day(), by: "note" });
  const { wordCount } = await ann.client.notes.get({ noteId: id });
  await expect.poll(async () => (await counted(ann, id))["typed"]).toEqual([wordCount, 0]);
  expect(wordCount).toBeGreaterThan(2);
  expect(rows.some(({ noteId }) => noteId === id)).toBe(true);
  page.close();
});

test("an export brings the counts along, each on its day, and counts nothing twice where they are", async () => {
  const bob = await app.aUser("Bob");
  const cleo = await app.aUser("Cleo");
  const body = { format: "markdown", text: "Four words by hand" } as const;
  const { id } = await bob.client.notes.create({ title: "Diary", body });
  await expect.poll(() => counted(bob, id)).toEqual({ typed: [4, 0] });
  await app.database.asSuperuser("UPDATE word_days SET day = '2026-01-02' WHERE user_id = $1", [bob.userId]);
  await bob.client.security.reauthenticate({ password: bob.password });
  const { url } = await bob.client.security.prepareExport({});
  const bytes = Buffer.from(await (await bob.request(url)).arrayBuffer());
  const there = await imported(cleo, [{ path: "cairn-export.zip", bytes }]);
  expect(there.status).toBe("done");
  const rows = await words(cleo, "note", "2026-01-01", "2026-01-31");
  expect(rows).toMatchObject([{ title: "Diary", added: 4, written: 4 }]);
  expect((await cleo.client.insights.overview({})).wordsToday).toBe(0);
  await imported(bob, [{ path: "cairn-export.zip", bytes }]);
  expect(await words(bob, "day", "2026-01-01", "2026-01-31")).toMatchObject([{ added: 4 }]);
  await cleo.client.imports.undo({ importId: there.id });
  await expect.poll(() => words(cleo, "day", "2026-01-01", "2026-01-31")).toEqual([]);
});

test("an account with too many counts keeps the sums of its oldest", async () => {
  const bob = await app.aUser("Bob");
  await app.database.asSuperuser(
    `INSERT INTO word_days (user_id, day, origin, added, removed)
     SELECT $1, '2020-01-01'::date + n / 10, 'typed', 2, 1 FROM generate_series(0, 99) n`,
    [bob.userId],
  );
  const [gone] = await app.services.db.asSystem("test", (tx) =>
    tx.call<{ joined: number }>("purgeWords", 60),
  );
  expect(gone!.joined).toBeGreaterThanOrEqual(40);
  const rows = await words(bob, "day", "2020-01-01", "2020-01-31");
  expect(rows.map(({ added, removed }) => [added, removed])).toEqual(Array(10).fill([20, 10]));
});

test("nobody sees another's words, and a wrong span is refused", async () => {
  const mallory = await app.aUser("Mallory");
  expect(await words(mallory, "day", day(-300))).toEqual([]);
  const invalid = expect.objectContaining({ code: "INVALID_INPUT" });
  await expect(words(ann, "day", day(1), day())).rejects.toEqual(invalid);
  await expect(words(ann, "day", day(-401), day())).rejects.toEqual(invalid);
  await expect(app.visitor().client.insights.overview({})).rejects.toEqual(
    expect.objectContaining({ code: "UNAUTHENTICATED" }),
  );
});
