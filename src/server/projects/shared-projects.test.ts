import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import type { ShareRole } from "#contract/sharing.ts";
import { acceptInvitations } from "#testing/accept-invitations.ts";
import { openLive } from "#testing/sync-client.ts";
import { type SignedInVisitor, startTestApp, type TestApp } from "#testing/test-app.ts";
import { openDatabase } from "../db/client.ts";

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
  ann = await app.aUser("Ann");
  ben = await app.aUser("Ben");
  eve = await app.aUser("Eve");
});

/** A project of Ann with a task, which Ben sees. */
async function aSharedProject(role: ShareRole, guest = ben) {
  const project = await ann.client.projects.create({ title: "Orchard" });
  const task = await ann.client.tasks.create({
    title: "Prune",
    projectId: project.id,
    dueDate: "2031-03-04",
  });
  await ann.client.projects.update({ projectId: project.id, isShared: true });
  const { shareId } = await share(project.folderId!, role, guest);
  return { projectId: project.id, folderId: project.folderId!, taskId: task.id, shareId };
}
async function share(folderId: string, role: ShareRole, guest: SignedInVisitor) {
  const made = await ann.client.sharing.shareFolder({ folderId, email: guest.email, role });
  await acceptInvitations(guest);
  return made;
}
const titles = async (person: SignedInVisitor, projectId?: string) =>
  (await person.client.tasks.list(projectId ? { projectId } : {})).tasks.map(({ title }) => title).toSorted();
const code = (work: Promise<unknown>) =>
  work.then(
    () => "done",
    (error: { code: string }) => error.code,
  );
const projectsOf = async (person: SignedInVisitor) =>
  (await person.client.projects.list()).projects.map(({ title, sharedBy }) => ({ title, sharedBy }));

test("a folder that is shared shares its project only once its owner says so, and not any more when it is taken back", async () => {
  const project = await ann.client.projects.create({ title: "Orchard" });
  const task = await ann.client.tasks.create({ title: "Prune", projectId: project.id });
  await share(project.folderId!, "editor", ben);
  const look = async () => [
    await projectsOf(ben),
    await titles(ben, project.id),
    await code(ben.client.tasks.get({ taskId: task.id })),
    await code(ben.client.projects.get({ projectId: project.id })),
    await code(ben.client.projects.people({ projectId: project.id })),
  ];
  const nothing = [[], [], "NOT_FOUND", "NOT_FOUND", "NOT_FOUND"];
  expect(await look()).toEqual(nothing);
  await ann.client.projects.update({ projectId: project.id, isShared: true });
  expect(await look()).toEqual([
    [{ title: "Orchard", sharedBy: { name: "Ann", role: "editor" } }],
    ["Prune"],
    "done",
    "done",
    "done",
  ]);
  await ann.client.projects.update({ projectId: project.id, isShared: false });
  expect(await look()).toEqual(nothing);
});

test("a project is shared with whoever sees a folder above its own, and ends with the share", async () => {
  const top = await ann.client.folders.create({ name: "Farm" });
  const folder = await ann.client.folders.create({ name: "Trees", parentId: top.id });
  const { id: projectId } = await ann.client.projects.create({ title: "Orchard", folderId: folder.id });
  await ann.client.tasks.create({ title: "Prune", projectId });
  await ann.client.projects.update({ projectId, isShared: true });
  const { shareId } = await share(top.id, "viewer", ben);
  expect(await titles(ben, projectId)).toEqual(["Prune"]);
  await ann.client.sharing.end({ shareId });
  expect([await titles(ben, projectId), await projectsOf(ben)]).toEqual([[], []]);
});

