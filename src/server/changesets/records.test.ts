import { afterAll, beforeAll, expect, test } from "vitest";
import type { RecordKind } from "#contract/changesets.ts";
import { uuidV7 } from "#contract/shared/uuid-v7.ts";
import { acceptInvitations } from "#testing/accept-invitations.ts";
import { type SignedInVisitor, startTestApp, type TestApp } from "#testing/test-app.ts";
import { uploadPicture } from "#testing/upload-file.ts";

let app: TestApp;
let ann: SignedInVisitor;
beforeAll(async () => {
  app = await startTestApp();
  ann = await app.aUser("Ann");
});
afterAll(() => app.close());

type Given = {
  kind: RecordKind;
  recordId: string;
  action: "create" | "update" | "remove";
  fields?: Record<string, unknown>;
};
const propose = (records: Given[], who = ann) =>
  who.client.changesets.propose({ id: uuidV7(), title: "Tidy up", records: records as never });
const statesOf = ({ records }: { records: { state: string }[] }) => records.map(({ state }) => state);

const newThings = () => {
  const [folder, note, task, event, layout, reminder] = Array.from({ length: 6 }, () => uuidV7());
  const records: Given[] = [
    { kind: "folder", recordId: folder!, action: "create", fields: { name: "House" } },
    {
      kind: "note",
      recordId: note!,
      action: "create",
      fields: { title: "Roof", folderId: folder, body: { format: "markdown", text: "It leaks.\n" } },
    },
    { kind: "task", recordId: task!, action: "create", fields: { title: "Call Ben", dueDate: "2026-12-04" } },
    {
      kind: "event",
      recordId: event!,
      action: "create",
      fields: { title: "Roofer", date: "2026-12-05", time: "09:00" },
    },
    { kind: "layout", recordId: layout!, action: "create", fields: { name: "Works" } },
    {
      kind: "reminder",
      recordId: reminder!,
      action: "create",
      fields: { taskId: task, localTime: "2030-12-04T08:00" },
    },
  ];
  return {
    folder: folder!,
    note: note!,
    task: task!,
    event: event!,
    layout: layout!,
    reminder: reminder!,
    records,
  };
};

test("things of every kind that can be made wait, are made, taken back and made again", async () => {
  const { client } = ann;
  const made = newThings();
  // An account's only dashboard stays.
  await client.layouts.list({});
  const { id, records } = await propose(made.records);
  expect(records[2]).toEqual({
    place: 2,
    kind: "task",
    recordId: made.task,
    action: "create",
    title: "Call Ben",
    fields: [
      { name: "title", before: null, after: "Call Ben" },
      { name: "dueDate", before: null, after: "2026-12-04" },
    ],
    state: "proposed",
  });
  await expect(client.tasks.get({ taskId: made.task })).rejects.toMatchObject({ code: "NOT_FOUND" });
  await expect(client.notes.get({ noteId: made.note })).rejects.toMatchObject({ code: "NOT_FOUND" });

  const isMade = async () => {
    expect(await client.notes.get({ noteId: made.note })).toMatchObject({
      title: "Roof",
      folderId: made.folder,
    });
    expect((await client.notes.body({ noteId: made.note, format: "markdown" })).text).toBe("It leaks.\n");
    expect(await client.tasks.get({ taskId: made.task })).toMatchObject({ dueDate: "2026-12-04" });
    expect(await client.events.get({ eventId: made.event })).toMatchObject({ time: "09:00" });
    expect((await client.layouts.list({})).layouts.map((layout) => layout.id)).toContain(made.layout);
    expect(await client.reminders.get({ reminderId: made.reminder })).toMatchObject({ taskId: made.task });
  };
  expect(statesOf(await client.changesets.apply({ id }))).toEqual(Array(6).fill("applied"));
  await isMade();
  expect((await client.notes.search({ query: "leaks" })).hits.map(({ note }) => note.id)).toContain(
    made.note,
  );
  expect(statesOf(await client.changesets.undo({ id }))).toEqual(Array(6).fill("undone"));
  expect((await client.notes.get({ noteId: made.note })).trashedAt).not.toBeNull();
  await expect(client.tasks.get({ taskId: made.task })).rejects.toMatchObject({ code: "NOT_FOUND" });
  await expect(client.reminders.get({ reminderId: made.reminder })).rejects.toMatchObject({
    code: "NOT_FOUND",
  });
  const all = made.records.map((_, place) => place);
  expect(statesOf(await client.changesets.apply({ id, records: all }))).toEqual(Array(6).fill("applied"));
  await isMade();
});

