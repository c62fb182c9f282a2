import { afterAll, beforeAll, expect, test } from "vitest";
import { event, linesIn, props, SPACES, todo } from "#testing/caldav/objects.ts";
import { aProgram, type Program } from "#testing/caldav/program.ts";
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

const propfind = (who: Program, path = who.home, headers: Record<string, string> = {}) =>
  who.ask("PROPFIND", path, { depth: "0", body: props("d:displayname"), ...headers });

test("without an app password nothing is told, whatever else comes along", async () => {
  const wrong = (text: string) => `Basic ${Buffer.from(text).toString("base64")}`;
  for (const authorization of [
    "",
    wrong(`${ann.email}:${ann.password}`),
    wrong(program.secret),
    wrong(`${ann.email}:`),
    `Bearer ${program.secret}`,
    "Basic !",
  ])
    for (const [method, path] of [
      ["PROPFIND", program.home],
      ["REPORT", program.tasks],
      ["PUT", `${program.tasks}a.ics`],
      ["GET", "/dav/"],
    ] as const) {
      const answer = await program.ask(method, path, { authorization, cookie: ann.cookie() });
      expect([method, authorization, answer.status]).toEqual([method, authorization, 401]);
      expect(answer.headers.get("www-authenticate")).toBe('Basic realm="Cairn", charset="UTF-8"');
      expect(answer.text).not.toContain(ann.userId);
    }
  expect((await propfind(program)).status).toBe(207);
});

test("the user name may be any: the app password says whose it is", async () => {
  const authorization = `Basic ${Buffer.from(`somebody:${program.secret}`).toString("base64")}`;
  expect((await propfind(program, program.home, { authorization })).status).toBe(207);
});

test("a revoked and an expired app password are refused with the next request", async () => {
  for (const end of ["DELETE FROM tokens WHERE name = 'Program'", "UPDATE tokens SET expires_at = now()"]) {
    const person = await app.aUser("Bob");
    const once = await aProgram(app, person);
    expect((await propfind(once)).status).toBe(207);
    const where = end.startsWith("DELETE") ? "AND user_id = $1" : "WHERE user_id = $1";
    await app.database.asSuperuser(`${end} ${where}`, [person.userId]);
    expect((await propfind(once)).status).toBe(401);
  }
});

test("an app password to read changes nothing", async () => {
  const reader = await aProgram(app, ann, ["calendar:read"]);
  const { url } = await program.aCalendar("To read");
  await program.ask("PUT", `${url}a.ics`, { body: event("to-read", "To read") });
  expect((await reader.ask("GET", `${url}a.ics`)).status).toBe(200);
  const rights = await reader.ask("PROPFIND", url, {
    depth: "0",
    body: props("d:current-user-privilege-set"),
  });
  expect(rights.text).toContain("<d:read/>");
  expect(rights.text).not.toContain("<d:write/>");
  for (const [method, path, body] of [
    ["PUT", `${url}a.ics`, event("to-read", "Changed")],
    ["PUT", `${url}b.ics`, event("new", "New")],
    ["DELETE", `${url}a.ics`, undefined],
    ["DELETE", url, undefined],
    ["PROPPATCH", url, `<d:propertyupdate ${SPACES}/>`],
    ["MKCALENDAR", `${program.home}new/`, undefined],
  ] as const) {
    const refused = await reader.ask(method, path, { ...(body && { body }) });
    expect([method, refused.status, refused.text]).toEqual([
      method,
      403,
      expect.stringContaining("need-privileges"),
    ]);
  }
  expect((await program.ask("GET", `${url}a.ics`)).text).toContain("SUMMARY:To read");
});

test("what is another account's is not there, by any address", async () => {
  const bob = await app.aUser("Bob");
  const stranger = await aProgram(app, bob);
  const { calendarId, url } = await program.aCalendar("Of Ann");
  await program.ask("PUT", `${url}a.ics`, { body: event("of-ann", "Of Ann") });
  const own = url.replace(ann.userId, bob.userId);
  for (const path of [
    url,
    `${url}a.ics`,
    program.home,
    program.tasks,
    `/dav/principals/${ann.userId}/`,
    own,
    `${own}a.ics`,
  ]) {
    for (const method of ["PROPFIND", "GET", "DELETE"]) {
      const answer = await stranger.ask(method, path, { depth: "0" });
      expect([method, path, answer.status]).toEqual([method, path, expect.toBeOneOf([404, 405])]);
      expect(answer.text).not.toContain("Of Ann");
    }
    expect(
      (await stranger.ask("PUT", path.endsWith("/") ? `${path}b.ics` : path, { body: event("x", "x") }))
        .status,
    ).toBeOneOf([404, 405, 409]);
  }
  const multiget = `<c:calendar-multiget ${SPACES}><d:prop><c:calendar-data/></d:prop><d:href>${url}a.ics</d:href><d:href>${own}a.ics</d:href></c:calendar-multiget>`;
  const answer = await stranger.ask("REPORT", stranger.tasks, { body: multiget });
  expect(answer.text.match(/404 Not Found/g)).toHaveLength(2);
  const taken = await stranger.ask("MKCALENDAR", `${stranger.home}${calendarId}/`);
  expect(taken.status).toBe(405);
  expect((await program.ask("GET", `${url}a.ics`)).status).toBe(200);
});

