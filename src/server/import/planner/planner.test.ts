import { mkdtemp, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { fillTable } from "#testing/database/fill-table.ts";
import { imported, planned, settled, zipOf } from "#testing/import-files.ts";
import { type SignedInVisitor, startTestApp, type TestApp } from "#testing/test-app.ts";
import { importOneFile } from "../../cli/import-one-file.ts";

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

const tasksOf = async ({ client }: SignedInVisitor) => (await client.tasks.list({ limit: 500 })).tasks;
const named = async (person: SignedInVisitor, title: string) =>
  (await tasksOf(person)).find((task) => task.title === title);
const remindersOf = async ({ client }: SignedInVisitor) => (await client.reminders.list({})).reminders;

const year = new Date().getUTCFullYear() + 1;
const TODOIST = [
  "TYPE,CONTENT,DESCRIPTION,PRIORITY,INDENT,AUTHOR,RESPONSIBLE,DATE,DATE_LANG,TIMEZONE,DURATION,DURATION_UNIT,DEADLINE,DEADLINE_LANG",
  "meta,view_style=list,,,,,,,,,,,,",
  `task,Repot the basil @garden @weekend,Pot from the shed,1,1,Kai (48151623),,Oct 5 ${year},en,Africa/Cairo,30,minute,,`,
  "task,Buy compost,,4,2,Kai (48151623),Ann (7),,en,Africa/Cairo,,None,,",
  "note,Get the peat-free one,,,,Kai (48151623),,,,,,,,",
  "task,Ask about worms,,2,3,,,,,,,,,",
  ",,,,,,,,,,,,,",
  "section,Weekly,,,,,,,,,,,,",
  `task,Water the ferns,,2,1,Kai (48151623),,every 2 weeks starting ${year}-10-05,en,Africa/Cairo,15,minute,,`,
  "task,Turn the tray,,3,1,Kai (48151623),,every! 3 days,en,,,,,",
  "task,Pay rent,,4,1,,,every 3rd friday at 9am,en,,,,,",
  `task,"Order seeds, ""heirloom"" kind",,4,1,,,${year}-10-01 18:00,en,,,,Oct 9 ${year},en`,
  "task,Moon day,,4,1,,,every new moon,en,,,,,",
  "task,=SUM(A1:A9),=cmd|' /C calc'!A0,4,1,,,,,,,,,",
].join("\r\n");

test("a project of Todoist comes in as tasks with their sub-tasks, dates, labels and sections", async () => {
  const ann = await app.aUser("Ann");
  const plan = await planned(ann, [{ path: "Balcony [2203306141].csv", bytes: `\uFEFF${TODOIST}` }]);
  expect(plan).toMatchObject({
    status: "ready",
    format: "todoist",
    plan: { notes: 0, tasks: 9, events: 0, skipped: 0 },
    warnedRows: 1,
  });
  expect(await tasksOf(ann)).toEqual([]);
  await ann.client.imports.start({ importId: plan.id });
  expect(await settled(ann, plan.id)).toMatchObject({ status: "done", made: 0, madeTasks: 9 });

  const basil = await named(ann, "Repot the basil");
  expect(basil).toMatchObject({
    description: "Pot from the shed",
    priority: "high",
    tags: ["Balcony", "garden", "weekend"],
    dueDate: `${year}-10-05`,
    dueTime: null,
    estimateMinutes: 30,
    status: "todo",
  });
  const compost = await named(ann, "Buy compost");
  expect(compost).toMatchObject({
    parentId: basil!.id,
    priority: "medium",
    description: "Assigned to: Ann\n\nGet the peat-free one",
  });
  expect(await named(ann, "Ask about worms")).toMatchObject({ parentId: compost!.id, priority: "medium" });
  expect(await named(ann, "Water the ferns")).toMatchObject({
    tags: ["Balcony", "Weekly"],
    parentId: null,
    dueDate: `${year}-10-05`,
    repeat: "FREQ=WEEKLY;INTERVAL=2",
    repeatFrom: "due",
  });
  expect(await named(ann, "Turn the tray")).toMatchObject({
    priority: "low",
    repeat: "FREQ=DAILY;INTERVAL=3",
    repeatFrom: "completion",
  });
  expect(await named(ann, "Pay rent")).toMatchObject({ repeat: "FREQ=MONTHLY;BYDAY=3FR", dueTime: "09:00" });
  expect(await named(ann, 'Order seeds, "heirloom" kind')).toMatchObject({
    startDate: `${year}-10-01`,
    dueDate: `${year}-10-09`,
  });
  expect(await named(ann, "Moon day")).toMatchObject({
    dueDate: null,
    description: "Date in Todoist: every new moon",
  });
  expect(await named(ann, "=SUM(A1:A9)")).toMatchObject({ description: "=cmd|' /C calc'!A0" });
  expect((await tasksOf(ann)).toSorted((a, b) => a.position - b.position).map(({ title }) => title)).toEqual([
    "Repot the basil",
    "Buy compost",
    "Ask about worms",
    "Water the ferns",
    "Turn the tray",
    "Pay rent",
    'Order seeds, "heirloom" kind',
    "Moon day",
    "=SUM(A1:A9)",
  ]);
  const { items } = await ann.client.imports.items({ importId: plan.id, only: "remarks" });
  expect(items).toMatchObject([
    {
      kind: "tasks",
      title: "Moon day",
      problems: [
        { line: 13, became: "“every new moon” wasn't understood as a date; it's in the description." },
      ],
    },
  ]);
});

test("the same file again makes nothing twice and says so; undone, it leaves what was changed and can come again", async () => {
  const bob = await app.aUser("Bob");
  const file = { path: "Balcony.csv", bytes: TODOIST };
  const first = await imported(bob, [file]);
  expect(first.madeTasks).toBe(9);
  const again = await planned(bob, [file]);
  expect(again).toMatchObject({ plan: { tasks: 9 }, presentRows: 9 });
  await bob.client.imports.start({ importId: again.id });
  expect(await settled(bob, again.id)).toMatchObject({ status: "done", madeTasks: 0 });
  expect(await tasksOf(bob)).toHaveLength(9);

  const kept = await named(bob, "Pay rent");
  await bob.client.tasks.update({ taskId: kept!.id, title: "Pay the rent" });
  await bob.client.imports.undo({ importId: first.id });
  expect((await tasksOf(bob)).map(({ title }) => title)).toEqual(["Pay the rent"]);
  expect(await imported(bob, [file])).toMatchObject({ status: "done", madeTasks: 9 });
});

const TICKTICK = [
  '"Date: 2026-11-25+0000"',
  '"Version: 7.1"',
  '"Status: ',
  "0 Normal",
  "1 Completed",
  '2 Archived"',
  '"Folder Name","List Name","Title","Kind","Tags","Content","Is Check list","Start Date","Due Date","Reminder","Repeat","Priority","Status","Created Time","Completed Time","Order","Timezone","Is All Day","Is Floating","Column Name","Column Order","View Mode","taskId","parentId"',
  `"Home","Garden","Seeds","TEXT","","for the\nbalcony","N","","","","","0","0","2025-05-07T08:00:00+0000","","5","Europe/Berlin",,"false","Soon",,"list","2","1"`,
  `"Home","Garden","Plan the beds","TEXT","spring, weekend","","N","${year}-03-15T23:00:00+0000","${year}-03-15T23:00:00+0000","-PT1440M\nTRIGGER:P0DT9H0M0S","","5","0","2025-05-06T08:00:00+0000","","1","Europe/Berlin","true","false",,,"list","1",""`,
  `"","Inbox","Stand-up","TEXT","","","N","","${year}-03-16T08:30:00+0000","TRIGGER:-PT15M\nsoonish","RRULE:FREQ=WEEKLY;INTERVAL=1;BYDAY=MO;TT_SKIP=WEEKEND","3","0","2025-05-07 08:00:00","","1","Europe/Berlin","false","false",,,"list","3",""`,
  `"","Inbox","Pack","CHECKLIST","","For the trip\n▪ Passport\n▫ Socks","Y","","","","","1","0","2025-05-07T08:00:00+0000","","2","","","false",,,"list","4",""`,
  `"","Inbox","Old thing","TEXT","","","N","","2025-05-08T10:00:00+0000","-PT0S","","0","2","2025-05-07T08:00:00+0000","2025-05-08T09:30:00+0000","3","Europe/Berlin","false","false",,,"list","5",""`,
  `"","Inbox","Thoughts","NOTE","idea","Some **words**","N","","","","","0","0","","","4","","","",,,"list","6",""`,
].join("\n");

test("a backup of TickTick comes in: lists, checklists, times in their zone, rules, reminders, and its notes", async () => {
  const cleo = await app.aUser("Cleo");
  const done = await imported(cleo, [
    { path: "ticktick.zip", bytes: await zipOf({ "TickTick.csv": TICKTICK }) },
  ]);
  expect(done).toMatchObject({ status: "done", plan: { notes: 1, tasks: 7 }, made: 1, madeTasks: 7 });
  const plan = await named(cleo, "Plan the beds");
  expect(plan).toMatchObject({
    priority: "high",
    tags: ["Garden", "spring", "weekend"],
    dueDate: `${year}-03-16`,
    dueTime: null,
    createdAt: "2025-05-06T08:00:00.000Z",
  });
  expect(await named(cleo, "Seeds")).toMatchObject({
    parentId: plan!.id,
    description: "for the\nbalcony",
    tags: ["Garden", "Soon"],
  });
  const standup = await named(cleo, "Stand-up");
  expect(standup).toMatchObject({
    tags: [],
    dueDate: `${year}-03-16`,
    dueTime: "09:30",
    repeat: "FREQ=WEEKLY;INTERVAL=1;BYDAY=MO",
  });
  expect(await named(cleo, "Old thing")).toMatchObject({
    status: "done",
    completedAt: "2025-05-08T09:30:00.000Z",
  });
  const pack = await named(cleo, "Pack");
  expect(pack).toMatchObject({ priority: "low", description: "For the trip" });
  expect(await named(cleo, "Passport")).toMatchObject({ parentId: pack!.id, status: "done" });
  expect(await named(cleo, "Socks")).toMatchObject({ parentId: pack!.id, status: "todo" });
  const reminders = (await remindersOf(cleo)).map(({ taskId, minutesBefore }) => [taskId, minutesBefore]);
  expect(reminders).toHaveLength(3);
  expect(reminders).toEqual(
    expect.arrayContaining([
      [plan!.id, 1440],
      [plan!.id, -540],
      [standup!.id, 15],
    ]),
  );
  const { notes } = await cleo.client.notes.list({});
  expect(notes).toMatchObject([{ title: "Thoughts", tags: ["idea"] }]);
  const { items } = await cleo.client.imports.items({ importId: done.id, only: "remarks" });
  expect(items.flatMap(({ problems }) => problems.map(({ became }) => became)).sort()).toEqual([
    "It leaves out weekends or holidays in TickTick; here it repeats on them, too.",
    "Its reminder “soonish” wasn't understood.",
  ]);
});

test.each([
  ["semicolons, as Excel in German saves it", Buffer.from(`\uFEFF${TODOIST.replaceAll(/,(?! )/g, ";")}`)],
  ["UTF-16", Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(TODOIST, "utf16le")])],
  ["lines of old Macs", Buffer.from(TODOIST.replaceAll("\r\n", "\r"))],
  ["no last columns", Buffer.from("TYPE,CONTENT,PRIORITY,INDENT\ntask,Repot the basil,1,1\ntask,b,1")],
])("a table of Todoist with %s is read", async (_, bytes) => {
  const dan = await app.aUser();
  expect(await imported(dan, [{ path: "a.csv", bytes }])).toMatchObject({
    status: "done",
    format: "todoist",
  });
  expect(await named(dan, "Repot the basil")).toBeDefined();
});