test("fields are changed and put back but for those that somebody has changed since", async () => {
  const { client } = ann;
  const task = await client.tasks.create({ title: "Paint", priority: "low", dueDate: "2026-12-01" });
  const note = await client.notes.create({ title: "Colors", tags: ["house"] });
  const file = { id: await uploadPicture(ann, "wall.png") };
  const { id } = await propose([
    {
      kind: "task",
      recordId: task.id,
      action: "update",
      fields: { priority: "high", dueDate: "2026-12-09" },
    },
    { kind: "note", recordId: note.id, action: "update", fields: { tags: ["house", "paint"] } },
    { kind: "file", recordId: file.id, action: "update", fields: { name: "north wall.png" } },
  ]);
  expect(await client.tasks.get({ taskId: task.id })).toMatchObject({ priority: "low" });
  expect(statesOf(await client.changesets.apply({ id }))).toEqual(Array(3).fill("applied"));
  expect(await client.tasks.get({ taskId: task.id })).toMatchObject({
    priority: "high",
    dueDate: "2026-12-09",
  });
  await client.tasks.update({ taskId: task.id, dueDate: "2026-12-24", title: "Paint it all" });
  await client.notes.update({ noteId: note.id, tags: ["blue"] });
  expect(statesOf(await client.changesets.undo({ id }))).toEqual(["merged", "kept", "undone"]);
  expect(await client.tasks.get({ taskId: task.id })).toMatchObject({
    priority: "low",
    dueDate: "2026-12-24",
    title: "Paint it all",
  });
  expect((await client.notes.get({ noteId: note.id })).tags).toEqual(["blue"]);
  expect((await client.files.get({ fileId: file.id })).name).toBe("wall.png");
});

test("what somebody has changed since it was proposed, or after it was made, is left alone", async () => {
  const { client } = ann;
  const [stale, gone] = [
    await client.notes.create({ title: "A" }),
    await client.tasks.create({ title: "B" }),
  ];
  const kept = uuidV7();
  const { id } = await propose([
    { kind: "note", recordId: stale.id, action: "update", fields: { title: "AA" } },
    { kind: "task", recordId: gone.id, action: "update", fields: { title: "BB" } },
    { kind: "note", recordId: kept, action: "create", fields: { title: "New" } },
    { kind: "note", recordId: stale.id, action: "remove" },
  ]);
  await client.notes.update({ noteId: stale.id, title: "Mine" });
  await client.tasks.remove({ taskId: gone.id });
  expect(statesOf(await client.changesets.apply({ id }))).toEqual(["changed", "gone", "applied", "changed"]);
  const { seq } = await client.notes.body({ noteId: kept, format: "markdown" });
  await client.notes.replaceBody({
    noteId: kept,
    body: { format: "markdown", text: "My words\n" },
    baseSeq: seq,
  });
  expect(statesOf(await client.changesets.undo({ id }))).toEqual(["changed", "gone", "kept", "changed"]);
  expect((await client.notes.body({ noteId: kept, format: "markdown" })).text).toBe("My words\n");
  expect((await client.notes.get({ noteId: stale.id })).title).toBe("Mine");
});

test("what was removed comes back as it was, a folder with what had lain in it", async () => {
  const { client } = ann;
  const folder = await client.folders.create({ name: "Old" });
  const inside = await client.notes.create({ title: "In it", folderId: folder.id });
  const task = await client.tasks.create({ title: "Old task" });
  const reminder = await client.reminders.create({ taskId: task.id, localTime: "2031-01-01T08:00" });
  const event = await client.events.create({ title: "Old day", date: "2027-01-01" });
  const file = { id: await uploadPicture(ann, "old.png") };
  const { id } = await propose([
    { kind: "reminder", recordId: reminder.id, action: "remove" },
    { kind: "folder", recordId: folder.id, action: "remove" },
    { kind: "task", recordId: task.id, action: "remove" },
    { kind: "event", recordId: event.id, action: "remove" },
    { kind: "file", recordId: file.id, action: "remove" },
  ]);
  expect(await client.reminders.get({ reminderId: reminder.id })).toBeTruthy();
  expect(statesOf(await client.changesets.apply({ id }))).toEqual(Array(5).fill("applied"));
  expect((await client.notes.get({ noteId: inside.id })).folderId).toBeNull();
  await expect(client.events.get({ eventId: event.id })).rejects.toMatchObject({ code: "NOT_FOUND" });
  expect(statesOf(await client.changesets.undo({ id }))).toEqual(Array(5).fill("undone"));
  expect((await client.notes.get({ noteId: inside.id })).folderId).toBe(folder.id);
  expect(await client.tasks.get({ taskId: task.id })).toMatchObject({ title: "Old task" });
  expect(await client.events.get({ eventId: event.id })).toMatchObject({ title: "Old day" });
  expect(await client.reminders.get({ reminderId: reminder.id })).toMatchObject({
    localTime: "2031-01-01T08:00",
  });
});