test("an editor makes, changes, moves, finishes and deletes tasks there, which stay the owner's", async () => {
  const { projectId, taskId } = await aSharedProject("editor");
  const { client } = ben;
  await client.tasks.create({ title: "Water", projectId });
  await client.tasks.create({ title: "Twigs", parentId: taskId });
  await client.tasks.update({ taskId, title: "Prune pears", priority: "high", status: "doing" });
  expect(await titles(ann, projectId)).toEqual(["Prune pears", "Twigs", "Water"]);
  expect(await titles(ann)).toEqual(["Prune pears", "Twigs", "Water"]);
  // Nobody else's tasks stand in one's own list.
  expect(await titles(ben)).toEqual([]);
  const water = (await client.tasks.list({ projectId })).tasks.find(({ title }) => title === "Water")!;
  expect(await client.tasks.reorder({ taskId: water.id, before: taskId })).toMatchObject({ isOthers: true });
  await client.tasks.updateMany({ taskIds: [taskId, water.id], change: { completed: true } });
  expect((await ann.client.tasks.completions({})).completions.map(({ title }) => title).toSorted()).toEqual([
    "Prune pears",
    "Water",
  ]);
  expect((await client.projects.get({ projectId })).doneCount).toBe(2);
  await client.tasks.remove({ taskId: water.id });
  expect(await titles(ann, projectId)).toEqual(["Prune pears", "Twigs"]);
  await client.tasks.restore({ taskId: water.id });
  expect(await titles(ann, projectId)).toEqual(["Prune pears", "Twigs", "Water"]);
});

test("what a guest does stands in both logs, with the name in the owner's, and each can undo it", async () => {
  const { projectId, taskId } = await aSharedProject("editor");
  await ben.client.tasks.update({ taskId, title: "Cut" });
  const [entry] = (await ann.client.activity.list({})).activities;
  expect(entry).toMatchObject({ type: "task_updated", title: 'Updated task "Cut"', description: "By Ben" });
  const [mine] = (await ben.client.activity.list({})).activities;
  await ben.client.activity.undo({ activityId: mine!.id });
  expect(await titles(ann, projectId)).toEqual(["Prune"]);
  await ben.client.tasks.remove({ taskId });
  const [removed] = (await ann.client.activity.list({})).activities;
  expect(removed).toMatchObject({ type: "task_deleted", description: "By Ben" });
  await ann.client.activity.undo({ activityId: removed!.id });
  expect(await titles(ben, projectId)).toEqual(["Prune"]);
});

test("a task that repeats goes on to its next day when a guest did it, and the owner has it among what was done", async () => {
  const { projectId, taskId } = await aSharedProject("editor");
  await ann.client.tasks.update({ taskId, repeat: "FREQ=WEEKLY" });
  const done = await ben.client.tasks.update({ taskId, completed: true });
  expect(done).toMatchObject({ completed: false, dueDate: "2031-03-11" });
  expect((await ann.client.tasks.completions({})).completions).toMatchObject([
    { taskId, dueDate: "2031-03-04" },
  ]);
  const [mine] = (await ben.client.activity.list({})).activities;
  await ben.client.activity.undo({ activityId: mine!.id });
  expect((await ben.client.tasks.list({ projectId })).tasks).toMatchObject([{ dueDate: "2031-03-04" }]);
  expect((await ann.client.tasks.completions({})).completions).toEqual([]);
});

test("checkboxes of its notes are ticked by a guest where they stand", async () => {
  const { projectId, folderId } = await aSharedProject("editor");
  const sub = await ann.client.folders.create({ name: "Below", parentId: folderId });
  const note = await ann.client.notes.create({
    title: "Plan",
    folderId: sub.id,
    body: { format: "markdown", text: "- [ ] Buy a ladder" },
  });
  await vi.waitFor(async () => expect(await titles(ben, projectId)).toEqual(["Buy a ladder", "Prune"]));
  const box = (await ben.client.tasks.list({ projectId })).tasks.find(({ noteId }) => noteId === note.id)!;
  await ben.client.tasks.update({ taskId: box.id, completed: true });
  const { text } = await ann.client.notes.body({ noteId: note.id, format: "markdown" });
  expect(text).toContain("- [x] Buy a ladder");
  await ann.client.notes.remove({ noteId: note.id });
  expect(await titles(ben, projectId)).toEqual(["Prune"]);
});

