import { readdir, readFile } from "node:fs/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { imported, planned, settled, zipOf } from "#testing/import-files.ts";
import { randomFrom } from "#testing/random.ts";
import { seed } from "#testing/run-seed.ts";
import { type SignedInVisitor, startTestApp, type TestApp } from "#testing/test-app.ts";

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

/** Each file takes two processes that read it; the deep run reads all. */
const isDeep = process.env["CAIRN_DEEP"] === "1";
function someOf(names: string[]): string[] {
  const random = randomFrom(seed);
  const drawn = names.toSorted().map((name) => ({ name, lot: random() }));
  return drawn
    .sort((one, other) => one.lot - other.lot)
    .slice(0, 6)
    .map(({ name }) => name);
}

const year = new Date().getUTCFullYear() + 1;
const file = (...entries: string[]) =>
  [
    "BEGIN:VCALENDAR",
    "VERSION:2.0",
    "PRODID:-//x//y//EN",
    "X-WR-CALNAME:Work",
    ...entries,
    "END:VCALENDAR",
    "",
  ].join("\r\n");
const event = (uid: string, day: string, ...lines: string[]) => [
  "BEGIN:VEVENT",
  `UID:${uid}@elsewhere`,
  `DTSTART;TZID=Europe/Oslo:${day}T090000`,
  `DTEND;TZID=Europe/Oslo:${day}T100000`,
  `SUMMARY:${uid}`,
  ...lines,
  "END:VEVENT",
];
const alarm = (...lines: string[]) => ["BEGIN:VALARM", "ACTION:DISPLAY", ...lines, "END:VALARM"];

const eventsOf = async ({ client }: SignedInVisitor) =>
  (await client.events.list({ from: `${year}-01-01`, to: `${year}-03-31` })).events;
const calendarsOf = async ({ client }: SignedInVisitor) =>
  (await client.calendars.list()).calendars.map(({ name }) => name).sort();

const CALENDAR = file(
  ...event("Dentist", `${year}0202`, ...alarm("TRIGGER:-PT15M"), ...alarm("TRIGGER:-P1D")),
  ...event("Standup", "20250106", "RRULE:FREQ=WEEKLY;BYDAY=MO", ...alarm("TRIGGER:-PT5M")),
  ...event(
    "Standup",
    `${year}0208`,
    `RECURRENCE-ID;TZID=Europe/Oslo:${year}0208T090000`,
    "DESCRIPTION:moved",
  ).map((line) => (line.startsWith("SUMMARY") ? "SUMMARY:Standup, moved" : line)),
  ...event("Long ago", "20200106", ...alarm("TRIGGER:-PT5M")),
  ...event("Fixed", `${year}0303`, ...alarm(`TRIGGER;VALUE=DATE-TIME:${year}0301T080000Z`)),
  ...event("Odd", `${year}0304`, ...alarm("TRIGGER:someday"), ...alarm("TRIGGER:P9D")),
  ...event("Off", `${year}0305`, "STATUS:CANCELLED"),
  ...[
    "BEGIN:VTODO",
    "UID:todo@elsewhere",
    "SUMMARY:Call back",
    `DUE;VALUE=DATE:${year}0210`,
    "PRIORITY:1",
    "END:VTODO",
  ],
  ...[
    "BEGIN:VTODO",
    "UID:sub@elsewhere",
    "SUMMARY:Find the number",
    "RELATED-TO:todo@elsewhere",
    "STATUS:COMPLETED",
    "END:VTODO",
  ],
  ...["BEGIN:VJOURNAL", "UID:j@elsewhere", "SUMMARY:Diary", "END:VJOURNAL"],
);

