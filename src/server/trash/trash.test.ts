import { readdir } from "node:fs/promises";
import { join } from "node:path";
import sharp from "sharp";
import { afterAll, beforeAll, expect, test } from "vitest";
import { trashCounts } from "#contract/nouns.ts";
import type { TrashItem } from "#contract/trash.ts";
import { uuidV7 } from "#contract/shared/uuid-v7.ts";
import { type SignedInVisitor, startTestApp, type TestApp } from "#testing/test-app.ts";
import { features } from "../features.ts";
import { runCleanup } from "../housekeeping.ts";

const NONE = Object.fromEntries(Object.values(trashCounts).map((name) => [name, 0]));

let app: TestApp;
let mallory: SignedInVisitor;
beforeAll(async () => {
  app = await startTestApp();
  mallory = await app.aUser("Mallory");
});
afterAll(() => app.close());

async function aFile(person: SignedInVisitor, name = "sea.png"): Promise<{ id: string; url: string }> {
  const picture = await sharp({ create: { width: 8, height: 8, channels: 3, background: "teal" } })
    .png()
    .toBuffer();
  const response = await person.request(`/api/files/upload?name=${name}`, {
    method: "POST",
    headers: { "content-type": "image/png" },
    body: new Uint8Array(picture),
  });
  return (await response.json()) as { id: string; url: string };
}

const itemsOf = async (person: SignedInVisitor) => (await person.client.trash.list({})).items;
const told = (items: TrashItem[]) => items.map(({ kind, name, place, notes }) => [kind, name, place, notes]);
const bytesKept = async () =>
  (await readdir(join(app.dataDir, "files"), { recursive: true, withFileTypes: true })).filter((entry) =>
    entry.isFile(),
  ).length;

test("notes, folders and files lie in one trash, with what went along and until when", async () => {
  const ann = await app.aUser("Ann");
  const { notes, folders, files, trash } = ann.client;
  const outer = await folders.create({ name: "Trips" });
  const inner = await folders.create({ name: "Norway", parentId: outer.id });
  const fjord = await notes.create({ title: "Fjord", folderId: inner.id });
  const plan = await notes.create({ title: "Plan", folderId: outer.id });
  const alone = await notes.create({ title: "Alone" });
  const file = await aFile(ann);
  await notes.remove({ noteId: alone.id });
  await files.remove({ fileId: file.id });
  await folders.remove({ folderId: outer.id, notes: "trash" });

  const listed = await trash.list({});
  expect(listed.counts).toEqual({ ...NONE, notes: 3, folders: 1, files: 1 });
  expect(told(listed.items).toSorted()).toEqual([
    ["file", "sea.png", null, 0],
    ["folder", "Trips", null, 2],
    ["note", "Alone", null, 0],
    ["note", "Fjord", "Norway", 0],
    ["note", "Plan", "Trips", 0],
  ]);
  const [first] = listed.items;
  expect(Date.parse(first!.expiresAt) - Date.parse(first!.trashedAt)).toBe(30 * 24 * 60 * 60_000);
  expect(told((await trash.list({ kind: "file" })).items)).toEqual([["file", "sea.png", null, 0]]);
  const pages: TrashItem[] = [];
  for (let cursor: string | null | undefined; cursor !== null;) {
    const page = await trash.list({ limit: 2, ...(cursor && { cursor }) });
    pages.push(...page.items);
    cursor = page.nextCursor;
  }
  expect(pages).toEqual(listed.items);

  // The folder brings its notes; what was asked for besides and is back by then is passed over.
  const items = listed.items.map(({ kind, id }) => ({ kind, id }));
  expect(await trash.restore({ items })).toEqual({ restored: 3 });
  expect(await itemsOf(ann)).toEqual([]);
  expect((await notes.get({ noteId: fjord.id })).folderId).toBe(inner.id);
  expect((await notes.get({ noteId: plan.id })).folderId).toBe(outer.id);
});

