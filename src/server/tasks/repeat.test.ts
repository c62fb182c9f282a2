import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { type Jobs, startJobs } from "../jobs/start-jobs.ts";
import { advanceRepeatingTasks } from "./advance-repeating.ts";
import { type SignedInVisitor, startTestApp, type TestApp } from "#testing/test-app.ts";

let app: TestApp;
let ann: SignedInVisitor;
let jobs: Jobs;
beforeAll(async () => {
  app = await startTestApp();
  jobs = startJobs(app.services, [advanceRepeatingTasks]);
  ann = await app.aUser("Ann");
});
afterAll(async () => {
  await jobs.stop();
  await app.close();
});

const fails = (code: string) => expect.objectContaining({ code });
const day = (offset: number) => new Date(Date.now() + offset * 86_400_000).toISOString().slice(0, 10);
const complete = (taskId: string) => ann.client.tasks.update({ taskId, completed: true });
const doneOf = async (taskId: string, person = ann) =>
  (await person.client.tasks.completions({})).completions.filter((one) => one.taskId === taskId);
const newest = async (entityId: string) => (await ann.client.activity.list({ entityId })).activities[0]!;

describe("a task that repeats", () => {
  test("goes on to its next day when it is completed, and what was done is kept", async () => {
    const { tasks } = ann.client;
    const input = { title: "Water", dueDate: day(2), startDate: day(1), repeat: "FREQ=DAILY;INTERVAL=3" };
    const { id } = await tasks.create({ ...input, dueTime: "09:00", myDay: day(0) });
    expect(await complete(id)).toMatchObject({
      id,
      status: "todo",
      completed: false,
      dueDate: day(5),
      dueTime: "09:00",
      startDate: day(4),
      myDay: null,
    });
    expect(await doneOf(id)).toMatchObject([{ title: "Water", dueDate: day(2), isInstance: true }]);
  });

  test("passes over the days that were missed, and keeps its rhythm", async () => {
    const input = { title: "Call", dueDate: day(-10), repeat: "FREQ=DAILY;INTERVAL=4" };
    const { id } = await ann.client.tasks.create(input);
    expect((await complete(id)).dueDate).toBe(day(2));
  });

  test("counts from the day it was done where it is to", async () => {
    const rule = { repeat: "FREQ=DAILY;INTERVAL=4", repeatFrom: "completion" as const };
    const { id } = await ann.client.tasks.create({ title: "Cut hair", dueDate: day(-10), ...rule });
    expect((await complete(id)).dueDate).toBe(day(4));
  });

  test("is done for good with the last of its instances, and by the end of its rule", async () => {
    const { tasks } = ann.client;
    const input = { title: "Pill", dueDate: day(1), repeat: "FREQ=DAILY;COUNT=2" };
    const { id } = await tasks.create(input);
    expect(await complete(id)).toMatchObject({
      completed: false,
      dueDate: day(2),
      repeat: "FREQ=DAILY;COUNT=1",
    });
    expect(await complete(id)).toMatchObject({
      completed: true,
      status: "done",
      repeat: null,
      dueDate: day(2),
    });
    expect((await doneOf(id)).map(({ isInstance }) => isInstance)).toEqual([false, true]);
    const until = `FREQ=DAILY;UNTIL=${day(1).replaceAll("-", "")}`;
    const ends = await tasks.create({ title: "Course", dueDate: day(1), repeat: until });
    expect((await complete(ends.id)).completed).toBe(true);
  });

  test("is completed once by a call that is sent twice", async () => {
    const { id: taskId } = await ann.client.tasks.create({
      title: "Once",
      dueDate: day(1),
      repeat: "FREQ=DAILY",
    });
    const call = { taskId, completed: true, instance: day(1) };
    await ann.client.tasks.update(call);
    expect((await ann.client.tasks.update(call)).dueDate).toBe(day(2));
    expect(await doneOf(taskId)).toHaveLength(1);
  });

  test("goes back to the day before when its completion is undone, which is then not done", async () => {
    const { tasks, activity } = ann.client;
    const { id } = await tasks.create({ title: "Run", dueDate: day(1), repeat: "FREQ=DAILY;COUNT=9" });
    await complete(id);
    const first = await newest(id);
    expect(first).toMatchObject({ title: 'Completed task "Run"', canUndo: true });
    await complete(id);
    // Each is an entry of its own.
    await activity.undo({ activityId: (await newest(id)).id });
    expect(await tasks.get({ taskId: id })).toMatchObject({ dueDate: day(2), repeat: "FREQ=DAILY;COUNT=8" });
    await activity.undo({ activityId: first.id });
    expect(await tasks.get({ taskId: id })).toMatchObject({ dueDate: day(1), repeat: "FREQ=DAILY;COUNT=9" });
    expect(await doneOf(id)).toEqual([]);
  });

  test("today is that of the account's clock", async () => {
    const eve = await app.aUser("Eve");
    await eve.client.preferences.update({ settings: { timeZone: "Pacific/Kiritimati" } });
    const there = (offset: number) =>
      new Date(Date.now() + 14 * 3_600_000 + offset * 86_400_000).toISOString().slice(0, 10);
    const rule = { repeat: "FREQ=DAILY", repeatFrom: "completion" as const };
    const { id: taskId } = await eve.client.tasks.create({ title: "Swim", ...rule });
    expect((await eve.client.tasks.update({ taskId, status: "done" })).dueDate).toBe(there(1));
  });

  test("a rule that cannot be read is refused", async () => {
    for (const repeat of [
      "FREQ=SECONDLY",
      "every day",
      "FREQ=DAILY;COUNT=0",
      `FREQ=DAILY;${"X".repeat(600)}`,
    ])
      await expect(ann.client.tasks.create({ title: "Bad", repeat })).rejects.toEqual(fails("INVALID_INPUT"));
  });
});

