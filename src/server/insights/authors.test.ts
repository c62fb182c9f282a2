import { afterAll, beforeAll, expect, test } from "vitest";
import { WORD_ORIGINS, type WordOrigin } from "#contract/shared/word-origins.ts";
import { randomFrom } from "#testing/random.ts";
import { seed } from "#testing/run-seed.ts";
import { openNote } from "#testing/sync-client.ts";
import { type SignedInVisitor, startTestApp, type TestApp } from "#testing/test-app.ts";

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

const PERIOD = { from: "2026-02-01", to: "2026-02-28" };
const today = () => {
  const day = (later: number) => new Date(Date.now() + later * 86_400_000).toISOString().slice(0, 10);
  return { from: day(-1), to: day(1) };
};
const sql = <Row extends object>(text: string, values: unknown[]) =>
  app.database.asSuperuser<Row>(text, values);

type Role = "viewer" | "commenter" | "editor";
async function share(owner: SignedInVisitor, noteId: string, guest: SignedInVisitor, role: Role = "editor") {
  const { shareId } = await owner.client.sharing.shareNote({ noteId, email: guest.email, role });
  await guest.client.sharing.accept({ shareId });
  return shareId;
}

/** Writes as people do, so that the note's history names them, and waits until it is counted. */
async function write(by: SignedInVisitor, owner: SignedInVisitor, noteId: string, text: string) {
  const before = await countOf(by, noteId);
  const page = openNote(app, by, noteId);
  await page.synced;
  page.write(text);
  await page.saved();
  page.close();
  await app.services.collab.derivation.deriveNow(noteId, owner.userId);
  await expect.poll(() => countOf(by, noteId)).toBeGreaterThan(before);
}
const countOf = async ({ userId }: SignedInVisitor, noteId: string) =>
  (
    await sql<{ added: number }>(
      "SELECT coalesce(sum(added), 0)::int AS added FROM word_days WHERE user_id = $1 AND note_id = $2",
      [userId, noteId],
    )
  )[0]!.added;

const aNote = async ({ client }: SignedInVisitor, title: string) => (await client.notes.create({ title })).id;
const authorsOf = async ({ client }: SignedInVisitor, period = PERIOD) =>
  (await client.insights.authors(period)).rows;
const count = (
  { userId }: SignedInVisitor,
  noteId: string | null,
  { day = "2026-02-10", origin = "typed" as WordOrigin, added = 0, removed = 0 },
) =>
  sql(
    `INSERT INTO word_days (user_id, note_id, day, origin, added, removed) VALUES ($1, $2, $3, $4, $5, $6)
     ON CONFLICT (user_id, day, note_id, origin) DO UPDATE SET added = excluded.added, removed = excluded.removed`,
    [userId, noteId, day, origin, added, removed],
  );

test("words by author are what a query finds: one's own anywhere, of guests those in one's notes, and the notes behind add up", async () => {
  const [ann, bob, cleo] = [await app.aUser("Ann"), await app.aUser("Bob"), await app.aUser("Cleo")];
  const notes = [await aNote(ann, "Diary"), await aNote(ann, "Plan"), await aNote(ann, "Letters")];
  const elsewhere = await aNote(bob, "Bob's own");
  await share(bob, elsewhere, ann);
  await write(ann, bob, elsewhere, "Five words of Ann's here");
  for (const noteId of notes.slice(0, 2))
    for (const guest of [bob, cleo]) {
      await share(ann, noteId, guest);
      await write(guest, ann, noteId, "Some words");
    }
  const random = randomFrom(seed);
  const below = (most: number) => Math.floor(random() * most);
  for (let row = 0; row < 300; row++) {
    const person = [ann, bob, cleo][below(3)]!;
    const noteId = [...(person === ann ? notes : notes.slice(0, 2)), elsewhere, null][below(5)] ?? null;
    const day = new Date(Date.UTC(2026, 0, 15 + below(60))).toISOString().slice(0, 10);
    const origin = WORD_ORIGINS[below(WORD_ORIGINS.length)]!;
    await count(person, noteId, { day, origin, added: below(90), removed: below(40) });
  }
  const asked = (author: SignedInVisitor) =>
    sql<{ note: string | null; added: number; removed: number }>(
      `SELECT note_id AS note, sum(added)::int AS added, sum(removed)::int AS removed FROM word_days
       WHERE user_id = $1 AND day BETWEEN $2 AND $3 AND origin IN ('typed', 'paste', 'api', 'template', 'restore') AND added + removed > 0
         AND ($1 = $4 OR note_id IN (SELECT id FROM notes_v2 WHERE user_id = $4)) GROUP BY note_id`,
      [author.userId, PERIOD.from, PERIOD.to, ann.userId],
    );
  const rows = await authorsOf(ann);
  expect(rows.map(({ authorId }) => authorId).toSorted()).toEqual(
    [ann, bob, cleo].map(({ userId }) => userId).toSorted(),
  );
  for (const [author, name] of [
    [ann, "Ann"],
    [bob, "Bob"],
    [cleo, "Cleo"],
  ] as const) {
    const { userId: authorId } = author;
    const expected = await asked(author);
    const sum = (of: "added" | "removed") => expected.reduce((total, row) => total + row[of], 0);
    expect(
      rows.find((row) => row.authorId === authorId),
      `${name}, CAIRN_SEED=${seed}`,
    ).toEqual({
      ...{ authorId, name, isUser: author === ann, added: sum("added"), removed: sum("removed") },
      notes: expected.filter(({ note }) => note !== null).length,
    });
    const behind = await ann.client.insights.authoredNotes({ ...PERIOD, authorId });
    expect(behind.total).toBe(expected.length);
    expect(new Map(behind.notes.map((row) => [row.noteId, [row.added, row.removed]]))).toEqual(
      new Map(expected.map((row) => [row.note, [row.added, row.removed]])),
    );
  }
});

