import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import type { ShareRole } from "#contract/sharing.ts";
import { acceptInvitations } from "#testing/accept-invitations.ts";
import { openLive } from "#testing/sync-client.ts";
import { type SignedInVisitor, startTestApp, type TestApp } from "#testing/test-app.ts";
import { uploadInParts } from "#testing/upload-file.ts";

let app: TestApp;
let ann: SignedInVisitor;
let ben: SignedInVisitor;
let eve: SignedInVisitor;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());
beforeEach(async () => {
  await app.database.asSuperuser("DELETE FROM auth.rate_limits");
  [ann, ben, eve] = [await app.aUser("Ann"), await app.aUser("Ben"), await app.aUser("Eve")];
});

const aFile = (name: string) => uploadInParts(ann, name, Buffer.from("words"));

const aNote = (title: string, folderId: string | null, fileId?: string) =>
  ann.client.notes.create({
    title,
    folderId,
    body: { format: "markdown", text: fileId ? `[it](/files/${fileId})` : "words" },
  });

/** A project of Ann that Ben sees, with a file put into it, one in its note, and others elsewhere. */
async function anOrchard(role: ShareRole) {
  const project = await ann.client.projects.create({ title: "Orchard" });
  const { id: projectId, folderId } = project;
  const [put, shown, other] = [await aFile("put.txt"), await aFile("shown.txt"), await aFile("other.txt")];
  await ann.client.projects.addFiles({ projectId, fileIds: [put] });
  await aNote("Trees", folderId, shown);
  await aNote("Elsewhere", null, shown);
  await aNote("Diary", null, other);
  const task = await ann.client.tasks.create({ title: "Prune", projectId, dueDate: "2031-03-04" });
  await ann.client.projects.update({ projectId, isShared: true });
  const { shareId } = await ann.client.sharing.shareFolder({ folderId: folderId!, email: ben.email, role });
  await acceptInvitations(ben);
  return { projectId, folderId: folderId!, shareId, taskId: task.id, put, shown, other };
}

const filesOf = async (person: SignedInVisitor, projectId: string) =>
  (await person.client.files.list({ projectId, sort: "name" })).files.map(
    ({ name, uses, notes, projectId: into }) => [
      name,
      uses,
      (notes ?? []).map(({ title }) => title),
      into === projectId,
    ],
  );
const logOf = async (person: SignedInVisitor, projectId: string) =>
  (await person.client.activity.list({ projectId })).activities.map(({ title, description }) =>
    [title, description].filter(Boolean).join(", "),
  );
const statusOf = async (person: SignedInVisitor, fileId: string) =>
  (await person.request(`/files/${fileId}/original`)).status;
const code = (work: Promise<unknown>) =>
  work.then(
    () => "done",
    (error: { code: string }) => error.code,
  );

test.each(["viewer", "commenter", "editor"] as const)(
  "a guest who is %s sees the files of the project and reads them, changes none, and sees no others",
  async (role) => {
    const { projectId, put, shown, other, shareId } = await anOrchard(role);
    const wanted = [
      ["put.txt", 0, [], true],
      ["shown.txt", 1, ["Trees"], false],
    ];
    await vi.waitFor(async () => expect(await filesOf(ben, projectId)).toEqual(wanted));
    expect((await ben.client.projects.get({ projectId })).fileCount).toBe(2);
    expect([await statusOf(ben, put), await statusOf(ben, shown), await statusOf(ben, other)]).toEqual([
      200, 200, 404,
    ]);
    expect(await code(ben.client.files.rename({ fileId: put, name: "mine.txt" }))).toBe("NOT_FOUND");
    expect(await code(ben.client.files.remove({ fileId: put }))).toBe("NOT_FOUND");
    expect(await code(ben.client.projects.removeFiles({ fileIds: [put] }))).toBe("NOT_FOUND");
    expect(await filesOf(ben, projectId)).toEqual(wanted);
    expect((await ben.client.files.list({})).files).toEqual([]);
    // A stranger sees nothing, and neither does the guest once the file leaves, or the share ends.
    expect([await filesOf(eve, projectId), await statusOf(eve, put)]).toEqual([[], 404]);
    await ann.client.projects.removeFiles({ fileIds: [put] });
    expect([await filesOf(ben, projectId), await statusOf(ben, put)]).toEqual([wanted.slice(1), 404]);
    await ann.client.projects.addFiles({ projectId, fileIds: [put] });
    expect(await statusOf(ben, put)).toBe(200);
    await ann.client.projects.update({ projectId, isShared: false });
    expect([await filesOf(ben, projectId), await statusOf(ben, put)]).toEqual([[], 404]);
    await ann.client.projects.update({ projectId, isShared: true });
    await ann.client.sharing.end({ shareId });
    expect([await filesOf(ben, projectId), await statusOf(ben, put)]).toEqual([[], 404]);
  },
);

