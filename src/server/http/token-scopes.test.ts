import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { WebSocket } from "ws";
import { SESSION_ENDED, SYNC_PATH } from "#contract/wire/socket.ts";
import type { TokenScope } from "#contract/tokens.ts";
import { inputsFor, type Operation, operations } from "#testing/contract-inputs.ts";
import { plainFetch } from "#testing/servers/plain-fetch.ts";
import { openNote } from "#testing/sync-client.ts";
import { type SignedInVisitor, startTestApp, type TestApp } from "#testing/test-app.ts";
import { tables } from "../db/catalog.ts";

let app: TestApp;
let ann: SignedInVisitor;
const ids: Record<string, string> = {};
beforeAll(async () => {
  app = await startTestApp();
  ann = await app.aUser("Ann");
  await ann.client.security.reauthenticate({ password: ann.password });
  const { client } = ann;
  const folder = await client.folders.create({ name: "House" });
  const note = await client.notes.create({ title: "Roof", body: { format: "text", text: "It leaks." } });
  const task = await client.tasks.create({ title: "Mend it", dueDate: "2030-01-01" });
  const event = await client.events.create({ title: "Roofer", date: "2030-01-01" });
  const [calendar] = (await client.calendars.list()).calendars;
  Object.assign(ids, { noteId: note.id, folderId: folder.id, taskId: task.id, eventId: event.id });
  ids["calendarId"] = calendar!.id;
}, 60_000);
afterAll(() => app.close());
beforeEach(() => app.database.asSuperuser("DELETE FROM auth.rate_limits"));

const secretOf = async (...scopes: TokenScope[]) =>
  (await ann.client.tokens.create({ name: "A program", scopes })).secret;
const SCOPES: TokenScope[] = [
  ...(["api:read", "api:write", "calendar:read", "calendar:write"] as const),
  ...(["metrics:write", "mcp:read", "mcp:propose"] as const),
];

/** Written out: what is added to these nouns has to be looked at by somebody. */
const CLOSED = `
accounts.register accounts.login accounts.logout accounts.requestPasswordReset accounts.resetPassword accounts.sendVerification
accounts.verifyEmail accounts.invite accounts.updateProfile accounts.rules accounts.session
agents.save agents.makeWebhook agents.run
drive.status drive.connect drive.finish drive.disconnect drive.files drive.items drive.import drive.export drive.check drive.retry drive.forget
drive.backup drive.startBackups drive.changeBackups drive.stopBackups drive.backUpNow drive.backups drive.restore drive.undo
drive.webdav drive.webdavFolder drive.connectWebdav drive.forgetWebdav drive.folder drive.connectFolder drive.disconnectFolder
attendees.send calendars.feed calendars.createFeed calendars.revokeFeed chat.decide contact.begin contact.send layouts.switchComponent
metrics.connect metrics.check metrics.disconnect models.create models.update models.remove models.test models.probe
apm.overview apm.errors apm.alarms apm.reportError performance.machine performance.trend performance.summary performance.record referrals.rules referrals.mine
reminders.pushKey reminders.devices reminders.subscribe reminders.unsubscribe reminders.test
security.reauthenticate security.revokeOtherSessions security.changePassword security.changeEmail security.confirmEmail security.setUpTotp
security.confirmTotp security.renewBackupCodes security.loginSecondFactor security.passkeyOptions security.loginPasskey
security.newPasskeyOptions security.addPasskey security.prepareExport security.deleteAccount security.status security.sessions
security.kept security.revokeSession security.cancelEmailChange security.disableTotp security.removePasskey security.renamePasskey
seo.pages seo.note seo.update seo.recordHealth seo.setHeadingLevel seo.linkWords
webLinks.list webLinks.check webLinks.dismiss webLinks.replace
sharing.publications sharing.publication sharing.publish sharing.unpublish sharing.shareNote sharing.shareFolder sharing.shareCalendar
sharing.guestsOfNote sharing.guestsOfFolder sharing.guestsOfCalendar sharing.accept sharing.setRole sharing.end
sharing.blocked sharing.block sharing.unblock
tokens.list tokens.authorization tokens.authorize tokens.create tokens.rename tokens.revoke`
  .trim()
  .split(/\s+/);