test.each([
  [
    "an entity of its own",
    `<!DOCTYPE d [<!ENTITY a "b">]><d:propfind ${SPACES}><d:prop><d:x>&a;</d:x></d:prop></d:propfind>`,
  ],
  [
    "a billion laughs",
    `<!DOCTYPE d [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;&a;">]><d:propfind ${SPACES}>&b;</d:propfind>`,
  ],
  ["a file of the server", `<!DOCTYPE d SYSTEM "file:///etc/passwd"><d:propfind ${SPACES}/>`],
  ["an entity that nobody declared", `<d:propfind ${SPACES}>&passwd;</d:propfind>`],
  [
    "ten thousand levels",
    `<d:propfind ${SPACES}>${"<d:a>".repeat(10_000)}${"</d:a>".repeat(10_000)}</d:propfind>`,
  ],
  ["elements without end", `<d:propfind ${SPACES}><d:prop>${"<d:a/>".repeat(150_000)}</d:prop></d:propfind>`],
  ["half a document", `<d:propfind ${SPACES}><d:prop>`],
  ["a prefix of nothing", `<d:propfind xmlns:d="DAV:"><x:prop/></d:propfind>`],
  ["no XML", "hello"],
  ["bytes", "\u0000\u0001"],
])("a request with %s is refused in words", async (_, body) => {
  for (const [method, path] of [
    ["PROPFIND", program.home],
    ["REPORT", program.tasks],
  ] as const) {
    const answer = await program.ask(method, path, { depth: "0", body });
    expect(answer.status).toBe(400);
    expect(answer.text).not.toContain("root:");
  }
});

test("a stranger's large body is not read", async () => {
  for (const authorization of ["", "Basic YTpi"]) {
    const body = " ".repeat(3 * 1024 * 1024);
    const answer = await program
      .ask("PUT", `${program.tasks}large.ics`, { body, authorization })
      .catch(() => ({ status: 401 }));
    expect(answer.status).toBe(401);
  }
});

test("ten megabytes are refused before they are read", async () => {
  const before = process.memoryUsage().rss;
  for (const [method, path] of [
    ["PROPFIND", program.home],
    ["REPORT", program.tasks],
    ["PUT", `${program.tasks}large.ics`],
  ] as const) {
    const body = " ".repeat(10 * 1024 * 1024);
    const answer = await program.ask(method, path, { body }).catch(() => ({ status: 413 }));
    expect(answer.status).toBe(413);
  }
  expect(process.memoryUsage().rss - before).toBeLessThan(200 * 1024 * 1024);
});

test.each([
  ["no calendar", "hello", "valid-calendar-data"],
  ["nothing", "", "valid-calendar-data"],
  [
    "two events",
    event("one", "One").replace("END:VCALENDAR\r\n", "") +
      event("two", "Two").replace(/^BEGIN:VCALENDAR\r\n/, ""),
    "valid-calendar-object-resource",
  ],
  ["a to-do among events", todo("t", ["SUMMARY:T"]), "supported-calendar-component"],
  ["a journal", event("j", "J").replaceAll("VEVENT", "VJOURNAL"), "supported-calendar-component"],
  ["no start", event("s", "S").replace(/DTSTART.*\r\n/, ""), "valid-calendar-data"],
  ["a day that is none", event("d", "D").replaceAll("20270301", "20270231"), "valid-calendar-data"],
  ["600 KB", event("l", "L", [`X-LONG:${"x".repeat(600_000)}`]), "max-resource-size"],
  ["more than can be kept", event("k", "K", [`X-LONG:${"x".repeat(300_000)}`]), "max-resource-size"],
  [
    "two thousand instances",
    event("m", "M", ["RRULE:FREQ=DAILY", ...Array<string>(2_000).fill("END:VEVENT\r\nBEGIN:VEVENT")]),
    "max-resource-size",
  ],
])("an object that is %s is refused with the protocol's word for it", async (name, body, condition) => {
  const { url } = await program.aCalendar(name);
  const answer = await program.ask("PUT", `${url}x.ics`, { body });
  expect([answer.status, answer.text]).toEqual([403, expect.stringContaining(`<c:${condition}`)]);
  expect((await program.ask("GET", `${url}x.ics`)).status).toBe(404);
});