test("letters of an old encoding and broken bytes are read, and zero letters are none", async () => {
  const eve = await app.aUser("Eve");
  const latin = Buffer.from("TYPE,CONTENT,PRIORITY,INDENT\ntask,Caf\u00e9 @gr\u00fcn,1,1\n", "latin1");
  await imported(eve, [{ path: "latin.csv", bytes: latin }]);
  expect(await named(eve, "Café")).toMatchObject({ tags: ["latin", "grün"] });
  const nul = Buffer.from("TYPE,CONTENT,PRIORITY,INDENT\ntask,a\0b,1,1\n");
  expect(await imported(eve, [{ path: "nul.csv", bytes: nul }])).toMatchObject({
    status: "failed",
    message: "nul.csv: not text: it contains zero bytes.",
  });
});

test("a table that is none of a planner becomes a note, and an empty list says that it is empty", async () => {
  const fay = await app.aUser("Fay");
  const other = await planned(fay, [{ path: "people.csv", bytes: "Title,Content,Priority\na,b,1" }]);
  expect(other).toMatchObject({ format: "csv", plan: { notes: 1, tasks: 0 } });
  const none = await planned(fay, [{ path: "none.csv", bytes: "TYPE,CONTENT,PRIORITY,INDENT\n" }]);
  expect(none).toMatchObject({ status: "failed", message: "none.csv: There are no tasks in it." });
});