const nameOf = ({ path }: Operation) => path.join(".");
function expectedFor(operation: Operation): TokenScope[] {
  if (CLOSED.includes(nameOf(operation))) return [];
  if (nameOf(operation) === "metrics.record") return ["metrics:write", "api:write"];
  if (nameOf(operation) === "meaning.search") return ["api:write"];
  return operation.method === "GET" ? ["api:read", "api:write"] : ["api:write"];
}

const headersOf = (secret: string) => ({
  authorization: `Bearer ${secret}`,
  "content-type": "application/json",
});
const send = (secret: string, method: string, path: string, body?: object) =>
  plainFetch(app.url + path, {
    method,
    headers: new Headers(headersOf(secret)),
    ...(body && { body: Buffer.from(JSON.stringify(body)) }),
  });
const callRpc = (secret: string, { path }: Operation, json: unknown) =>
  send(secret, "POST", `/rpc/${path.join("/")}`, { json });
function callRest(secret: string, { route, method }: Operation, input: object) {
  const rest: Record<string, unknown> = { ...input };
  const path = route.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const given = rest[name];
    return typeof given === "string" ? given : crypto.randomUUID();
  });
  return send(secret, method, `/api${path}`, method === "GET" ? undefined : rest);
}
const codeOf = async (response: Response) =>
  ((await response.json().catch(() => ({}))) as { code?: string; json?: { code?: string } }).code;

test("each operation that is written down as closed is there", () => {
  expect(CLOSED.filter((name) => !operations.some((operation) => nameOf(operation) === name))).toEqual([]);
});

test.each(SCOPES)(
  "with %s alone an app password opens every operation of that scope, by both doors, no other, and sets no cookie",
  async (scope) => {
    const owner = await app.aUser("Operations");
    await owner.client.security.reauthenticate({ password: owner.password });
    const { secret } = await owner.client.tokens.create({ name: scope, scopes: [scope] });
    for (const operation of operations) {
      const isOpen = expectedFor(operation).includes(scope);
      for (const [door, response] of [
        ["rest", await callRest(secret, operation, {})],
        ["rpc", await callRpc(secret, operation, undefined)],
      ] as const) {
        const said = `${nameOf(operation)} by ${door}`;
        expect(response.headers.getSetCookie(), said).toEqual([]);
        expect([said, response.status === 403, response.status === 401]).toEqual([said, !isOpen, false]);
        if (!isOpen && door === "rest") expect(await codeOf(response), said).toBe("OUT_OF_SCOPE");
        else await response.arrayBuffer();
      }
    }
  },
);

const OWNED = Object.entries(tables).flatMap(([name, { owner }]) =>
  owner && name !== "public.tokens" ? [[name, owner] as const] : [],
);
const rowsOfAnn = () =>
  app.database.asSuperuser(
    [
      ...OWNED.map(
        ([name, owner]) =>
          `SELECT '${name}' AS name, count(*) || coalesce(md5(string_agg(t::text, '|' ORDER BY t::text)), '') AS sum FROM ${name} t WHERE ${owner} = $1`,
      ),
      "SELECT 'tokens', string_agg(name || scopes::text || token_hash, '|' ORDER BY id) FROM tokens WHERE user_id = $1",
      "SELECT 'users', md5(string_agg(u::text, '')) FROM auth.users u WHERE id = $1",
      "SELECT 'sessions', count(*)::text FROM auth.sessions WHERE user_id = $1",
    ].join(" UNION ALL ") + " ORDER BY 1",
    [ann.userId],
  );

