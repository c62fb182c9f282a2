import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { setTimeout as delay } from "node:timers/promises";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { describeSchema } from "#testing/database/describe-schema.ts";
import {
  addressesOf,
  anEmptyDatabase,
  type Contents,
  fillInstallation,
  hashOf,
} from "#testing/installation.ts";
import { openNote } from "#testing/sync-client.ts";
import { createVisitor, startTestApp, type TestApp } from "#testing/test-app.ts";
import { createTestDatabase, type TestDatabase } from "#testing/test-database.ts";
import type { Config } from "../platform/config.ts";
import { readConfig } from "../platform/config.ts";
import { createLog } from "../platform/log.ts";
import { readSecret } from "../platform/secret.ts";
import { type WrittenBackup, writeBackup } from "./backup-file.ts";
import { restore } from "./restore.ts";
import { backupSource } from "./source.ts";

const KEY = "correct horse battery staple";
const log = createLog("silent");
vi.setConfig({ testTimeout: 60_000 });
const undo: (() => Promise<unknown>)[] = [];

let app: TestApp;
let contents: Contents;
let backup: WrittenBackup;
/** What the API had acknowledged when the backup began: title or word, and where it must be found. */
let acknowledged: { noteId: string; title: string; words: string[] }[];
/** The bodies of notes that nobody touched meanwhile. */
const bodies = new Map<string, { markdown: string; html: string }>();

