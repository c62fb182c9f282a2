import type pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { uuidV7 } from "#contract/shared/uuid-v7.ts";
import { reportPlans } from "#testing/database/report-plans.ts";
import { createTestDatabase, type TestDatabase } from "#testing/test-database.ts";
import { type Database, openDatabase } from "../db/client.ts";
import { removeFolder, restoreFolder } from "../folders/folders.ts";
import { putBackTag, removeTag, renameTag } from "../tags/tags.ts";
import { undoBulkUpdate, updateNotes } from "./many-notes.ts";

const NOTES = 60;

let database: TestDatabase;
let db: Database;
const ann = uuidV7();
const bob = uuidV7();
const folder = uuidV7();
let ids: string[] = [];
const statements: string[] = [];

/** Of the tables that search is kept in. */
const OF_SEARCH = /\bon (?:note_search|note_words)\b/i;

beforeAll(async () => {
  database = await createTestDatabase();
  await database.asSuperuser("INSERT INTO folders (id, user_id, name) VALUES ($1, $2, 'Folder')", [
    folder,
    ann,
  ]);
  for (const owner of [ann, bob])
    await database.asSuperuser(
      `INSERT INTO notes_v2 (id, user_id, title, text, tags)
       SELECT gen_random_uuid(), $1, 'note ' || i, 'every word' || i % 7 || ' only' || i || ' 漢字', CASE WHEN i % 3 = 0 THEN ARRAY['third'] ELSE '{}' END
       FROM generate_series(1, $2::int) AS i`,
      [owner, NOTES],
    );
  ids = await idsOf(ann);
  const Client = await reportPlans(database, (plan) => {
    if (OF_SEARCH.test(plan)) statements.push(plan);
  });
  db = openDatabase(
    { ...database.connections, app: { ...database.connections.app, Client } as pg.ClientConfig },
    () => {},
  );
});
afterAll(async () => {
  await db.close();
  await database.drop();
});

async function idsOf(owner: string): Promise<string[]> {
  const rows = await database.asSuperuser<{ id: string }>("SELECT id FROM notes_v2 WHERE user_id = $1", [
    owner,
  ]);
  return rows.map(({ id }) => id);
}

/** Everything can be found by what it says now, the trash by nothing, and each word is known; as one row at a time would have it. */
async function expectFound(): Promise<void> {
  expect(
    await database.asSuperuser(
      `SELECT n.title, n.trashed_at FROM notes_v2 n LEFT JOIN note_search s ON s.note_id = n.id
       WHERE s.words IS DISTINCT FROM CASE WHEN n.trashed_at IS NULL THEN search_words(n.title, n.tags, n.text) END
         OR s.user_id <> n.user_id`,
    ),
  ).toEqual([]);
  expect(
    await database.asSuperuser(
      `SELECT DISTINCT s.user_id, word FROM note_search s, vocabulary_of(s.words) AS word
       WHERE NOT EXISTS (SELECT FROM note_words k WHERE k.user_id = s.user_id AND k.word = word.word)`,
    ),
  ).toEqual([]);
}

const words = async (owner: string, like: string) =>
  (
    await database.asSuperuser<{ word: string }>(
      "SELECT word FROM note_words WHERE user_id = $1 AND word LIKE $2 ORDER BY word",
      [owner, like],
    )
  ).map(({ word }) => word);

test("notes changed together are found as they are now, and put back, as they were", async () => {
  const before = await updateNotes(db, ann, { noteIds: ids, addTags: ["fresh"], removeTags: ["third"] });
  await expectFound();
  expect(await words(ann, "fresh")).toEqual(["fresh"]);
  await updateNotes(db, ann, { noteIds: ids.slice(0, 50), isTrashed: true });
  await expectFound();
  await updateNotes(db, ann, { noteIds: ids.slice(0, 20), isTrashed: false, isFavorite: true });
  await expectFound();
  await undoBulkUpdate(db, ann, { before });
  await expectFound();
  // What no note says any more is forgotten, as long as it stood in few; another account's words are its own.
  for (const owner of [ann, bob]) {
    const some = owner === ann ? ids.slice(0, 3) : await idsOf(bob);
    await updateNotes(db, owner, { noteIds: some, addTags: ["rare"] });
  }
  await updateNotes(db, ann, { noteIds: ids, removeTags: ["rare"] });
  expect(await words(ann, "rare")).toEqual([]);
  expect(await words(bob, "rare")).toEqual(["rare"]);
});

test("so they are after a tag is renamed or removed, and a folder deleted or restored", async () => {
  const renamed = await renameTag(db, ann, "third", "tertiary");
  await expectFound();
  await putBackTag(db, ann, { from: "third", to: "tertiary", ...renamed });
  await expectFound();
  const removed = await removeTag(db, ann, "third");
  await expectFound();
  await putBackTag(db, ann, { from: "third", ...removed });
  await expectFound();
  await updateNotes(db, ann, { noteIds: ids.slice(5), folderId: folder });
  await removeFolder(db, ann, folder, "trash");
  await expectFound();
  await restoreFolder(db, ann, folder);
  await expectFound();
});

test("a change of many costs as many statements as one of few, a change of the words too", async () => {
  const countOf = async (run: () => Promise<unknown>) => {
    statements.length = 0;
    await run();
    return statements.length;
  };
  const few = ids.slice(0, 3);
  for (const change of [
    { folderId: folder },
    { isFavorite: true },
    { addTags: ["counted"] },
    { isTrashed: true },
    { isTrashed: false },
  ]) {
    const ofFew = await countOf(() => updateNotes(db, ann, { noteIds: few, ...change }));
    const ofMany = await countOf(() => updateNotes(db, ann, { noteIds: ids, ...change }));
    // A word that may be gone is looked for.
    expect(ofMany, JSON.stringify(change)).toBeLessThan(ofFew + 5);
    if ("addTags" in change || "isTrashed" in change) expect(ofFew).toBeGreaterThan(0);
    else expect(ofMany).toBe(0);
  }
});

test("nobody keeps the words of a stranger's notes", async () => {
  const [id] = await idsOf(bob);
  await database.asSuperuser("UPDATE note_search SET words = '' WHERE note_id = $1", [id]);
  await db.queryAs(ann, "SELECT sync_search_of_notes($1)", [[id]]);
  const rows = await database.asSuperuser("SELECT words FROM note_search WHERE note_id = $1", [id]);
  expect(rows).toEqual([{ words: "" }]);
});