test("a note whose folder is in the trash comes back to the top", async () => {
  const ann = await app.aUser("Ann");
  const { notes, folders, trash } = ann.client;
  const folder = await folders.create({ name: "Gone" });
  const note = await notes.create({ title: "Stays", folderId: folder.id });
  await folders.remove({ folderId: folder.id, notes: "trash" });
  await trash.restore({ items: [{ kind: "note", id: note.id }] });
  expect(await notes.get({ noteId: note.id })).toMatchObject({ folderId: null, trashedAt: null });
});

test("a file in the trash is shown nowhere, and back again its old address works", async () => {
  const ann = await app.aUser("Ann");
  const file = await aFile(ann);
  await ann.client.files.remove({ fileId: file.id });
  expect((await ann.request(file.url)).status).toBe(404);
  expect((await ann.request(`${file.url}/original`)).status).toBe(404);
  await expect(ann.client.files.get({ fileId: file.id })).rejects.toMatchObject({ code: "NOT_FOUND" });
  await ann.client.files.restore({ fileId: file.id });
  expect((await ann.request(file.url)).status).toBe(200);
  const { activities } = await ann.client.activity.list({ entityId: file.id });
  expect(activities.map(({ title }) => title)).toEqual(['Restored file "sea.png"', 'Deleted file "sea.png"']);
  await ann.client.activity.undo({ activityId: activities[0]!.id });
  expect((await ann.request(file.url)).status).toBe(404);
});

test("deleting for ever takes only what is in the trash, with its history and its bytes", async () => {
  const ann = await app.aUser("Ann");
  const { notes, folders, files, trash } = ann.client;
  const kept = await notes.create({ title: "Kept" });
  const gone = await notes.create({ title: "Gone", body: { format: "text", text: "words" } });
  const folder = await folders.create({ name: "Box" });
  const inside = await notes.create({ title: "In the box", folderId: folder.id });
  const file = await aFile(ann);
  const before = await bytesKept();
  await notes.remove({ noteId: gone.id });
  await folders.remove({ folderId: folder.id, notes: "trash" });
  await files.remove({ fileId: file.id });
  const { removed } = await trash.remove({
    items: [
      { kind: "note", id: kept.id },
      { kind: "note", id: gone.id },
      { kind: "folder", id: folder.id },
      { kind: "file", id: file.id },
    ],
  });
  expect(removed).toEqual({ ...NONE, notes: 2, folders: 1, files: 1 });
  expect((await notes.get({ noteId: kept.id })).title).toBe("Kept");
  for (const noteId of [gone.id, inside.id])
    await expect(notes.get({ noteId })).rejects.toMatchObject({ code: "NOT_FOUND" });
  expect(await bytesKept()).toBe(before - 2);
  const rows = await app.database.asSuperuser("SELECT 1 FROM note_updates WHERE note_id = $1", [gone.id]);
  expect(rows).toEqual([]);
  const { activities } = await ann.client.activity.list({ types: ["trash_emptied"] });
  expect(activities.map(({ title }) => title)).toEqual(["Deleted 2 notes and 1 folder permanently"]);
});