test("names are labels: none of them is a path, and odd ones come back as they are", async () => {
  const { url } = await program.aCalendar("Names");
  for (const name of [
    "..%2f..%2fetc%2fpasswd",
    "a%00.ics",
    "a%0d%0aSet-Cookie:x.ics",
    "%ff.ics",
    "x".repeat(300),
  ])
    expect((await program.ask("PUT", url + name, { body: event(name, "N") })).status).toBeOneOf([404, 422]);
  for (const name of ["a b.ics", "ü & <x>.ics", "100%.ics", "'; DROP TABLE tasks;--.ics", "noending"]) {
    const path = url + encodeURIComponent(name);
    expect((await program.ask("PUT", path, { body: event(name, "Odd") })).status).toBe(201);
    const listed = await program.ask("PROPFIND", url, { depth: "1", body: props("d:getetag") });
    expect(listed.text).toContain(`<d:href>${path}</d:href>`);
    expect(linesIn((await program.ask("GET", path)).text)).toContain("SUMMARY:Odd");
  }
});

test("a client that sends the same again and again changes nothing; one that changes its mind without end is told to wait", async () => {
  const { url } = await program.aCalendar("Loops");
  const count = async () => {
    const rows = await app.database.asSuperuser<{ n: number }>(
      "SELECT (SELECT count(*) FROM user_activities WHERE user_id = $1) + (SELECT seq FROM live_counters WHERE user_id = $1) AS n",
      [ann.userId],
    );
    return rows[0]!.n;
  };
  for (const [path, body] of [
    [`${url}same.ics`, event("same", "Same", ["RRULE:FREQ=DAILY", "X-A:b"])],
    [`${program.tasks}same.ics`, todo("same-todo", ["SUMMARY:Same", "DUE:20270301T100000Z", "X-A:b"])],
  ] as const) {
    await program.ask("PUT", path, { body });
    const [etag, before] = [(await program.ask("GET", path)).headers.get("etag"), await count()];
    for (let times = 0; times < 20; times++)
      expect((await program.ask("PUT", path, { body })).status).toBe(204);
    expect([(await program.ask("GET", path)).headers.get("etag"), await count()]).toEqual([etag, before]);
  }
  let answer = await program.ask("PUT", `${url}mind.ics`, { body: event("mind", "0") });
  for (let times = 1; times <= 60; times++)
    answer = await program.ask("PUT", `${url}mind.ics`, { body: event("mind", String(times)) });
  expect([answer.status, Number(answer.headers.get("retry-after")) > 0]).toEqual([429, true]);
  expect((await program.ask("PUT", `${url}other.ics`, { body: event("other", "O") })).status).toBe(201);
});

test("a browser's page elsewhere is refused, and Thunderbird, which is one half, is not", async () => {
  const thunderbird = { "sec-fetch-site": "none", "sec-fetch-mode": "cors", cookie: ann.cookie() };
  expect((await propfind(program, program.home, thunderbird)).status).toBe(207);
  for (const headers of [
    { origin: "https://evil.example" },
    { "sec-fetch-site": "cross-site" },
    { "sec-fetch-site": "same-site" },
  ] as Record<string, string>[])
    expect((await propfind(program, program.home, headers)).status).toBe(403);
});

test("what cannot be done somewhere is said, and no method opens another door", async () => {
  const { url } = await program.aCalendar("Methods");
  expect((await program.ask("PUT", url, { body: event("m", "M") })).status).toBe(405);
  expect((await program.ask("REPORT", program.home, { body: `<x/>` })).status).toBe(405);
  expect((await program.ask("REPORT", url, { body: "<x/>" })).text).toContain("supported-report");
  expect((await program.ask("REPORT", url)).status).toBe(400);
  expect((await program.ask("PUT", `${program.home}nowhere/a.ics`, { body: event("n", "N") })).status).toBe(
    409,
  );
  for (const path of ["/api/notes", "/rpc/notes/list", "/"])
    expect((await program.ask("PROPFIND", path, { depth: "0" })).status).toBe(404);
  const api = await program.ask("GET", "/api/tokens");
  expect(api.status).toBe(401);
});
