import { afterAll, beforeAll, expect, test } from "vitest";
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

/** A task under another, and so on. */
async function chain(length: number, person = ann): Promise<string[]> {
  const ids: string[] = [];
  for (let level = 1; level <= length; level++) {
    const { id } = await person.client.tasks.create({
      title: `Level ${level}`,
      parentId: ids.at(-1) ?? null,
    });
    ids.push(id);
  }
  return ids;
}

const titlesUnder = async (parentId: string, person = ann) =>
  (await person.client.tasks.list({ parentId, sort: "position" })).tasks.map(({ title }) => title);

test("a task has sub-tasks, which are listed under it or left out", async () => {
  const bob = await app.aUser("Bob");
  const { tasks } = bob.client;
  const trip = await tasks.create({ title: "Trip" });
  const pack = await tasks.create({ title: "Pack", parentId: trip.id });
  await tasks.create({ title: "Book", parentId: trip.id });
  expect(pack.parentId).toBe(trip.id);
  expect(await titlesUnder(trip.id, bob)).toEqual(["Pack", "Book"]);
  expect(await titlesUnder("none", bob)).toEqual(["Trip"]);
  await tasks.update({ taskId: pack.id, parentId: null });
  expect(await titlesUnder("none", bob)).toEqual(["Trip", "Pack"]);
});

test("five levels are the most, wherever a branch is put", async () => {
  const ids = await chain(5);
  const { tasks } = ann.client;
  await expect(tasks.create({ title: "Level 6", parentId: ids[4]! })).rejects.toEqual(fails("INVALID_INPUT"));
  const [top] = await chain(2);
  await expect(tasks.update({ taskId: top!, parentId: ids[3]! })).rejects.toEqual(fails("INVALID_INPUT"));
  expect((await tasks.update({ taskId: top!, parentId: ids[2]! })).parentId).toBe(ids[2]);
});

test("no task gets under itself, by whichever call, nor do two that are moved at once", async () => {
  const [one, two] = await chain(2);
  const { tasks } = ann.client;
  const circle = { taskId: one!, parentId: two! };
  await expect(tasks.update(circle)).rejects.toEqual(fails("INVALID_INPUT"));
  await expect(tasks.update({ taskId: one!, parentId: one! })).rejects.toEqual(fails("INVALID_INPUT"));
  await expect(tasks.reorder({ ...circle, before: null })).rejects.toEqual(fails("INVALID_INPUT"));
  const change = { parentId: two! };
  await expect(tasks.updateMany({ taskIds: [one!], change })).rejects.toEqual(fails("INVALID_INPUT"));
  const [left, right] = [(await chain(1))[0]!, (await chain(1))[0]!];
  const moves = await Promise.allSettled([
    tasks.update({ taskId: left, parentId: right }),
    tasks.update({ taskId: right, parentId: left }),
  ]);
  expect(moves.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
});

test("a task of somebody else, or of nobody, is no parent", async () => {
  const bob = await app.aUser("Bob");
  const [foreign] = await chain(1, bob);
  for (const parentId of [foreign!, uuidV7()]) {
    await expect(ann.client.tasks.create({ title: "Under it", parentId })).rejects.toEqual(
      fails("NOT_FOUND"),
    );
    const [own] = await chain(1);
    await expect(ann.client.tasks.update({ taskId: own!, parentId })).rejects.toEqual(fails("NOT_FOUND"));
  }
});

test("a line of a note is neither above nor under a task: its place is in the note", async () => {
  const body = { format: "markdown", text: "- [ ] A line\n" } as const;
  const { id: noteId } = await ann.client.notes.create({ title: "List", body });
  await app.services.collab.derivation.deriveNow(noteId, ann.userId);
  const line = (await ann.client.tasks.list({ noteId })).tasks[0]!;
  const [own] = await chain(1);
  const { tasks } = ann.client;
  await expect(tasks.update({ taskId: own!, parentId: line.id })).rejects.toEqual(fails("CONFLICT"));
  await expect(tasks.update({ taskId: line.id, parentId: own! })).rejects.toEqual(fails("CONFLICT"));
});

test("sub-tasks go into the trash with their task and come back with it, but for those that went before", async () => {
  const bob = await app.aUser("Bob");
  const [top, middle, low] = await chain(3, bob);
  const { tasks, trash, activity } = bob.client;
  await tasks.remove({ taskId: low! });
  await tasks.remove({ taskId: top! });
  await expect(tasks.get({ taskId: middle! })).rejects.toEqual(fails("NOT_FOUND"));
  // What went with another is not listed beside it.
  expect((await trash.list({ kind: "task" })).items.map(({ name }) => name)).toEqual(["Level 1", "Level 3"]);
  const [removed] = (await activity.list({ types: ["task_deleted"] })).activities;
  await activity.undo({ activityId: removed!.id });
  expect(await tasks.get({ taskId: middle! })).toMatchObject({ parentId: top });
  await expect(tasks.get({ taskId: low! })).rejects.toEqual(fails("NOT_FOUND"));
  expect(await tasks.restore({ taskId: low! })).toMatchObject({ parentId: middle });
});

test("a sub-task that is restored without its task is a task of its own", async () => {
  const [top, low] = await chain(2);
  const { tasks } = ann.client;
  await tasks.remove({ taskId: low! });
  await tasks.remove({ taskId: top! });
  expect(await tasks.restore({ taskId: low! })).toMatchObject({ parentId: null });
});

test("erased for ever, a task takes along what went with it, and leaves what went before on its own", async () => {
  const bob = await app.aUser("Bob");
  const [top, , low] = await chain(3, bob);
  const { tasks, trash } = bob.client;
  await tasks.remove({ taskId: low! });
  await tasks.remove({ taskId: top! });
  const erased = await trash.remove({ items: [{ kind: "task", id: top! }] });
  expect(erased.removed.tasks).toBe(2);
  expect(await tasks.restore({ taskId: low! })).toMatchObject({ parentId: null });
});
