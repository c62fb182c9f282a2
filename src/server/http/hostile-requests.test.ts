import { afterAll, beforeAll, expect, test } from "vitest";
import { openNote } from "#testing/sync-client.ts";
import { INPUT_DEPTH_MAX } from "./input-depth.ts";
import { type SignedInVisitor, startTestApp, type TestApp } from "#testing/test-app.ts";

let app: TestApp;
let ann: SignedInVisitor;
beforeAll(async () => {
  app = await startTestApp();
  ann = await app.aUser("Ann");
});
afterAll(() => app.close());

const post = (path: string, body: unknown, type = "application/json") =>
  ann.request(path, {
    method: "POST",
    headers: { "content-type": type },
    body: typeof body === "string" ? body : JSON.stringify(body),
  });
const codeOf = async (response: Response) => {
  const answer = (await response.json()) as { code?: string; json?: { code: string } };
  return [response.status, answer.code ?? answer.json?.code];
};

test.each([
  ['{"json":{"title":"x"},"meta":[[0,"title"]]}'],
  ['{"json":{"title":"x"},"meta":[[1,"__proto__","x"]]}'],
  ['{"json":{"title":"x"},"meta":5}'],
  ["5"],
])("an RPC call that cannot be decoded is the caller's fault: %s", async (body) => {
  expect(await codeOf(await post("/rpc/notes/create", body))).toEqual([422, "INVALID_INPUT"]);
});

test("a query that cannot be decoded is the caller's fault", async () => {
  expect(await codeOf(await ann.request("/rpc/notes/list?data=%7B"))).toEqual([422, "INVALID_INPUT"]);
  expect(await codeOf(await ann.request("/api/notes/%zz"))).toEqual([422, "INVALID_INPUT"]);
});

test("what only a body may say is not passed over in a query", async () => {
  const note = await ann.client.notes.create({ title: "Kept", body: { format: "text", text: "" } });
  const answer = await ann.request(`/api/notes/${note.id}?scope=this`, { method: "DELETE" });
  expect(await codeOf(answer)).toEqual([422, "INVALID_INPUT"]);
  expect(await ann.client.notes.get({ noteId: note.id })).toMatchObject({ title: "Kept" });
});

test("a token with a zero byte is a wrong token", async () => {
  const response = await post("/api/accounts/password/reset", { token: "a\0b", password: "long enough" });
  expect(await codeOf(response)).toEqual([422, "INVALID_TOKEN"]);
});

test.each([
  "/insights/notes?from=2026-01-01&to=2026-01-02&tag=%00",
  "/insights/analytics?from=0001-01-01&to=0001-01-02",
  "/insights/analytics?from=0000-01-01&to=0000-01-02",
  "/insights/time?from=9999-12-30&to=9999-12-31",
  "/insights/words?from=0000-01-01&to=0000-01-02",
  "/tasks?dueFrom=0000-01-01",
  "/tasks?plannedFrom=0000-01-01T00:00:00Z",
  "/notes-on-this-day?date=0000-01-01&timeZone=UTC",
])("what no database can hold is the caller's fault: %s", async (path) => {
  expect(await codeOf(await ann.request(`/api${path}`))).toEqual([422, "INVALID_INPUT"]);
});

test("tasks and projects take days from 1900 to 9999, as events do", async () => {
  for (const dueDate of ["0000-01-01", "0001-01-01", "1899-12-31", "9999-12-31"])
    for (const path of ["/api/tasks", "/api/projects"]) {
      const answer = await post(path, { title: "Someday", dueDate });
      expect(await codeOf(answer), `${path} ${dueDate}`).toEqual([422, "INVALID_INPUT"]);
    }
  for (const dueDate of ["1900-01-01", "9999-12-30"]) {
    await ann.client.tasks.create({ title: "Someday", dueDate });
    await ann.client.projects.create({ title: "Someday", dueDate });
  }
  const period = { from: "1900-01-01", to: "1900-01-02" };
  await ann.client.insights.analytics(period);
  await ann.client.insights.time({ from: "9999-12-29", to: "9999-12-30" });
});

test("of registrations of one address at the same time one succeeds and the others hear why not", async () => {
  const account = { name: "Twin", email: "twin@example.com", password: "correct horse" };
  const answers = await Promise.all(
    Array.from({ length: 5 }, () =>
      app
        .visitor()
        .client.accounts.register(account)
        .then(
          () => "registered",
          (error: { code: string }) => error.code,
        ),
    ),
  );
  expect(answers.toSorted()).toEqual([...Array<string>(4).fill("EMAIL_TAKEN"), "registered"]);
});

test("a text nested too deep is refused in words", async () => {
  const body = { format: "markdown" as const, text: ">".repeat(16_000) };
  const code = await ann.client.notes.create({ title: "Deep", body }).then(
    () => "created",
    (error: { code: string }) => error.code,
  );
  expect(code).toBe("TOO_LARGE");
});

test.each(["/rpc/workspace/update", "/api/workspace"])(
  "settings nested too deep to be checked are the caller's fault: %s",
  async (path) => {
    const send = (depth: number) => {
      const input = `{"sidebarLayout":${'{"a":'.repeat(depth)}1${"}".repeat(depth)}}`;
      const body = path.startsWith("/rpc") ? `{"json":${input}}` : input;
      return ann.request(path, {
        method: path.startsWith("/rpc") ? "POST" : "PATCH",
        headers: { "content-type": "application/json" },
        body,
      });
    };
    expect(await codeOf(await send(5_000))).toEqual([422, "INVALID_INPUT"]);
    expect(await codeOf(await send(INPUT_DEPTH_MAX))).toEqual([422, "INVALID_INPUT"]);
    expect((await send(INPUT_DEPTH_MAX - 1)).status).toBe(200);
  },
);

test("the server stops although a request takes long and its connection would be kept", async () => {
  const other = await startTestApp();
  const guest = await other.aUser("Guest");
  const body = { format: "markdown" as const, text: ">".repeat(40_000) };
  const answer = guest.client.notes.create({ title: "Takes long", body }).catch(() => "cut off");
  await new Promise((resolve) => setTimeout(resolve, 300));
  const startedAt = performance.now();
  await other.close();
  expect(performance.now() - startedAt).toBeLessThan(8_000);
  expect(await answer).toBe("cut off");
});

test("a note with a link longer than an index takes is derived all the same", async () => {
  const letters = Array.from({ length: 1_500 }, (_, index) =>
    String.fromCodePoint(0x4e00 + ((index * 7919) % 20_000)),
  );
  const body = {
    format: "markdown" as const,
    text: `[linked](<https://example.com/${letters.join("")}>) words`,
  };
  const note = await ann.client.notes.create({ title: "Long link", body });
  await app.services.collab.derivation.deriveNow(note.id, ann.userId);
  expect((await ann.client.notes.get({ noteId: note.id })).excerpt).toBe("linked words");
});

test("an id in capital letters names the same note, also for those who have it open", async () => {
  const note = await ann.client.notes.create({ title: "Capital", body: { format: "text", text: "first" } });
  const page = openNote(app, ann, note.id);
  await page.sees("first");
  const noteId = note.id.toUpperCase();
  const { seq } = await ann.client.notes.body({ noteId });
  await ann.client.notes.replaceBody({ noteId, baseSeq: seq, body: { format: "text", text: "first, then" } });
  await page.sees("first, then");
  page.close();
});
