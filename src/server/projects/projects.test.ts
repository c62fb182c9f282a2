import { afterAll, beforeAll, expect, test } from "vitest";
import { acceptInvitations } from "#testing/accept-invitations.ts";
import { uuidV7 } from "#contract/shared/uuid-v7.ts";
import { type SignedInVisitor, startTestApp, type TestApp } from "#testing/test-app.ts";
import { MOST_PROJECTS } from "./projects.ts";

let app: TestApp;
let ann: SignedInVisitor;
beforeAll(async () => {
  app = await startTestApp();
  ann = await app.aUser("Ann");
});
afterAll(() => app.close());

const titlesOf = async (visitor: SignedInVisitor, input: Parameters<typeof ann.client.projects.list>[0]) =>
  (await visitor.client.projects.list(input)).projects.map(({ title }) => title);

test("what was done in a project is told of it alone", async () => {
  const [bea, eve] = [await app.aUser("Bea"), await app.aUser("Eve")];
  const { id: projectId, folderId } = await bea.client.projects.create({ title: "Orchard" });
  const { id: below } = await bea.client.folders.create({ name: "Pears", parentId: folderId });
  await bea.client.notes.create({ title: "Within", folderId: below });
  await bea.client.notes.create({ title: "Outside" });
  await bea.client.tasks.create({ title: "Dig", projectId });
  await bea.client.tasks.create({ title: "Cook" });
  const { activities } = await bea.client.activity.list({ projectId });
  expect(activities.map(({ type }) => type)).toEqual([
    ...["task_created", "note_created", "folder_created", "project_created", "folder_created"],
  ]);
  expect((await eve.client.activity.list({ projectId })).activities).toEqual([]);
});

test("each of two projects counts the checkboxes of its own notes", async () => {
  const { client, userId } = await app.aUser("Bo");
  for (const [title, text] of [
    ["One", "- [ ] a"],
    ["Two", "- [x] b\n- [ ] c"],
  ] as const) {
    const { folderId } = await client.projects.create({ title });
    const note = await client.notes.create({ title, folderId, body: { format: "markdown", text } });
    await app.services.collab.derivation.deriveNow(note.id, userId);
  }
  const { projects } = await client.projects.list({});
  expect(projects.map(({ title, taskCount, doneCount }) => [title, taskCount, doneCount])).toEqual([
    ["One", 1, 0],
    ["Two", 2, 1],
  ]);
});

test("a project is made once for one id, with a folder of its name, and is changed, found and deleted", async () => {
  const ann = await app.aUser("Ann");
  const id = uuidV7();
  const made = await ann.client.projects.create({ id, title: " Orchard ", description: "Plant *pears*" });
  expect(made).toMatchObject({ id, title: "Orchard", status: "active", color: "gray", taskCount: 0 });
  expect(await ann.client.projects.create({ id, title: "Again" })).toEqual(made);
  const { folders } = await ann.client.folders.list();
  expect(folders.filter(({ name }) => name === "Orchard").map((folder) => folder.id)).toEqual([
    made.folderId,
  ]);

  await ann.client.projects.create({
    title: "Wall",
    status: "planned",
    dueDate: "2026-01-02",
    folderId: null,
  });
  expect(await titlesOf(ann, {})).toEqual(["Wall", "Orchard"]);
  expect(await titlesOf(ann, { status: "planned" })).toEqual(["Wall"]);
  expect(await titlesOf(ann, { q: "PEARS" })).toEqual(["Orchard"]);
  expect(await titlesOf(ann, { q: "%" })).toEqual([]);
  await expect(ann.client.projects.create({ title: "\u200b \u3164\u2800" })).rejects.toMatchObject({
    code: "INVALID_INPUT",
  });

  const done = await ann.client.projects.update({ projectId: id, status: "completed" });
  expect(done.completedAt).not.toBeNull();
  const again = await ann.client.projects.update({ projectId: id, status: "active", dueDate: "2030-05-01" });
  expect(again).toMatchObject({ completedAt: null, dueDate: "2030-05-01", title: "Orchard" });

  await ann.client.projects.remove({ projectId: id });
  expect(await titlesOf(ann, {})).toEqual(["Wall"]);
  await expect(ann.client.projects.get({ projectId: id })).rejects.toMatchObject({ code: "NOT_FOUND" });
  // What stood in it stays.
  expect((await ann.client.folders.list()).folders.map((folder) => folder.id)).toContain(made.folderId);
  const { activities } = await ann.client.activity.list({});
  expect(activities.map(({ type }) => type)).toEqual(
    expect.arrayContaining(["project_created", "project_updated", "project_deleted"]),
  );
});

