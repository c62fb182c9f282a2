import { afterAll, beforeAll, expect, test, vi } from "vitest";
import type { ProjectContent } from "#contract/projects.ts";
import { type SignedInVisitor, startTestApp, type TestApp } from "#testing/test-app.ts";
import { daysFrom, firstDayOf } from "./days.ts";
import { READY } from "./ready.ts";

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

const UUID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g;

async function orchardOf({ client, userId }: SignedInVisitor) {
  const { id: projectId, folderId } = await client.projects.create({
    title: "果樹園",
    description: "Pears",
    color: "green",
    dueDate: "2027-04-01",
  });
  const { id: below } = await client.folders.create({ name: "Rows", parentId: folderId });
  const trees = await client.notes.create({
    title: "Trees",
    folderId: below,
    tags: ["x"],
    body: { format: "markdown", text: "- [x] Dig\n- [ ] Measure\n\n**Bold** words" },
  });
  const page = await client.notes.create({
    title: "Page",
    body: { format: "markdown", text: `See [[Trees]]` },
  });
  await client.projects.update({ projectId, noteId: page.id });
  for (const { id } of [trees, page]) await app.services.collab.derivation.deriveNow(id, userId);
  const buy = await client.tasks.create({
    title: "Buy",
    projectId,
    startDate: "2027-03-01",
    dueDate: "2027-03-05",
  });
  const plant = await client.tasks.create({
    title: "Plant",
    projectId,
    waitsFor: [buy.id],
    dueDate: "2027-03-08",
    estimateMinutes: 60,
  });
  await client.tasks.create({ title: "Water", parentId: plant.id, dueDate: "2027-03-09" });
  await client.tasks.update({ taskId: buy.id, status: "done" });
  const [dig] = (await client.tasks.list({ noteId: trees.id })).tasks.filter(({ title }) => title === "Dig");
  await client.tasks.update({ taskId: dig!.id, dueDate: "2027-03-03", priority: "high" });
  return { projectId, trees, page };
}

async function toldOf({ client }: SignedInVisitor, projectId: string) {
  const { tasks } = await client.tasks.list({ projectId, sort: "position" });
  const { notes } = await client.notes.list({ limit: 200 });
  const { folders } = await client.folders.list({});
  const names = new Map([...tasks, ...notes].map(({ id, title }) => [id, title]));
  for (const { id, name } of folders) names.set(id, name);
  const told = tasks.map((task) => [
    task.title,
    task.status,
    task.startDate,
    task.dueDate,
    task.parentId,
    task.waitsFor,
    task.priority,
    task.noteId,
  ]);
  return JSON.parse(JSON.stringify(told).replaceAll(UUID, (id) => names.get(id) ?? "?")) as unknown[];
}

test("a template is a copy of a project that begins on the chosen day, with nothing done and links among its own", async () => {
  const ann = await app.aUser("Ann");
  const { client } = ann;
  const { projectId, trees, page } = await orchardOf(ann);
  const saved = await client.projects.saveTemplate({ projectId, name: "Orchard" });
  expect(saved).toMatchObject({
    name: "Orchard",
    firstDay: "2027-03-01",
    noteCount: 2,
    taskCount: 5,
    isReady: false,
  });
  // What becomes of the project afterwards is nothing to the template.
  await client.projects.remove({ projectId });
  await client.notes.remove({ noteId: trees.id });
  const { templates } = await client.projects.templates();
  expect(templates.map(({ name }) => name)).toEqual(["Orchard", ...READY.map(({ name }) => name)]);
  const made = await client.projects.useTemplate({
    templateId: saved.id,
    title: "Next year",
    startDay: "2028-02-28",
  });
  expect(made).toMatchObject({
    title: "Next year",
    description: "Pears",
    color: "green",
    status: "active",
    dueDate: "2028-03-30",
    taskCount: 5,
    doneCount: 0,
    noteCount: 2,
  });
  const expected = [
    ["Dig", "todo", null, "2028-03-01", null, [], "high", "Trees"],
    ["Measure", "todo", null, null, null, [], "medium", "Trees"],
    ["Buy", "todo", "2028-02-28", "2028-03-03", null, [], "medium", null],
    ["Plant", "todo", null, "2028-03-06", null, ["Buy"], "medium", null],
    ["Water", "todo", null, "2028-03-07", "Plant", [], "medium", null],
  ];
  await vi.waitFor(async () => expect(await toldOf(ann, made.id)).toEqual(expected));
  const copies = (await client.notes.list({ limit: 200 })).notes;
  const copy = copies.find(({ title }) => title === "Trees")!;
  expect(copy.id).not.toBe(trees.id);
  expect((await client.notes.body({ noteId: copy.id })).text).toBe(
    "- [ ] Dig\n- [ ] Measure\n\n**Bold** words\n",
  );
  const json = (await client.notes.body({ noteId: made.noteId!, format: "json" })).text;
  expect(json).toContain(copy.id);
  expect(json).not.toContain(trees.id);
  expect(made.noteId).not.toBe(page.id);
});

