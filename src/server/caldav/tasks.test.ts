import { afterAll, beforeAll, expect, test } from "vitest";
import { aProgram, type Program } from "#testing/caldav/program.ts";
import { todo, linesIn } from "#testing/caldav/objects.ts";
import { type SignedInVisitor, startTestApp, type TestApp } from "#testing/test-app.ts";

let app: TestApp;
let ann: SignedInVisitor;
let program: Program;
beforeAll(async () => {
  app = await startTestApp();
  ann = await app.aUser("Ann");
  program = await aProgram(app, ann);
});
afterAll(() => app.close());

const etagOf = async (path: string) => (await program.ask("GET", path)).headers.get("etag")!;
const taskNamed = async (title: string) =>
  (await ann.client.tasks.list({ limit: 500 })).tasks.find((task) => task.title === title);

const path = (name: string) => `${program.tasks}${name}.ics`;

test("what a task does not know of a to-do lives on, as long as it is still so", async () => {
  const lines = [
    "DTSTART;TZID=Europe/Oslo:20270301T080000",
    "DUE;TZID=Europe/Oslo:20270301T170000",
    "SUMMARY:Finer things",
    "PRIORITY:3",
    "PERCENT-COMPLETE:40",
    "STATUS:IN-PROCESS",
    "CLASS:PRIVATE",
    "X-APPLE-SORT-ORDER:654321",
    "BEGIN:VALARM",
    "ACTION:DISPLAY",
    "TRIGGER;VALUE=DATE-TIME:20270301T063000Z",
    "END:VALARM",
  ];
  await program.ask("PUT", path("finer"), { body: todo("finer", lines) });
  const task = (await taskNamed("Finer things"))!;
  expect(task).toMatchObject({
    status: "doing",
    priority: "high",
    startDate: "2027-03-01",
    dueDate: "2027-03-01",
    dueTime: "17:00",
  });
  expect(linesIn((await program.ask("GET", path("finer"))).text)).toEqual(expect.arrayContaining(lines));
  await ann.client.tasks.update({ taskId: task.id, priority: "low", status: "done" });
  const after = linesIn((await program.ask("GET", path("finer"))).text);
  expect(after).toEqual(
    expect.arrayContaining([
      "PRIORITY:9",
      "STATUS:COMPLETED",
      "PERCENT-COMPLETE:100",
      "CLASS:PRIVATE",
      ...lines.slice(0, 3),
      ...lines.slice(8),
    ]),
  );
  expect(after.filter((line) => line.startsWith("COMPLETED:"))).toHaveLength(1);
});

test("one that repeats goes on to its next day when a program completes it", async () => {
  const repeated = (status: string) =>
    todo("repeats", [
      "DUE;VALUE=DATE:20270301",
      "SUMMARY:Water the plants",
      "RRULE:FREQ=WEEKLY",
      `STATUS:${status}`,
    ]);
  await program.ask("PUT", path("repeats"), { body: repeated("NEEDS-ACTION") });
  const etag = await etagOf(path("repeats"));
  expect(
    (await program.ask("PUT", path("repeats"), { body: repeated("COMPLETED"), "if-match": etag })).status,
  ).toBe(204);
  expect(await taskNamed("Water the plants")).toMatchObject({ status: "todo", dueDate: "2027-03-08" });
  const lines = linesIn((await program.ask("GET", path("repeats"))).text);
  expect(lines).toEqual(
    expect.arrayContaining(["DUE;VALUE=DATE:20270308", "STATUS:NEEDS-ACTION", "RRULE:FREQ=WEEKLY"]),
  );
  expect(
    (await program.ask("PUT", path("repeats"), { body: repeated("COMPLETED"), "if-match": etag })).status,
  ).toBe(412);
});

