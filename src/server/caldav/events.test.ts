import { afterAll, beforeAll, expect, test } from "vitest";
import { aProgram, type Program } from "#testing/caldav/program.ts";
import { object, event, SPACES, namesIn, linesIn, props } from "#testing/caldav/objects.ts";
import { type SignedInVisitor, startTestApp, type TestApp } from "#testing/test-app.ts";
import { openLive } from "#testing/sync-client.ts";

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
const eventsIn = async (calendarId: string, from = "2027-03-01", to = "2027-03-31") =>
  (await ann.client.events.list({ from, to, calendarId })).events;

test("what a program does not have understood comes back byte for byte, and stays so when the page changes the event", async () => {
  const { calendarId, url } = await program.aCalendar("Kept");
  const lines = [
    "DTSTART;TZID=Europe/Oslo:20270301T090000",
    "DURATION:PT1H",
    "SUMMARY;LANGUAGE=en:Standup",
    "X-APPLE-TRAVEL-ADVISORY-BEHAVIOR:AUTOMATIC",
    'ATTENDEE;CN="Bob, the builder";PARTSTAT=NEEDS-ACTION:mailto:bob@example.com',
    "ATTACH;FMTTYPE=text/plain:https://example.com/a,b;c",
    "SEQUENCE:4",
    "STATUS:CANCELLED",
    `DESCRIPTION:${"long ".repeat(4_000).trim()}`,
    "BEGIN:VALARM",
    "ACTION:DISPLAY",
    "TRIGGER:-PT17M",
    "X-WR-ALARMUID:1",
    "END:VALARM",
  ];
  const path = `${url}standup.ics`;
  const body = object("VEVENT", "standup@example.com", lines);
  const made = await program.ask("PUT", path, { body, "if-none-match": "*" });
  expect([made.status, made.headers.get("etag")]).toEqual([201, null]);
  const [found] = await eventsIn(calendarId);
  expect(found).toMatchObject({
    title: "Standup",
    time: "09:00",
    endTime: "10:00",
    timeZone: "Europe/Oslo",
    isCanceled: true,
  });
  const got = await program.ask("GET", path);
  expect(got.headers.get("content-type")).toBe("text/calendar; charset=utf-8");
  expect(linesIn(got.text)).toEqual(expect.arrayContaining(lines));
  await ann.client.events.update({ eventId: found!.id, location: "Room 1" });
  const after = linesIn((await program.ask("GET", path)).text);
  expect(after).toEqual(expect.arrayContaining([...lines, "LOCATION:Room 1"]));
});

test("the page shows a program's change within a second, tells of it in the log, and can undo it", async () => {
  const { calendarId, url } = await program.aCalendar("Live");
  const live = openLive(app, ann, ann.userId);
  expect(await live.answer).toBe("accepted");
  try {
    const began = performance.now();
    await program.ask("PUT", `${url}a.ics`, { body: event("live-1", "From the phone") });
    await live.next(({ entity, operation }) => entity === "event" && operation === "insert");
    expect(performance.now() - began).toBeLessThan(1_000);
  } finally {
    live.close();
  }
  await program.ask("PUT", `${url}a.ics`, { body: event("live-1", "Renamed on the phone") });
  const { activities } = await ann.client.activity.list({});
  expect(activities[0]).toMatchObject({ title: 'Updated event "Renamed on the phone"' });
  await ann.client.activity.undo({ activityId: activities[0]!.id });
  expect((await eventsIn(calendarId)).map(({ title }) => title)).toEqual(["From the phone"]);
  expect((await program.ask("GET", `${url}a.ics`)).text).toContain("SUMMARY:From the phone");
});

