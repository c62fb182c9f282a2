import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { type SignedInVisitor, startTestApp, type TestApp } from "#testing/test-app.ts";
import { nextActivityId } from "./activity-id.ts";

let app: TestApp;
let ann: SignedInVisitor;
beforeAll(async () => {
  app = await startTestApp();
  ann = await app.aUser("Ann");
});
afterAll(() => app.close());

const typesOf = async (visitor: SignedInVisitor, entityId?: string) =>
  (await visitor.client.activity.list(entityId ? { entityId } : {})).activities.map(({ type }) => type);
const newest = async (visitor: SignedInVisitor, entityId: string) =>
  (await visitor.client.activity.list({ entityId })).activities[0]!;

test("each change of a note is logged with who did it and what it was before", async () => {
  const { notes } = ann.client;
  const note = await notes.create({ title: "Plan" });
  await notes.update({ noteId: note.id, isFavorite: true });
  await notes.update({ noteId: note.id, isFavorite: false });
  await notes.update({ noteId: note.id, title: "Plan B", tags: ["x"] });
  await notes.remove({ noteId: note.id });
  await notes.restore({ noteId: note.id });
  expect(await typesOf(ann, note.id)).toEqual([
    "note_restored",
    "note_deleted",
    "note_updated",
    "note_unfavorited",
    "note_favorited",
    "note_created",
  ]);
  const { activities } = await ann.client.activity.list({ entityId: note.id, types: ["note_updated"] });
  expect(activities).toEqual([
    {
      id: expect.any(String),
      type: "note_updated",
      title: 'Updated "Plan B"',
      description: "",
      entityType: "note",
      entityId: note.id,
      metadata: {
        actor: ann.userId,
        changes: { title: { from: "Plan", to: "Plan B" }, tags: { from: [], to: ["x"] } },
      },
      createdAt: expect.any(String),
      canUndo: true,
    },
  ]);
});

test("one session of writing and renaming is one entry, from the first state to the last", async () => {
  const { notes } = ann.client;
  const note = await notes.create({ title: "D", body: { format: "markdown", text: "one" } });
  const age = () =>
    app.database.asSuperuser(
      "UPDATE user_activities SET created_at = created_at - interval '31 minutes' WHERE entity_id = $1",
      [note.id],
    );
  // The first of it belongs to the creation, which says what the note is called now.
  await notes.update({ noteId: note.id, title: "Notes" });
  expect(await typesOf(ann, note.id)).toEqual(["note_created"]);
  expect((await newest(ann, note.id)).title).toBe('Created "Notes"');
  expect((await ann.client.activity.list({ entityId: note.id, query: "otes" })).total).toBe(1);
  await notes.update({ noteId: note.id, title: "D" });
  await age();
  for (const title of ["Dr", "Dra", "Draft"]) await notes.update({ noteId: note.id, title });
  // What the server does by itself within seconds, or later on a busy machine.
  const derive = () => app.services.collab.derivation.deriveNow(note.id, ann.userId);
  await derive();
  const { seq } = await notes.body({ noteId: note.id });
  await notes.replaceBody({
    noteId: note.id,
    baseSeq: seq,
    body: { format: "markdown", text: "one two three" },
  });
  await derive();
  expect((await newest(ann, note.id)).metadata["changes"]).toEqual({
    title: { from: "D", to: "Draft" },
    words: { from: 1, to: 3 },
  });
  expect(await typesOf(ann, note.id)).toEqual(["note_updated", "note_created"]);
  // Half an hour later it is another session.
  await age();
  await notes.update({ noteId: note.id, title: "Done" });
  expect(await typesOf(ann, note.id)).toEqual(["note_updated", "note_updated", "note_created"]);
});

test("folders, settings and imports of one's own are logged too", async () => {
  const bob = await app.aUser("Bob");
  const folder = await bob.client.folders.create({ name: "Trips" });
  await bob.client.folders.update({ folderId: folder.id, name: "Journeys" });
  await bob.client.folders.remove({ folderId: folder.id });
  await bob.client.folders.restore({ folderId: folder.id });
  await bob.client.preferences.update({ settings: { mode: "light" } });
  await bob.client.workspace.update({ weatherLocation: "Oslo" });
  await bob.client.activity.log({ type: "dashboard_viewed", title: "Viewed the dashboard" });
  expect(await typesOf(bob)).toEqual([
    "dashboard_viewed",
    "settings_updated",
    "folder_restored",
    "folder_deleted",
    "folder_updated",
    "folder_created",
  ]);
});

test("pages of fifty, filters and search, with the exact count", async () => {
  const carl = await app.aUser("Carl");
  for (let index = 0; index < 57; index++) await carl.client.notes.create({ title: `Note ${index} 100%` });
  const first = await carl.client.activity.list({});
  expect([first.activities.length, first.total]).toEqual([50, 57]);
  const second = await carl.client.activity.list({ offset: 50 });
  expect(second.activities.map(({ title }) => title).at(-1)).toBe('Created "Note 0 100%"');
  const ids = [...first.activities, ...second.activities].map(({ id }) => id);
  expect(ids).toEqual(ids.toSorted().toReversed());
  expect((await carl.client.activity.list({ query: "note 7 100%" })).total).toBe(1);
  expect((await carl.client.activity.list({ types: ["folder_created"] })).total).toBe(0);
  const since = first.activities[9]!.createdAt;
  expect((await carl.client.activity.list({ from: since })).total).toBeGreaterThanOrEqual(10);
  await carl.client.activity.remove({ activityId: ids[0]! });
  expect((await carl.client.activity.list({})).total).toBe(56);
  expect(await carl.client.activity.clear({ query: "note 1" })).toEqual({ removed: 11 });
  expect(await carl.client.activity.clear({})).toEqual({ removed: 45 });
});

test("a log that fails disturbs nobody, and shows in the server's log", async () => {
  const faults: string[] = [];
  vi.spyOn(app.services.db, "report").mockImplementation((fault) => void faults.push(fault.message));
  await app.database.asSuperuser("ALTER TABLE user_activities RENAME TO away");
  try {
    const note = await ann.client.notes.create({ title: "Unlogged" });
    await ann.client.notes.update({ noteId: note.id, isFavorite: true });
    await ann.client.notes.remove({ noteId: note.id });
    expect((await ann.client.notes.get({ noteId: note.id })).trashedAt).not.toBeNull();
  } finally {
    await app.database.asSuperuser("ALTER TABLE away RENAME TO user_activities");
    vi.restoreAllMocks();
  }
  expect(faults[0]).toMatch(/could not be logged: 42P01/);
});

test("nobody sees, deletes or undoes what others did", async () => {
  const mallory = await app.aUser("Mallory");
  const note = await ann.client.notes.create({ title: "Mine" });
  const { id: activityId } = await newest(ann, note.id);
  expect((await mallory.client.activity.list({ entityId: note.id })).total).toBe(0);
  for (const verb of ["remove", "undo"] as const)
    await expect(mallory.client.activity[verb]({ activityId })).rejects.toMatchObject({ code: "NOT_FOUND" });
  await mallory.client.activity.clear({});
  expect(await typesOf(ann, note.id)).toEqual(["note_created"]);
});

test("ids grow, also within a millisecond and when the clock goes back", () => {
  const ids = [5000, 5000, 5000, 4000, 5001].map((now) => nextActivityId(Date.now() + now));
  expect(ids).toEqual(ids.toSorted());
  const many = Array.from({ length: 10_000 }, () => nextActivityId());
  expect(many).toEqual(many.toSorted());
  expect(new Set(many).size).toBe(10_000);
});
