import { expect, test, vi } from "vitest";
import { acceptInvitations } from "#testing/accept-invitations.ts";
import { ann, app, ben, startWithAnnAndBen } from "#testing/people/ann-and-ben.ts";
import type { SignedInVisitor } from "#testing/test-app.ts";
import { openDatabase } from "../db/client.ts";
import { changeTasks } from "../tasks/change-tasks.ts";

startWithAnnAndBen();

/** A project of Ann with a task, which Ben edits. */
async function aSharedProject() {
  const project = await ann.client.projects.create({ title: "Orchard" });
  const task = await ann.client.tasks.create({
    title: "Prune",
    projectId: project.id,
    dueDate: "2031-03-04",
  });
  await ann.client.projects.update({ projectId: project.id, isShared: true });
  const folderId = project.folderId!;
  const { shareId } = await ann.client.sharing.shareFolder({ folderId, email: ben.email, role: "editor" });
  await acceptInvitations(ben);
  return { projectId: project.id, folderId, taskId: task.id, shareId };
}
const titles = async (person: SignedInVisitor, projectId?: string) =>
  (await person.client.tasks.list(projectId ? { projectId } : {})).tasks.map(({ title }) => title).toSorted();
const code = (work: Promise<unknown>) =>
  work.then(
    () => "done",
    (error: { code: string }) => error.code,
  );
test("a guest's log tells nothing of the owner's day or of links out of reach, and what it tells can be undone", async () => {
  const { taskId, folderId } = await aSharedProject();
  const diary = await ann.client.notes.create({ title: "Diary" });
  const plan = await ann.client.notes.create({ title: "Plan", folderId });
  await ann.client.tasks.update({
    taskId,
    repeat: "FREQ=WEEKLY",
    myDay: "2031-03-01",
    plannedAt: "2031-03-01T10:00:00.000Z",
    noteIds: [diary.id, plan.id],
  });
  const undo = async () => {
    const { activities } = await ben.client.activity.list({});
    expect(JSON.stringify(activities)).not.toMatch(new RegExp(`2031-03-01|${diary.id}`));
    await ben.client.activity.undo({ activityId: activities[0]!.id });
    return ann.client.tasks.get({ taskId });
  };
  await ben.client.tasks.update({ taskId, noteIds: [] });
  expect((await undo()).noteIds.toSorted()).toEqual([diary.id, plan.id].toSorted());
  await ben.client.tasks.update({ taskId, completed: true });
  const [entry] = (await ann.client.activity.list({})).activities;
  expect(JSON.stringify(entry)).toContain("2031-03-01");
  expect(await undo()).toMatchObject({ dueDate: "2031-03-04", completed: false });
});

test("a checkbox that was put into the project is ticked by no guest who doesn't see its note, and goes with it into the trash", async () => {
  const { projectId } = await aSharedProject();
  const body = { format: "markdown", text: "- [ ] Call" } as const;
  const diary = await ann.client.notes.create({ title: "Diary", body });
  await vi.waitFor(async () => expect(await titles(ann)).toContain("Call"));
  const [box] = (await ann.client.tasks.list({ noteId: diary.id })).tasks;
  const taskId = box!.id;
  await ann.client.projects.addTasks({ projectId, taskIds: [taskId] });
  expect(await titles(ben, projectId)).toEqual(["Call", "Prune"]);
  expect(await code(ben.client.tasks.update({ taskId, completed: true }))).toBe("CONFLICT");
  expect((await ann.client.tasks.get({ taskId })).completed).toBe(false);
  await ann.client.notes.remove({ noteId: diary.id });
  expect(await titles(ben, projectId)).toEqual(["Prune"]);
  expect(await code(ben.client.tasks.get({ taskId }))).toBe("NOT_FOUND");
  expect((await ben.client.projects.get({ projectId })).taskCount).toBe(1);
});

test("the sub-tasks of a task are listed to all who see it, and made and ordered by who may change it", async () => {
  const { taskId, shareId } = await aSharedProject();
  const under = async (person: SignedInVisitor) =>
    (await person.client.tasks.list({ parentId: taskId, sort: "position" })).tasks.map(({ title }) => title);
  expect(await under(ben)).toEqual([]);
  const { id: first } = await ann.client.tasks.create({ title: "Ladder", parentId: taskId });
  const { id: second } = await ben.client.tasks.create({ title: "Saw", parentId: taskId });
  for (const person of [ann, ben]) expect(await under(person)).toEqual(["Ladder", "Saw"]);
  await ben.client.tasks.reorder({ taskId: second, before: first });
  for (const person of [ann, ben]) expect(await under(person)).toEqual(["Saw", "Ladder"]);
  await ann.client.sharing.end({ shareId });
  expect(await under(ben)).toEqual([]);
});