test("a file in the trash, or of a project in whose folder a guest sees nothing any more, is not read by its address", async () => {
  const { projectId, folderId, put } = await anOrchard("editor");
  expect(await statusOf(ben, put)).toBe(200);
  await ann.client.files.remove({ fileId: put });
  expect([await statusOf(ben, put), (await filesOf(ben, projectId)).length < 2]).toEqual([404, true]);
  await ann.client.files.restore({ fileId: put });
  expect(await statusOf(ben, put)).toBe(200);
  await ann.client.folders.remove({ folderId, notes: "trash" });
  expect([await statusOf(ben, put), await filesOf(ben, projectId)]).toEqual([404, []]);
});

test("a guest who names a file of the owner in a shared note is not given it by the project", async () => {
  const { projectId, folderId, other } = await anOrchard("editor");
  const { id: noteId } = await aNote("Plan", folderId);
  const { seq: baseSeq } = await ben.client.notes.body({ noteId });
  const body = { format: "markdown", text: `words, [it](/files/${other})` } as const;
  await ben.client.notes.replaceBody({ noteId, baseSeq, body });
  await app.services.collab.derivation.deriveNow(noteId, ann.userId);
  const names = async () => (await filesOf(ben, projectId)).map(([name]) => name);
  await vi.waitFor(async () => expect(await names()).toEqual(["put.txt", "shown.txt"]));
  expect(await statusOf(ben, other)).toBe(404);
});

test.each(["viewer", "commenter", "editor"] as const)(
  "a guest who is %s is told what happened in the project and by whom, and nothing of the rest of the account",
  async (role) => {
    const { projectId, taskId, shareId } = await anOrchard(role);
    const secret = await ann.client.tasks.create({ title: "quokka", description: "quokka" });
    await ann.client.tasks.update({ taskId: secret.id, title: "quokka again" });
    // What it was called before it came into the project stays with its owner.
    await ann.client.projects.addTasks({ projectId, taskIds: [secret.id] });
    await ann.client.tasks.update({ taskId: secret.id, title: "Water", status: "doing" });
    await ann.client.tasks.update({ taskId, title: "Prune 梨", dueDate: "2031-03-09", noteIds: [] });
    const log = await logOf(ben, projectId);
    expect(log).toEqual(
      expect.arrayContaining([
        'Updated task "Prune 梨", By Ann',
        'Created task "Prune 梨", By Ann',
        'Created project "Orchard", By Ann',
        'Created "Trees", By Ann',
      ]),
    );
    const told = JSON.stringify((await ben.client.activity.list({ projectId })).activities);
    for (const word of ["quokka", "Diary", "Elsewhere", "@", "Eve"]) expect(told).not.toContain(word);
    const { activities } = await ben.client.activity.list({ projectId, entityId: taskId });
    expect(activities[0]?.metadata["changes"]).toEqual({
      dueDate: { from: "2031-03-04", to: "2031-03-09" },
    });
    expect(activities.map(({ canUndo }) => canUndo)).toEqual(activities.map(() => false));
    expect(await code(ben.client.activity.undo({ activityId: activities[0]!.id }))).toBe("NOT_FOUND");
    expect(await code(ben.client.activity.remove({ activityId: activities[0]!.id }))).toBe("NOT_FOUND");
    expect((await ben.client.activity.clear({ projectId })).removed).toBe(0);
    expect(await logOf(ben, projectId)).toEqual(log);
    expect([await logOf(eve, projectId), (await ben.client.activity.list({})).total]).toEqual([
      [],
      (await ben.client.activity.list({ limit: 200 })).activities.length,
    ]);
    await ann.client.sharing.end({ shareId });
    expect(await logOf(ben, projectId)).toEqual([]);
  },
);