test("a series keeps its changed instances as they are changed, left out and put back", async () => {
  const { calendarId, url } = await program.aCalendar("Series");
  const series = [
    "DTSTART;TZID=Europe/Oslo:20270301T090000",
    "DTEND;TZID=Europe/Oslo:20270301T093000",
    "RRULE:FREQ=WEEKLY;COUNT=4",
  ];
  const instance = (day: string, title: string) => [
    "END:VEVENT",
    "BEGIN:VEVENT",
    "UID:series-1",
    "DTSTAMP:20261125T000000Z",
    `RECURRENCE-ID;TZID=Europe/Oslo:202703${day}T090000`,
    `DTSTART;TZID=Europe/Oslo:202703${day}T110000`,
    `DTEND;TZID=Europe/Oslo:202703${day}T113000`,
    `SUMMARY:${title}`,
    "X-OWN:yes",
  ];
  const path = `${url}series.ics`;
  const put = (lines: string[]) => program.ask("PUT", path, { body: object("VEVENT", "series-1", lines) });
  await put([...series, "SUMMARY:Weekly", ...instance("08", "Moved"), ...instance("15", "Moved too")]);
  const before = await eventsIn(calendarId);
  expect(before.map(({ title, instance: at }) => [title, at]).toSorted()).toEqual(
    [
      ["Moved too", "2027-03-15T09:00"],
      ["Moved", "2027-03-08T09:00"],
      ["Weekly", null],
    ].toSorted(),
  );
  await put([
    ...series,
    "SUMMARY:Weekly",
    "EXDATE;TZID=Europe/Oslo:20270322T090000",
    ...instance("08", "Moved again"),
  ]);
  const after = await eventsIn(calendarId);
  expect(after.map(({ title }) => title).toSorted()).toEqual(["Moved again", "Weekly"]);
  const idOf = (events: typeof after, at: string | null) => events.find((one) => one.instance === at)?.id;
  for (const at of [null, "2027-03-08T09:00"]) expect(idOf(after, at)).toBe(idOf(before, at));
  await ann.client.events.update({
    eventId: idOf(after, null)!,
    instance: "2027-03-15T09:00",
    scope: "this",
    title: "By the page",
  });
  const text = (await program.ask("GET", path)).text;
  expect(text.match(/BEGIN:VEVENT/g)).toHaveLength(3);
  expect(linesIn(text)).toEqual(
    expect.arrayContaining(["SUMMARY:By the page", "X-OWN:yes", "EXDATE;TZID=Europe/Oslo:20270322T090000"]),
  );
});

test("of two who change the same event the second is told so, and loses nothing", async () => {
  const { calendarId, url } = await program.aCalendar("Conflict");
  const path = `${url}both.ics`;
  await program.ask("PUT", path, { body: event("both", "As it was") });
  const etag = await etagOf(path);
  const first = await program.ask("PUT", path, { body: event("both", "Of the phone"), "if-match": etag });
  expect(first.status).toBe(204);
  for (const [method, body] of [
    ["PUT", event("both", "Of the laptop")],
    ["DELETE", undefined],
  ] as const) {
    const second = await program.ask(method, path, { ...(body && { body }), "if-match": etag });
    expect([second.status, second.text]).toEqual([412, expect.stringContaining("changed in the meantime")]);
  }
  expect((await eventsIn(calendarId)).map(({ title }) => title)).toEqual(["Of the phone"]);
  const [found] = await eventsIn(calendarId);
  const now = await etagOf(path);
  await ann.client.events.update({ eventId: found!.id, title: "Of the page" });
  expect((await program.ask("PUT", path, { body: event("both", "Late"), "if-match": now })).status).toBe(412);
  const anew = await program.ask("PUT", path, { body: event("both", "Anew"), "if-none-match": "*" });
  expect(anew.status).toBe(412);
  // Two at once with the same knowledge: one of them gets through.
  const fresh = await etagOf(path);
  const tries = await Promise.all(
    ["one", "two", "three"].map((title) =>
      program.ask("PUT", path, { body: event("both", title), "if-match": fresh }),
    ),
  );
  expect(tries.map(({ status }) => status).toSorted()).toEqual([204, 412, 412]);
});

