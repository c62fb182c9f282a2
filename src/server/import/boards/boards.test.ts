import { afterAll, beforeAll, expect, test } from "vitest";
import { acceptInvitations } from "#testing/accept-invitations.ts";
import type { TaskTableImport, TaskTableLook } from "#contract/imports.ts";
import { type SignedInVisitor, startTestApp, type TestApp } from "#testing/test-app.ts";

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

type Query = Record<string, string>;
async function send(
  person: Pick<SignedInVisitor, "request">,
  path: string,
  body: string | Buffer,
  query: Query,
) {
  const response = await person.request(`/api/projects/tables${path}?${new URLSearchParams(query)}`, {
    method: "POST",
    headers: { "content-type": "text/csv" },
    body: new Uint8Array(Buffer.from(body)),
  });
  return { status: response.status, said: (await response.json()) as never };
}
const look = async (person: SignedInVisitor, body: string | Buffer, query: Query = {}) =>
  (await send(person, "/look", body, { name: "table.csv", ...query })).said as TaskTableLook;
const put = async (person: SignedInVisitor, body: string | Buffer, query: Query = {}) =>
  (await send(person, "", body, { name: "table.csv", ...query })).said as TaskTableImport;
const tasksOf = async ({ client }: SignedInVisitor, projectId?: string) =>
  (await client.tasks.list({ projectId, sort: "position", limit: 500 })).tasks;

const LINEAR_HEAD =
  '"ID","Team","Title","Description","Status","Estimate","Priority","Project ID","Project","Creator","Assignee","Labels","Cycle Number","Cycle Name","Cycle Start","Cycle End","Created","Updated","Started","Triaged","Completed","Canceled","Archived","Due Date","Parent issue","Initiatives","Project Milestone ID","Project Milestone","SLA Status","UUID","Time in status (minutes)","Related to","Blocked by","Duplicate of"';
const AT = "Wed May 13 2026 11:21:41 GMT+0000 (GMT+00:00)";
type Issue = Partial<
  Record<
    | "description"
    | "estimate"
    | "priority"
    | "labels"
    | "completed"
    | "canceled"
    | "archived"
    | "due"
    | "parent"
    | "blocked",
    string
  >
>;
const issue = (id: string, title: string, status: string, more: Issue = {}) =>
  [
    ...[
      id,
      "ACME",
      title,
      more.description ?? "",
      status,
      more.estimate ?? "",
      more.priority ?? "No priority",
    ],
    ...["p1", "Site", "Alex", "Kai", more.labels ?? "", "", "", "", "", AT, AT, "", "", more.completed ?? ""],
    ...[
      more.canceled ?? "",
      more.archived ?? "",
      more.due ?? "",
      more.parent ?? "",
      "",
      "",
      "",
      "",
      `u-${id}`,
      "10",
      "",
    ],
    ...[more.blocked ?? "", ""],
  ]
    .map((cell) => `"${cell.replaceAll('"', '""')}"`)
    .join(",");
const LINEAR = [
  LINEAR_HEAD,
  issue("ACME-2", "Write the copy", "In Progress", { parent: "ACME-1", blocked: "ACME-3", estimate: "3" }),
  issue("ACME-1", 'Rebuild "the" pages', "Todo", {
    description: "Line **one**\r\nline two",
    priority: "Urgent",
    labels: "seo, Website",
    due: "Thu Jun 25 2026 23:00:00 GMT+0000 (GMT+00:00)",
  }),
  issue("ACME-3", "Buy a domain", "Done", { completed: AT, priority: "Low" }),
  issue("ACME-4", "Carousel", "Canceled", { canceled: AT }),
  issue("ACME-5", "Old thing", "Backlog", { archived: AT }),
].join("\n");

