import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import * as Y from "yjs";
import { FRAGMENT } from "#document/schema-version.ts";
import { openNote, type SyncClient } from "#testing/sync-client.ts";
import { type SignedInVisitor, startTestApp, type TestApp } from "#testing/test-app.ts";
import { createLog } from "../../platform/log.ts";
import { Derivation } from "../derivation.ts";
import { deriveNotes } from "../derive-notes.ts";

let app: TestApp;
let ann: SignedInVisitor;
beforeAll(async () => {
  app = await startTestApp();
  ann = await app.aUser("Ann");
});
afterEach(() => vi.restoreAllMocks());
afterAll(() => app.close());

const LONG = Array.from({ length: 30 }, (_, index) => `word${index}`).join(" ");

/** A note that nothing but the test derives. */
async function aNoteApart() {
  vi.spyOn(app.services.collab.derivation, "schedule").mockReturnValue();
  return aNote();
}

async function aNote() {
  const { id } = await ann.client.notes.create({ title: "Diary" });
  return { id, page: await openOf(ann, id) };
}

async function openOf(person: SignedInVisitor, noteId: string): Promise<SyncClient> {
  const page = openNote(app, person, noteId);
  await page.synced;
  return page;
}

/** A line that is typed key by key; each key is a change of its own. */
async function type(page: SyncClient, text: string): Promise<Y.XmlText> {
  page.write("");
  const fragment = page.doc.getXmlFragment(FRAGMENT);
  const line = (fragment.get(fragment.length - 1) as Y.XmlElement).get(0) as Y.XmlText;
  for (const letter of text) {
    line.insert(line.length, letter);
    await page.saved();
  }
  return line;
}

const derive = (noteId: string, isCountedLater: boolean) =>
  deriveNotes(
    { db: app.services.db, bodies: app.services.collab.bodies },
    ann.userId,
    [noteId],
    new Set(isCountedLater ? [noteId] : []),
  );

/** Words added and removed, by person and origin. */
async function counted(noteId: string): Promise<Record<string, number[]>> {
  const rows = await app.database.asSuperuser<{ key: string; added: number; removed: number }>(
    `SELECT p.name || ' ' || d.origin AS key, added, removed FROM word_days d JOIN auth.users p ON p.id = d.user_id
     WHERE note_id = $1 AND (added <> 0 OR removed <> 0)`,
    [noteId],
  );
  return Object.fromEntries(rows.map(({ key, added, removed }) => [key, [added, removed]]));
}

async function stateOf(noteId: string) {
  const [state] = await app.database.asSuperuser<{ derived: boolean; counted: boolean; words: number }>(
    "SELECT derived_seq = doc_seq AS derived, words_seq = doc_seq AS counted, word_count AS words FROM notes_v2 WHERE id = $1",
    [noteId],
  );
  return state!;
}

async function shareWith(guest: SignedInVisitor, noteId: string): Promise<void> {
  const { shareId } = await ann.client.sharing.shareNote({ noteId, email: guest.email, role: "editor" });
  await guest.client.sharing.accept({ shareId });
}

test("while somebody types, the text is derived again and again and its words are counted seldom, and in the end all of them", async () => {
  const { bodies } = app.services.collab;
  const [derived, countedAlone] = [vi.spyOn(bodies, "derive"), vi.spyOn(bodies, "count")];
  const { id, page } = await aNote();
  for (let stretch = 0; stretch < 4; stretch++) {
    await type(page, `Line ${stretch} stays`);
    await expect.poll(() => stateOf(id)).toMatchObject({ derived: true, words: 3 * (stretch + 1) });
  }
  const counts = () =>
    derived.mock.calls.filter(([, changes]) => changes.length > 0).length + countedAlone.mock.calls.length;
  expect(derived.mock.calls.length).toBeGreaterThanOrEqual(4);
  expect(counts()).toBeLessThan(derived.mock.calls.length);
  await expect.poll(() => stateOf(id)).toMatchObject({ derived: true, counted: true });
  expect(await counted(id)).toEqual({ "Ann typed": [12, 0] });
  page.close();
});

test("the last who closes a note has its words counted without waiting", async () => {
  const { id, page } = await aNote();
  await type(page, "First words");
  await expect.poll(() => stateOf(id)).toMatchObject({ counted: true });
  const begun = performance.now();
  await type(page, "and more");
  await expect.poll(() => stateOf(id)).toMatchObject({ derived: true, counted: false });
  page.close();
  await expect.poll(() => counted(id), { interval: 20 }).toEqual({ "Ann typed": [4, 0] });
  expect(performance.now() - begun).toBeLessThan(14_000);
});

