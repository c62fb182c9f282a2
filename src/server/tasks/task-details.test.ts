import { afterAll, beforeAll, expect, test } from "vitest";
import type { Task } from "#contract/tasks.ts";
import { type SignedInVisitor, startTestApp, type TestApp } from "#testing/test-app.ts";

let app: TestApp;
let ann: SignedInVisitor;
beforeAll(async () => {
  app = await startTestApp();
  ann = await app.aUser("Ann");
});
afterAll(() => app.close());

const day = (offset: number) => new Date(Date.now() + offset * 86_400_000).toISOString().slice(0, 10);
const titles = (tasks: Task[]) => tasks.map(({ title }) => title);

test("status and tick always say the same, whichever was set", async () => {
  const { tasks } = ann.client;
  const { id: taskId } = await tasks.create({ title: "Board", status: "doing" });
  const states = [
    [{ completed: true }, "done"],
    [{ completed: false }, "todo"],
    [{ status: "doing" }, "doing"],
    [{ completed: false }, "doing"],
    [{ status: "done" }, "done"],
    [{ status: "todo" }, "todo"],
    [{ status: "doing", completed: true }, "done"],
  ] as const;
  for (const [change, status] of states) {
    const after = await tasks.update({ taskId, ...change });
    expect(after).toMatchObject({ status, completed: status === "done" });
    expect(after.completedAt !== null).toBe(after.completed);
  }
  expect(titles((await tasks.list({ status: "done" })).tasks)).toEqual(["Board"]);
  expect((await tasks.list({ status: "doing" })).tasks).toEqual([]);
});

test("a task that repeats moves on from its due day, past days that are over, and ends with its rule", async () => {
  const { tasks } = ann.client;
  const made = await tasks.create({
    title: "Water",
    dueDate: day(-10),
    dueTime: "08:00",
    startDate: day(-12),
    repeat: "FREQ=DAILY;INTERVAL=3;COUNT=2",
    myDay: day(0),
  });
  const moved = await tasks.update({ taskId: made.id, completed: true, instance: day(-10) });
  // Every third day from ten days ago: the first that is not over.
  expect(moved).toMatchObject({
    completed: false,
    status: "todo",
    dueDate: day(2),
    dueTime: "08:00",
    startDate: day(0),
    repeat: "FREQ=DAILY;INTERVAL=3;COUNT=1",
    myDay: null,
  });
  const [activity] = (await ann.client.activity.list({ types: ["task_updated"] })).activities;
  expect(activity).toMatchObject({ title: 'Completed task "Water"' });
  // Said again, as after an answer that was lost, it is not done twice.
  expect(await tasks.update({ taskId: made.id, completed: true, instance: day(-10) })).toEqual(moved);
  expect(await tasks.update({ taskId: made.id, completed: true, instance: day(2) })).toMatchObject({
    completed: true,
    dueDate: day(2),
  });
});

test("from its completion a task comes again so long after today; two who tick it at once move it once", async () => {
  const { tasks } = ann.client;
  const { id: taskId } = await tasks.create({
    title: "Filter",
    dueDate: day(-40),
    repeat: "FREQ=DAILY;INTERVAL=30",
    repeatFrom: "completion",
  });
  const both = [1, 2].map(() => tasks.update({ taskId, completed: true, instance: day(-40) }));
  for (const after of await Promise.all(both)) expect(after.dueDate).toBe(day(30));
  expect((await tasks.get({ taskId })).dueDate).toBe(day(30));
});

test("a rule without instances, or of hours, is refused or done for good", async () => {
  const { tasks } = ann.client;
  const refused = expect.objectContaining({ code: "INVALID_INPUT" });
  for (const repeat of [
    "FREQ=HOURLY",
    "daily",
    "FREQ=DAILY;BYHOUR=3",
    `FREQ=DAILY;BYDAY=${"MO,".repeat(300)}`,
  ])
    await expect(tasks.create({ title: "Odd", repeat })).rejects.toEqual(refused);
  const { id: taskId } = await tasks.create({
    title: "Never",
    repeat: "FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30",
  });
  expect(await tasks.update({ taskId, completed: true })).toMatchObject({ completed: true });
});

test("a checkbox of a note that repeats is open again in its note, on its next day", async () => {
  const { client } = ann;
  const note = await client.notes.create({
    title: "List",
    body: { format: "markdown", text: "- [ ] Sweep" },
  });
  await app.services.collab.derivation.deriveNow(note.id, ann.userId);
  const [task] = (await client.tasks.list({ noteId: note.id })).tasks;
  await client.tasks.update({ taskId: task!.id, dueDate: day(0), repeat: "FREQ=DAILY" });
  const moved = await client.tasks.update({ taskId: task!.id, completed: true });
  expect(moved).toMatchObject({ completed: false, dueDate: day(1) });
  await app.services.collab.derivation.deriveNow(note.id, ann.userId);
  expect(await client.tasks.get({ taskId: task!.id })).toMatchObject({ completed: false, dueDate: day(1) });
  expect((await client.notes.body({ noteId: note.id, format: "markdown" })).text).toContain("[ ] Sweep");
});

test("lists are narrowed by day, tag and whether there is a day, and sorted by age or by when they were done", async () => {
  const bob = await app.aUser("Bob");
  const { tasks } = bob.client;
  const given = [
    { title: "late", dueDate: day(-1) },
    { title: "today", dueDate: day(0), tags: ["home"] },
    { title: "later", dueDate: day(3), tags: ["home", "work"] },
    { title: "chosen", dueDate: null, myDay: day(0) },
    { title: "some day", dueDate: null },
  ];
  const ids = [];
  for (const task of given) ids.push((await tasks.create(task)).id);
  const listed = async (input: Parameters<typeof tasks.list>[0]) => titles((await tasks.list(input)).tasks);
  expect(await listed({ onDay: day(0) })).toEqual(["late", "today", "chosen"]);
  expect(await listed({ tag: "home" })).toEqual(["today", "later"]);
  expect(await listed({ dated: false, sort: "created" })).toEqual(["chosen", "some day"]);
  expect(await listed({ dated: true, completed: false })).toEqual(["late", "today", "later"]);
  for (const taskId of [ids[4]!, ids[0]!, ids[2]!]) await tasks.update({ taskId, completed: true });
  const pages: string[] = [];
  let cursor: string | undefined;
  do {
    const page = await tasks.list({ completed: true, sort: "completed", limit: 1, cursor });
    pages.push(...titles(page.tasks));
    cursor = page.nextCursor ?? undefined;
  } while (cursor);
  expect(pages).toEqual(["later", "late", "some day"]);
  await expect(tasks.list({ cursor: "2026-01-01'; DROP TABLE tasks" })).rejects.toEqual(
    expect.objectContaining({ code: "INVALID_INPUT" }),
  );
});
