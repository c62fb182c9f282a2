import { afterAll, beforeAll, expect, test } from "vitest";
import { type SignedInVisitor, startTestApp, type TestApp } from "#testing/test-app.ts";
import { aProgram, type Program } from "#testing/caldav/program.ts";

let app: TestApp;
let ann: SignedInVisitor;
let program: Program;
beforeAll(async () => {
  app = await startTestApp();
  ann = await app.aUser("Ann");
  program = await aProgram(app, ann);
});
afterAll(() => app.close());

const event = (uid: string, lines: string[] = []) =>
  [
    "BEGIN:VCALENDAR",
    "VERSION:2.0",
    "PRODID:-//Test//EN",
    "BEGIN:VEVENT",
    `UID:${uid}`,
    "DTSTAMP:20261125T000000Z",
    ...lines,
    "END:VEVENT",
    "END:VCALENDAR",
    "",
  ].join("\r\n");

test("a program finds the calendars from the address of the server alone", async () => {
  const moved = await fetch(`${app.url}/.well-known/caldav`, { method: "PROPFIND", redirect: "manual" });
  expect([moved.status, moved.headers.get("location")]).toEqual([301, "/dav/"]);
  const root = await program.ask("PROPFIND", "/dav/", {
    depth: "0",
    body: props("d:current-user-principal"),
  });
  expect(root.status).toBe(207);
  expect(root.text).toContain(`<d:href>/dav/principals/${ann.userId}/</d:href>`);
  const principal = await program.ask("PROPFIND", `/dav/principals/${ann.userId}/`, {
    depth: "0",
    body: props("c:calendar-home-set"),
  });
  expect(principal.text).toContain(
    `<c:calendar-home-set><d:href>${program.home}</d:href></c:calendar-home-set>`,
  );
  const home = await program.ask("PROPFIND", program.home, {
    depth: "1",
    body: props("d:displayname", "d:resourcetype", "c:supported-calendar-component-set"),
  });
  expect(home.text).toContain("<d:displayname>My Calendar</d:displayname>");
  expect(home.text).toContain('<c:comp name="VTODO"/>');
});

const props = (...names: string[]) =>
  `<?xml version="1.0"?><d:propfind xmlns:d="DAV:" xmlns:c="urn:ietf:params:xml:ns:caldav" xmlns:cs="http://calendarserver.org/ns/"><d:prop>${names.map((name) => `<${name}/>`).join("")}</d:prop></d:propfind>`;

test("what a program puts is an event of the page, and what it does not understand comes back byte for byte", async () => {
  const { calendarId, url } = await program.aCalendar("Work");
  const lines = [
    "DTSTART;TZID=Europe/Oslo:20270301T090000",
    "DTEND;TZID=Europe/Oslo:20270301T100000",
    "SUMMARY;LANGUAGE=en:Standup",
    "X-APPLE-TRAVEL-ADVISORY-BEHAVIOR:AUTOMATIC",
    'ATTENDEE;CN="Bob, the builder";PARTSTAT=NEEDS-ACTION:mailto:bob@example.com',
    "ATTACH;FMTTYPE=text/plain:https://example.com/a,b;c",
    "SEQUENCE:4",
    "BEGIN:VALARM",
    "ACTION:DISPLAY",
    "TRIGGER:-PT17M",
    "X-WR-ALARMUID:1",
    "END:VALARM",
  ];
  expect(
    (
      await program.ask("PUT", `${url}standup.ics`, {
        body: event("standup@example.com", lines),
        "if-none-match": "*",
      })
    ).status,
  ).toBe(201);
  const { events } = await ann.client.events.list({ from: "2027-03-01", to: "2027-03-01", calendarId });
  expect(events).toEqual([
    expect.objectContaining({ title: "Standup", time: "09:00", timeZone: "Europe/Oslo" }),
  ]);
  const got = await program.ask("GET", `${url}standup.ics`);
  expect(got.status).toBe(200);
  const written = got.text.replaceAll("\r\n ", "").split("\r\n");
  for (const line of lines) expect(written).toContain(line);
});
