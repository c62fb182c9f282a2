import { afterAll, beforeAll, expect, test } from "vitest";
import { aProgram, type Program } from "#testing/caldav/program.ts";
import { event, SPACES, props } from "#testing/caldav/objects.ts";
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

test("a program finds the calendars from the address of the server alone", async () => {
  for (const method of ["GET", "PROPFIND"]) {
    const moved = await program.ask(method, "/.well-known/caldav");
    expect([moved.status, moved.headers.get("location")]).toEqual([301, "/dav/"]);
  }
  const root = await program.ask("PROPFIND", "/dav/", {
    depth: "0",
    body: props("d:current-user-principal"),
  });
  expect(root.status).toBe(207);
  expect(root.text).toContain(`<d:href>/dav/principals/${ann.userId}/</d:href>`);
  const principal = await program.ask("PROPFIND", `/dav/principals/${ann.userId}/`, {
    depth: "0",
    body: props("c:calendar-home-set", "c:calendar-user-address-set", "d:no-such"),
  });
  expect(principal.text).toContain(
    `<c:calendar-home-set><d:href>${program.home}</d:href></c:calendar-home-set>`,
  );
  expect(principal.text).toContain(`<d:href>mailto:${ann.email}</d:href>`);
  expect(principal.text).toContain(
    "<d:propstat><d:prop><d:no-such/></d:prop><d:status>HTTP/1.1 404 Not Found</d:status></d:propstat>",
  );
  const options = await program.ask("OPTIONS", program.home, { authorization: "" });
  expect(options.headers.get("dav")).toContain("calendar-access");
  expect(options.headers.get("allow")).toContain("MKCALENDAR");
});

test("an account without a calendar is given its first, and each says what it holds", async () => {
  const other = await app.aUser("New");
  const fresh = await aProgram(app, other);
  const body = props(
    "d:displayname",
    "d:resourcetype",
    "c:supported-calendar-component-set",
    "a:calendar-color",
  );
  const home = await fresh.ask("PROPFIND", fresh.home, { depth: "1", body });
  expect(home.text.match(/<c:calendar\/>/g)).toHaveLength(2);
  expect(home.text).toContain("<d:displayname>My Calendar</d:displayname>");
  expect(home.text).toContain('<c:comp name="VEVENT"/>');
  expect(home.text).toContain("<d:displayname>Tasks</d:displayname>");
  expect(home.text).toContain('<c:comp name="VTODO"/>');
  expect(home.text).toMatch(/<a:calendar-color>#[0-9A-F]{8}<\/a:calendar-color>/);
  expect((await other.client.calendars.list()).calendars.map(({ name }) => name)).toEqual(["My Calendar"]);
  const all = await fresh.ask("PROPFIND", fresh.home, { depth: "infinity", body });
  expect([all.status, all.text]).toEqual([403, expect.stringContaining("propfind-finite-depth")]);
});

test("a program makes, renames, colors and removes calendars; the page can take one out of the trash", async () => {
  const url = `${program.home}Made%20here/`;
  const body = `<c:mkcalendar ${SPACES}><d:set><d:prop><d:displayname>From a &amp; phone</d:displayname><a:calendar-color>#FF2968FF</a:calendar-color></d:prop></d:set></c:mkcalendar>`;
  expect((await program.ask("MKCALENDAR", url, { body })).status).toBe(201);
  expect((await program.ask("MKCALENDAR", url, { body })).status).toBe(405);
  const find = async () =>
    (await ann.client.calendars.list()).calendars.find(({ name }) => name.startsWith("From a"));
  expect(await find()).toMatchObject({ name: "From a & phone", color: "red" });
  const change = `<d:propertyupdate ${SPACES}><d:set><d:prop><d:displayname>From a tablet</d:displayname><a:calendar-color>#22c55eff</a:calendar-color><a:calendar-order>3</a:calendar-order></d:prop></d:set></d:propertyupdate>`;
  const changed = await program.ask("PROPPATCH", url, { body: change });
  expect(changed.status).toBe(207);
  expect(changed.text).toContain(
    "<d:prop><a:calendar-order/></d:prop><d:status>HTTP/1.1 403 Forbidden</d:status>",
  );
  expect(await find()).toMatchObject({ name: "From a tablet", color: "green" });
  await program.ask("PUT", `${url}a.ics`, { body: event("in-made", "In it") });
  expect((await program.ask("DELETE", url)).status).toBe(204);
  expect((await program.ask("PROPFIND", url, { depth: "0", body: props("d:displayname") })).status).toBe(404);
  const { items } = await ann.client.trash.list({});
  expect(items).toEqual(
    expect.arrayContaining([expect.objectContaining({ kind: "calendar", name: "From a tablet" })]),
  );
  const todos = `<c:mkcalendar ${SPACES}><d:set><d:prop><c:supported-calendar-component-set><c:comp name="VTODO"/></c:supported-calendar-component-set></d:prop></d:set></c:mkcalendar>`;
  const refused = await program.ask("MKCALENDAR", `${program.home}todos/`, { body: todos });
  expect([refused.status, refused.text]).toEqual([
    403,
    expect.stringContaining("supported-calendar-component"),
  ]);
  expect((await program.ask("DELETE", program.tasks)).status).toBe(403);
});