test("circles and chains of parents end: no task is lost, and none is deeper than tasks go", async () => {
  const gus = await app.aUser("Gus");
  const head = '"List Name","Title","Priority","Status","taskId","parentId"';
  const chain = Array.from(
    { length: 8 },
    (_, at) => `"L","chain ${at}",0,0,"${at}","${at === 0 ? "" : at - 1}"`,
  );
  const circle = [
    '"L","one",0,0,"a","b"',
    '"L","two",0,0,"b","a"',
    '"L","self",0,0,"c","c"',
    '"L","lost",0,0,"d","zzz"',
  ];
  const bytes = [head, ...chain.toReversed(), ...circle].join("\n");
  expect(await imported(gus, [{ path: "t.csv", bytes }])).toMatchObject({ status: "done", madeTasks: 12 });
  const tasks = await tasksOf(gus);
  expect(tasks).toHaveLength(12);
  const byId = new Map(tasks.map((task) => [task.id, task]));
  const levelOf = (id: string | null): number => (id === null ? 0 : 1 + levelOf(byId.get(id)!.parentId));
  expect(Math.max(...tasks.map(({ id }) => levelOf(id)))).toBe(5);
  expect(
    tasks
      .filter(({ parentId }) => parentId === null)
      .map(({ title }) => title)
      .sort(),
  ).toEqual(["chain 0", "lost", "one", "self"].sort());
});