test("sub-tasks find their parent, whichever comes first", async () => {
  const under = (uid: string, parent: string) => todo(uid, [`SUMMARY:${uid}`, `RELATED-TO:${parent}`]);
  await program.ask("PUT", path("child-1"), { body: under("child-1", "parent-1") });
  expect(linesIn((await program.ask("GET", path("child-1"))).text)).toContain("RELATED-TO:parent-1");
  await program.ask("PUT", path("parent-1"), { body: todo("parent-1", ["SUMMARY:parent-1"]) });
  await program.ask("PUT", path("child-2"), { body: under("child-2", "parent-1") });
  const parent = (await taskNamed("parent-1"))!;
  for (const name of ["child-1", "child-2"]) {
    expect((await taskNamed(name))?.parentId).toBe(parent.id);
    expect(linesIn((await program.ask("GET", path(name))).text)).toContain("RELATED-TO:parent-1");
  }
  await ann.client.tasks.update({ taskId: (await taskNamed("child-1"))!.id, parentId: null });
  expect((await program.ask("GET", path("child-1"))).text).not.toContain("RELATED-TO");
});

test("a checkbox of a note is ticked in the note; its words and its place are the note's", async () => {
  const note = await ann.client.notes.create({
    title: "Shopping",
    body: { format: "markdown", text: "- [ ] Bread" },
  });
  await expect.poll(() => taskNamed("Bread")).toBeTruthy();
  const name = path((await taskNamed("Bread"))!.id);
  const text = (await program.ask("GET", name)).text;
  const done = text.replace("STATUS:NEEDS-ACTION", "STATUS:COMPLETED");
  expect((await program.ask("PUT", name, { body: done, "if-match": await etagOf(name) })).status).toBe(204);
  const { text: markdown } = await ann.client.notes.body({ noteId: note.id });
  expect(markdown).toContain("[x] Bread");
  const renamed = await program.ask("PUT", name, { body: done.replace("Bread", "Cake") });
  expect([renamed.status, renamed.text]).toEqual([403, expect.stringContaining("part of a note")]);
  expect((await program.ask("DELETE", name)).status).toBe(403);
  expect((await program.ask("GET", name)).status).toBe(200);
});

test("of two who change the same task the second is told so; a deleted one comes back as it was", async () => {
  const body = (title: string) => todo("task-both", [`SUMMARY:${title}`]);
  await program.ask("PUT", path("both"), { body: body("Both") });
  const task = (await taskNamed("Both"))!;
  const etag = await etagOf(path("both"));
  await ann.client.tasks.update({ taskId: task.id, title: "Both, by the page" });
  expect((await program.ask("PUT", path("both"), { body: body("Late"), "if-match": etag })).status).toBe(412);
  expect((await program.ask("DELETE", path("both"), { "if-match": etag })).status).toBe(412);
  await ann.client.tasks.update({ taskId: task.id, estimateMinutes: 30 });
  expect((await program.ask("DELETE", path("both"), { "if-match": await etagOf(path("both")) })).status).toBe(
    204,
  );
  expect(
    (await program.ask("PUT", path("other-name"), { body: body("Back"), "if-none-match": "*" })).status,
  ).toBe(201);
  expect(await taskNamed("Back")).toMatchObject({ id: task.id, estimateMinutes: 30 });
});

test("one time of a to-do that repeats is kept as it came", async () => {
  const instance = [
    "RECURRENCE-ID;VALUE=DATE:20270401",
    "DUE;VALUE=DATE:20270401",
    "SUMMARY:Rent",
    "STATUS:COMPLETED",
    "X-ONE:a,b",
  ];
  const body = todo("rent", [
    "DUE;VALUE=DATE:20270301",
    "SUMMARY:Rent",
    "RRULE:FREQ=MONTHLY",
    "END:VTODO",
    "BEGIN:VTODO",
    "UID:rent",
    "DTSTAMP:20261125T000000Z",
    ...instance,
  ]);
  expect((await program.ask("PUT", path("rent"), { body })).status).toBe(201);
  expect(linesIn((await program.ask("GET", path("rent"))).text)).toEqual(expect.arrayContaining(instance));
});

test("a to-do that was done years ago, and comes with a first sync, was done years ago", async () => {
  const body = todo("long-ago", ["SUMMARY:Long ago", "STATUS:COMPLETED", "COMPLETED:20200101T120000Z"]);
  expect((await program.ask("PUT", path("long-ago"), { body })).status).toBe(201);
  expect(await taskNamed("Long ago")).toMatchObject({ completedAt: "2020-01-01T12:00:00.000Z" });
});