test("issues of Linear are looked at, become a project with sub-tasks, states, labels and days, and are taken back", async () => {
  const ann = await app.aUser("Ann");
  const seen = await look(ann, LINEAR);
  expect(seen).toMatchObject({
    source: "linear",
    title: "Site",
    total: 5,
    tasks: 3,
    subTasks: 1,
    away: 2,
    leftOut: [{ why: "away", count: 2 }],
    changed: [],
    states: [
      { value: "In Progress", count: 1, state: "doing" },
      { value: "Todo", count: 1, state: "todo" },
      { value: "Done", count: 1, state: "done" },
      { value: "Canceled", count: 1, state: "done" },
      { value: "Backlog", count: 1, state: "todo" },
    ],
  });
  expect(seen.rows.map(({ title, state, isBelow }) => [title, state, isBelow])).toEqual([
    ["Write the copy", "doing", true],
    ['Rebuild "the" pages', "todo", false],
    ["Buy a domain", "done", false],
    ["Carousel", "skip", false],
    ["Old thing", "skip", false],
  ]);
  expect(await tasksOf(ann)).toEqual([]);
  const { importId, projectId, made } = await put(ann, LINEAR);
  expect(made).toBe(3);
  const tasks = await tasksOf(ann, projectId);
  const by = (title: string) => tasks.find((task) => task.title === title)!;
  expect(tasks).toHaveLength(3);
  expect(by('Rebuild "the" pages')).toMatchObject({
    description: "Line **one**\r\nline two\n\nAssigned to: Kai",
    priority: "high",
    status: "todo",
    tags: ["seo", "Website"],
    dueDate: "2026-06-26",
    dueTime: null,
    createdAt: "2026-05-13T11:21:41.000Z",
  });
  expect(by("Write the copy")).toMatchObject({
    parentId: by('Rebuild "the" pages').id,
    waitsFor: [by("Buy a domain").id],
    status: "doing",
    estimateMinutes: null,
    description: "Estimate: 3\n\nAssigned to: Kai",
  });
  expect(by("Buy a domain")).toMatchObject({
    status: "done",
    priority: "low",
    completedAt: "2026-05-13T11:21:41.000Z",
  });
  expect(await ann.client.projects.get({ projectId })).toMatchObject({
    title: "Site",
    taskCount: 3,
    doneCount: 1,
  });

  // What was changed since stays, with the project that holds it.
  await ann.client.tasks.update({ taskId: by("Write the copy").id, title: "Write all the copy" });
  await ann.client.imports.undo({ importId });
  expect((await tasksOf(ann)).map(({ title }) => title)).toEqual(["Write all the copy"]);
  expect((await ann.client.projects.list({})).projects).toEqual([]);
  expect((await ann.client.folders.list({})).folders).toEqual([]);
});

test("the same file again leaves what is there, also in a later export; after an undo it comes again", async () => {
  const bob = await app.aUser("Bob");
  const { id: projectId } = await bob.client.projects.create({ title: "Mine" });
  const first = await put(bob, LINEAR, { projectId });
  expect(first).toMatchObject({ projectId, made: 3, present: 0 });
  expect((await send(bob, "", LINEAR, { projectId })).status).toBe(422);
  const later = `${LINEAR}\n${issue("ACME-9", "A new one", "Todo", { parent: "ACME-1" })}`;
  expect(await look(bob, later)).toMatchObject({
    tasks: 1,
    leftOut: [
      { why: "present", count: 3 },
      { why: "away", count: 2 },
    ],
  });
  expect(await put(bob, later, { projectId, withAway: "true" })).toMatchObject({ made: 3, present: 3 });
  const tasks = await tasksOf(bob, projectId);
  expect(tasks.map(({ title }) => title).sort()).toEqual(
    ["A new one", "Buy a domain", "Carousel", "Old thing", 'Rebuild "the" pages', "Write the copy"].sort(),
  );
  expect(tasks.find(({ title }) => title === "A new one")!.parentId).toBe(
    tasks.find(({ title }) => title.startsWith("Rebuild"))!.id,
  );
  await bob.client.imports.undo({ importId: first.importId });
  expect(await tasksOf(bob, projectId)).toHaveLength(3);
  expect(await put(bob, LINEAR, { projectId })).toMatchObject({ made: 3, present: 2 });
  const eve = await app.aUser("Eve");
  expect((await send(eve, "", LINEAR, { projectId })).status).toBe(404);
  expect((await send(app.visitor(), "/look", LINEAR, {})).status).toBe(401);
});

const TRELLO = [
  "Card ID,Card Name,Card URL,Card Description,Labels,Members,Due Date,Attachment Count,Attachment Links,Checklist Item Total Count,Checklist Item Completed Count,Vote Count,Comment Count,Last Activity Date,List ID,List Name,Board ID,Board Name,Archived,Start Date,Due Complete,Due Reminder",
  'c1,果樹園の計画,https://trello.com/c/1,"First line\nsecond","Bug (red_dark),Trees (green)",kai,2026-12-02T09:30:00.000Z,0,,4,1,0,0,2026-11-01T00:00:00.000Z,l1,Someday,b1,Orchard,false,2026-12-01T00:00:00.000Z,false,',
  "c2,=HYPERLINK(1),https://trello.com/c/2,,,,,0,,0,0,0,0,,l2,Waiting,b1,Orchard,false,,true,",
  "c3,Gone,https://trello.com/c/3,,,,,0,,0,0,0,0,,l1,Someday,b1,Orchard,true,,false,",
].join("\r\n");

