import { afterAll, beforeAll, expect, test } from "vitest";
import { uuidV7 } from "#contract/shared/uuid-v7.ts";
import { reportPlans } from "#testing/database/report-plans.ts";
import { createTestDatabase, type TestDatabase } from "#testing/test-database.ts";
import { type Database, openDatabase } from "../db/client.ts";
import { readBodyAs } from "../collab/load-note.ts";
import { listFolders } from "../folders/folders.ts";
import { listNotes } from "./list-notes.ts";
import { notesNamedIn } from "./named-notes.ts";
import { getNote } from "./notes.ts";
import { searchNotes } from "./search.ts";

/** Tables that grow with what a user writes: none may be read from one end to the other. */
const GROWING =
  /Seq Scan on (?:notes_v2|note_search|note_words|note_updates|note_snapshots|note_history|note_links|files|file_texts|note_access)\b/;
/** A third of it shows the same plans in a third of the time; `npm run deep` has all. */
const NOTES = process.env["CAIRN_DEEP"] === "1" ? 100_000 : 30_000;
/** Of the notes of a user, what may be sorted at once: less than search finds of a word in half of them. */
const SORTED = NOTES / 5;

let database: TestDatabase;
let db: Database;
const ann = uuidV7();
const bob = uuidV7();
/** With her Bob shares a few notes, with Dan nearly all. */
const cleo = uuidV7();
const dan = uuidV7();
const folder = uuidV7();
const plans: string[] = [];

beforeAll(async () => {
  database = await createTestDatabase();
  await fill();
  const PlanReader = await reportPlans(database, (plan) => plans.push(plan));
  const app = { ...database.connections.app, Client: PlanReader };
  db = openDatabase({ ...database.connections, app }, () => {});
}, 120_000);
afterAll(async () => {
  await db.close();
  await database.drop();
});

/** Many notes of one user and some of another, made in bulk: what the indexes are for, without texts to wait for. */
async function fill(): Promise<void> {
  const run = (statement: string, values?: unknown[]) =>
    database.asSuperuser<{ name: string; definition: string }>(statement, values);
  await run("INSERT INTO folders (id, user_id, name) VALUES ($1, $2, 'Folder')", [folder, ann]);
  for (const table of ["notes_v2", "note_search", "note_updates", "note_snapshots"])
    await run(`ALTER TABLE ${table} DISABLE TRIGGER ALL`);
  const indexes = await run(
    "SELECT indexname AS name, indexdef AS definition FROM pg_indexes WHERE tablename = 'note_search' AND indexdef LIKE '%USING gin%'",
  );
  for (const { name } of indexes) await run(`DROP INDEX ${name}`);
  for (const [user, count] of [
    [ann, NOTES],
    [bob, 10_000],
  ])
    await run(
      `INSERT INTO notes_v2 (id, user_id, title, text, folder_id, content_type, is_favorite, tags, trashed_at, updated_at)
       SELECT gen_random_uuid(), $1, 'note ' || i, repeat('text ', 20), CASE WHEN i % 500 = 0 THEN $3::uuid END, CASE WHEN i % 1000 = 0 THEN 'rare' ELSE 'general' END,
         i % 1000 = 1, CASE WHEN i % 100 = 0 THEN ARRAY['tagged'] ELSE '{}' END, CASE WHEN i % 50 = 7 THEN now() END, now() - i * interval '1 minute'
       FROM generate_series(1, $2::int) AS i`,
      [user, count, user === ann ? folder : null],
    );
  await run(
    `INSERT INTO note_search (note_id, user_id, words)
     SELECT id, user_id, search_words(title, tags, 'everywhere half' || (length(title) % 2) || ' w' || (hashtext(id::text) & 4095))
     FROM notes_v2 WHERE trashed_at IS NULL`,
  );
  for (const { definition } of indexes) await run(definition);
  await run(
    `INSERT INTO note_words (user_id, word, notes)
     SELECT user_id, word, count(*) FROM note_search, LATERAL vocabulary_of(words) AS word GROUP BY 1, 2
     UNION ALL SELECT user_id, '', count(*) FROM note_search GROUP BY 1`,
  );
  await run(
    `INSERT INTO note_updates (id, note_id, user_id, actor_id, payload, schema_version)
     SELECT nextval('note_update_ids'), id, user_id, user_id, '\\x0000', 1 FROM notes_v2`,
  );
  await run(
    `INSERT INTO note_snapshots (note_id, user_id, state, state_vector, through_id)
     SELECT id, user_id, '\\x0000', '\\x00', 0 FROM notes_v2`,
  );
  await run("ALTER TABLE note_access DISABLE TRIGGER ALL");
  for (const [guest, every] of [
    [cleo, 20],
    [dan, 2],
  ])
    await run(
      `INSERT INTO note_access (note_id, owner_id, user_id, role)
       SELECT id, user_id, $1, 'viewer' FROM notes_v2 WHERE user_id = $2 AND substr(title, 6)::int % $3 = 0`,
      [guest, bob, every],
    );
  for (const user of [ann, bob]) {
    await run(
      `INSERT INTO files (id, user_id, bucket, path, name, type, size, storage_key)
       SELECT gen_random_uuid(), $1::uuid, 'b', 'p', 'file ' || i, 'text/plain', 1, 'x' || $1::text || i
       FROM generate_series(1, 5000) AS i`,
      [user],
    );
    await run(
      `INSERT INTO file_texts (file_id, user_id, text, words)
       SELECT id, user_id, name || ' common', to_tsvector('simple', 'common only' || substr(name, 6)) FROM files WHERE user_id = $1`,
      [user],
    );
    await run(
      `INSERT INTO note_links (note_id, user_id, kind, target)
       SELECT n.id, n.user_id, 'file', '/files/' || f.id FROM notes_v2 n JOIN files f ON f.user_id = n.user_id AND n.title = 'note ' || substr(f.name, 6)
       WHERE n.user_id = $1`,
      [user],
    );
  }
  await run("ANALYZE");
}