test("a calendar file in an archive is looked at, comes in as a calendar with tasks, and is taken back as a whole", async () => {
  const ann = await app.aUser("Ann");
  const archive = { path: "all.zip", bytes: await zipOf({ "work.ics": CALENDAR }) };
  const before = await calendarsOf(ann);
  const plan = await planned(ann, [archive]);
  expect(plan).toMatchObject({ status: "ready", format: "ics", plan: { notes: 0, tasks: 2 } });
  const { items } = await ann.client.imports.items({ importId: plan.id, only: "remarks" });
  expect(
    items.filter(({ outcome }) => outcome === "skipped").map(({ path, reason }) => [path, reason]),
  ).toEqual(expect.arrayContaining([["work.ics: Diary", "Cairn's calendar keeps no journal entries."]]));
  expect(await calendarsOf(ann)).toEqual(before);
  await ann.client.imports.start({ importId: plan.id });
  const done = await settled(ann, plan.id);
  expect(done).toMatchObject({ status: "done", madeTasks: 2, madeEvents: plan.plan.events });
  expect(await calendarsOf(ann)).toEqual([...before, "Work"].sort());
  expect((await eventsOf(ann)).map(({ title }) => title)).toEqual(
    expect.arrayContaining(["Dentist", "Standup", "Standup, moved", "Fixed", "Odd"]),
  );
  const off = (await eventsOf(ann)).filter(({ isCanceled }) => isCanceled);
  expect(off.map(({ title }) => title)).toEqual(["Off"]);
  const { tasks } = await ann.client.tasks.list({});
  const parent = tasks.find(({ title }) => title === "Call back")!;
  expect(parent).toMatchObject({ dueDate: `${year}-02-10`, priority: "high" });
  expect(tasks.find(({ title }) => title === "Find the number")).toMatchObject({
    parentId: parent.id,
    status: "done",
  });

  const again = await planned(ann, [archive]);
  expect(again.presentRows).toBe(again.plan.tasks + again.plan.events);
  await ann.client.imports.cancel({ importId: again.id });

  await ann.client.imports.undo({ importId: plan.id });
  expect(await calendarsOf(ann)).toEqual(before);
  expect(await eventsOf(ann)).toEqual([]);
  expect((await ann.client.tasks.list({})).tasks).toEqual([]);
});

test("alarms become reminders: several of one event, a series' own, a date; none of the past, and odd ones are told", async () => {
  const bob = await app.aUser("Bob");
  const done = await imported(bob, [{ path: "work.ics", bytes: CALENDAR }]);
  const { reminders } = await bob.client.reminders.list({});
  const rung = reminders.map(({ title, minutesBefore, reminderDate, status }) =>
    [title, minutesBefore ?? reminderDate, status].join(" "),
  );
  expect(rung.sort()).toEqual([
    "Dentist 1440 pending",
    "Dentist 15 pending",
    `Fixed ${year}-03-01T08:00:00.000Z pending`,
    "Standup 5 pending",
  ]);
  const standup = reminders.find(({ title }) => title === "Standup")!;
  expect(Date.parse(standup.reminderDate)).toBeGreaterThan(Date.now());
  const { items } = await bob.client.imports.items({ importId: done.id, only: "remarks" });
  expect(items.flatMap(({ problems }) => problems.map(({ became }) => became))).toContain(
    "Odd: It has an alarm that no reminder can be.",
  );
});

test("what somebody changed since stays when the import is undone, with its calendar", async () => {
  const cleo = await app.aUser("Cleo");
  const done = await imported(cleo, [{ path: "work.ics", bytes: CALENDAR }]);
  const dentist = (await eventsOf(cleo)).find(({ title }) => title === "Dentist")!;
  await cleo.client.events.update({ eventId: dentist.id, title: "Dentist, at last" });
  await cleo.client.imports.undo({ importId: done.id });
  expect((await eventsOf(cleo)).map(({ title }) => title)).toEqual(["Dentist, at last"]);
  expect(await calendarsOf(cleo)).toContain("Work");
});

test("what is no calendar, or an empty one, says so", async () => {
  const dan = await app.aUser("Dan");
  expect(await planned(dan, [{ path: "a.ics", bytes: "hello" }])).toMatchObject({
    status: "failed",
    message: "This is not a calendar file: it has no line BEGIN:VCALENDAR.",
  });
  expect(await planned(dan, [{ path: "b.ics", bytes: file() }])).toMatchObject({
    status: "failed",
    message: "b.ics: There are no events and no to-dos in it.",
  });
});

test("files of other programs come in as the calendar's own import reads them", async () => {
  const eve = await app.aUser("Eve");
  const folder = new URL("../../ics/fixtures/", import.meta.url);
  const names = (await readdir(folder)).filter((name) => name.endsWith(".ics"));
  expect(names.length).toBeGreaterThan(5);
  for (const name of isDeep ? names : someOf(names)) {
    const bytes = await readFile(new URL(name, folder));
    const own = await eve.request("/api/calendars/import?name=own", { method: "POST", body: bytes });
    const { created, tasks } = (await own.json()) as { created: number; tasks: number };
    const ofFile = await app.aUser();
    const done = await imported(ofFile, [{ path: name, bytes }]);
    const said = `${name}, CAIRN_SEED=${seed}`;
    expect([said, done.madeEvents, done.madeTasks]).toEqual([said, created, tasks]);
  }
}, 120_000);
