import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { fillTable } from "#testing/database/fill-table.ts";
import { uuidV7 } from "#contract/shared/uuid-v7.ts";
import { type SignedInVisitor, startTestApp, type TestApp } from "#testing/test-app.ts";

let app: TestApp;
let ann: SignedInVisitor;
beforeAll(async () => {
  app = await startTestApp();
  ann = await app.aUser("Ann");
});
afterAll(() => app.close());

const fails = (code: string) => expect.objectContaining({ code });
const make = async (count: number, person = ann) => {
  const ids: string[] = [];
  for (let index = 1; index <= count; index++)
    ids.push((await person.client.tasks.create({ title: `Task ${index}`, tags: ["old"] })).id);
  return ids;
};
const newestOf = async (person: SignedInVisitor) => (await person.client.activity.list({})).activities[0]!;

describe("many tasks at once", () => {
  test("are changed with one entry of the log, and put back with one undo", async () => {
    const bob = await app.aUser("Bob");
    const taskIds = await make(3, bob);
    const { tasks, activity } = bob.client;
    await tasks.update({ taskId: taskIds[2]!, priority: "low" });
    const change = {
      status: "doing" as const,
      priority: "high" as const,
      dueDate: "2030-01-02",
      addTags: ["new"],
      removeTags: ["old"],
    };
    const changed = await tasks.updateMany({ taskIds: [...taskIds, uuidV7()], change });
    expect(changed.tasks).toHaveLength(3);
    for (const task of changed.tasks)
      expect(task).toMatchObject({ status: "doing", priority: "high", dueDate: "2030-01-02", tags: ["new"] });
    const entry = await newestOf(bob);
    expect(entry).toMatchObject({ title: "Updated 3 tasks", canUndo: true });
    // A later change of one of them is an entry of its own.
    await tasks.update({ taskId: taskIds[0]!, description: "More" });
    await activity.undo({ activityId: entry.id });
    const priorities = await Promise.all(
      taskIds.map(async (taskId) => (await tasks.get({ taskId })).priority),
    );
    expect(priorities).toEqual(["medium", "medium", "low"]);
    expect(await tasks.get({ taskId: taskIds[0]! })).toMatchObject({
      status: "todo",
      tags: ["old"],
      dueDate: null,
      description: "More",
    });
  });

  test("are changed all or none", async () => {
    const [one, two] = await make(2);
    const change = { priority: "high" as const, parentId: two! };
    await expect(ann.client.tasks.updateMany({ taskIds: [one!, two!], change })).rejects.toEqual(
      fails("INVALID_INPUT"),
    );
    expect(await ann.client.tasks.get({ taskId: one! })).toMatchObject({
      priority: "medium",
      parentId: null,
    });
  });

  test("checkboxes among them are ticked in their note", async () => {
    const body = { format: "markdown", text: "- [ ] One\n- [ ] Two\n" } as const;
    const { id: noteId } = await ann.client.notes.create({ title: "List", body });
    await app.services.collab.derivation.deriveNow(noteId, ann.userId);
    const taskIds = (await ann.client.tasks.list({ noteId })).tasks.map(({ id }) => id);
    await ann.client.tasks.updateMany({ taskIds, change: { completed: true } });
    const text = async () => (await ann.client.notes.body({ noteId, format: "markdown" })).text;
    expect(await text()).toBe("- [x] One\n- [x] Two\n");
    expect(await newestOf(ann)).toMatchObject({ title: "Completed 2 tasks" });
    await ann.client.activity.undo({ activityId: (await newestOf(ann)).id });
    expect(await text()).toBe("- [ ] One\n- [ ] Two\n");
    await expect(ann.client.tasks.removeMany({ taskIds })).rejects.toEqual(fails("CONFLICT"));
  });

  test("go into the trash and come back together, by hand and by undo", async () => {
    const bob = await app.aUser("Bob");
    const taskIds = await make(3, bob);
    const { tasks, activity } = bob.client;
    await tasks.removeMany({ taskIds });
    expect((await tasks.list({})).tasks).toEqual([]);
    const entry = await newestOf(bob);
    expect(entry.title).toBe("Deleted 3 tasks");
    await activity.undo({ activityId: entry.id });
    expect((await tasks.list({})).tasks).toHaveLength(3);
    await tasks.removeMany({ taskIds });
    expect((await tasks.restoreMany({ taskIds })).tasks).toHaveLength(3);
    expect((await newestOf(bob)).title).toBe("Restored 3 tasks");
  });

  test("of somebody else are passed over, and more than 500 refused", async () => {
    const bob = await app.aUser("Bob");
    const taskIds = await make(2);
    const { tasks } = bob.client;
    expect((await tasks.updateMany({ taskIds, change: { completed: true } })).tasks).toEqual([]);
    // Where nothing is told of what was done, none of them there is an answer of its own.
    await expect(tasks.removeMany({ taskIds })).rejects.toEqual(fails("NOT_FOUND"));
    expect((await tasks.restoreMany({ taskIds })).tasks).toEqual([]);
    const own = await make(1, bob);
    await tasks.removeMany({ taskIds: [...taskIds, ...own] });
    // Sent twice, it is done already.
    await tasks.removeMany({ taskIds: own });
    await bob.client.trash.remove({ items: [{ kind: "task", id: own[0]! }] });
    await expect(tasks.removeMany({ taskIds: own })).rejects.toEqual(fails("NOT_FOUND"));
    expect((await ann.client.tasks.get({ taskId: taskIds[0]! })).completed).toBe(false);
    const many = Array.from({ length: 501 }, () => uuidV7());
    await expect(tasks.removeMany({ taskIds: many })).rejects.toEqual(fails("INVALID_INPUT"));
  });
});

