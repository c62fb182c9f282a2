import { afterAll, beforeAll, expect, test } from "vitest";
import { type SignedInVisitor, startTestApp, type TestApp } from "#testing/test-app.ts";

let app: TestApp;
let ann: SignedInVisitor;
beforeAll(async () => {
  app = await startTestApp();
  ann = await app.aUser("Ann");
});
afterAll(() => app.close());

type Item = { index: number; status?: number; body: { json: unknown } };
const call = (path: string, json: unknown = {}) => ({ url: `http://cairn/rpc/${path}`, body: { json } });
const batch = (calls: unknown, who: Pick<SignedInVisitor, "request"> = ann) =>
  who.request("/rpc/batch", {
    method: "POST",
    headers: { "content-type": "application/json", "x-orpc-batch": "streaming" },
    body: JSON.stringify(calls),
  });
async function itemsOf(response: Response): Promise<Item[]> {
  const lines = (await response.text()).split("\n").filter((line) => line.startsWith("data: {"));
  return lines.map((line) => JSON.parse(line.slice(6)) as Item).toSorted((a, b) => a.index - b.index);
}

test("calls that come in one request are answered each with its own value or failure", async () => {
  await ann.client.notes.create({ title: "Harbour", body: { format: "text", text: "" } });
  const response = await batch([
    call("notes/list", { limit: 5 }),
    call("notes/get", { noteId: "00000000-0000-7000-8000-000000000000" }),
    { url: "http://cairn/rpc/tasks/list", body: { json: { limit: 5 }, meta: [[0, "limit"]] } },
    call("no/such"),
    call("tags/list"),
  ]);
  expect(response.status).toBe(207);
  const items = await itemsOf(response);
  expect(items[0]).toMatchObject({ status: 200, body: { json: { notes: [{ title: "Harbour" }] } } });
  expect(items[1]).toMatchObject({ status: 404, body: { json: { code: "NOT_FOUND" } } });
  expect(items[2]).toMatchObject({ status: 422, body: { json: { code: "INVALID_INPUT" } } });
  expect(items[3]).toMatchObject({ status: 404 });
  expect(items[4]).toMatchObject({ status: 200, body: { json: { tags: [] } } });
});

test("each call of a visitor without a session is refused", async () => {
  const items = await itemsOf(await batch([call("notes/list"), call("tasks/list")], app.visitor()));
  expect(items).toMatchObject([{ status: 401 }, { status: 401 }]);
});

test("more calls than a dashboard has widgets, and what is no list of calls, are refused", async () => {
  expect((await batch(Array.from({ length: 41 }, () => call("tags/list")))).status).toBe(413);
  expect((await batch({ json: {} })).status).toBe(400);
  expect((await batch([{ url: "/rpc/tags/list" }])).status).toBe(400);
  expect((await batch([null])).status).toBe(400);
});

test("a batch from a page of another site is refused as a whole", async () => {
  const response = await ann.request("/rpc/batch", {
    method: "POST",
    headers: {
      "content-type": "application/json",
      "x-orpc-batch": "streaming",
      origin: "https://elsewhere.example",
    },
    body: JSON.stringify([call("tags/list")]),
  });
  expect(response.status).toBe(403);
});

test("many calls have no more room than one has, also by the path of a large one", async () => {
  const response = await ann.request("/rpc/notes/create", {
    method: "POST",
    headers: { "content-type": "application/json", "x-orpc-batch": "streaming" },
    body: JSON.stringify([call("tags/list", { padding: "x".repeat(2 * 1024 * 1024) })]),
  });
  expect(response.status).toBe(413);
});