test("a viewer and a commenter see all and change nothing; a stranger sees nothing", async () => {
  const { projectId, taskId } = await aSharedProject("viewer");
  const attempts = ({ client }: SignedInVisitor) =>
    Promise.all(
      [
        client.tasks.update({ taskId, title: "x" }),
        client.tasks.updateMany({ taskIds: [taskId], change: { completed: true } }),
        client.tasks.create({ title: "x", projectId }),
        client.tasks.create({ title: "x", parentId: taskId }),
        client.tasks.remove({ taskId }),
        client.tasks.reorder({ taskId, before: null }),
      ].map(code),
    );
  expect(await titles(ben, projectId)).toEqual(["Prune"]);
  expect(new Set(await attempts(ben))).toEqual(new Set(["CONFLICT"]));
  const strange = await attempts(eve);
  // Of many at once those that are not there are passed over.
  expect(strange.toSpliced(1, 1)).toEqual(Array(5).fill("NOT_FOUND"));
  const projectOps = ({ client }: SignedInVisitor) =>
    Promise.all(
      [
        client.projects.update({ projectId, title: "x" }),
        client.projects.update({ projectId, isShared: false }),
        client.projects.remove({ projectId }),
        client.projects.addTasks({ projectId, taskIds: [taskId] }),
        client.projects.removeTasks({ taskIds: [taskId] }),
        client.projects.saveTemplate({ projectId }),
        client.projects.useTemplate({ projectId }),
      ].map(code),
    );
  for (const person of [ben, eve]) expect(await projectOps(person)).toEqual(Array(7).fill("NOT_FOUND"));
  expect(await titles(ann, projectId)).toEqual(["Prune"]);
  expect([await titles(eve, projectId), await projectsOf(eve)]).toEqual([[], []]);
  expect(await code(eve.client.projects.people({ projectId }))).toBe("NOT_FOUND");
  expect(await code(eve.client.projects.peopleOfTask({ taskId }))).toBe("NOT_FOUND");
});

test("an editor gets at no task outside of the project: not by its id, as a parent, as what is waited for, nor by putting it in", async () => {
  const { projectId, taskId } = await aSharedProject("editor");
  const secret = await ann.client.tasks.create({ title: "Divorce" });
  const note = await ann.client.notes.create({ title: "Diary" });
  const own = await ben.client.tasks.create({ title: "Mine" });
  const { client } = ben;
  const attempts = [
    client.tasks.get({ taskId: secret.id }),
    client.tasks.update({ taskId: secret.id, title: "x" }),
    client.tasks.update({ taskId, parentId: secret.id }),
    client.tasks.update({ taskId, waitsFor: [secret.id] }),
    client.tasks.update({ taskId, noteIds: [note.id] }),
    client.tasks.update({ taskId, parentId: own.id }),
    client.tasks.create({ id: secret.id, title: "x", projectId }),
    client.tasks.create({ id: own.id, title: "x", projectId }),
    client.projects.addTasks({ projectId, taskIds: [secret.id] }),
    client.projects.addTasks({ projectId, taskIds: [own.id] }),
    client.projects.removeTasks({ taskIds: [taskId, secret.id] }),
    client.tasks.reorder({ taskId, before: secret.id }),
  ];
  const codes = await Promise.all(attempts.map(code));
  expect(codes.filter((one) => !["NOT_FOUND", "CONFLICT"].includes(one))).toEqual(["done"]);
  // Its own task, sent again under its id, is answered and stays where it is.
  expect(codes[7]).toBe("done");
  expect(await titles(ben, projectId)).toEqual(["Prune"]);
  expect(await titles(ann, projectId)).toEqual(["Prune"]);
});

test("the owner's day and links out of reach are not told, and stay what they were", async () => {
  const { projectId, taskId, folderId } = await aSharedProject("editor");
  const diary = await ann.client.notes.create({ title: "Diary" });
  const plan = await ann.client.notes.create({ title: "Plan", folderId });
  const secret = await ann.client.tasks.create({ title: "Divorce" });
  await ann.client.tasks.update({
    taskId,
    myDay: "2031-03-01",
    plannedAt: "2031-03-01T10:00:00.000Z",
    noteIds: [diary.id, plan.id],
    waitsFor: [secret.id],
  });
  const seen = (await ben.client.tasks.list({ projectId })).tasks[0]!;
  expect(seen).toMatchObject({
    myDay: null,
    plannedAt: null,
    plannedMinutes: null,
    waitsFor: [],
    noteIds: [plan.id],
  });
  expect(await ben.client.tasks.get({ taskId })).toEqual(seen);
  expect(JSON.stringify(seen)).not.toMatch(new RegExp(`${diary.id}|${secret.id}|2031-03-01`));
  await ben.client.tasks.update({ taskId, noteIds: [], waitsFor: [], title: "Cut" });
  expect(await ann.client.tasks.get({ taskId })).toMatchObject({
    title: "Cut",
    myDay: "2031-03-01",
    plannedAt: "2031-03-01T10:00:00.000Z",
    noteIds: [diary.id],
    waitsFor: [secret.id],
  });
  // A guest has a day of their own for it.
  expect((await ben.client.tasks.update({ taskId, myDay: "2031-03-02" })).myDay).toBe("2031-03-02");
  expect((await ann.client.tasks.get({ taskId })).myDay).toBe("2031-03-01");
  const blocks = [{ taskId, plannedAt: "2031-03-02T10:00:00.000Z" }];
  expect(await code(ben.client.tasks.plan({ blocks }))).toBe("CONFLICT");
});

