import { afterAll, beforeAll, expect, test } from "vitest";
import { acceptInvitations } from "#testing/accept-invitations.ts";
import { imported } from "#testing/import-files.ts";
import { type SignedInVisitor, startTestApp, type TestApp } from "#testing/test-app.ts";
import { unpackAll } from "#testing/unpack-all.ts";

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

async function aFile(person: SignedInVisitor, name: string, words: string): Promise<string> {
  const begun = await person.request("/api/files/uploads", {
    method: "POST",
    headers: {
      "upload-length": String(words.length),
      "upload-metadata": `name ${Buffer.from(name).toString("base64")}`,
    },
  });
  const location = begun.headers.get("location")!;
  await person.request(location, {
    method: "PATCH",
    headers: { "upload-offset": "0", "content-type": "application/offset+octet-stream" },
    body: words,
  });
  return location.split("/").at(-1)!;
}

const markdown = (text: string) => ({ format: "markdown" as const, text });

/** A project with a bit of everything, among things that are not its own and say "secret". */
async function orchardOf(person: SignedInVisitor) {
  const { client } = person;
  const above = await client.folders.create({ name: "Secret above" });
  await client.folders.update({ folderId: above.id, aiAccess: "local" });
  const folder = await client.folders.create({ name: "Orchard", parentId: above.id });
  const below = await client.folders.create({ name: "梨", parentId: folder.id });
  const [plan, secret] = [
    await aFile(person, "plan.txt", "rows"),
    await aFile(person, "secret.txt", "secret"),
  ];
  const bill = await aFile(person, "bill.txt", "12 trees");
  const trees = await client.notes.create({
    title: "Trees",
    folderId: folder.id,
    tags: ["Fenced"],
    body: markdown(`[plan](/files/${plan})\n\n- [ ] Dig\n- [x] Measure`),
  });
  const pears = await client.notes.create({
    title: "Pears",
    folderId: below.id,
    body: markdown(`See [[Trees]] and [[Secret note]]`),
  });
  const page = await client.notes.create({ title: "The page", body: markdown("Begin **here**") });
  const outside = await client.notes.create({
    title: "Secret note",
    body: markdown(`Secret words with [it](/files/${secret})\n\n- [ ] Secret line`),
  });
  const trashed = await client.notes.create({ title: "Secret trash", folderId: folder.id });
  await client.notes.remove({ noteId: trashed.id });
  for (const { id } of [trees, pears, page, outside])
    await app.services.collab.derivation.deriveNow(id, person.userId);
  await client.tags.setAiAccess({ name: "Fenced", aiAccess: "none" });
  await client.notes.create({ title: "Secret health", tags: ["secret-tag"] });
  await client.tags.setAiAccess({ name: "secret-tag", aiAccess: "none" });
  const { id: projectId } = await client.projects.create({
    title: "Orchard / 果樹園",
    description: "Plant pears",
    status: "paused",
    color: "green",
    dueDate: "2027-05-01",
    folderId: folder.id,
    noteId: page.id,
  });
  const buy = await client.tasks.create({
    title: "Buy trees",
    projectId,
    dueDate: "2027-03-02",
    startDate: "2027-02-20",
    description: `Twelve, see [bill](/files/${bill})`,
    tags: ["shop"],
    estimateMinutes: 90,
    priority: "high",
    noteIds: [trees.id, outside.id],
  });
  const other = await client.tasks.create({ title: "Secret task" });
  const plant = await client.tasks.create({
    title: "Plant them",
    projectId,
    waitsFor: [buy.id, other.id],
    dueDate: "2027-03-09",
    dueTime: "08:00",
  });
  const water = await client.tasks.create({ title: "Water", parentId: plant.id, status: "doing" });
  await client.tasks.create({ title: "Fill the can", parentId: water.id, status: "done" });
  await client.tasks.reorder({ taskId: plant.id, before: buy.id });
  const dig = (await client.tasks.list({ noteId: trees.id })).tasks.find(({ title }) => title === "Dig")!;
  await client.tasks.update({ taskId: dig.id, dueDate: "2027-03-01", priority: "low" });
  await client.events.create({ title: "Delivery", date: "2027-03-03", noteId: pears.id });
  await client.events.create({ title: "Secret dinner", date: "2027-03-04", noteId: outside.id });
  return { projectId, folderId: folder.id };
}

const exportOf = async (person: SignedInVisitor, projectId: string) => {
  const response = await person.request(`/api/export/projects/${projectId}`);
  return { status: response.status, bytes: Buffer.from(await response.arrayBuffer()) };
};

const UUID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g;