test("a board of Trello comes in with the states somebody chose for its lists, in the account's own time", async () => {
  const cleo = await app.aUser("Cleo");
  await cleo.client.preferences.update({ settings: { timeZone: "Asia/Tokyo" } });
  expect(await look(cleo, TRELLO)).toMatchObject({
    source: "trello",
    title: "Orchard",
    tasks: 2,
    states: [{ value: "Someday" }, { value: "Waiting" }],
    changed: [{ what: "checklist", count: 1 }],
  });
  const { projectId } = await put(cleo, TRELLO, { states: "doing,todo", title: "My orchard" });
  const [plan, formula, ...others] = await tasksOf(cleo, projectId);
  expect(others).toEqual([]);
  expect(plan).toMatchObject({
    title: "果樹園の計画",
    description: "First line\nsecond\n\nAssigned to: kai\n\nhttps://trello.com/c/1",
    status: "doing",
    tags: ["Bug", "Trees"],
    dueDate: "2026-12-02",
    dueTime: "18:30",
    startDate: "2026-12-01",
  });
  // What Excel would reckon is words here; its tick counts more than its list.
  expect(formula).toMatchObject({ title: "=HYPERLINK(1)", status: "done" });
  expect((await cleo.client.projects.get({ projectId })).title).toBe("My orchard");
  expect(await look(cleo, TRELLO, { states: "skip,todo" })).toMatchObject({
    tasks: 0,
    leftOut: [
      { why: "present", count: 2 },
      { why: "away", count: 1 },
    ],
  });
});

test("people of a shared project are known by address or exact name, and others are told of in the look", async () => {
  const [ann, ben] = [await app.aUser("Ann"), await app.aUser("Ben")];
  const { id: projectId, folderId } = await ann.client.projects.create({ title: "Orchard" });
  const table = (...who: string[]) =>
    ["Name,Assignee", ...who.map((each, at) => `"Task ${at}","${each}"`)].join("\n");
  const body = table(
    ben.email.toUpperCase(),
    " ben ",
    `B <${ben.email}>`,
    `Ann, ${ben.email}`,
    "Cleo; Ann",
    "Be",
    "",
  );
  // Before it is shared nobody is anybody's, as in a new project.
  for (const query of [{ projectId }, {}] as Query[])
    expect(await look(ann, body, query)).toMatchObject({ assigned: 0, strangers: { count: 6 } });
  await ann.client.projects.update({ projectId, isShared: true });
  await ann.client.sharing.shareFolder({ folderId: folderId!, email: ben.email, role: "viewer" });
  await acceptInvitations(ben);
  expect(await look(ann, body, { projectId })).toMatchObject({
    assigned: 5,
    strangers: { count: 2, names: ["Cleo", "Be"] },
  });
  const { importId } = await put(ann, body, { projectId });
  const made = (await tasksOf(ann, projectId)).toSorted((one, other) => (one.title < other.title ? -1 : 1));
  expect(made.map(({ assigneeId }) => assigneeId)).toEqual([
    ben.userId,
    ben.userId,
    ben.userId,
    ann.userId,
    ann.userId,
    null,
    null,
  ]);
  expect(made.map(({ description }) => description)).toEqual([
    "",
    "",
    "",
    `Assigned to: Ann, ${ben.email}`,
    "Assigned to: Cleo; Ann",
    "Assigned to: Be",
    "",
  ]);
  expect((await ben.client.tasks.list({ projectId })).tasks).toHaveLength(7);
  // A guest learns nobody's address by asking with it, and brings no table into a project of someone else.
  expect(await look(ben, table(ann.email, "Ann"), { projectId })).toMatchObject({
    assigned: 0,
    strangers: { count: 2 },
  });
  expect((await send(ben, "", body, { projectId, name: "table.csv" })).status).toBe(404);
  await ann.client.imports.undo({ importId });
  expect(await tasksOf(ann, projectId)).toEqual([]);
});

