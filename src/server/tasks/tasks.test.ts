import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { keepTasks } from "../collab/note-tasks.ts";
import { type SignedInVisitor, startTestApp, type TestApp } from "#testing/test-app.ts";

let app: TestApp;
let ann: SignedInVisitor;
beforeAll(async () => {
  app = await startTestApp();
  ann = await app.aUser("Ann");
});
afterAll(() => app.close());

const fails = (code: string) => expect.objectContaining({ code });
const day = (offset: number) => new Date(Date.now() + offset * 86_400_000).toISOString().slice(0, 10);

async function aNoteWith(text: string, person = ann): Promise<string> {
  const { id } = await person.client.notes.create({ title: "List", body: { format: "markdown", text } });
  return id;
}

/** The note's tasks once its body has been derived, in the order of the text. */
async function tasksOf(noteId: string, person = ann) {
  await app.services.collab.derivation.deriveNow(noteId, person.userId);
  const { tasks } = await person.client.tasks.list({ noteId });
  return tasks;
}

const markdownOf = async (noteId: string) =>
  (await ann.client.notes.body({ noteId, format: "markdown" })).text;

describe("a task of its own", () => {
  test("is made with the day its title says, changed, deleted and brought back", async () => {
    const { tasks } = ann.client;
    const made = await tasks.create({ title: "Pay rent tomorrow at 9:30" });
    expect(made).toMatchObject({
      completed: false,
      priority: "medium",
      category: "general",
      dueDate: day(1),
      dueTime: "09:30",
      noteId: null,
    });
    const changed = await tasks.update({ taskId: made.id, completed: true, priority: "high", dueDate: null });
    expect(changed).toMatchObject({ completed: true, priority: "high", dueDate: null, dueTime: null });
    expect(changed.completedAt).not.toBeNull();
    expect((await tasks.update({ taskId: made.id, completed: false })).completedAt).toBeNull();
    await tasks.remove({ taskId: made.id });
    await expect(tasks.get({ taskId: made.id })).rejects.toEqual(fails("NOT_FOUND"));
    expect(await tasks.restore({ taskId: made.id })).toMatchObject({ id: made.id });
    const { activities } = await ann.client.activity.list({ types: ["task_created", "task_deleted"] });
    expect(activities.map(({ title }) => title)).toEqual([
      'Deleted task "Pay rent tomorrow at 9:30"',
      'Created task "Pay rent tomorrow at 9:30"',
    ]);
  });

  test("is made once however often the call is repeated, and a taken id is refused", async () => {
    const bob = await app.aUser("Bob");
    const { id } = await bob.client.tasks.create({ title: "Once" });
    expect(await bob.client.tasks.create({ id, title: "Twice" })).toMatchObject({ id, title: "Once" });
    await expect(ann.client.tasks.create({ id, title: "Mine" })).rejects.toEqual(fails("CONFLICT"));
  });

  test("a stranger neither sees nor changes it", async () => {
    const bob = await app.aUser("Bob");
    const { id: taskId } = await ann.client.tasks.create({ title: "Private" });
    await expect(bob.client.tasks.get({ taskId })).rejects.toEqual(fails("NOT_FOUND"));
    await expect(bob.client.tasks.update({ taskId, completed: true })).rejects.toEqual(fails("NOT_FOUND"));
    await expect(bob.client.tasks.remove({ taskId })).rejects.toEqual(fails("NOT_FOUND"));
    await expect(bob.client.tasks.restore({ taskId })).rejects.toEqual(fails("NOT_FOUND"));
    expect((await bob.client.tasks.list({})).tasks).toEqual([]);
  });

  test("lists come page by page, the next due first and undated ones last", async () => {
    const bob = await app.aUser("Bob");
    for (const dueDate of [null, "2030-01-02", "2030-01-01", null, "2029-12-31"])
      await bob.client.tasks.create({ title: dueDate ?? "some day", dueDate });
    const titles: string[] = [];
    let cursor: string | undefined;
    do {
      const page = await bob.client.tasks.list({ limit: 2, ...(cursor && { cursor }) });
      titles.push(...page.tasks.map(({ title }) => title));
      cursor = page.nextCursor ?? undefined;
    } while (cursor);
    expect(titles).toEqual(["2029-12-31", "2030-01-01", "2030-01-02", "some day", "some day"]);
    const { tasks: within } = await bob.client.tasks.list({ dueFrom: "2030-01-01", dueTo: "2030-01-01" });
    expect(within.map(({ dueDate }) => dueDate)).toEqual(["2030-01-01"]);
    await expect(bob.client.tasks.list({ cursor: "x' OR 1=1" })).rejects.toEqual(fails("INVALID_INPUT"));
  });
});