test("a sub-task that becomes a task of its own stays in the project, whoever moves or restores it", async () => {
  const { projectId, taskId } = await aSharedProject();
  const made = ["A", "B", "C", "D"].map((title) => ann.client.tasks.create({ title, parentId: taskId }));
  const [a, b, c, d] = (await Promise.all(made)).map(({ id }) => id) as [string, string, string, string];
  await ben.client.tasks.update({ taskId: a, parentId: null });
  await ben.client.tasks.reorder({ taskId: b, before: a, parentId: null });
  await ann.client.tasks.update({ taskId: c, parentId: null });
  await ben.client.tasks.remove({ taskId });
  await ben.client.tasks.restore({ taskId: d });
  for (const person of [ann, ben]) expect(await titles(person, projectId)).toEqual(["A", "B", "C", "D"]);
});

test("a task that its owner takes out of the project in the middle of a guest's change is not there", async () => {
  const { projectId, taskId } = await aSharedProject();
  const db = openDatabase(app.database.connections, () => {});
  const change = (meanwhile: () => Promise<unknown>) =>
    code(
      changeTasks(
        { db, collab: undefined as never },
        ben.userId,
        new Map([[taskId, { title: "Cut" }]]),
        undefined,
        async (tx) => void (tx.ownerId === ann.userId && (await meanwhile())),
      ),
    );
  expect(await change(() => ann.client.projects.removeTasks({ taskIds: [taskId] }))).toBe("NOT_FOUND");
  expect((await ann.client.tasks.get({ taskId })).title).toBe("Prune");
  expect(await titles(ben, projectId)).toEqual([]);
  await db.close();
});

test("undoing what a guest did once the share has ended changes nothing, and says so", async () => {
  const { taskId, shareId } = await aSharedProject();
  await ben.client.tasks.update({ taskId, title: "Cut" });
  const [entry] = (await ben.client.activity.list({})).activities;
  await ann.client.sharing.end({ shareId });
  expect(await code(ben.client.activity.undo({ activityId: entry!.id }))).toBe("NOT_FOUND");
  expect((await ann.client.tasks.get({ taskId })).title).toBe("Cut");
});

test("a project that loses its folder is shared no more, and not with the guests of its next one", async () => {
  const { projectId } = await aSharedProject();
  await ann.client.projects.update({ projectId, folderId: null });
  const family = await ann.client.folders.create({ name: "Family" });
  await ann.client.sharing.shareFolder({ folderId: family.id, email: ben.email, role: "viewer" });
  await acceptInvitations(ben);
  await ann.client.projects.update({ projectId, folderId: family.id });
  expect(await titles(ben, projectId)).toEqual([]);
});

test("a guest who searches by the name of a shared project finds its notes and tasks, and none once it is taken back", async () => {
  const { projectId, folderId, shareId } = await aSharedProject();
  await ann.client.tasks.create({ title: "Water 梨", projectId, tags: ["Wet"], description: "Two cans" });
  await ann.client.tasks.create({ title: "Prune the hedge" });
  await ann.client.notes.create({ title: "Pear trees", folderId });
  await ann.client.notes.create({ title: "Pear cake" });
  const found = async (query: string, person = ben) => [
    (await person.client.tasks.search({ query })).tasks.map(({ title }) => title).toSorted(),
    (await person.client.notes.search({ query })).hits.map(({ note }) => note.title).toSorted(),
  ];
  await vi.waitFor(async () =>
    expect(await found("project:orchard")).toEqual([["Prune", "Water 梨"], ["Pear trees"]]),
  );
  expect(await found("prune project:Orchard")).toEqual([["Prune"], []]);
  expect(await found("pear project:orchard")).toEqual([[], ["Pear trees"]]);
  expect(await found("cans tag:wet project:orchard")).toEqual([["Water 梨"], []]);
  expect(await found("project:orchard -prune -pear")).toEqual([["Water 梨"], []]);
  expect(await found("project:elsewhere")).toEqual([[], []]);
  const [task] = (await ben.client.tasks.search({ query: "water project:orchard" })).tasks;
  expect(task).toMatchObject({ isOthers: true, tags: ["Wet"] });
  await ann.client.projects.update({ projectId, isShared: false });
  expect(await found("project:orchard")).toEqual([[], []]);
  await ann.client.projects.update({ projectId, isShared: true });
  await ann.client.sharing.end({ shareId });
  expect(await found("project:orchard")).toEqual([[], []]);
});