test("a task is given to who sees its project and to nobody else, who is told and finds it among theirs", async () => {
  const { projectId, taskId } = await aSharedProject("editor");
  const { people } = await ann.client.projects.people({ projectId });
  expect(people.map(({ name, role }) => [name, role])).toEqual([
    ["Ann", "owner"],
    ["Ben", "editor"],
  ]);
  expect(await ben.client.projects.peopleOfTask({ taskId })).toEqual({ projectId, people });
  expect(JSON.stringify(people)).not.toContain("@");
  const [annId, benId] = people.map(({ id }) => id) as [string, string];
  expect(await code(ann.client.tasks.update({ taskId, assigneeId: eve.userId }))).toBe("INVALID_INPUT");
  expect(await code(ben.client.tasks.update({ taskId, assigneeId: eve.userId }))).toBe("INVALID_INPUT");
  await ann.client.tasks.update({ taskId, assigneeId: benId });
  const { notifications } = await ben.client.notifications.list();
  expect(notifications[0]).toMatchObject({
    title: "Ann assigned you a task",
    message: "Prune",
    href: `/app/projects/${projectId}?tab=tasks&task=${taskId}`,
  });
  const assigned = (await ben.client.tasks.list({ assigned: true })).tasks;
  expect(assigned).toMatchObject([{ id: taskId, isOthers: true, assigneeId: benId }]);
  await ben.client.tasks.update({ taskId, assigneeId: annId });
  expect((await ann.client.notifications.list()).notifications[0]).toMatchObject({
    title: "Ben assigned you a task",
  });
  expect((await ben.client.tasks.list({ assigned: true })).tasks).toEqual([]);
  expect((await ann.client.tasks.list({ assigned: true })).tasks).toMatchObject([{ id: taskId }]);
});

test("who is named in a task's words and sees its project is told once", async () => {
  const { projectId, taskId } = await aSharedProject("editor");
  const told = async ({ client }: SignedInVisitor) =>
    (await client.notifications.list()).notifications
      .map(({ title, message, href }) => ({ title, message, href }))
      .filter(({ title }) => title.includes("mentioned"));
  await ann.client.tasks.update({ taskId, description: "@Ben and @Eve: the old tree first" });
  expect(await told(ben)).toEqual([
    {
      title: "Ann mentioned you in a task",
      message: "Prune\n@Ben and @Eve: the old tree first",
      href: `/app/projects/${projectId}?tab=tasks&task=${taskId}`,
    },
  ]);
  expect(await told(eve)).toEqual([]);
  await ann.client.tasks.update({ taskId, description: "@Ben: the old tree last", priority: "high" });
  expect((await told(ben)).length).toBe(1);
  await ben.client.tasks.create({ title: "Ask @ann", projectId });
  expect(await told(ann)).toMatchObject([{ title: "Ben mentioned you in a task" }]);
  // A task of nobody else's concern names nobody.
  await ann.client.tasks.create({ title: "Call @Ben" });
  expect((await told(ben)).length).toBe(1);
});