describe("a checkbox of a note", () => {
  test("is a task, nested ones too; one without words is not", async () => {
    const noteId = await aNoteWith("- [ ] Shop **today**\n  - [x] Milk\n- [ ] \n- no box\n");
    const found = await tasksOf(noteId);
    expect(found.map(({ title, completed, dueDate }) => [title, completed, dueDate])).toEqual(
      expect.arrayContaining([
        ["Shop today", false, day(0)],
        ["Milk", true, null],
      ]),
    );
    expect(found).toHaveLength(2);
    expect(found.every((task) => task.noteId === noteId && task.blockId !== null)).toBe(true);
  });

  test("ticked by the list, it is ticked in the note; ticked in the note, in the list", async () => {
    const noteId = await aNoteWith("- [ ] Call the mason\n- [ ] Order stone\n");
    const [call] = (await tasksOf(noteId)).filter(({ title }) => title === "Call the mason");
    const changed = await ann.client.tasks.update({ taskId: call!.id, completed: true });
    expect(changed.completed).toBe(true);
    expect(await markdownOf(noteId)).toBe("- [x] Call the mason\n- [ ] Order stone\n");
    const { seq } = await ann.client.notes.body({ noteId });
    await ann.client.notes.replaceBody({
      noteId,
      baseSeq: seq,
      body: { format: "markdown", text: "- [ ] Call the mason\n- [x] Order stone\n" },
    });
    const after = await tasksOf(noteId);
    expect(Object.fromEntries(after.map(({ title, completed }) => [title, completed]))).toEqual({
      "Call the mason": false,
      "Order stone": true,
    });
    expect(after.map(({ id }) => id)).toContain(call!.id);
  });

  test("ticked by the list, it stays ticked while an older body is still being derived", async () => {
    const noteId = await aNoteWith("- [ ] Sweep\n");
    const [task] = await tasksOf(noteId);
    const { seq } = await ann.client.notes.body({ noteId });
    await ann.client.tasks.update({ taskId: task!.id, completed: true });
    const older = { blockId: task!.blockId!, title: "Sweep", isDone: false, due: null };
    await app.services.db.asJob(ann.userId, "derive an older body", (tx) =>
      keepTasks(tx, { id: noteId, ownerId: ann.userId, seq }, [older]),
    );
    expect((await ann.client.tasks.get({ taskId: task!.id })).completed).toBe(true);
    expect((await tasksOf(noteId))[0]?.completed).toBe(true);
  });

  test("keeps what 'tomorrow' meant when it was written, and its priority, while other words change", async () => {
    const noteId = await aNoteWith("- [ ] Buy milk tomorrow\n");
    const [before] = await tasksOf(noteId);
    await ann.client.tasks.update({ taskId: before!.id, priority: "high" });
    await app.database.asSuperuser("UPDATE tasks SET due_date = '2020-02-02' WHERE id = $1", [before!.id]);
    const rewrite = async (text: string) => {
      const { seq } = await ann.client.notes.body({ noteId });
      await ann.client.notes.replaceBody({ noteId, baseSeq: seq, body: { format: "markdown", text } });
      return (await tasksOf(noteId))[0];
    };
    expect(await rewrite("- [ ] Buy oat milk tomorrow\n")).toMatchObject({
      id: before!.id,
      title: "Buy oat milk tomorrow",
      dueDate: "2020-02-02",
      priority: "high",
    });
    expect((await rewrite("- [ ] Buy oat milk today\n"))?.dueDate).toBe(day(0));
    expect((await rewrite("- [ ] Buy oat milk\n"))?.dueDate).toBeNull();
  });

  describe("a day that was refused", () => {
    const rewrite = async (noteId: string, text: string) => {
      const { seq } = await ann.client.notes.body({ noteId });
      await ann.client.notes.replaceBody({ noteId, baseSeq: seq, body: { format: "markdown", text } });
    };
    async function refuse(noteId: string, blockId: string, title: string) {
      await ann.client.tasks.schedule({ noteId, blockId, title, dueDate: null, dueTime: null });
    }

    test("stays refused until the words change that say it", async () => {
      const noteId = await aNoteWith("- [ ] Buy milk tomorrow\n");
      const [task] = await tasksOf(noteId);
      await refuse(noteId, task!.blockId!, task!.title);
      expect((await ann.client.tasks.get({ taskId: task!.id })).dueDate).toBeNull();
      await rewrite(noteId, "- [ ] Buy oat milk tomorrow\n");
      expect((await tasksOf(noteId))[0]).toMatchObject({ title: "Buy oat milk tomorrow", dueDate: null });
      await rewrite(noteId, "- [ ] Buy oat milk today\n");
      expect((await tasksOf(noteId))[0]?.dueDate).toBe(day(0));
    });

    test("is taken back with the day it was", async () => {
      const noteId = await aNoteWith("- [ ] Buy milk tomorrow\n");
      const [task] = await tasksOf(noteId);
      const { blockId, title, dueDate, dueTime } = task!;
      await refuse(noteId, blockId!, title);
      await ann.client.tasks.schedule({ noteId, blockId: blockId!, title, dueDate, dueTime });
      expect((await tasksOf(noteId))[0]?.dueDate).toBe(day(1));
    });

    test("may be refused before its words have been derived, and before the checkbox has", async () => {
      const noteId = await aNoteWith("- [ ] Buy milk\n");
      const [task] = await tasksOf(noteId);
      await rewrite(noteId, "- [ ] Buy milk tomorrow\n");
      await refuse(noteId, task!.blockId!, "Buy milk tomorrow");
      expect((await tasksOf(noteId))[0]).toMatchObject({ title: "Buy milk tomorrow", dueDate: null });
      await app.database.asSuperuser("DELETE FROM tasks WHERE note_id = $1", [noteId]);
      await refuse(noteId, task!.blockId!, "Buy milk on Friday");
      expect((await ann.client.tasks.list({ noteId })).tasks).toEqual([]);
      await rewrite(noteId, "- [ ] Buy milk on Friday\n");
      expect((await tasksOf(noteId))[0]).toMatchObject({ title: "Buy milk on Friday", dueDate: null });
    });

    test("is not brought back by an older body that is still being derived", async () => {
      const noteId = await aNoteWith("- [ ] Buy milk\n");
      const [task] = await tasksOf(noteId);
      const blockId = task!.blockId!;
      const { seq } = await ann.client.notes.body({ noteId });
      await rewrite(noteId, "- [ ] Buy milk tomorrow\n");
      await refuse(noteId, blockId, "Buy milk tomorrow");
      const older = { blockId, title: "Buy mil", isDone: false, due: null };
      await app.services.db.asJob(ann.userId, "derive an older body", (tx) =>
        keepTasks(tx, { id: noteId, ownerId: ann.userId, seq }, [older]),
      );
      expect((await tasksOf(noteId))[0]).toMatchObject({ title: "Buy milk tomorrow", dueDate: null });
    });

    test("is refused by the owner of the note alone", async () => {
      const noteId = await aNoteWith("- [ ] Buy milk tomorrow\n");
      const [task] = await tasksOf(noteId);
      const bob = await app.aUser("Bob");
      const input = { noteId, blockId: task!.blockId!, title: task!.title, dueDate: null, dueTime: null };
      await expect(bob.client.tasks.schedule(input)).rejects.toEqual(fails("NOT_FOUND"));
      expect((await tasksOf(noteId))[0]?.dueDate).toBe(day(1));
    });
  });

  test("its words are the note's, and it goes and comes with its line and its note", async () => {
    const noteId = await aNoteWith("- [ ] One\n- [ ] Two\n");
    const [one] = (await tasksOf(noteId)).filter(({ title }) => title === "One");
    const taskId = one!.id;
    await expect(ann.client.tasks.update({ taskId, title: "Other" })).rejects.toEqual(fails("CONFLICT"));
    await expect(ann.client.tasks.remove({ taskId })).rejects.toEqual(fails("CONFLICT"));
    await ann.client.notes.remove({ noteId });
    await expect(ann.client.tasks.get({ taskId })).rejects.toEqual(fails("NOT_FOUND"));
    await ann.client.notes.restore({ noteId });
    expect(await ann.client.tasks.get({ taskId })).toMatchObject({ title: "One" });
    const { seq } = await ann.client.notes.body({ noteId });
    await ann.client.notes.replaceBody({
      noteId,
      baseSeq: seq,
      body: { format: "markdown", text: "- [ ] Two\n" },
    });
    expect((await tasksOf(noteId)).map(({ title }) => title)).toEqual(["Two"]);
    await expect(ann.client.tasks.restore({ taskId })).rejects.toEqual(fails("NOT_FOUND"));
  });

  test("today is the day of the user's own clock", async () => {
    const eve = await app.aUser("Eve");
    // Fourteen hours ahead: another day than UTC for most of it, and never the one before.
    await eve.client.preferences.update({ settings: { timeZone: "Pacific/Kiritimati" } });
    const noteId = await aNoteWith("- [ ] Call today\n", eve);
    const there = new Date(Date.now() + 14 * 3_600_000).toISOString().slice(0, 10);
    expect((await tasksOf(noteId, eve))[0]?.dueDate).toBe(there);
    await expect(eve.client.preferences.update({ settings: { timeZone: "Mars/Base" } })).rejects.toEqual(
      fails("INVALID_INPUT"),
    );
  });
});