test("what a guest types changes the owner's figures for that guest; the owner's words stay out of the guest's", async () => {
  const [ann, bob] = [await app.aUser("Ann"), await app.aUser("Bob")];
  const noteId = await aNote(ann, "Diary");
  await share(ann, noteId, bob);
  expect(await authorsOf(ann, today())).toEqual([]);
  await write(bob, ann, noteId, "Three more words");
  const of = (person: SignedInVisitor, name: string, reader: SignedInVisitor, added: number) => ({
    ...{ authorId: person.userId, name, isUser: person === reader, added, removed: 0, notes: 1 },
  });
  expect(await authorsOf(ann, today())).toEqual([of(bob, "Bob", ann, 3)]);
  await write(bob, ann, noteId, "and two");
  await write(ann, ann, noteId, "One of Ann's own, longer than those");
  expect(await authorsOf(ann, today())).toEqual([of(ann, "Ann", ann, 7), of(bob, "Bob", ann, 5)]);
  expect(await authorsOf(bob, today())).toEqual([of(bob, "Bob", bob, 5)]);
  expect(await bob.client.insights.authoredNotes({ ...today(), authorId: ann.userId })).toEqual({
    total: 0,
    notes: [],
  });
});

test("strangers, viewers and other guests see no word of anybody else", async () => {
  const [ann, bob, cleo, eve] = [
    await app.aUser("Ann"),
    await app.aUser("Bob"),
    await app.aUser("Cleo"),
    await app.aUser("Eve"),
  ];
  const noteId = await aNote(ann, "Diary");
  await share(ann, noteId, bob);
  await share(ann, noteId, cleo, "viewer");
  await write(bob, ann, noteId, "Three more words");
  expect(await authorsOf(ann, today())).toHaveLength(1);
  for (const reader of [cleo, eve]) {
    expect(await authorsOf(reader, today())).toEqual([]);
    for (const author of [ann, bob])
      expect(await reader.client.insights.authoredNotes({ ...today(), authorId: author.userId })).toEqual({
        total: 0,
        notes: [],
      });
  }
  await expect(app.visitor().client.insights.authors(PERIOD)).rejects.toMatchObject({
    code: "UNAUTHENTICATED",
  });
  await expect(ann.client.insights.authors({ from: "2026-02-02", to: "2026-02-01" })).rejects.toMatchObject({
    code: "INVALID_INPUT",
  });
});

test("a guest who lost access stays counted, as in the note's history; one who deletes the account is gone", async () => {
  const [ann, bob] = [await app.aUser("Ann"), await app.aUser("Bob")];
  const noteId = await aNote(ann, "Diary");
  const shareId = await share(ann, noteId, bob);
  await write(bob, ann, noteId, "Three more words");
  await ann.client.sharing.end({ shareId });
  const left = [expect.objectContaining({ authorId: bob.userId, name: "Bob", added: 3 })];
  expect(await authorsOf(ann, today())).toEqual(left);
  // What is merged of the log keeps its writers.
  await app.services.collab.compact(noteId, ann.userId);
  expect(await sql("SELECT FROM note_updates WHERE note_id = $1", [noteId])).toEqual([]);
  expect(await authorsOf(ann, today())).toEqual(left);
  await bob.client.security.reauthenticate({ password: bob.password });
  await bob.client.security.deleteAccount({ password: bob.password });
  expect(await authorsOf(ann, today())).toEqual([]);
});

test("rows of somebody whom the note's history doesn't name as a writer are not shown", async () => {
  const [ann, eve] = [await app.aUser("Ann"), await app.aUser("Eve")];
  const noteId = await aNote(ann, "Diary");
  await count(eve, noteId, { added: 50 });
  expect(await authorsOf(ann)).toEqual([]);
});