const filter = { trashed: false, limit: 50 };

/** What finds nothing would be quick without any index. */
async function found(hits: ReturnType<typeof searchNotes>): Promise<void> {
  expect((await hits).length).toBeGreaterThan(0);
}

test.each<[string, () => Promise<unknown>]>([
  ["all notes", () => listNotes(db, ann, filter)],
  [
    "the next page",
    async () => {
      const { nextCursor } = await listNotes(db, ann, filter);
      plans.length = 0;
      return listNotes(db, ann, { ...filter, cursor: nextCursor! });
    },
  ],
  ["a folder", () => listNotes(db, ann, { ...filter, folderId: folder })],
  ["a category", () => listNotes(db, ann, { ...filter, category: "rare" })],
  ["favourites", () => listNotes(db, ann, { ...filter, isFavorite: true })],
  ["a tag", () => listNotes(db, ann, { ...filter, tag: "tagged" })],
  ["any of several tags", () => listNotes(db, ann, { ...filter, tags: ["tagged", "other"] })],
  ["open tasks", () => listNotes(db, ann, { ...filter, hasOpenTasks: true })],
  ["notes by their making", () => listNotes(db, ann, { ...filter, sort: "created" })],
  ["notes by title", () => listNotes(db, ann, { ...filter, sort: "title" })],
  ["notes by title, backwards", () => listNotes(db, ann, { ...filter, sort: "title", order: "desc" })],
  ["notes by length", () => listNotes(db, ann, { ...filter, sort: "words" })],
  ["a folder by title", () => listNotes(db, ann, { ...filter, folderId: folder, sort: "title" })],
  [
    "the next page by title",
    async () => {
      const { nextCursor } = await listNotes(db, ann, { ...filter, sort: "title" });
      plans.length = 0;
      return listNotes(db, ann, { ...filter, sort: "title", cursor: nextCursor! });
    },
  ],
  ["the trash", () => listNotes(db, ann, { ...filter, trashed: true })],
  ["folders", () => listFolders(db, ann)],
  [
    "a note and its body",
    async () => {
      const { notes } = await listNotes(db, ann, filter);
      plans.length = 0;
      await readBodyAs(db, ann, notes[0]!.id);
      return getNote(db, ann, notes[0]!.id);
    },
  ],
  ["search: a rare word", () => searchNotes(db, ann, "w77", 20)],
  ["search: a word of every note", () => searchNotes(db, ann, "everywhere", 20)],
  ["search: a word of half of them", () => searchNotes(db, ann, "half1", 20)],
  ["search: a beginning", () => searchNotes(db, ann, "w1", 20)],
  ["search: a phrase", () => searchNotes(db, ann, '"everywhere half1"', 20)],
  ["search: part of a word", () => searchNotes(db, ann, "verywher", 20)],
  ["search: a misspelt word", () => searchNotes(db, ann, "evreywhere", 20)],
  ["search: a tag", () => searchNotes(db, ann, "tag:tagged", 20)],
  ["search: several words", () => searchNotes(db, ann, "everywhere w77", 20)],
  ["search: nothing", () => searchNotes(db, ann, "xyzzyplugh", 20)],
  ["search: a word of a file", () => found(searchNotes(db, ann, "only4242", 20))],
  ["search: a word of every file", () => found(searchNotes(db, ann, "common", 20))],
  ["search: a rare word of a few shared notes", () => searchNotes(db, cleo, "w77", 20)],
  ["search: a word of all of them", () => found(searchNotes(db, cleo, "everywhere", 20))],
  ["search: a word of a file in one of them", () => found(searchNotes(db, cleo, "only4240", 20))],
  ["search: a rare word of many shared notes", () => found(searchNotes(db, dan, "w1", 20))],
  ["search: a word of all of the many", () => found(searchNotes(db, dan, "everywhere", 20))],
  ["search: a word of files in the many", () => found(searchNotes(db, dan, "common", 20))],
  ["search: part of a word in shared notes", () => searchNotes(db, dan, "verywher", 20)],
  ["search: what is shared", () => found(searchNotes(db, dan, "is:shared everywhere", 20))],
])("no table is read through for %s", async (_what, run) => {
  plans.length = 0;
  await run();
  expect(plans.length).toBeGreaterThan(0);
  expect(plans.filter((plan) => GROWING.test(plan))).toEqual([]);
  // Sorting a page is fine; reading all of a user's notes in order to sort them is not.
  const read = plans.flatMap((plan) =>
    [...plan.matchAll(/Sort .*rows=(\d+)/g)].map((match) => Number(match[1])),
  );
  expect(Math.max(0, ...read)).toBeLessThan(SORTED);
});

test("notes that a text names are looked up by the index of titles", async () => {
  plans.length = 0;
  const named = await notesNamedIn(db, ann, { format: "markdown", text: "See [[Note 77]] and [[Nowhere]]." });
  expect(named).toEqual({ "note 77": expect.any(String) });
  expect(plans.join("\n")).toMatch(/Index Scan (?:using|on) notes_titles/);
});