async function tempFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "cairn-restore-"));
  undo.push(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

async function target(mode: "separate" | "single" = "separate"): Promise<TestDatabase> {
  const database = await anEmptyDatabase(mode);
  undo.push(() => database.drop());
  return database;
}

async function configOn(database: TestDatabase, env: Record<string, string> = {}): Promise<Config> {
  const addresses = addressesOf(database.connections);
  return readConfig(
    { LOG_LEVEL: "silent", DATA_DIR: await tempFolder(), BACKUP_KEY: KEY, ...addresses, ...env },
    "/",
  );
}

async function backUp(on: Pick<TestApp, "dataDir" | "database">, env: Record<string, string> = {}) {
  const folder = await tempFolder();
  const config = readConfig({ DATA_DIR: on.dataDir, BACKUP_KEY: KEY, ...env }, "/");
  return writeBackup(await backupSource(config, on.database.connections), {
    target: async () => join(folder, "one.cairn"),
    made: "command",
    key: config.backups.key,
  });
}

const hashes = ({ manifest: { tables, sequences, files } }: WrittenBackup) => ({ tables, sequences, files });

beforeAll(async () => {
  const dataDir = await tempFolder();
  app = await startTestApp({}, undefined, { dataDir, secret: await readSecret({ dataDir }) });
  contents = await fillInstallation(app);
  const { ann, bob, noteIds } = contents;
  for (const [index, noteId] of noteIds.entries()) {
    if (index === 2) continue;
    const { client } = index % 4 === 3 ? bob : ann;
    const [markdown, html] = await Promise.all([
      client.notes.body({ noteId, format: "markdown" }),
      client.notes.body({ noteId, format: "html" }),
    ]);
    bodies.set(noteId, { markdown: markdown.text, html: html.text });
  }
  const writers = startWriters(app, contents);
  await delay(800);
  acknowledged = structuredClone(writers.acknowledged);
  const during = backUp(app);
  backup = await during;
  expect(await writers.stop()).toBeGreaterThan(acknowledged.length);
}, 60_000);

afterAll(async () => {
  await app?.close();
  for (const last of undo.toReversed()) await last();
});

/** People at work: three that create and rename over the API, two that type in a page each. */
function startWriters(on: TestApp, { ann, bob }: Contents) {
  const done: { noteId: string; title: string; words: string[] }[] = [];
  let isStopped = false;
  const create = async (who: typeof ann, name: string) => {
    for (let index = 0; !isStopped; index += 1) {
      const title = `${name} ${index}`;
      const body = { format: "markdown" as const, text: `zebra${name}${index}` };
      const { id } = await who.client.notes.create({ title, body });
      done.push({ noteId: id, title, words: [body.text] });
    }
  };
  const type = async (name: string) => {
    const { id } = await ann.client.notes.create({ title: name });
    const note = { noteId: id, title: name, words: [] as string[] };
    done.push(note);
    const page = openNote(on, ann, id);
    await page.synced;
    for (let index = 0; !isStopped; index += 1) {
      page.write(`${name}-${index}`);
      await page.saved();
      note.words.push(`${name}-${index}`);
    }
    page.close();
  };
  const all = [create(ann, "a"), create(ann, "b"), create(bob, "c"), type("typing1"), type("typing2")];
  return {
    acknowledged: done,
    stop: async () => {
      isStopped = true;
      await Promise.all(all);
      return done.length;
    },
  };
}

test("a backup taken while people write restores to the snapshot, row by row, byte by byte", async () => {
  const database = await target();
  const config = await configOn(database);
  const { keepsSessions } = await restore(config, log, { path: backup.path, replace: false });
  expect(keepsSessions).toBe(true);
  // Every table is of the same moment: each note's row says how far its log goes, and there it goes.
  const torn = await database.asSuperuser(
    `SELECT id FROM notes_v2 n WHERE doc_seq <> greatest(0, (SELECT max(u.id) FROM note_updates u WHERE u.note_id = n.id),
       (SELECT s.through_id FROM note_snapshots s WHERE s.note_id = n.id))`,
  );
  expect(torn).toEqual([]);
  // A backup of what was restored has the same bytes in the same order in every table.
  const again = await backUp({ dataDir: config.dataDir, database });
  expect(hashes(again)).toEqual(hashes(backup));
  const counts = Object.entries(backup.manifest.tables).map(([name, table]) => [name, table.rows]);
  expect(Object.fromEntries(counts)).toMatchObject({
    "auth.users": 2,
    "public.note_access": 1,
    "public.files": 2,
    "public.folders": 2,
  });
  // Compared by PostgreSQL as well, without our own reading: what nobody wrote in meanwhile is equal to the source.
  const untouched = ["auth.users", "auth.accounts", "auth.sessions", "folders", "files", "note_access"].map(
    (table) => [table, ""],
  );
  const ofEarlierNotes = ["note_snapshots", "note_history"].map((table) => [
    table,
    `WHERE note_id = ANY ('{${contents.noteIds.join()}}')`,
  ]);
  for (const [table, where] of [...untouched, ...ofEarlierNotes]) {
    const text = `SELECT md5(t::text) AS row FROM ${table} t ${where} ORDER BY 1`;
    const rows = await database.asSuperuser(text);
    expect(rows.length, table).toBeGreaterThan(0);
    expect(rows, table).toEqual(await app.database.asSuperuser(text));
  }
  expect(await describeSchema(database.asSuperuser)).toEqual(await describeSchema(app.database.asSuperuser));

  const restored = await startTestApp({}, undefined, {
    database,
    dataDir: config.dataDir,
    secret: await readSecret(config),
  });
  try {
    await everythingIsThere(restored);
  } finally {
    await restored.close();
  }
});

async function everythingIsThere(on: TestApp): Promise<void> {
  const { ann, bob, noteIds, sharedId, files } = contents;
  const visitors = [];
  for (const { email, password } of [ann, bob]) {
    const visitor = createVisitor(on.url);
    await visitor.client.accounts.login({ email, password });
    visitors.push(visitor);
  }
  const [annAgain, bobAgain] = visitors as [(typeof visitors)[0], (typeof visitors)[0]];
  for (const [index, noteId] of noteIds.entries()) {
    if (index === 2) continue;
    const { client } = index % 4 === 3 ? bobAgain : annAgain;
    const html = await client.notes.body({ noteId, format: "html" });
    const markdown = await client.notes.body({ noteId, format: "markdown" });
    expect({ html: html.text, markdown: markdown.text }).toEqual(bodies.get(noteId));
  }
  expect((await bobAgain.client.notes.body({ noteId: sharedId })).text).toBe(bodies.get(sharedId)!.markdown);
  expect((await annAgain.client.notes.list({ trashed: true })).notes).toHaveLength(1);
  for (const { id, hash, shown } of files) {
    expect(await hashOf(annAgain, `/files/${id}/original`)).toBe(hash);
    expect(await hashOf(annAgain, `/files/${id}`)).toBe(shown);
  }
  expect(acknowledged.length).toBeGreaterThan(5);
  for (const { noteId, title, words } of acknowledged) {
    const who = title.startsWith("c ") ? bobAgain : annAgain;
    expect((await who.client.notes.get({ noteId })).title).toBe(title);
    const { text } = await who.client.notes.body({ noteId, format: "text" });
    expect(words.filter((word) => !text.includes(word))).toEqual([]);
  }
  // Who was signed in still is: the secret came along.
  const withCookie = await fetch(`${on.url}/api/accounts/session`, { headers: { cookie: ann.cookie() } });
  expect(await withCookie.json()).toMatchObject({ session: { user: { email: ann.email } } });
  const page = openNote(on, { ...annAgain }, sharedId);
  await page.synced;
  page.write("written after the restore");
  await page.saved();
  page.close();
  expect((await annAgain.client.notes.body({ noteId: sharedId, format: "text" })).text).toContain(
    "after the restore",
  );
  // A text that was written just before the snapshot is not derived in it: the server that comes up does that.
  await vi.waitFor(async () => {
    const found = await annAgain.client.notes.search({ query: "aardvark4" });
    expect(found.hits.map(({ note }) => note.id)).toContain(noteIds[4]);
  }, 20_000);
  const { id } = await annAgain.client.notes.create({ title: "new", body: { format: "text", text: "gnu" } });
  expect((await annAgain.client.notes.body({ noteId: id, format: "text" })).text.trim()).toBe("gnu");
}

test("one role that owns and serves: backed up whole although row-level security binds it, and restored protected", async () => {
  const single = await target("single");
  const config = await configOn(single);
  await restore(config, log, { path: backup.path, replace: false });
  const again = await backUp({ dataDir: config.dataDir, database: single });
  expect(hashes(again)).toEqual(hashes(backup));
  const open = await single.asSuperuser(
    "SELECT relname FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind = 'r' AND NOT relrowsecurity",
  );
  expect(open).toEqual([]);
  const free = await single.asSuperuser<{ relname: string }>(
    "SELECT relname FROM pg_class WHERE relname = 'notes_v2' AND NOT relforcerowsecurity",
  );
  expect(free).toEqual([]);
});

test("a database that a Cairn serves is left alone, and so is one with accounts unless they are to be replaced", async () => {
  const used = await createTestDatabase();
  undo.push(() => used.drop());
  const config = await configOn(used);
  const other = await startTestApp({}, undefined, { database: used, dataDir: config.dataDir });
  await other.aUser("Carol");
  const before = await used.asSuperuser("SELECT id, email FROM auth.users");
  await expect(restore(config, log, { path: backup.path, replace: true })).rejects.toThrow(
    "A Cairn serves this database. Stop every server and import that uses it, then restore.",
  );
  await other.services.collab.stop();
  await other.services.db.close();
  await expect(restore(config, log, { path: backup.path, replace: false })).rejects.toThrow(
    /holds accounts already.*--replace/,
  );
  expect(await used.asSuperuser("SELECT id, email FROM auth.users")).toEqual(before);
  await restore(config, log, { path: backup.path, replace: true });
  expect(hashes(await backUp({ dataDir: config.dataDir, database: used }))).toEqual(hashes(backup));
});

test("a damaged file, a wrong key and a newer Cairn's backup are refused before anything is touched", async () => {
  const database = await target();
  const config = await configOn(database, { BACKUP_KEY: `${KEY} no` });
  await expect(restore(config, log, { path: backup.path, replace: false })).rejects.toMatchObject({
    fault: "KEY_WRONG",
  });
  expect(await database.asSuperuser("SELECT FROM pg_namespace WHERE nspname = 'auth'")).toEqual([]);
  expect(await readdir(config.dataDir)).toEqual([]);
});

test("without a key the file holds neither the secret nor one-time links, and everyone signs in again", async () => {
  const plain = await backUp(app, { BACKUP_KEY: "" });
  expect(plain.manifest.hasSecret).toBe(false);
  expect(Object.keys(plain.manifest.tables)).not.toContain("auth.verifications");
  const config = await configOn(await target(), { BACKUP_KEY: "" });
  expect(await restore(config, log, { path: plain.path, replace: false })).toMatchObject({
    keepsSessions: false,
  });
});

test("a file that is gone from the storage is named, and the rest is backed up", async () => {
  const [row] = await app.database.asSuperuser<{ storage_key: string }>(
    "SELECT storage_key FROM files LIMIT 1",
  );
  const stored = await buffer(await app.services.storage.read(row!.storage_key));
  await app.services.storage.remove(row!.storage_key);
  try {
    const { manifest } = await backUp(app);
    expect(manifest.files).toMatchObject({ count: 3, missing: [row!.storage_key] });
  } finally {
    await app.services.storage.put(row!.storage_key, stored);
  }
});
