import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type SignedInVisitor, startTestApp, type TestApp } from "#testing/test-app.ts";
import { type Jobs, startJobs } from "../../jobs/start-jobs.ts";
import { readSubscription } from "./read-subscription.ts";

type Answer = (request: IncomingMessage, response: ServerResponse) => void;

let answer: Answer;
let app: TestApp;
let jobs: Jobs;
let ann: SignedInVisitor;
let bob: SignedInVisitor;
let source: string;
const server = createServer((request, response) => answer(request, response));
beforeAll(async () => {
  await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready));
  const { port } = server.address() as AddressInfo;
  source = `http://127.0.0.1:${port}/holidays.ics`;
  app = await startTestApp({ EGRESS_ALLOW: `127.0.0.1:${port}` });
  ann = await app.aUser("Ann");
  bob = await app.aUser("Bob");
  jobs = startJobs(app.services, [readSubscription], { pollMs: 50, leadMs: 50, leaseMs: 20_000 });
});
afterAll(async () => {
  await jobs.stop();
  await app.close();
  server.closeAllConnections();
  server.close();
});

const soon = <T>(read: () => T | Promise<T>) => expect.poll(read, { timeout: 20_000, interval: 100 });
const anEvent = (uid: string, title: string, day: string) => [
  "BEGIN:VEVENT",
  `UID:${uid}`,
  "DTSTAMP:20310101T000000Z",
  `DTSTART;VALUE=DATE:${day}`,
  `SUMMARY:${title}`,
  "END:VEVENT",
];
const aFile = (...events: string[][]) =>
  ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Elsewhere//EN", ...events.flat(), "END:VCALENDAR", ""].join(
    "\r\n",
  );
/** A server that knows what it has answered before. */
const serve =
  (file: string, etag: string): Answer =>
  (request, response) => {
    if (request.headers["if-none-match"] === etag) return void response.writeHead(304).end();
    response.writeHead(200, { "content-type": "text/calendar", etag }).end(file);
  };

const titles = async (calendarId: string) => {
  const { events } = await ann.client.events.list({ from: "2031-01-01", to: "2031-12-31", calendarId });
  return events.map(({ title }) => title).sort();
};
const stateOf = async (calendarId: string) =>
  (await ann.client.calendars.list()).calendars.find(({ id }) => id === calendarId)!.subscription!;
const waits = async () =>
  (
    await app.database.asSuperuser<{ minutes: number }>(
      "SELECT round(extract(epoch FROM run_at - now()) / 60)::int AS minutes FROM jobs WHERE user_id = $1 AND name = 'read-subscription' AND claim IS NULL ORDER BY run_at",
      [ann.userId],
    )
  ).map(({ minutes }) => minutes);
const wasRead = async (calendarId: string) => {
  const { readAt, error } = await stateOf(calendarId);
  return readAt !== null || error !== null;
};
/** Answers when the first look is over, or what it keeps of itself would come after what a test does next. */
async function subscribe(name: string): Promise<string> {
  const { id } = await ann.client.calendars.create({ name, url: source });
  await soon(() => wasRead(id)).toBe(true);
  return id;
}
async function readAgain(calendarId: string) {
  await app.database.asSuperuser(
    "UPDATE calendars SET source_read_at = NULL, source_error = NULL WHERE id = $1",
    [calendarId],
  );
  await ann.client.calendars.refresh({ calendarId });
  await soon(() => wasRead(calendarId)).toBe(true);
}

test("a calendar elsewhere is read, follows it, and keeps the note and the reminder of what comes back", async () => {
  const [one, two] = [anEvent("1@x", "May Day", "20310501"), anEvent("2@x", "Whit Monday", "20310602")];
  answer = serve(aFile(one, two), '"a"');
  const calendarId = await subscribe("Holidays");
  await soon(() => titles(calendarId)).toEqual(["May Day", "Whit Monday"]);
  await soon(waits).toContain(60);
  const { events } = await ann.client.events.list({ from: "2031-06-02", to: "2031-06-02", calendarId });
  const eventId = events[0]!.id;
  const { id: noteId } = await ann.client.notes.create({ title: "Plans" });
  await ann.client.events.update({ eventId, noteId });
  const reminder = await ann.client.reminders.create({ eventId, minutesBefore: 900 });

  answer = serve(aFile(anEvent("1@x", "Labour Day", "20310501")), '"b"');
  await readAgain(calendarId);
  expect(await titles(calendarId)).toEqual(["Labour Day"]);
  expect((await ann.client.trash.list({})).items.map(({ name }) => name)).not.toContain("Whit Monday");
  answer = serve(aFile(one, two), '"c"');
  await readAgain(calendarId);
  expect(await titles(calendarId)).toEqual(["May Day", "Whit Monday"]);
  expect(await ann.client.events.get({ eventId })).toMatchObject({ title: "Whit Monday", noteId });
  expect(await ann.client.reminders.get({ reminderId: reminder.id })).toMatchObject({ status: "pending" });
  let asked = 0;
  answer = (request, response) => {
    asked += 1;
    serve("", '"c"')(request, response);
  };
  await readAgain(calendarId);
  expect([asked, await titles(calendarId)]).toEqual([1, ["May Day", "Whit Monday"]]);
});