test("what repeats moves with its days, over the 29th of February as well, and ends as much later", async () => {
  const { client } = await app.aUser("Dan");
  const { id: projectId } = await client.projects.create({ title: "Choir" });
  const repeating = (title: string, dueDate: string, repeat: string) =>
    client.tasks.create({ title, projectId, dueDate, repeat });
  await repeating("Sing", "2027-03-01", "FREQ=WEEKLY;BYDAY=MO;UNTIL=20270329");
  await repeating("Pay", "2027-03-02", "FREQ=MONTHLY;BYMONTHDAY=2");
  await repeating("Rest", "2027-03-03", "FREQ=DAILY;INTERVAL=3");
  const made = await client.projects.useTemplate({ projectId, title: "Again", startDay: "2028-02-29" });
  const { tasks } = await client.tasks.list({ projectId: made.id, sort: "position" });
  expect(tasks.map(({ title, dueDate, repeat }) => [title, dueDate, repeat])).toEqual([
    ["Sing", "2028-02-29", "FREQ=WEEKLY;BYDAY=TU;UNTIL=20280328"],
    ["Pay", "2028-03-01", "FREQ=MONTHLY;BYMONTHDAY=1"],
    ["Rest", "2028-03-02", "FREQ=DAILY;INTERVAL=3"],
  ]);
});

test("a project is copied as it stands, and nobody copies or uses what is another's", async () => {
  const [bob, eve] = [await app.aUser("Bob"), await app.aUser("Eve")];
  const { projectId } = await orchardOf(bob);
  const copy = await bob.client.projects.useTemplate({ projectId, title: "Again" });
  expect(copy).toMatchObject({ title: "Again", dueDate: "2027-04-01", taskCount: 5, noteCount: 2 });
  expect(await bob.client.projects.get({ projectId })).toMatchObject({ taskCount: 5, doneCount: 2 });
  const { id: templateId } = await bob.client.projects.saveTemplate({ projectId });
  const { projects } = eve.client;
  for (const ask of [
    () => projects.useTemplate({ projectId }),
    () => projects.useTemplate({ templateId }),
    () => projects.useTemplate({}),
    () => projects.useTemplate({ templateId: "no such" }),
    () => projects.saveTemplate({ projectId }),
    () => projects.removeTemplate({ templateId }),
  ])
    await expect(ask()).rejects.toMatchObject({ code: "NOT_FOUND" });
  expect((await eve.client.projects.list({})).projects).toEqual([]);
  expect((await eve.client.folders.list({})).folders).toEqual([]);
  await bob.client.projects.removeTemplate({ templateId });
  expect((await bob.client.projects.templates()).templates.filter(({ isReady }) => !isReady)).toEqual([]);
});

test("each ready template makes a whole project, its steps in order", { timeout: 60_000 }, async () => {
  const { client } = await app.aUser("Cleo");
  for (const { id, name, content } of READY) {
    const made = await client.projects.useTemplate({ templateId: id, startDay: "2027-06-01" });
    const boxes = content.notes.flatMap(({ text }) => text.match(/^- \[ \]/gm) ?? []).length;
    expect(made).toMatchObject({
      title: name,
      noteCount: content.notes.length,
      taskCount: content.tasks.length + boxes,
    });
    const { tasks } = await client.tasks.list({ projectId: made.id, sort: "position" });
    const days = tasks.flatMap((task) => [task.startDate, task.dueDate]).filter((day) => day !== null);
    expect(days.toSorted()[0]).toBe("2027-06-01");
    const due = new Map(tasks.map((task) => [task.id, task.dueDate]));
    for (const task of tasks)
      for (const before of task.waitsFor) expect(due.get(before)! <= task.dueDate!, task.title).toBe(true);
  }
});

test.each([
  ["2027-01-10", "2028-02-29", "2027-01-20", "2028-03-10"],
  ["2027-01-10", undefined, "2027-01-20", "2027-01-20"],
  ["2027-01-10", "9999-12-25", "2027-01-20", null],
])("of a template from %s that begins on %s, %s becomes %s", (first, start, day, expected) => {
  const content = { tasks: [{ startDate: null, dueDate: day }], dueDate: first } as unknown as ProjectContent;
  expect(firstDayOf(content)).toBe(first);
  expect(daysFrom(content, start)(day)).toBe(expected);
});
