import { afterAll, beforeAll, expect, test } from "vitest";
import { event, linesIn, namesIn, todo, tokenIn } from "#testing/caldav/objects.ts";
import { aProgram, type Program } from "#testing/caldav/program.ts";
import { type SignedInVisitor, startTestApp, type TestApp } from "#testing/test-app.ts";

/** Of programs that do not run here: what they are known to send, by their sources and by what others have recorded of them. */
let app: TestApp;
let ann: SignedInVisitor;
let program: Program;
beforeAll(async () => {
  app = await startTestApp();
  ann = await app.aUser("Ann");
  program = await aProgram(app, ann);
});
afterAll(() => app.close());

const XML = '<?xml version="1.0" encoding="UTF-8"?>\n';
const found = (text: string, name: string) => text.includes(`<${name}>`) || text.includes(`<${name}/>`);

test("DAVx5 finds calendars and tasks, and follows them by RFC 6578", async () => {
  const { url, calendarId } = await program.aCalendar("DAVx5");
  const names =
    'xmlns="DAV:" xmlns:CAL="urn:ietf:params:xml:ns:caldav" xmlns:CS="http://calendarserver.org/ns/"';
  const collections = `${XML}<propfind ${names}><prop><resourcetype/><displayname/><owner/><current-user-privilege-set/><CAL:calendar-description/><n0:calendar-color xmlns:n0="http://apple.com/ns/ical/"/><CAL:calendar-timezone/><CAL:supported-calendar-component-set/><CS:source/></prop></propfind>`;
  const home = await program.ask("PROPFIND", program.home, { depth: "1", body: collections });
  for (const name of ["c:calendar", "d:write-content", "d:bind", "a:calendar-color", "d:owner"])
    expect(found(home.text, name), name).toBe(true);
  const state = `${XML}<propfind ${names}><prop><CAL:max-resource-size/><supported-report-set/><CS:getctag/><sync-token/></prop></propfind>`;
  const collection = await program.ask("PROPFIND", url, { depth: "0", body: state });
  for (const name of [
    "d:sync-collection",
    "c:calendar-multiget",
    "cs:getctag",
    "d:sync-token",
    "c:max-resource-size",
  ])
    expect(found(collection.text, name), name).toBe(true);
  const report = (token: string) =>
    `${XML}<sync-collection ${names}><sync-token>${token}</sync-token><sync-level>1</sync-level><prop><getetag/></prop></sync-collection>`;
  const first = await program.ask("REPORT", url, { depth: "0", body: report("") });
  expect(namesIn(first.text)).toEqual([]);
  const put = await program.ask("PUT", `${url}davx5.ics`, {
    body: event("davx5", "From Android"),
    "if-none-match": "*",
    "content-type": "text/calendar; charset=utf-8",
  });
  expect(put.status).toBe(201);
  const second = await program.ask("REPORT", url, { depth: "0", body: report(tokenIn(first.text)) });
  expect(namesIn(second.text)).toEqual(["davx5.ics"]);
  const multiget = `${XML}<CAL:calendar-multiget ${names}><prop><getcontenttype/><getetag/><CAL:schedule-tag/><CAL:calendar-data content-type="text/calendar" version="2.0"/></prop><href>${url}davx5.ics</href><href>${url}gone.ics</href></CAL:calendar-multiget>`;
  const got = await program.ask("REPORT", url, { depth: "1", body: multiget });
  expect(got.text).toContain("SUMMARY:From Android");
  expect(namesIn(got.text)).toEqual(["davx5.ics", "-gone.ics"]);
  const { events } = await ann.client.events.list({ from: "2027-03-01", to: "2027-03-01", calendarId });
  expect(events.map(({ title }) => title)).toEqual(["From Android"]);
});