/** A project with all its parts, ids in words, so that two can be compared. */
async function projectOf({ client, request }: SignedInVisitor, projectId: string) {
  const names = new Map<string, string>();
  const { folders } = await client.folders.list({});
  for (const { id, name } of folders) names.set(id, `folder ${name}`);
  const project = await client.projects.get({ projectId });
  const { notes: all } = await client.notes.list({ limit: 200 });
  for (const { id, title } of all) names.set(id, `note ${title}`);
  const inside = new Set([project.folderId!]);
  for (let before = 0; before < inside.size;) {
    before = inside.size;
    for (const { id, parentId } of folders) if (parentId && inside.has(parentId)) inside.add(id);
  }
  const { tasks } = await client.tasks.list({ projectId, sort: "position" });
  for (const { id, title } of tasks) names.set(id, `task ${title}`);
  const { files } = await client.files.list({ projectId, sort: "name" });
  for (const { id, name } of files) names.set(id, `file ${name}`);
  const notes = [];
  for (const note of all.toSorted((a, b) => a.title.localeCompare(b.title))) {
    if (note.id !== project.noteId && !(note.folderId && inside.has(note.folderId))) continue;
    const { text } = await client.notes.body({ noteId: note.id, format: "json" });
    notes.push([note.title, note.folderId, note.tags, JSON.parse(text)]);
  }
  const { events } = await client.events.list({ from: "2027-03-01", to: "2027-03-31", projectId });
  const bytes = [];
  for (const { id, name } of files) bytes.push([name, await (await request(`/files/${id}/original`)).text()]);
  const fences = folders.filter(({ id }) => inside.has(id)).map(({ name, aiAccess }) => [name, aiAccess]);
  const told = {
    project: { ...project, id: "", createdAt: "", updatedAt: "" },
    notes,
    fences: fences.sort(),
    tasks: tasks.map((task) => ({ ...task, id: "" })),
    events: events.map(({ title, date, noteId }) => [title, date, noteId]),
    bytes,
  };
  return JSON.parse(
    JSON.stringify(told).replaceAll(UUID, (id) => names.get(id) ?? "elsewhere"),
  ) as typeof told;
}

test("a project comes out as a zip and goes into another account, and into its own, as an equal one", async () => {
  const [ann, bob] = [await app.aUser("Ann"), await app.aUser("Bob")];
  const { projectId } = await orchardOf(ann);
  const before = await projectOf(ann, projectId);
  expect(before.tasks).toHaveLength(6);
  expect(before.bytes).toEqual([["plan.txt", "rows"]]);
  const { status, bytes } = await exportOf(ann, projectId);
  expect(status).toBe(200);

  const expected = structuredClone(before);
  // What lay outside is named no more, and what kept it from models is said of its folder.
  for (const task of expected.tasks) {
    task.waitsFor = task.waitsFor.filter((name) => name !== "elsewhere");
    task.noteIds = task.noteIds.filter((name) => name !== "note Secret note");
  }
  expected.fences = [
    ["Orchard", "local"],
    ["梨", "any"],
  ];
  for (const person of [bob, ann]) {
    const known = new Set((await person.client.projects.list({})).projects.map(({ id }) => id));
    const done = await imported(person, [{ path: "orchard.zip", bytes }], { withSettings: true });
    expect(done).toMatchObject({ status: "done", format: "cairn", made: 3, hasSettings: false });
    expect(done).toMatchObject({ madeTasks: 6, madeEvents: 1, fresh: { folders: 2, tasks: 6, events: 1 } });
    const made = (await person.client.projects.list({})).projects.filter(({ id }) => !known.has(id));
    expect(made).toHaveLength(1);
    expect(await projectOf(person, made[0]!.id)).toEqual(expected);
  }
  expect((await bob.client.tags.list({})).tags).toMatchObject([{ name: "Fenced", aiAccess: "none" }]);
  const { files } = await bob.client.files.list({ sort: "name" });
  expect(files.map(({ name }) => name)).toEqual(["bill.txt", "plan.txt"]);
  // Of the same export nothing is made twice, the tasks of checkboxes neither, and the plan says so.
  const again = await imported(bob, [{ path: "orchard.zip", bytes }]);
  expect(again).toMatchObject({ status: "done", made: 0, madeTasks: 0, madeEvents: 0, present: 3 });
  expect(again).toMatchObject({ plan: { tasks: 6, events: 1, folders: 2 }, presentRows: 7 });
  expect(again.fresh).toEqual({ folders: 0, notes: 0, files: 0, tasks: 0, events: 0 });
  expect((await bob.client.projects.list({})).projects).toHaveLength(1);
});