test("words that were not counted when the server ended are by the next one, once", async () => {
  const { id, page } = await aNoteApart();
  await type(page, "One two three");
  expect((await derive(id, true)).uncounted).toEqual(new Set([id]));
  expect(await stateOf(id)).toEqual({ derived: true, counted: false, words: 3 });
  expect(await counted(id)).toEqual({});
  const { db, collab } = app.services;
  const derived = vi.spyOn(collab.bodies, "derive");
  const next = new Derivation(db, createLog("fatal"), collab.bodies);
  await expect.poll(() => counted(id)).toEqual({ "Ann typed": [3, 0] });
  // Its text was there already.
  expect(derived).not.toHaveBeenCalled();
  next.stop();
  await derive(id, false);
  expect(await counted(id)).toEqual({ "Ann typed": [3, 0] });
  page.close();
});

test("of two who count the same words, the other is told that some are left to count", async () => {
  const { id, page } = await aNoteApart();
  await type(page, "One two");
  const { bodies } = app.services.collab;
  const original = bodies.derive.bind(bodies);
  vi.spyOn(bodies, "derive").mockImplementationOnce(async (...given) => {
    await derive(id, false);
    await type(page, "three");
    return original(...given);
  });
  expect((await derive(id, false)).uncounted).toEqual(new Set([id]));
  expect((await derive(id, false)).uncounted).toEqual(new Set());
  expect(await counted(id)).toEqual({ "Ann typed": [3, 0] });
  page.close();
});

test("words of two, in languages with and without spaces, are each writer's when they are counted together", async () => {
  const bob = await app.aUser("Bob");
  const { id, page } = await aNoteApart();
  await shareWith(bob, id);
  const guest = await openOf(bob, id);
  await type(page, "Dry stone");
  await derive(id, true);
  await type(guest, "石垣");
  await derive(id, true);
  await type(page, "walls last");
  await derive(id, true);
  expect(await counted(id)).toEqual({});
  await derive(id, false);
  expect(await counted(id)).toEqual({ "Ann typed": [4, 0], "Bob typed": [1, 0] });
  page.close();
  guest.close();
});

test("hours and days that end between two counts keep their own words", async () => {
  const { id, page } = await aNoteApart();
  for (const [text, at] of [
    ["one", "2026-03-02T22:59:50Z"],
    ["two three", "2026-03-02T23:00:05Z"],
    ["four five six", "2026-03-03T00:00:05Z"],
  ] as const) {
    await type(page, text);
    await app.database.asSuperuser(
      "UPDATE note_updates SET at = $2 WHERE note_id = $1 AND at > now() - interval '1 hour'",
      [id, at],
    );
    await derive(id, true);
  }
  await derive(id, false);
  const hours = await app.database.asSuperuser(
    "SELECT day || ' ' || hour AS hour, added FROM word_hours WHERE note_id = $1 ORDER BY word_hours.day, word_hours.hour",
    [id],
  );
  expect(hours).toEqual([
    { hour: "2026-03-02 22", added: 1 },
    { hour: "2026-03-02 23", added: 2 },
    { hour: "2026-03-03 0", added: 3 },
  ]);
  page.close();
});

test("words that are cut and pasted or taken back before they are counted have neither come nor gone", async () => {
  const { id, page } = await aNoteApart();
  page.write(LONG);
  await page.saved();
  await derive(id, false);
  const before = await counted(id);
  expect(before).toEqual({ "Ann paste": [30, 0] });
  const undo = new Y.UndoManager(page.doc.getXmlFragment(FRAGMENT), { captureTimeout: 0 });
  const line = (page.doc.getXmlFragment(FRAGMENT).get(0) as Y.XmlElement).get(0) as Y.XmlText;
  line.delete(0, line.length);
  await page.saved();
  await derive(id, true);
  page.write(LONG);
  await page.saved();
  await derive(id, true);
  line.insert(0, "Words that go again");
  await page.saved();
  await derive(id, true);
  undo.undo();
  await page.saved();
  await derive(id, false);
  expect(await counted(id)).toEqual(before);
  page.close();
});

test("who names somebody in words that are counted later is known by what they said since the last derivation", async () => {
  const [bob, cem] = [await app.aUser("Bob"), await app.aUser("Cem")];
  const { id, page } = await aNoteApart();
  for (const guest of [bob, cem]) await shareWith(guest, id);
  const guest = await openOf(bob, id);
  await type(guest, "Where is Cem");
  await derive(id, true);
  await type(page, "Ask @Cem");
  await type(guest, "maybe");
  const count = vi.spyOn(app.services.collab.bodies, "count");
  await derive(id, true);
  const waiting = await app.database.asSuperuser<{ data: object }>(
    "SELECT data FROM jobs WHERE name = 'tell-of-mention' AND data->>'noteId' = $1",
    [id],
  );
  expect(waiting.map(({ data }) => data)).toEqual([
    expect.objectContaining({ personId: cem.userId, writerId: ann.userId }),
  ]);
  // Of a derivation that names nobody anew, nothing is counted for that.
  count.mockClear();
  await type(page, "and others");
  await derive(id, true);
  expect(count).not.toHaveBeenCalled();
  page.close();
  guest.close();
});