test("iOS looks from the server's name on, makes a calendar and keeps reminders in the tasks", async () => {
  const asked = `${XML}<A:propfind xmlns:A="DAV:"><A:prop><A:current-user-principal/><A:principal-URL/><A:resourcetype/></A:prop></A:propfind>`;
  const known = await program.ask("PROPFIND", "/.well-known/caldav", { depth: "0", body: asked });
  const root = await program.ask("PROPFIND", known.headers.get("location")!, { depth: "0", body: asked });
  expect(root.text).toContain(`/dav/principals/${ann.userId}/`);
  const principal = await program.ask("PROPFIND", `/dav/principals/${ann.userId}/`, {
    depth: "0",
    body: `${XML}<A:propfind xmlns:A="DAV:"><A:prop><B:calendar-home-set xmlns:B="urn:ietf:params:xml:ns:caldav"/><B:calendar-user-address-set xmlns:B="urn:ietf:params:xml:ns:caldav"/><A:current-user-principal/><A:displayname/><C:dropbox-home-URL xmlns:C="http://calendarserver.org/ns/"/><C:email-address-set xmlns:C="http://calendarserver.org/ns/"/><A:principal-collection-set/><A:principal-URL/><A:resource-id/><B:schedule-inbox-URL xmlns:B="urn:ietf:params:xml:ns:caldav"/><A:supported-report-set/></A:prop></A:propfind>`,
  });
  expect(principal.text).toContain(`<d:href>${program.home}</d:href>`);
  const url = `${program.home}7A0E9BC5-2B1D-4C55-8F3D-5D1B0C9A1F11/`;
  const made = await program.ask("MKCALENDAR", url, {
    body: `${XML}<B:mkcalendar xmlns:B="urn:ietf:params:xml:ns:caldav"><A:set xmlns:A="DAV:"><A:prop><B:supported-calendar-component-set><B:comp name="VEVENT"/></B:supported-calendar-component-set><A:displayname>Family</A:displayname><D:calendar-color xmlns:D="http://apple.com/ns/ical/" symbolic-color="green">#63DA38FF</D:calendar-color><D:calendar-order xmlns:D="http://apple.com/ns/ical/">2</D:calendar-order><B:calendar-free-busy-set><NO/></B:calendar-free-busy-set></A:prop></A:set></B:mkcalendar>`,
  });
  expect(made.status).toBe(201);
  const { calendars } = await ann.client.calendars.list();
  expect(calendars).toContainEqual(expect.objectContaining({ name: "Family", color: "green" }));
  // Written as the client did: it looks for its own calendar by that address.
  const listed = await program.ask("PROPFIND", program.home, { depth: "1", body: asked });
  expect(listed.text).toContain(`<d:href>${url}</d:href>`);
  const reminder = `${program.tasks}5C9A1F11-0000-4C55-8F3D-5D1B0C9A1F11.ics`;
  const lines = [
    "SUMMARY:Call the plumber",
    "DUE;TZID=Europe/Oslo:20270301T170000",
    "X-APPLE-SORT-ORDER:790000000",
    "SEQUENCE:0",
    "CREATED:20261125T100000Z",
  ];
  const put = (status: string[]) =>
    program.ask("PUT", reminder, {
      body: todo("5C9A1F11-0000-4C55-8F3D-5D1B0C9A1F11", [...lines, ...status]),
    });
  expect((await put(["STATUS:NEEDS-ACTION"])).status).toBe(201);
  expect((await put(["STATUS:COMPLETED", "COMPLETED:20270301T120000Z", "PERCENT-COMPLETE:100"])).status).toBe(
    204,
  );
  const { tasks } = await ann.client.tasks.list({});
  expect(tasks).toEqual([expect.objectContaining({ title: "Call the plumber", status: "done" })]);
  expect(linesIn((await program.ask("GET", reminder)).text)).toEqual(
    expect.arrayContaining([...lines, "COMPLETED:20270301T120000Z", "PERCENT-COMPLETE:100"]),
  );
});

test("Thunderbird takes an address for what it is, and asks for the to-dos that are open", async () => {
  const options = await program.ask("OPTIONS", program.tasks);
  expect(options.headers.get("dav")).toMatch(/calendar-access/);
  const kind = `${XML}<D:propfind xmlns:D="DAV:" xmlns:CS="http://calendarserver.org/ns/" xmlns:C="urn:ietf:params:xml:ns:caldav"><D:prop><D:resourcetype/><D:owner/><D:current-user-principal/><D:current-user-privilege-set/><D:supported-report-set/><C:supported-calendar-component-set/><CS:getctag/></D:prop></D:propfind>`;
  const collection = await program.ask("PROPFIND", program.tasks, { depth: "0", body: kind });
  expect(collection.text).toContain("<d:collection/><c:calendar/>");
  await program.ask("PUT", `${program.tasks}open.ics`, { body: todo("tb-open", ["SUMMARY:Open"]) });
  await program.ask("PUT", `${program.tasks}done.ics`, {
    body: todo("tb-done", ["SUMMARY:Done", "STATUS:COMPLETED", "COMPLETED:20270301T120000Z"]),
  });
  const open = await program.ask("REPORT", program.tasks, {
    depth: "1",
    body: `${XML}<calendar-query xmlns:D="DAV:" xmlns="urn:ietf:params:xml:ns:caldav"><D:prop><D:getetag/></D:prop><filter><comp-filter name="VCALENDAR"><comp-filter name="VTODO"><prop-filter name="COMPLETED"><is-not-defined/></prop-filter><prop-filter name="STATUS"><text-match negate-condition="yes">CANCELLED</text-match></prop-filter></comp-filter></comp-filter></filter></calendar-query>`,
  });
  expect(namesIn(open.text)).toContain("open.ics");
  expect(namesIn(open.text)).not.toContain("done.ics");
});
