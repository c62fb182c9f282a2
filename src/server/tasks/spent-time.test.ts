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

const day = (offset: number) => new Date(Date.now() + offset * 86_400_000).toISOString().slice(0, 10);
const newest = async () => (await ann.client.activity.list({})).activities[0]!;
const doneOf = async (taskId: string) =>
  (await ann.client.tasks.completions({})).completions.filter((one) => one.taskId === taskId);

test("time that two devices add is added up, each once, and undone each for itself", async () => {
  const { tasks, activity } = ann.client;
  const { id: taskId } = await tasks.create({ title: "Paint", spentMinutes: 10 });
  const spent = async () => (await tasks.get({ taskId })).spentMinutes;
  const first = { taskId, spent: { id: uuidV7(), minutes: 12 } };
  const second = { taskId, spent: { id: uuidV7(), minutes: 25 } };
  await tasks.update(first);
  const ofFirst = await newest();
  await Promise.all([tasks.update(second), tasks.update(second), tasks.update(first)]);
  expect(await spent()).toBe(47);
  const ofSecond = await newest();
  expect(ofSecond.id).not.toBe(ofFirst.id);
  await activity.undo({ activityId: ofFirst.id });
  expect(await spent()).toBe(35);
  await activity.undo({ activityId: ofSecond.id });
  expect(await spent()).toBe(10);
  await tasks.update({ taskId, spent: { id: uuidV7(), minutes: -99 } });
  expect(await spent()).toBe(0);
});

test("many tasks that repeat go on once, though two browsers say it at the same moment", async () => {
  const { tasks } = ann.client;
  const rule = { repeat: "FREQ=DAILY" };
  const due = await tasks.create({ title: "Water", dueDate: day(1), ...rule });
  const started = await tasks.create({ title: "Feed", startDate: day(2), dueDate: null, ...rule });
  const plain = await tasks.create({ title: "Buy" });
  const call = {
    taskIds: [due.id, started.id, plain.id],
    change: { status: "done" as const },
    instances: { [due.id]: day(1), [started.id]: day(2) },
  };
  await Promise.all([tasks.updateMany(call), tasks.updateMany(call)]);
  expect(await tasks.get({ taskId: due.id })).toMatchObject({ dueDate: day(2), status: "todo" });
  expect(await tasks.get({ taskId: started.id })).toMatchObject({ startDate: day(3), status: "todo" });
  expect(await tasks.get({ taskId: plain.id })).toMatchObject({ status: "done" });
  expect(await doneOf(due.id)).toHaveLength(1);
});

test("a day that was not done after all is no longer among what was done", async () => {
  const { tasks } = ann.client;
  const { id: taskId } = await tasks.create({ title: "Run", dueDate: day(1), repeat: "FREQ=DAILY" });
  await tasks.update({ taskId, status: "done", instance: day(1) });
  await tasks.update({ taskId, status: "done", instance: day(2) });
  expect(await doneOf(taskId)).toHaveLength(2);
  const back = { status: "todo" as const, dueDate: day(2), takenBack: day(2) };
  await tasks.update({ taskId, ...back });
  expect((await doneOf(taskId)).map(({ dueDate }) => dueDate)).toEqual([day(1)]);
  await tasks.updateMany({ taskIds: [taskId], change: { ...back, dueDate: day(1), takenBack: day(1) } });
  expect(await doneOf(taskId)).toEqual([]);
  // The same call once more takes nothing of what was done on that day since.
  await tasks.update({ taskId, status: "done", instance: day(1) });
  await tasks.update({ taskId, dueDate: day(1) });
  await tasks.update({ taskId, dueDate: day(1), takenBack: day(1) });
  expect(await doneOf(taskId)).toHaveLength(1);
});