test("the command takes a list as well, and says what it made of it", async () => {
  const ida = await app.aUser("Ida");
  const path = join(await mkdtemp(join(tmpdir(), "cairn-planner-")), "Balcony.csv");
  await writeFile(path, TODOIST);
  const options = { reportPath: null, onProgress: () => {}, isTrial: false };
  const run = () => importOneFile(app.services, ida.userId, path, options);
  expect(await run()).toContain("Imported 0 notes, 9 tasks and 0 events (todoist: 0 notes");
  expect(await run()).toContain("9 tasks and events of an earlier import stay as they are.");
  expect(await tasksOf(ida)).toHaveLength(9);
});

const TASKS_MAX = 50_000;
/** All of them in the deep run; else the most of them are there already. */
const MANY = process.env["CAIRN_DEEP"] === "1" ? TASKS_MAX : 1_000;

test("as many tasks come in as an account can have, and one more is said to be too many", async () => {
  const hal = await app.aUser("Hal");
  await fillTable(
    app.database,
    "tasks",
    "INSERT INTO tasks (id, user_id, title) SELECT gen_random_uuid(), $1, 'Here already' FROM generate_series(1, $2::int)",
    [hal.userId, TASKS_MAX - MANY],
  );
  const head = "TYPE,CONTENT,PRIORITY,INDENT,DATE\n";
  // The days of fifty thousand take ten seconds to read, and are no matter for a list that is too long.
  const rows = (count: number, day: string) =>
    Array.from({ length: count }, (_, at) => `task,Task ${at},4,1,${day}`).join("\n");
  expect(await imported(hal, [{ path: "many.csv", bytes: head + rows(MANY, "every day") }])).toMatchObject({
    status: "done",
    madeTasks: MANY,
  });
  const full = await imported(hal, [{ path: "more.csv", bytes: head + "task,One more,1,1," }]);
  expect(full.madeTasks).toBe(0);
  const { items } = await hal.client.imports.items({ importId: full.id });
  expect(items).toMatchObject([
    { outcome: "skipped", reason: "not stored: An account can have 50,000 tasks." },
  ]);
  expect(await planned(hal, [{ path: "over.csv", bytes: head + rows(TASKS_MAX + 1, "") }])).toMatchObject({
    status: "failed",
    message: "over.csv: more than 50,000 tasks: export fewer lists at a time.",
  });
}, 240_000);