test("projects are found by words without their accents and forms, those that others share too", async () => {
  const [fay, gus] = [await app.aUser("Fay"), await app.aUser("Gus")];
  const { client } = fay;
  const { folderId } = await client.projects.create({ title: "Café Straße" });
  await client.projects.create({ title: "ガーデン", description: "Crème brûlée" });
  for (const q of ["cafe", "CAFÉ", "strasse", "STRASSE"])
    expect(await titlesOf(fay, { q }), q).toEqual(["Café Straße"]);
  for (const q of ["ｶﾞｰﾃﾞﾝ", "creme brulee"]) expect(await titlesOf(fay, { q }), q).toEqual(["ガーデン"]);
  expect(await titlesOf(fay, { q: "cafés" })).toEqual([]);
  const [cafe] = (await client.projects.list({ q: "cafe" })).projects;
  await client.projects.update({ projectId: cafe!.id, isShared: true });
  await client.sharing.shareFolder({ folderId: folderId!, email: gus.email, role: "viewer" });
  await acceptInvitations(gus);
  expect(await titlesOf(gus, { q: "strasse" })).toEqual(["Café Straße"]);
  expect(await titlesOf(gus, { q: "garden" })).toEqual([]);
  expect(await titlesOf(gus, { status: "planned", q: "strasse" })).toEqual([]);
});

test("its tasks are those put into it, their sub-tasks, and checkboxes of notes in its folders; they are counted", async () => {
  const bea = await app.aUser("Bea");
  const { client } = bea;
  const { id: projectId, folderId } = await client.projects.create({ title: "Move" });
  const inner = await client.folders.create({ name: "Rooms", parentId: folderId });
  const { id: put } = await client.tasks.create({ title: "Call the firm", dueDate: "2020-01-01" });
  const { id: sub } = await client.tasks.create({ title: "Find its number", parentId: put });
  await client.tasks.create({ title: "Elsewhere" });
  const note = await client.notes.create({
    title: "Kitchen",
    folderId: inner.id,
    body: { format: "markdown", text: "- [x] plates\n- [ ] cups\n" },
  });
  await client.projects.addTasks({ projectId, taskIds: [put] });

  const named = async () => {
    const { tasks } = await client.tasks.list({ projectId });
    return tasks.map(({ title }) => title).toSorted();
  };
  await expect.poll(named).toEqual(["Call the firm", "Find its number", "cups", "plates"]);
  expect(await client.projects.get({ projectId })).toMatchObject({
    taskCount: 4,
    doneCount: 1,
    overdueCount: 1,
    noteCount: 1,
  });
  await client.tasks.update({ taskId: put, completed: true });
  expect(await client.projects.get({ projectId })).toMatchObject({ doneCount: 2, overdueCount: 0 });
  await client.notes.remove({ noteId: note.id });
  expect(await client.projects.get({ projectId })).toMatchObject({ taskCount: 2, noteCount: 0 });

  // A task is in one project at most.
  const { id: other } = await client.projects.create({ title: "Other", folderId: null, taskIds: [put] });
  expect(await client.projects.ofTask({ taskId: put })).toEqual({ projectId: other });
  expect(await named()).toEqual([]);
  await client.projects.removeTasks({ taskIds: [put, sub] });
  expect(await client.projects.ofTask({ taskId: put })).toEqual({ projectId: null });
});

test("tasks of which none is there are neither put into a project nor taken out, and that is said; of several, those that are", async () => {
  const { client } = ann;
  const { id: projectId } = await client.projects.create({ title: "Shed" });
  const { id: taskId } = await client.tasks.create({ title: "Paint" });
  const { id: gone } = await client.tasks.create({ title: "Gone" });
  await client.tasks.remove({ taskId: gone });
  await client.projects.addTasks({ projectId, taskIds: [gone] });
  await client.trash.remove({ items: [{ kind: "task", id: gone }] });
  const refused = { code: "NOT_FOUND" };
  await expect(client.projects.addTasks({ projectId, taskIds: [gone] })).rejects.toMatchObject(refused);
  await expect(client.projects.removeTasks({ taskIds: [gone] })).rejects.toMatchObject(refused);
  await client.projects.addTasks({ projectId, taskIds: [gone, taskId] });
  expect(await client.projects.ofTask({ taskId })).toEqual({ projectId });
  await client.projects.removeTasks({ taskIds: [taskId, gone] });
  expect(await client.projects.ofTask({ taskId })).toEqual({ projectId: null });
  // Sent twice, it is done already.
  await client.projects.removeTasks({ taskIds: [taskId] });
});