test("one that only reads changes no row of the account, whatever it calls with whatever it knows", async () => {
  const secret = await secretOf("api:read", "mcp:read", "calendar:read");
  const fill = (property: string, format: string | undefined) => {
    if (format === "uuid") return ids[property] ?? ids["noteId"]!;
    if (format === "date") return "2030-01-01";
    return format === "date-time" ? "2030-01-01T10:00:00.000Z" : "Roof";
  };
  // What opening the app writes by itself is there before.
  for (const operation of operations)
    if (operation.method === "GET" && !CLOSED.includes(nameOf(operation)))
      await ann.request(`/rpc/${operation.path.join("/")}`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ json: inputsFor(operation.input, fill)[0] }),
      });
  const before = await rowsOfAnn();
  let answered = 0;
  for (const operation of operations)
    for (const input of inputsFor(operation.input, fill)) {
      const response = await callRpc(secret, operation, input);
      if (response.ok) answered += 1;
      await response.arrayBuffer();
    }
  expect(answered).toBeGreaterThan(60);
  expect(await rowsOfAnn()).toEqual(before);
}, 120_000);

test("the doors beside the operations ask for the same scopes", async () => {
  const [reads, writes] = [await secretOf("api:read"), await secretOf("api:write")];
  const png = Buffer.from(
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
    "base64",
  );
  const sendFile = (secret: string, method: string, path: string, body?: Buffer, type = "image/png") =>
    fetch(app.url + path, {
      method,
      headers: { authorization: `Bearer ${secret}`, ...(body && { "content-type": type }) },
      ...(body && { body: new Uint8Array(body) }),
    });
  const upload = "/api/files/upload?name=dot.png";
  expect((await sendFile(reads, "POST", upload, png)).status).toBe(403);
  const uploaded = await sendFile(writes, "POST", upload, png);
  expect(uploaded.status).toBe(201);
  const { id } = (await uploaded.json()) as { id: string };
  expect((await sendFile(reads, "GET", `/files/${id}`)).status).toBe(200);
  // Larger than what somebody unknown may send.
  const large = Buffer.alloc(200_000, " ");
  expect((await sendFile(reads, "POST", "/api/calendars/import", large, "text/calendar")).status).toBe(403);
  expect((await sendFile("wrong", "POST", "/api/calendars/import", large, "text/calendar")).status).toBe(413);
  expect((await sendFile(reads, "GET", `/api/calendars/${ids["calendarId"]}/ics`)).status).toBe(200);
  const doors = [
    ["POST", "/api/files/avatar", 403],
    ["POST", "/api/files/uploads", 422],
    ["POST", `/api/imports/${crypto.randomUUID()}/upload?path=a.md`, 404],
    ["POST", "/api/speech/transcriptions", 422],
    ["GET", "/api/export", 403],
    ["GET", "/api/export/notes", 200],
  ] as const;
  for (const [method, path, status] of doors) {
    const body = method === "POST" ? png : undefined;
    const [read, write] = [
      await sendFile(reads, method, path, body),
      await sendFile(writes, method, path, body),
    ];
    expect([path, read.status]).toEqual([path, 403]);
    expect([path, write.status]).toEqual([path, status]);
    expect(read.headers.getSetCookie()).toEqual([]);
  }
  for (const secret of [reads, writes]) {
    expect((await sendFile(secret, "POST", "/mcp", Buffer.from("{}"), "application/json")).status).toBe(403);
    const basic = `Basic ${Buffer.from(`x:${secret}`).toString("base64")}`;
    const dav = await fetch(`${app.url}/dav/`, { method: "PROPFIND", headers: { authorization: basic } });
    expect(dav.status).toBe(401);
  }
});