test("one that is deleted and comes again is the event it was, under whatever name", async () => {
  const { calendarId, url } = await program.aCalendar("Again");
  const note = await ann.client.notes.create({ title: "About it" });
  await program.ask("PUT", `${url}first.ics`, { body: event("again", "Meeting") });
  const [before] = await eventsIn(calendarId);
  await ann.client.events.update({ eventId: before!.id, noteId: note.id, type: "meeting" });
  expect((await program.ask("DELETE", `${url}first.ics`)).status).toBe(204);
  expect(await eventsIn(calendarId)).toEqual([]);
  expect((await program.ask("GET", `${url}first.ics`)).status).toBe(404);
  expect((await program.ask("DELETE", `${url}first.ics`)).status).toBe(404);
  const again = await program.ask("PUT", `${url}second.ics`, {
    body: event("again", "Meeting 2"),
    "if-none-match": "*",
  });
  expect(again.status).toBe(201);
  expect(await eventsIn(calendarId)).toEqual([
    expect.objectContaining({ id: before!.id, title: "Meeting 2", noteId: note.id, type: "meeting" }),
  ]);
});

test("one UID is one event: a second address for it is refused with the first", async () => {
  const { url } = await program.aCalendar("Uids");
  await program.ask("PUT", `${url}one.ics`, { body: event("uid-1", "One") });
  const other = await program.ask("PUT", `${url}two.ics`, { body: event("uid-1", "One") });
  expect([other.status, other.text]).toEqual([
    403,
    expect.stringContaining(`<c:no-uid-conflict><d:href>${url}one.ics</d:href></c:no-uid-conflict>`),
  ]);
  const changed = await program.ask("PUT", `${url}one.ics`, { body: event("uid-2", "One") });
  expect([changed.status, changed.text]).toEqual([403, expect.stringContaining("no-uid-conflict")]);
});

test("a question for a time answers what happens then, of a series too", async () => {
  const { url } = await program.aCalendar("Times");
  await program.ask("PUT", `${url}single.ics`, { body: event("t-1", "Single") });
  await program.ask("PUT", `${url}series.ics`, { body: event("t-2", "Series", ["RRULE:FREQ=MONTHLY"]) });
  await program.ask("PUT", `${url}day.ics`, {
    body: object("VEVENT", "t-3", [
      "DTSTART;VALUE=DATE:20270302",
      "DTEND;VALUE=DATE:20270303",
      "SUMMARY:Day",
    ]),
  });
  const query = async (range: string, more = "") =>
    namesIn(
      (
        await program.ask("REPORT", url, {
          depth: "1",
          body: `<c:calendar-query ${SPACES}><d:prop><d:getetag/></d:prop><c:filter><c:comp-filter name="VCALENDAR"><c:comp-filter name="VEVENT">${range}${more}</c:comp-filter></c:comp-filter></c:filter></c:calendar-query>`,
        })
      ).text,
    ).toSorted();
  const between = (start: string, end: string) => query(`<c:time-range start="${start}" end="${end}"/>`);
  expect(await between("20270301T000000Z", "20270302T000000Z")).toEqual(["series.ics", "single.ics"]);
  expect(await between("20270301T090000Z", "20270302T000000Z")).toEqual([]);
  expect(await between("20270302T000000Z", "20270303T000000Z")).toEqual(["day.ics"]);
  expect(await between("20280301T000000Z", "20280302T000000Z")).toEqual(["series.ics"]);
  expect(await query('<c:time-range start="20270302T000000Z"/>')).toEqual(["day.ics", "series.ics"]);
  expect(
    await query("", '<c:prop-filter name="SUMMARY"><c:text-match>sing</c:text-match></c:prop-filter>'),
  ).toEqual(["single.ics"]);
  expect(await query("", '<c:prop-filter name="RRULE"><c:is-not-defined/></c:prop-filter>')).toEqual([
    "day.ics",
    "single.ics",
  ]);
});