const PLAIN = [
  "Name;Due;Estimate;Parent;ID",
  "Dig;2027-03-01;1h 30m;;1",
  "Measure;someday;45;1;2",
  "Plant;;;9;3",
].join("\r\n");

test.each([
  ["semicolons and a byte order mark", Buffer.from(`\uFEFF${PLAIN}`)],
  ["Excel's line about the separator", Buffer.from(`sep=;\r\n${PLAIN}`)],
  ["UTF-16", Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(PLAIN, "utf16le")])],
])("any table with a title column is read, with %s", async (_, bytes) => {
  const dan = await app.aUser();
  const seen = await look(dan, bytes, { name: "garden plan.csv" });
  expect(seen).toMatchObject({
    source: "csv",
    title: "garden plan",
    tasks: 3,
    subTasks: 1,
    states: [],
    changed: [
      { what: "parent", count: 1 },
      { what: "date", count: 1 },
    ],
  });
  const { projectId } = await put(dan, bytes);
  expect(
    (await tasksOf(dan, projectId)).map((task) => [
      task.title,
      task.dueDate,
      task.estimateMinutes,
      task.description,
    ]),
  ).toEqual([
    ["Dig", "2027-03-01", 90, ""],
    ["Measure", null, 45, "Due: someday"],
    ["Plant", null, null, ""],
  ]);
});

test("another table with the same numbers and titles comes as well; saved twice by a browser it is the same", async () => {
  const ida = await app.aUser();
  const rows = (due: string) => ["Title,ID,Due", `Planning,1,${due}`, `Look back,2,${due}`].join("\n");
  const first = await put(ida, rows("2027-01-04"), { name: "Sprint 1.csv" });
  expect(first).toMatchObject({ made: 2, present: 0 });
  expect(await put(ida, rows("2027-01-18"), { name: "Sprint 2.csv" })).toMatchObject({ made: 2, present: 0 });
  expect(await look(ida, rows("2027-01-04"), { name: "Sprint 1 (2).csv" })).toMatchObject({
    title: "Sprint 1",
    tasks: 0,
    leftOut: [{ why: "present", count: 2 }],
  });
});

test("parents in a circle, ids given twice, empty titles and endless depth do no harm", async () => {
  const eve = await app.aUser();
  const rows = ["Title,ID,Parent", "a,1,2", "b,2,1", "c,3,3", "d,3,", ",4,", "e,5,"];
  for (let depth = 0; depth < 20; depth++)
    rows.push(`deep ${depth},d${depth},${depth ? `d${depth - 1}` : ""}`);
  const seen = await look(eve, rows.join("\n"));
  expect(seen).toMatchObject({
    total: 25,
    tasks: 24,
    leftOut: [
      { why: "untitled", count: 1 },
      { why: "repeated", count: 1 },
    ],
    changed: [{ what: "deep", count: 15 }],
  });
  const { made, projectId } = await put(eve, rows.join("\n"));
  expect(made).toBe(24);
  expect(await tasksOf(eve, projectId)).toHaveLength(24);
});

test.each([
  ["no table", "just words", 'This table has no column called "Title", "Name", "Task" or "Card Name".'],
  ["nothing", "", "This table is empty."],
  ["a picture", Buffer.from([0x89, 0x50, 0, 0, 1]), "not text: it contains zero bytes"],
  [
    "too many rows",
    `Title\n${"a\n".repeat(50_000)}`,
    "This table has 50,000 rows. At most 5,000 can be imported at once: split it, or export fewer.",
  ],
])("of %s it says why it can't be read", async (_, bytes, message) => {
  const fay = await app.aUser();
  expect(await send(fay, "/look", bytes, {})).toMatchObject({ status: 422, said: { message } });
  expect((await send(fay, "", "Title\na", { states: "todo,odd" })).status).toBe(422);
});

test("a thousand tasks are made together", async () => {
  const gus = await app.aUser();
  const rows = Array.from({ length: 1_000 }, (_, at) => `Task ${at},${at},${at % 4 ? at - 1 : ""},Todo`);
  const table = ["Title,ID,Parent,Status", ...rows].join("\n");
  expect((await look(gus, table)).tasks).toBe(1_000);
  const { projectId } = await put(gus, table);
  expect(await gus.client.projects.get({ projectId })).toMatchObject({ taskCount: 1_000 });
});