test("an account has room for 50 000 tasks", async () => {
  const bob = await app.aUser("Bob");
  await fillTable(
    app.database,
    "tasks",
    "INSERT INTO tasks (id, user_id, title) SELECT gen_random_uuid(), $1, 'Task' FROM generate_series(1, 49999)",
    [bob.userId],
  );
  const last = await bob.client.tasks.create({ title: "The last" });
  await expect(bob.client.tasks.create({ title: "One more" })).rejects.toEqual(fails("QUOTA_EXCEEDED"));
  await bob.client.tasks.remove({ taskId: last.id });
  expect(await bob.client.tasks.create({ title: "One more" })).toMatchObject({ title: "One more" });
}, 60_000);

describe("what a task says", () => {
  test("is given when it is made, changed, and put back by undo", async () => {
    const { tasks, activity, notes } = ann.client;
    const note = await notes.create({ title: "Plan" });
    const first = await tasks.create({ title: "First" });
    const said = {
      description: "Some words",
      status: "doing" as const,
      tags: ["home", "garden"],
      startDate: "2030-01-01",
      dueDate: "2030-01-05",
      estimateMinutes: 90,
      spentMinutes: 15,
      repeat: "FREQ=WEEKLY",
      repeatFrom: "completion" as const,
      myDay: "2030-01-03",
      waitsFor: [first.id],
      noteIds: [note.id],
    };
    const made = await tasks.create({ title: "Second", ...said });
    expect(made).toMatchObject({ ...said, completed: false });
    expect(made.position).toBeGreaterThan(first.position);
    const taskId = made.id;
    await tasks.update({ taskId, description: "", tags: [], waitsFor: [], noteIds: [], myDay: null });
    await activity.undo({ activityId: (await newestOf(ann)).id });
    expect(await tasks.get({ taskId })).toMatchObject(said);
  });

  test("status and completed agree, whichever is given", async () => {
    const { tasks } = ann.client;
    const { id: taskId } = await tasks.create({ title: "Both", status: "done" });
    expect(await tasks.get({ taskId })).toMatchObject({ completed: true, status: "done" });
    expect((await tasks.get({ taskId })).completedAt).not.toBeNull();
    expect(await tasks.update({ taskId, completed: false })).toMatchObject({
      status: "todo",
      completedAt: null,
    });
    expect(await tasks.update({ taskId, status: "doing" })).toMatchObject({ completed: false });
    // Not completed it is already.
    expect(await tasks.update({ taskId, completed: false })).toMatchObject({ status: "doing" });
    expect(await tasks.update({ taskId, completed: true })).toMatchObject({ status: "done" });
  });

  test("changed on two devices at once, both changes stay", async () => {
    const { tasks } = ann.client;
    const { id: taskId } = await tasks.create({ title: "Shared" });
    await Promise.all([
      tasks.update({ taskId, priority: "high" }),
      tasks.update({ taskId, description: "Words" }),
      tasks.update({ taskId, tags: ["x"] }),
    ]);
    expect(await tasks.get({ taskId })).toMatchObject({
      priority: "high",
      description: "Words",
      tags: ["x"],
    });
  });

  test("names no task or note of somebody else, and a task does not wait for itself", async () => {
    const bob = await app.aUser("Bob");
    const [foreign] = await make(1, bob);
    const note = await bob.client.notes.create({ title: "His" });
    const [taskId] = await make(1);
    const { tasks } = ann.client;
    await expect(tasks.update({ taskId: taskId!, waitsFor: [foreign!] })).rejects.toEqual(fails("NOT_FOUND"));
    await expect(tasks.update({ taskId: taskId!, noteIds: [note.id] })).rejects.toEqual(fails("NOT_FOUND"));
    const next = await tasks.create({ title: "Next", waitsFor: [taskId!] });
    const last = await tasks.create({ title: "Last", waitsFor: [next.id] });
    await expect(tasks.update({ taskId: taskId!, waitsFor: [last.id] })).rejects.toEqual(
      fails("INVALID_INPUT"),
    );
    await expect(tasks.update({ taskId: taskId!, waitsFor: [taskId!] })).rejects.toEqual(
      fails("INVALID_INPUT"),
    );
  });
});
