import { expect } from "vitest";
import type { Computer } from "./clients.ts";
import type { SignedInVisitor } from "../test-app.ts";

/** What a scenario has made so far; ids of it stand in a recording by their names. */
export type World = { person: SignedInVisitor; ids: Record<string, string> };
type OnServer = (world: World) => Promise<void>;
type OnComputer = (computer: Computer, world: World) => Promise<void>;
/** What programs do is recorded once and replayed ever after; what the page does, and what is found there, is done each time. */
export type Step = { server: OnServer } | { computer: string; run: OnComputer };

const RAW = [
  "BEGIN:VCALENDAR",
  "VERSION:2.0",
  "PRODID:-//Example//EN",
  "BEGIN:VEVENT",
  "UID:raw-1@example.com",
  "DTSTAMP:20261125T120000Z",
  "DTSTART;TZID=Europe/Oslo:20270304T120000",
  "DURATION:PT45M",
  "SUMMARY;LANGUAGE=nb:Lunsj",
  "X-EXAMPLE;X-HOW=strange:a,b;c\\, d",
  'ATTENDEE;CN="Ola, Kari";PARTSTAT=ACCEPTED:mailto:ola@example.com',
  "BEGIN:VALARM",
  "ACTION:DISPLAY",
  "DESCRIPTION:Lunsj",
  "TRIGGER:-PT13M",
  "END:VALARM",
  "END:VEVENT",
  "END:VCALENDAR",
  "",
].join("\r\n");

const FROM = "2027-03-01";
const TO = "2027-03-07";

const titlesOf = async ({ person, ids }: World) =>
  (await person.client.events.list({ from: FROM, to: TO, calendarId: ids["work"]! })).events
    .map(({ title }) => title)
    .toSorted();

const tasksOf = async ({ person }: World) =>
  Object.fromEntries(
    (await person.client.tasks.list({})).tasks.map(({ title, status, dueDate, priority }) => [
      title,
      [status, dueDate, priority],
    ]),
  );

async function prepare({ person, ids }: World): Promise<void> {
  const { client } = person;
  ids["work"] = (await client.calendars.create({ name: "Work", color: "green" })).id;
  const series = await client.events.create({
    calendarId: ids["work"],
    title: "Standup",
    date: "2027-03-01",
    time: "09:00",
    timeZone: "Europe/Oslo",
    repeat: "FREQ=WEEKLY;COUNT=5",
  });
  ids["series"] = series.id;
  ids["milk"] = (await client.tasks.create({ title: "Buy milk", dueDate: "2027-03-01" })).id;
}

/** A folder of files that vdirsyncer keeps like the server's, with khal and todoman at work in it. */
const vdirsyncer: Step[] = [
  { server: prepare },
  {
    computer: "finds the calendars and fetches what is in them",
    run: async (computer, { ids }) => {
      await computer.discover();
      await computer.sync();
      await computer.metasync();
      expect([...computer.files(ids["work"]!).keys()]).toEqual([`${ids["series"]}.ics`]);
      expect([...computer.files("tasks").keys()]).toEqual([`${ids["milk"]}.ics`]);
      expect(await computer.khal(["list", FROM, TO])).toContain("09:00-10:00 Standup");
    },
  },
  {
    computer: "makes events in khal, by hand and a to-do in todoman",
    run: async (computer, { ids }) => {
      await computer.khal([
        "new",
        "-a",
        "Work",
        "2027-03-03",
        "10:00",
        "11:00",
        "Made in khal",
        "::",
        "Words",
      ]);
      await computer.todoman([
        "new",
        "-l",
        "tasks",
        "--due",
        "2027-04-01 10:00",
        "--priority",
        "high",
        "Made in todoman",
      ]);
      computer.write(ids["work"]!, "raw.ics", RAW);
      await computer.sync();
    },
  },
  {
    server: async (world) => {
      expect(await titlesOf(world)).toEqual(["Lunsj", "Made in khal", "Standup"]);
      expect(await tasksOf(world)).toEqual({
        "Buy milk": ["todo", "2027-03-01", "medium"],
        "Made in todoman": ["todo", "2027-04-01", "high"],
      });
      const { events } = await world.person.client.events.list({ from: FROM, to: TO });
      const idOf = (title: string) => events.find((event) => event.title === title)!.id;
      world.ids["lunch"] = idOf("Lunsj");
      await world.person.client.events.update({ eventId: idOf("Lunsj"), title: "Lunch" });
      await world.person.client.events.remove({ eventId: idOf("Made in khal") });
    },
  },
  {
    computer: "hears of the page's changes, and does a to-do",
    run: async (computer, { ids }) => {
      await computer.sync();
      const files = computer.files(ids["work"]!);
      expect([...files.keys()].toSorted()).toEqual([`${ids["series"]}.ics`, "raw.ics"].toSorted());
      const lines = files
        .get("raw.ics")!
        .replaceAll(/\r?\n /g, "")
        .split(/\r?\n/);
      const kept = RAW.split("\r\n").filter((line) =>
        /^(X-|ATTENDEE|DURATION|TRIGGER|BEGIN:VALARM)/.test(line),
      );
      expect(lines).toEqual(expect.arrayContaining([...kept, "SUMMARY;LANGUAGE=nb:Lunch"]));
      await computer.todoman(["done", "1"]);
      await computer.sync();
    },
  },
  {
    server: async (world) => {
      expect((await tasksOf(world))["Buy milk"]).toEqual(["done", "2027-03-01", "medium"]);
      await world.person.client.events.update({ eventId: world.ids["lunch"]!, location: "Canteen" });
    },
  },
  {
    computer: "says that both have changed an event, and loses neither",
    run: async (computer, { ids }) => {
      await computer.sync();
      const text = computer.files(ids["work"]!).get("raw.ics")!;
      computer.write(ids["work"]!, "raw.ics", text.replace("Lunch", "Lunch of the computer"));
    },
  },
  {
    server: async ({ person, ids }) => {
      await person.client.events.update({ eventId: ids["lunch"]!, title: "Lunch of the page" });
    },
  },
  {
    computer: "meets the conflict",
    run: async (computer, { ids }) => {
      const { code, output } = await computer.trySync();
      expect([code, output]).toEqual([1, expect.stringMatching(/conflict/i)]);
      expect(computer.files(ids["work"]!).get("raw.ics")).toContain("Lunch of the computer");
    },
  },
  {
    server: async (world) => expect(await titlesOf(world)).toEqual(["Lunch of the page", "Standup"]),
  },
  {
    computer: "takes the page's, and deletes the event",
    run: async (computer, { ids }) => {
      computer.remove(ids["work"]!, "raw.ics");
      // What was changed there and deleted here comes back, under a name of the program's own.
      await computer.sync();
      const back = [...computer.files(ids["work"]!)].find(([, text]) => text.includes("UID:raw-1@"));
      expect(back?.[1]).toContain("Lunch of the page");
      computer.remove(ids["work"]!, back![0]);
      await computer.sync();
    },
  },
  { server: async (world) => expect(await titlesOf(world)).toEqual(["Standup"]) },
  {
    computer: "and puts it back",
    run: async (computer, { ids }) => {
      computer.write(ids["work"]!, "again.ics", RAW);
      await computer.sync();
    },
  },
  {
    server: async ({ person, ids }) => {
      expect(await person.client.events.get({ eventId: ids["lunch"]! })).toMatchObject({ title: "Lunsj" });
    },
  },
];