test("what can't be done is refused before anybody is asked, and nothing of it was done", async () => {
  const { client } = ann;
  const note = await client.notes.create({
    title: "Line",
    body: { format: "markdown", text: "- [ ] Buy\n" },
  });
  const [line] = (await client.tasks.list({ noteId: note.id })).tasks;
  const folder = uuidV7();
  const first: Given = { kind: "folder", recordId: folder, action: "create", fields: { name: "First" } };
  const refused = async (second: Given, said: unknown) => {
    await expect(propose([first, second])).rejects.toMatchObject({ message: said });
    expect((await client.folders.list({})).folders.map(({ id }) => id)).not.toContain(folder);
  };
  await refused(
    { kind: "task", recordId: line!.id, action: "update", fields: { completed: true } },
    expect.stringContaining("completed can't be changed here"),
  );
  await refused(
    { kind: "note", recordId: note.id, action: "update", fields: { folderId: uuidV7() } },
    expect.stringContaining("records 1: "),
  );
  await refused(
    { kind: "task", recordId: uuidV7(), action: "create", fields: { title: "" } },
    expect.stringContaining("records 1: title"),
  );
  await refused(
    { kind: "note", recordId: uuidV7(), action: "remove" },
    expect.stringContaining("records 1: "),
  );
  await refused(
    { kind: "file", recordId: uuidV7(), action: "create", fields: { name: "x" } },
    expect.stringContaining("can't be created here"),
  );
  await expect(propose([])).rejects.toMatchObject({ code: "INVALID_INPUT" });
});

test("a task goes neither with sub-tasks made since, nor takes back its making with them", async () => {
  const { client } = ann;
  const [made, removed] = [uuidV7(), await client.tasks.create({ title: "Old" })];
  const { id } = await propose([
    { kind: "task", recordId: made, action: "create", fields: { title: "New" } },
    { kind: "task", recordId: removed.id, action: "remove" },
  ]);
  const below = await client.tasks.create({ title: "By hand", parentId: removed.id });
  expect(statesOf(await client.changesets.apply({ id }))).toEqual(["applied", "changed"]);
  const other = await client.tasks.create({ title: "By hand", parentId: made });
  expect(statesOf(await client.changesets.undo({ id }))).toEqual(["kept", "changed"]);
  for (const { id: taskId } of [below, other])
    expect(await client.tasks.get({ taskId })).toMatchObject({ title: "By hand" });
});

test("what waits for a note in the trash is not written", async () => {
  const { client } = ann;
  const body = { format: "markdown" as const, text: "It leaks.\n" };
  const { id: noteId } = await client.notes.create({ title: "Gone", body });
  const notes = [{ noteId, text: "It drips.\n" }];
  const { id } = await client.changesets.propose({ id: uuidV7(), title: "Late", notes });
  await client.notes.remove({ noteId });
  const { notes: after } = await client.changesets.apply({ id });
  expect(after.flatMap(({ parts }) => parts.map(({ state }) => state))).toEqual(["gone"]);
  expect((await client.notes.body({ noteId, format: "markdown" })).text).toBe("It leaks.\n");
});

test("two who decide about one changeset at the same moment do it once", async () => {
  const { client } = ann;
  const task = uuidV7();
  const { id } = await propose([
    { kind: "task", recordId: task, action: "create", fields: { title: "Once" } },
  ]);
  const both = await Promise.all([client.changesets.apply({ id }), client.changesets.apply({ id })]);
  expect(both.map(statesOf)).toEqual([["applied"], ["applied"]]);
  const { activities } = await client.activity.list({ entityId: task });
  expect(activities.filter(({ type }) => type === "task_created")).toHaveLength(1);
  const told = await client.activity.list({ entityId: id });
  expect(told.activities.map(({ type }) => type)).toEqual(["changeset_applied"]);
});

test("a guest changes what he may write in, and sees nothing of the owner's changesets", async () => {
  const ben = await app.aUser("Ben");
  const { client } = ann;
  const note = await client.notes.create({ title: "Shared" });
  await client.sharing.shareNote({ noteId: note.id, email: ben.email, role: "viewer" });
  await acceptInvitations(ben);
  const rename: Given = { kind: "note", recordId: note.id, action: "update", fields: { title: "Ben's" } };
  await expect(propose([rename], ben)).rejects.toMatchObject({ code: "NOT_FOUND" });
  const own = await propose([rename]);
  await expect(ben.client.changesets.get({ id: own.id })).rejects.toMatchObject({ code: "NOT_FOUND" });
  await expect(ben.client.changesets.apply({ id: own.id })).rejects.toMatchObject({ code: "NOT_FOUND" });
  expect((await ben.client.changesets.list({})).changesets).toEqual([]);
});

test("what is deleted for good leaves nothing of itself in a changeset", async () => {
  const { client } = ann;
  const task = await client.tasks.create({ title: "Secret words" });
  const { id } = await propose([
    { kind: "task", recordId: task.id, action: "update", fields: { title: "S" } },
  ]);
  await client.tasks.remove({ taskId: task.id });
  await client.trash.remove({ items: [{ kind: "task", id: task.id }] });
  expect((await client.changesets.get({ id })).records).toEqual([]);
});