test("a calendar that is subscribed to is read, and changed where it comes from", async () => {
  const { id } = await ann.client.calendars.create({
    name: "Elsewhere",
    url: "https://calendar.example/a.ics",
  });
  const url = `${program.home}${id}/`;
  const own = await program.aCalendar("Own");
  await program.ask("PUT", `${own.url}a.ics`, { body: event("elsewhere", "Of others") });
  await app.database.asSuperuser("UPDATE calendar_events SET calendar_id = $1 WHERE uid = 'elsewhere'", [id]);
  const got = await program.ask("GET", `${url}a.ics`);
  expect([got.status, got.text]).toEqual([200, expect.stringContaining("SUMMARY:Of others")]);
  for (const [method, body] of [
    ["PUT", event("elsewhere", "Changed")],
    ["DELETE", undefined],
  ] as const) {
    const refused = await program.ask(method, `${url}a.ics`, { ...(body && { body }) });
    expect([refused.status, refused.text]).toEqual([403, expect.stringContaining("subscribe")]);
  }
  const rights = { depth: "0", body: props("d:current-user-privilege-set") };
  expect((await program.ask("PROPFIND", url, rights)).text).not.toContain("<d:write/>");
  expect((await program.ask("PROPFIND", own.url, rights)).text).toContain("<d:write/>");
});

test("a program that moves an event by deleting it and putting it elsewhere moves the same one, with its note", async () => {
  const [from, to] = [await program.aCalendar("From"), await program.aCalendar("To")];
  await program.ask("PUT", `${from.url}a.ics`, { body: event("moved", "Moved") });
  const [before] = await eventsIn(from.calendarId);
  const { id: noteId } = await ann.client.notes.create({ title: "About it" });
  await ann.client.events.update({ eventId: before!.id, noteId });
  await program.ask("DELETE", `${from.url}a.ics`);
  expect((await program.ask("PUT", `${to.url}a.ics`, { body: event("moved", "Moved") })).status).toBe(201);
  expect(await eventsIn(to.calendarId)).toMatchObject([{ id: before!.id, noteId }]);
  expect(await eventsIn(from.calendarId)).toEqual([]);
  const reminder = await ann.client.reminders.create({ eventId: before!.id, localTime: "2031-01-01T09:00" });
  // The other way around.
  expect((await program.ask("PUT", `${from.url}b.ics`, { body: event("moved", "Moved") })).status).toBe(201);
  await program.ask("DELETE", `${to.url}a.ics`);
  const [now] = await eventsIn(from.calendarId);
  expect(now).toMatchObject({ title: "Moved", noteId });
  expect(await ann.client.reminders.get({ reminderId: reminder.id })).toMatchObject({ eventId: now!.id });
});

test("what comes back out of the trash leaves its address to what has taken it meanwhile", async () => {
  const { calendarId, url } = await program.aCalendar("Addresses");
  await program.ask("PUT", `${url}a.ics`, { body: event("first", "First") });
  const [first] = await eventsIn(calendarId);
  await program.ask("DELETE", `${url}a.ics`);
  await program.ask("PUT", `${url}a.ics`, { body: event("second", "Second") });
  await ann.client.events.restore({ eventId: first!.id });
  expect((await program.ask("GET", `${url}a.ics`)).text).toContain("SUMMARY:Second");
  expect((await program.ask("GET", `${url}${first!.id}.ics`)).text).toContain("SUMMARY:First");
  await program.ask("DELETE", url);
  const { url: again } = await program.aCalendar("Addresses");
  await ann.client.calendars.restore({ calendarId });
  await program.ask("PUT", `${again}new.ics`, { body: event("new", "New") });
  expect((await program.ask("GET", `${again}new.ics`)).status).toBe(200);
});

test("a character that no text holds is left out", async () => {
  const { url } = await program.aCalendar("Nul");
  const put = await program.ask("PUT", `${url}nul.ics`, { body: event("nul", "a\0b", ["X-A:c\0d"]) });
  expect(put.status).toBe(201);
  expect((await program.ask("GET", `${url}nul.ics`)).text).toContain("SUMMARY:ab");
});