test("pages of others hear of each change there, and a stranger's of none", async () => {
  const { projectId, taskId, folderId } = await aSharedProject("editor");
  const lives = [ann, ben, eve].map((person) => openLive(app, person, person.userId));
  await Promise.all(lives.map(({ answer }) => answer));
  const heard = () => lives.map((live) => live.events.filter(({ entity }) => entity === "task").length);
  await ben.client.tasks.update({ taskId, title: "Cut" });
  await vi.waitFor(() => expect(heard()).toEqual([1, 1, 0]));
  await ann.client.tasks.update({ taskId, title: "Saw" });
  await vi.waitFor(() => expect(heard()).toEqual([2, 2, 0]));
  await ann.client.tasks.create({ title: "Of mine alone" });
  await ben.client.tasks.create({ title: "Burn", projectId });
  await vi.waitFor(() => expect(heard()).toEqual([4, 3, 0]));
  // The project goes with its folder.
  await ann.client.folders.remove({ folderId });
  await vi.waitFor(() =>
    expect(lives.map((live) => live.events.some(({ entity }) => entity === "share"))).toEqual([
      false,
      true,
      false,
    ]),
  );
  for (const live of lives) live.close();
});

test("two who make and change tasks there at once lose nothing", async () => {
  const { projectId, taskId } = await aSharedProject("editor");
  await Promise.all(
    [ann, ben].flatMap(({ client }, who) =>
      Array.from({ length: 8 }, (_, at) => [
        client.tasks.create({ title: `Task ${who} ${at}`, projectId }),
        client.tasks.update({ taskId, spent: { id: crypto.randomUUID(), minutes: 1 } }),
      ]).flat(),
    ),
  );
  expect((await titles(ann, projectId)).length).toBe(17);
  expect(await titles(ben, projectId)).toEqual(await titles(ann, projectId));
  expect((await ben.client.tasks.get({ taskId })).spentMinutes).toBe(16);
});

test("the database itself shows a stranger nothing of an opened project, a viewer its rows, and an editor no others", async () => {
  const { projectId, taskId } = await aSharedProject("viewer");
  await share((await ann.client.projects.get({ projectId })).folderId!, "editor", eve);
  const secret = await ann.client.tasks.create({ title: "Divorce" });
  const db = openDatabase(app.database.connections, () => {});
  const attempt = (person: SignedInVisitor, opened: string, statement: string, values: unknown[] = []) =>
    db
      .withUser(person.userId, async (tx) => {
        await tx.query("SELECT set_config('app.project', $1, true)", [opened]);
        return (await tx.query(statement, values)).length;
      })
      .catch(() => "refused");
  const stranger = await app.aUser("Mallory");
  const TABLES = ["projects", "project_tasks", "tasks"];
  const seen = (person: SignedInVisitor, opened: string) =>
    Promise.all(TABLES.map((table) => attempt(person, opened, `SELECT 1 FROM ${table}`)));
  for (const opened of [projectId, "all", secret.id, "' OR true --"])
    expect(await seen(stranger, opened)).toEqual([0, 0, 0]);
  for (const person of [ben, eve]) {
    expect(await seen(person, "")).toEqual([0, 0, 0]);
    expect(await seen(person, projectId)).toEqual([1, 1, 1]);
    expect(await seen(person, "all")).toEqual([1, 1, 1]);
  }
  const change = "UPDATE tasks SET title = 'x' RETURNING 1";
  expect(await attempt(ben, projectId, change)).toBe(0);
  expect(await attempt(eve, projectId, change)).toBe(1);
  const refused = [
    "UPDATE projects SET title = 'x' RETURNING 1",
    "DELETE FROM projects RETURNING 1",
    "DELETE FROM tasks RETURNING 1",
    "DELETE FROM project_tasks RETURNING 1",
    "UPDATE project_tasks SET project_id = project_id RETURNING 1",
  ];
  for (const statement of refused) expect(await attempt(eve, projectId, statement)).toBe(0);
  const put = "INSERT INTO project_tasks (id, user_id, project_id) VALUES ($1, $2, $3) RETURNING 1";
  const make = "INSERT INTO tasks (id, user_id, title) VALUES ($1, $2, 'x') RETURNING 1";
  const id = crypto.randomUUID();
  expect(await attempt(eve, projectId, put, [secret.id, ann.userId, projectId])).toBe("refused");
  expect(await attempt(eve, projectId, make, [id, ann.userId])).toBe("refused");
  expect(await attempt(eve, projectId, "UPDATE tasks SET user_id = $1 RETURNING 1", [eve.userId])).toBe(
    "refused",
  );
  expect(await attempt(ben, projectId, put, [id, ann.userId, projectId])).toBe("refused");
  expect(await titles(ann)).toEqual(["Divorce", "x"]);
  expect((await ann.client.tasks.get({ taskId })).title).toBe("x");
  await db.close();
});