const PYTHON = `
p = client.principal()
assert sorted(c.name for c in p.calendars()) == ["Tasks", "Work"], p.calendars()
c = p.make_calendar(name="Made by Python", cal_id="made-by-python")
e = c.save_event("""BEGIN:VCALENDAR
VERSION:2.0
PRODID:-//Example Corp.//CalDAV Client//EN
BEGIN:VEVENT
UID:20270516T060000Z-123401@example.com
DTSTAMP:20270516T060000Z
DTSTART:20270517T060000Z
DTEND:20270517T230000Z
RRULE:FREQ=YEARLY
SUMMARY:Do the needful
END:VEVENT
END:VCALENDAR
""")
year = lambda y: datetime.datetime(y, 1, 1)
assert len(c.date_search(start=year(2028), end=year(2030), expand=False)) == 1
assert len(c.date_search(start=year(2020), end=year(2021), expand=False)) == 0
e.vobject_instance.vevent.summary.value = "Do it again"
e.save()
assert [x.vobject_instance.vevent.summary.value for x in c.events()] == ["Do it again"]
known = c.objects(load_objects=True)
e.delete()
updated, deleted = known.sync()
assert (len(list(updated)), len(list(deleted))) == (0, 1), (updated, deleted)
t = [x for x in p.calendars() if x.name == "Tasks"][0]
td = t.save_todo("""BEGIN:VCALENDAR
VERSION:2.0
PRODID:-//Example Corp.//CalDAV Client//EN
BEGIN:VTODO
UID:20270313T123432Z-456553@example.com
DTSTAMP:20270313T123432Z
DTSTART;VALUE=DATE:20270422
DUE;VALUE=DATE:20270501
SUMMARY:Submit the tax return
CLASS:CONFIDENTIAL
CATEGORIES:FAMILY,FINANCE
STATUS:NEEDS-ACTION
END:VTODO
END:VCALENDAR
""")
assert len(t.todos()) == 2
td.complete()
assert len(t.todos()) == 1
`;

/** The library that many scripts are made of: it makes a calendar, searches by time, and follows changes by RFC 6578. */
const python: Step[] = [
  { server: prepare },
  {
    computer: "makes, searches, follows and completes",
    run: async (computer) => void (await computer.python(PYTHON)),
  },
  {
    server: async (world) => {
      expect((await tasksOf(world))["Submit the tax return"]).toEqual(["done", "2027-05-01", "medium"]);
      const { calendars } = await world.person.client.calendars.list();
      expect(calendars.map(({ name }) => name)).toEqual(["Work", "Made by Python"]);
    },
  },
];

export const SCENARIOS: Record<string, Step[]> = { vdirsyncer, python };