test("of a sub-task a guest is told nothing from before the task above it came into the project", async () => {
  const { projectId } = await anOrchard("viewer");
  const { id: taskId } = await ann.client.tasks.create({ title: "Graft" });
  const { id: below } = await ann.client.tasks.create({ title: "Cut scions", parentId: taskId });
  await ann.client.tasks.update({ taskId: below, status: "doing", dueDate: "2031-02-03" });
  await ann.client.projects.addTasks({ projectId, taskIds: [taskId] });
  expect((await ben.client.activity.list({ projectId, entityId: below })).activities).toEqual([]);
  const { id: later } = await ann.client.tasks.create({ title: "Bind them", parentId: taskId });
  const { activities } = await ben.client.activity.list({ projectId, entityId: later });
  expect(activities.map(({ title }) => title)).toEqual(['Created task "Bind them"']);
});

test("of a task that is put below one of the project a guest is told nothing from before that", async () => {
  const { projectId, taskId } = await anOrchard("viewer");
  const { id: moved } = await ann.client.tasks.create({ title: "Sharpen the saw" });
  await ann.client.tasks.update({ taskId: moved, status: "doing", dueDate: "2031-02-03" });
  // Changes within half an hour are one entry.
  await app.database.asSuperuser(
    "UPDATE user_activities SET created_at = created_at - interval '1 hour' WHERE user_id = $1",
    [ann.userId],
  );
  const log = async () =>
    (await ben.client.activity.list({ projectId, entityId: moved })).activities.map(
      ({ metadata }) => metadata["changes"],
    );
  await ann.client.tasks.update({ taskId: moved, parentId: taskId });
  await ann.client.tasks.update({ taskId: moved, title: "Sharpen both saws" });
  expect(JSON.stringify(await log())).not.toContain("2031-02-03");
  await ann.client.tasks.update({ taskId: moved, dueDate: "2031-02-05" });
  expect(await log()).toEqual([{ dueDate: { from: "2031-02-03", to: "2031-02-05" } }]);
});

test("what a guest did stands there with the guest's name, page after page, found by kind, day and name", async () => {
  const { projectId, taskId } = await anOrchard("editor");
  await ben.client.tasks.update({ taskId, status: "doing" });
  expect(await logOf(ben, projectId)).toContain('Updated task "Prune", By Ben');
  const { total } = await ben.client.activity.list({ projectId });
  const paged = async (offset: number) =>
    (await ben.client.activity.list({ projectId, offset, limit: 2 })).activities.map(({ id }) => id);
  expect(new Set([...(await paged(0)), ...(await paged(2))]).size).toBe(Math.min(4, total));
  const found = async (filter: object) =>
    (await ben.client.activity.list({ projectId, ...filter })).activities.map(({ type }) => type);
  expect(await found({ types: ["task_updated"] })).toEqual(["task_updated"]);
  expect(await found({ query: "prune" })).toEqual(["task_updated", "task_created"]);
  expect(await found({ from: "2100-01-01T00:00:00.000Z" })).toEqual([]);
});

test("a guest hears at once when its owner puts a file into the project", async () => {
  const { projectId } = await anOrchard("viewer");
  const lives = [ben, eve].map((person) => openLive(app, person, person.userId));
  await Promise.all(lives.map(({ answer }) => answer));
  const fileId = await aFile("new.txt");
  await ann.client.projects.addFiles({ projectId, fileIds: [fileId] });
  const heard = () => lives.map(({ events }) => events.filter(({ entity }) => entity === "project").length);
  await vi.waitFor(() => expect(heard()).toEqual([1, 0]));
  for (const live of lives) live.close();
});

test("the database gives a guest no rows of the log, the files or what was put into the project", async () => {
  const { projectId } = await anOrchard("editor");
  for (const table of ["user_activities", "files", "project_files"]) {
    const rows = await app.services.db.withUser(ben.userId, async (tx) => {
      await tx.query("SELECT * FROM hold_project($1, 10)", [projectId]);
      return tx.query(`SELECT 1 FROM ${table} WHERE user_id = $1`, [ann.userId]);
    });
    expect(rows, table).toEqual([]);
  }
});