describe("a checkbox of a note that repeats", () => {
  const markdownOf = async (noteId: string) =>
    (await ann.client.notes.body({ noteId, format: "markdown" })).text;

  async function aBox(repeat: string) {
    const body = { format: "markdown", text: "- [ ] Sweep\n" } as const;
    const { id: noteId } = await ann.client.notes.create({ title: "House", body });
    await app.services.collab.derivation.deriveNow(noteId, ann.userId);
    const { id } = (await ann.client.tasks.list({ noteId })).tasks[0]!;
    await ann.client.tasks.update({ taskId: id, dueDate: day(1), repeat });
    return { noteId, id };
  }

  async function tickInNote(noteId: string) {
    const { seq } = await ann.client.notes.body({ noteId });
    const body = { format: "markdown", text: "- [x] Sweep\n" } as const;
    await ann.client.notes.replaceBody({ noteId, baseSeq: seq, body });
    await app.services.collab.derivation.deriveNow(noteId, ann.userId);
  }

  test("is empty again after it was ticked in the note, and due on its next day", async () => {
    const { noteId, id } = await aBox("FREQ=DAILY");
    await tickInNote(noteId);
    await vi.waitFor(async () => expect(await markdownOf(noteId)).toBe("- [ ] Sweep\n"), 15_000);
    await vi.waitFor(
      async () =>
        expect(await ann.client.tasks.get({ taskId: id })).toMatchObject({
          completed: false,
          dueDate: day(2),
        }),
      15_000,
    );
    expect(await doneOf(id)).toMatchObject([{ dueDate: day(1), isInstance: true }]);
    // What is derived of the emptied box changes nothing any more.
    await app.services.collab.derivation.deriveNow(noteId, ann.userId);
    expect(await ann.client.tasks.get({ taskId: id })).toMatchObject({ completed: false, dueDate: day(2) });
  }, 40_000);

  test("is ticked for the last time and stays so", async () => {
    const { noteId, id } = await aBox("FREQ=DAILY;COUNT=1");
    await complete(id);
    expect(await markdownOf(noteId)).toBe("- [x] Sweep\n");
    expect(await ann.client.tasks.get({ taskId: id })).toMatchObject({ completed: true, repeat: null });
  });

  test("ticked by the list, it goes on with an empty box", async () => {
    const { noteId, id } = await aBox("FREQ=DAILY");
    expect(await complete(id)).toMatchObject({ completed: false, dueDate: day(2) });
    expect(await markdownOf(noteId)).toBe("- [ ] Sweep\n");
  });
});