test("a changed time that its source takes back is gone once, and what comes under new UIDs leaves no heap behind", async () => {
  const series = (...override: string[]) =>
    aFile(
      [
        "BEGIN:VEVENT",
        "UID:s@x",
        "DTSTAMP:20310101T000000Z",
        "DTSTART:20310505T090000",
        "RRULE:FREQ=DAILY;COUNT=3",
        "SUMMARY:Daily",
        "END:VEVENT",
      ],
      override,
    );
  const moved = [
    "BEGIN:VEVENT",
    "UID:s@x",
    "DTSTAMP:20310101T000000Z",
    "RECURRENCE-ID:20310506T090000",
    "DTSTART:20310506T110000",
    "SUMMARY:Later",
    "END:VEVENT",
  ];
  const plain: (file: string) => Answer = (file) => (_, response) => response.end(file);
  answer = plain(series(...moved));
  const calendarId = await subscribe("Series");
  await soon(() => titles(calendarId)).toEqual(["Daily", "Later"]);
  answer = plain(series());
  await readAgain(calendarId);
  expect(await titles(calendarId)).toEqual(["Daily"]);
  const stamps = () =>
    app.database.asSuperuser("SELECT id, revision FROM calendar_events WHERE calendar_id = $1 ORDER BY id", [
      calendarId,
    ]);
  const before = await stamps();
  await readAgain(calendarId);
  expect(await stamps()).toEqual(before);
  await app.database.asSuperuser(
    "UPDATE calendar_events SET trashed_at = now() - interval '2 days' WHERE calendar_id = $1 AND trashed_at IS NOT NULL",
    [calendarId],
  );
  await readAgain(calendarId);
  expect(await stamps()).toHaveLength(1);
});

test("its events are not changed here, and nothing else goes into it", async () => {
  answer = serve(aFile(anEvent("1@x", "May Day", "20310501")), '"a"');
  const calendarId = await subscribe("Read only");
  await soon(() => titles(calendarId)).toEqual(["May Day"]);
  const { events } = await ann.client.events.list({ from: "2031-05-01", to: "2031-05-01", calendarId });
  const eventId = events[0]!.id;
  const own = await ann.client.events.create({ title: "Mine", date: "2031-05-01" });
  const conflict = { code: "CONFLICT" };
  await expect(ann.client.events.update({ eventId, title: "Mine now" })).rejects.toMatchObject(conflict);
  await expect(ann.client.events.update({ eventId, calendarId: own.calendarId })).rejects.toMatchObject(
    conflict,
  );
  await expect(ann.client.events.update({ eventId: own.id, calendarId })).rejects.toMatchObject(conflict);
  await expect(ann.client.events.remove({ eventId })).rejects.toMatchObject(conflict);
  await expect(
    ann.client.events.create({ calendarId, title: "In", date: "2031-05-01" }),
  ).rejects.toMatchObject(conflict);
  await expect(ann.client.calendars.update({ calendarId, isDefault: true })).rejects.toMatchObject(conflict);
  await expect(ann.client.calendars.refresh({ calendarId: own.calendarId })).rejects.toMatchObject(conflict);
  await expect(bob.client.calendars.refresh({ calendarId })).rejects.toMatchObject({ code: "NOT_FOUND" });
  expect(await titles(calendarId)).toEqual(["May Day"]);
});

test.each<[string, Answer, RegExp]>([
  ["a server at fault", (_, response) => response.writeHead(500).end(), /answered 500/],
  ["a page that is no calendar", (_, response) => response.end("<html><p>Sign in</p></html>"), /calendar/i],
  [
    "a way to the inside",
    (_, response) => response.writeHead(302, { location: "http://10.0.0.1/x" }).end(),
    /not allowed/,
  ],
  ["an answer without end", (_, response) => endless(response), /MB|large|bytes/i],
  [
    "a file that breaks off",
    (_, response) => response.end(aFile(anEvent("2@x", "Half", "20310601")).slice(0, 150)),
    /breaks off/,
  ],
  ["a connection that breaks off", (request) => request.socket.destroy(), /./],
])("%s is said, events stay, and it is asked again ever later", async (_name, fault, words) => {
  answer = serve(aFile(anEvent("1@x", "May Day", "20310501")), '"a"');
  const calendarId = await subscribe("At fault");
  await soon(() => titles(calendarId)).toEqual(["May Day"]);
  answer = fault;
  await readAgain(calendarId);
  expect((await stateOf(calendarId)).error).toMatch(words);
  expect(await titles(calendarId)).toEqual(["May Day"]);
  await soon(waits).toContain(5);
  await readAgain(calendarId);
  await soon(waits).toContain(20);
  await ann.client.calendars.remove({ calendarId });
});

function endless(response: ServerResponse): void {
  const part = Buffer.alloc(256 * 1024, "x");
  const more = () => {
    while (!response.destroyed && response.write(part));
    response.once("drain", more);
  };
  more();
}

test("an address on the inside network is refused without being asked", async () => {
  const { id: calendarId } = await ann.client.calendars.create({
    name: "Inside",
    url: "http://127.0.0.1:1/x.ics",
  });
  await soon(async () => (await stateOf(calendarId)).error).toMatch(/https/);
  await expect(ann.client.calendars.create({ name: "No", url: "file:///etc/passwd" })).rejects.toMatchObject({
    code: expect.stringMatching(/INVALID_INPUT|BAD_REQUEST/),
  });
});