test("a socket of one that only reads hears of changes, makes none, and closes within seconds of its revocation", async () => {
  const { client } = ann;
  const { id: noteId } = await client.notes.create({
    title: "Open",
    body: { format: "text", text: "Before." },
  });
  const made = await client.tokens.create({ name: "Reader", scopes: ["api:read"] });
  const bearer = (secret: string) => ({ authorization: `Bearer ${secret}` });
  const nobody = { ...app.visitor(), userId: ann.userId } as SignedInVisitor;
  const reader = openNote(app, nobody, noteId, { headers: bearer(made.secret) });
  await reader.sees("Before.");
  const writer = openNote(app, nobody, noteId, { headers: bearer(await secretOf("api:write")) });
  await writer.synced;
  writer.write("By a program.");
  await writer.saved();
  await reader.sees("By a program.");
  reader.write("By the reader.");
  await new Promise((resolve) => setTimeout(resolve, 500));
  const { text } = await client.notes.body({ noteId, format: "markdown" });
  expect(text).toContain("By a program.");
  expect(text).not.toContain("By the reader.");
  await client.tokens.revoke({ tokenId: made.token.id });
  expect(await reader.closed).toBe(SESSION_ENDED);
  writer.close();
});

test("a socket is opened by no app password of another scope, and by none from a page of another site", async () => {
  const statusOf = (headers: Record<string, string>) =>
    new Promise<number>((resolve) => {
      const socket = new WebSocket(app.url.replace("http", "ws") + SYNC_PATH, { headers });
      socket.on("unexpected-response", (_request, response) => resolve(response.statusCode ?? 0));
      socket.on("open", () => (socket.close(), resolve(101)));
      socket.on("error", () => {});
    });
  const authorization = `Bearer ${await secretOf("api:read")}`;
  expect(await statusOf({ authorization })).toBe(101);
  expect(await statusOf({ authorization, origin: "https://evil.example" })).toBe(403);
  expect(await statusOf({ authorization: `Bearer ${await secretOf("mcp:propose")}` })).toBe(403);
  expect(await statusOf({ authorization: "Bearer wrong", cookie: ann.cookie() })).toBe(401);
});

test("what is refused for its scope is in the log, without what opens anything", async () => {
  const warn = vi.fn<(about: object, words: string) => void>();
  const { log } = app.services;
  const child = log.child.bind(log);
  log.child = ((...given: Parameters<typeof child>) => Object.assign(child(...given), { warn })) as never;
  const { token, secret } = await ann.client.tokens.create({ name: "Logged", scopes: ["calendar:read"] });
  await fetch(`${app.url}/api/notes`, { headers: { authorization: `Bearer ${secret}` } });
  await fetch(`${app.url}/files/${ids["noteId"]}`, { headers: { authorization: `Bearer ${secret}` } });
  log.child = child as never;
  const about = { tokenId: token.id, has: ["calendar:read"], needs: ["api:read", "api:write"] };
  const words = "an app password was refused: out of its scope";
  expect(warn.mock.calls).toEqual([
    [about, words],
    [about, words],
  ]);
});

test("a revoked one is refused at once, and calls that come together are asked one by one", async () => {
  const { token, secret } = await ann.client.tokens.create({ name: "Gone", scopes: ["api:read"] });
  const list = () => fetch(`${app.url}/api/notes`, { headers: { authorization: `Bearer ${secret}` } });
  expect((await list()).status).toBe(200);
  const batch = await fetch(`${app.url}/rpc/batch`, {
    method: "POST",
    headers: { ...headersOf(secret), "x-orpc-batch": "streaming" },
    body: JSON.stringify(
      ["notes/list", "notes/create", "tokens/list"].map((path) => ({
        url: `http://cairn/rpc/${path}`,
        body: { json: {} },
      })),
    ),
  });
  const lines = (await batch.text()).split("\n").filter((line) => line.startsWith("data: {"));
  const answers = lines.map((line) => JSON.parse(line.slice(6)) as { index: number; status: number });
  const statuses = answers.toSorted((one, other) => one.index - other.index).map(({ status }) => status);
  expect(statuses).toEqual([200, 403, 403]);
  await ann.client.tokens.revoke({ tokenId: token.id });
  expect((await list()).status).toBe(401);
  // The cookie of a browser does not help.
  const both = await ann.request("/api/notes", { headers: { authorization: `Bearer ${secret}` } });
  expect(both.status).toBe(401);
});