test("nothing that is not the project's is in its zip, and nobody else gets it", async () => {
  const [ann, eve] = [await app.aUser("Ann"), await app.aUser("Eve")];
  const { projectId } = await orchardOf(ann);
  const { bytes } = await exportOf(ann, projectId);
  const entries = await unpackAll(bytes);
  const names = [...entries.keys()];
  expect(names.filter((name) => name.endsWith(".md")).sort()).toEqual(
    ["Orchard/Trees.md", "Orchard/梨/Pears.md", "The page.md"].sort(),
  );
  const [pears] = [...entries].flatMap(([name, words]) =>
    name.endsWith("Pears.md") ? [words.toString()] : [],
  );
  // The link is Pears' own words; the note it leads to is nowhere.
  for (const [name, words] of entries)
    if (!/note_|notes_v2|Pears\.md$/.test(name))
      expect(words.toString().toLowerCase(), name).not.toContain("secret");
  expect(pears).toContain("[[Trees]]");
  expect(names).not.toContain("_rows/auth.users.jsonl");
  expect(entries.get("_rows/public.notes_v2.jsonl")!.toString().split("\n")).toHaveLength(4);
  expect((await exportOf(eve, projectId)).status).toBe(404);
  expect((await exportOf(ann, "no-id")).status).toBe(404);
  expect((await app.visitor().request(`/api/export/projects/${projectId}`)).status).toBe(401);
});

test("who a task is assigned to comes along: whoever imports it keeps their own tasks, and the report names whose the others were", async () => {
  const [ann, ben, eve] = [await app.aUser("Ann"), await app.aUser("Ben"), await app.aUser("Eve")];
  const { id: projectId, folderId } = await ann.client.projects.create({ title: "Orchard" });
  await ann.client.projects.update({ projectId, isShared: true });
  await ann.client.sharing.shareFolder({ folderId: folderId!, email: ben.email, role: "editor" });
  await acceptInvitations(ben);
  const note = await ann.client.notes.create({
    title: "Trees",
    folderId: folderId!,
    body: markdown("- [ ] Dig"),
  });
  await app.services.collab.derivation.deriveNow(note.id, ann.userId);
  const [dig] = (await ann.client.tasks.list({ noteId: note.id })).tasks;
  const taskOf = async (title: string, assigneeId: string | null) => {
    const { id: taskId } = await ann.client.tasks.create({ title, projectId });
    if (assigneeId) await ann.client.tasks.update({ taskId, assigneeId });
  };
  await ann.client.tasks.update({ taskId: dig!.id, assigneeId: ann.userId });
  await taskOf("Buy", ben.userId);
  await taskOf("Carry", ben.userId);
  await taskOf("Plant", ann.userId);
  await taskOf("Water", null);
  const { bytes } = await exportOf(ann, projectId);

  const came = async (person: SignedInVisitor) => {
    const known = new Set((await person.client.projects.list({})).projects.map(({ id }) => id));
    const { id: importId } = await imported(person, [{ path: "orchard.zip", bytes }]);
    const { projects } = await person.client.projects.list({});
    const made = projects.find(({ id, sharedBy }) => !known.has(id) && !sharedBy)!;
    const { tasks } = await person.client.tasks.list({ projectId: made.id });
    const { items } = await person.client.imports.items({ importId, only: "remarks" });
    return {
      own: tasks.flatMap(({ title, assigneeId }) => (assigneeId === person.userId ? title : [])).toSorted(),
      nobodys: tasks.flatMap(({ title, assigneeId }) => (assigneeId === null ? title : [])).toSorted(),
      said: items.map(({ path, reason }) => [path, reason]).toSorted(),
    };
  };
  const again = (those: string) => `${those}: share the project here, then assign`;
  const ofAnn = `Ann (${ann.email})`;
  const ofBen = `Ben (${ben.email})`;
  const lostOf = (who: string) => [
    `Assignee ${who}`,
    `${again(`2 tasks were assigned to ${who}`)} them again`,
  ];
  expect(await came(ann)).toEqual({
    own: ["Dig", "Plant"],
    nobodys: ["Buy", "Carry", "Water"],
    said: [lostOf(ofBen)],
  });
  expect(await came(ben)).toEqual({
    own: ["Buy", "Carry"],
    nobodys: ["Dig", "Plant", "Water"],
    said: [lostOf(ofAnn)],
  });
  expect(await came(eve)).toEqual({
    own: [],
    nobodys: ["Buy", "Carry", "Dig", "Plant", "Water"],
    said: [lostOf(ofAnn), lostOf(ofBen)],
  });
});