test("a search keeps to what is in a project, by its title", async () => {
  const cleo = await app.aUser("Cleo");
  const { client } = cleo;
  const { id: projectId, folderId } = await client.projects.create({ title: "Big Move" });
  const inner = await client.folders.create({ name: "Rooms", parentId: folderId });
  const aNote = async (title: string, folder: string | null) =>
    client.notes.create({ title, folderId: folder, body: { format: "markdown", text: "Lamps and chairs." } });
  await aNote("Kitchen", inner.id);
  await aNote("Office", null);
  const { id: put } = await client.tasks.create({ title: "Pack lamps" });
  await client.tasks.create({ title: "Buy lamps" });
  await client.projects.addTasks({ projectId, taskIds: [put] });
  const notes = async (query: string) =>
    (await client.notes.search({ query })).hits.map(({ note }) => note.title).toSorted();
  const tasks = async (query: string) =>
    (await client.tasks.search({ query })).tasks.map(({ title }) => title).toSorted();
  await expect.poll(() => notes("lamps")).toEqual(["Kitchen", "Office"]);
  expect(await notes('lamps project:"big move"')).toEqual(["Kitchen"]);
  expect(await notes('project:"Big Move"')).toEqual(["Kitchen"]);
  expect(await notes('project:"Big Move" in:rooms')).toEqual(["Kitchen"]);
  expect(await notes('project:"Big Move" in:elsewhere')).toEqual([]);
  expect(await notes("lamps project:none")).toEqual([]);
  const page = await aNote("The page", null);
  await client.projects.update({ projectId, noteId: page.id });
  await expect.poll(() => notes('lamps project:"big move"')).toEqual(["Kitchen", "The page"]);
  expect(await notes('lamps project:"big move" in:rooms')).toEqual(["Kitchen"]);
  expect(await tasks("lamps")).toEqual(["Buy lamps", "Pack lamps"]);
  expect(await tasks('lamps project:"big move"')).toEqual(["Pack lamps"]);
  expect(await tasks('project:"big move"')).toEqual(["Pack lamps"]);
  expect((await client.events.search({ query: 'lamps project:"big move"' })).hits).toEqual([]);
  // Another's project of that title is not asked.
  expect(await (await app.aUser("Dan")).client.tasks.search({ query: 'project:"big move"' })).toMatchObject({
    tasks: [],
  });
});

test("nobody reaches another's project, nor puts another's folder, note or task into an own one", async () => {
  const eve = await app.aUser("Eve");
  const { id: projectId, folderId } = await ann.client.projects.create({ title: "Secret" });
  const note = await ann.client.notes.create({ title: "Mine" });
  const { id: taskId } = await ann.client.tasks.create({ title: "Mine" });
  const refused = { code: "NOT_FOUND" };
  await expect(eve.client.projects.get({ projectId })).rejects.toMatchObject(refused);
  await expect(eve.client.projects.update({ projectId, title: "His" })).rejects.toMatchObject(refused);
  await expect(eve.client.projects.remove({ projectId })).rejects.toMatchObject(refused);
  await expect(eve.client.projects.addTasks({ projectId, taskIds: [taskId] })).rejects.toMatchObject(refused);
  await expect(eve.client.projects.create({ id: projectId, title: "His" })).rejects.toMatchObject({
    code: "CONFLICT",
  });
  await expect(eve.client.projects.create({ title: "T", folderId })).rejects.toMatchObject(refused);
  await expect(eve.client.projects.create({ title: "T", noteId: note.id })).rejects.toMatchObject(refused);
  const own = await eve.client.projects.create({ title: "T", taskIds: [taskId] });
  expect(await eve.client.projects.get({ projectId: own.id })).toMatchObject({ taskCount: 0 });
  expect(await eve.client.tasks.list({ projectId })).toMatchObject({ tasks: [] });
  expect(await eve.client.projects.ofTask({ taskId })).toEqual({ projectId: null });
});

test("a folder or page that is erased is no longer the project's, and the project stays", async () => {
  const { id: projectId, folderId } = await ann.client.projects.create({ title: "Pond" });
  const note = await ann.client.notes.create({ title: "Pond", folderId });
  await ann.client.projects.update({ projectId, noteId: note.id });
  await app.database.asSuperuser("DELETE FROM notes_v2 WHERE id = $1", [note.id]);
  await app.database.asSuperuser("DELETE FROM folders WHERE id = $1", [folderId]);
  expect(await ann.client.projects.get({ projectId })).toMatchObject({ folderId: null, noteId: null });
});

test("five hundred projects are enough for anybody, and say so", async () => {
  const kim = await app.aUser("Kim");
  await app.database.asSuperuser(
    "INSERT INTO projects (id, user_id, title) SELECT gen_random_uuid(), $1, 'P' || n FROM generate_series(1, $2::int) n",
    [kim.userId, MOST_PROJECTS],
  );
  await expect(kim.client.projects.create({ title: "One more" })).rejects.toMatchObject({
    code: "QUOTA_EXCEEDED",
  });
  expect(await titlesOf(kim, {})).toHaveLength(MOST_PROJECTS);
});