test("a task of its own comes back from the trash or goes for ever; a line of a note is not in it", async () => {
  const ann = await app.aUser("Ann");
  const { notes, tasks, trash } = ann.client;
  const rent = await tasks.create({ title: "Pay the rent" });
  const milk = await tasks.create({ title: "Buy milk" });
  const note = await notes.create({ body: { format: "markdown", text: "- [ ] In a note" } });
  await notes.remove({ noteId: note.id });
  for (const { id } of [rent, milk]) await tasks.remove({ taskId: id });
  const { items, counts } = await trash.list({ kind: "task" });
  expect(told(items)).toEqual([
    ["task", "Buy milk", null, 0],
    ["task", "Pay the rent", null, 0],
  ]);
  expect(counts).toEqual({ ...NONE, notes: 1, tasks: 2 });
  const rentItem = { kind: "task" as const, id: rent.id };
  expect(await mallory.client.trash.restore({ items: [rentItem] })).toEqual({ restored: 0 });
  expect((await mallory.client.trash.remove({ items: [rentItem] })).removed.tasks).toBe(0);
  expect(await trash.restore({ items: [rentItem] })).toEqual({ restored: 1 });
  expect((await tasks.get({ taskId: rent.id })).title).toBe("Pay the rent");
  expect((await trash.remove({ items: [rentItem, { kind: "task", id: milk.id }] })).removed.tasks).toBe(1);
  await expect(tasks.restore({ taskId: milk.id })).rejects.toMatchObject({ code: "NOT_FOUND" });
  expect((await trash.empty({})).removed).toEqual({ ...NONE, notes: 1 });
  expect((await tasks.get({ taskId: rent.id })).title).toBe("Pay the rent");
});

test("emptying takes everything in it, and nothing else", async () => {
  const ann = await app.aUser("Ann");
  const { notes, trash } = ann.client;
  const kept = await notes.create({ title: "Kept" });
  await app.database.asSuperuser(
    "INSERT INTO notes_v2 (id, user_id, title, trashed_at) SELECT gen_random_uuid(), $1, 'old ' || n, now() FROM generate_series(1, 430) n",
    [ann.userId],
  );
  expect((await trash.empty({})).removed).toEqual({ ...NONE, notes: 430 });
  expect(await itemsOf(ann)).toEqual([]);
  expect((await notes.list({})).notes.map(({ id }) => id)).toEqual([kept.id]);
});

test("files of thirty days in the trash are removed by housekeeping, bytes and all", async () => {
  const ann = await app.aUser("Ann");
  const [old, recent] = [await aFile(ann), await aFile(ann)];
  for (const { id } of [old, recent]) await ann.client.files.remove({ fileId: id });
  await app.database.asSuperuser("UPDATE files SET trashed_at = now() - interval '31 days' WHERE id = $1", [
    old.id,
  ]);
  const before = await bytesKept();
  await runCleanup(app.services, features);
  await app.database.asSuperuser(
    "UPDATE clock_watch SET seen_at = now() - interval '6 hours', trusted_from = now() - interval '6 hours'",
  );
  await runCleanup(app.services, features);
  expect(await bytesKept()).toBe(before - 2);
  expect((await itemsOf(ann)).map(({ id }) => id)).toEqual([recent.id]);
});

test("nobody lists, restores or deletes what others threw away", async () => {
  const ann = await app.aUser("Ann");
  const note = await ann.client.notes.create({ title: "Hers" });
  const file = await aFile(ann);
  await ann.client.notes.remove({ noteId: note.id });
  for (const verb of ["remove", "restore"] as const)
    for (const fileId of [file.id, uuidV7()])
      await expect(mallory.client.files[verb]({ fileId })).rejects.toMatchObject({ code: "NOT_FOUND" });
  await ann.client.files.remove({ fileId: file.id });
  const items = [
    { kind: "note" as const, id: note.id },
    { kind: "file" as const, id: file.id },
  ];
  expect(await itemsOf(mallory)).toEqual([]);
  expect(await mallory.client.trash.restore({ items })).toEqual({ restored: 0 });
  const none = { removed: NONE };
  expect(await mallory.client.trash.remove({ items })).toEqual(none);
  expect(await mallory.client.trash.empty({})).toEqual(none);
  expect(await itemsOf(ann)).toHaveLength(2);
  await expect(mallory.client.trash.list({ cursor: "x" })).rejects.toMatchObject({ code: "INVALID_INPUT" });
  await expect(mallory.client.trash.restore({ items: [] })).rejects.toMatchObject({ code: "INVALID_INPUT" });
  await expect(app.visitor().client.trash.list({})).rejects.toMatchObject({ code: "UNAUTHENTICATED" });
});
