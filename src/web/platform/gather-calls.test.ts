import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, expect, test } from "vitest";
import { gatherCalls, gatheringLink } from "./gather-calls.ts";
import { jsonLink } from "./rpc-link.ts";

type Seen = { path: string; body: unknown };
const closing: (() => void)[] = [];
afterEach(() => {
  for (const close of closing.splice(0)) close();
});

/** A server that answers alone what is asked alone, and a batch as told. */
async function against(answerBatch: (response: ServerResponse, size: number) => void | Promise<void>) {
  const seen: Seen[] = [];
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const body = JSON.parse(Buffer.concat(chunks).toString()) as unknown;
    seen.push({ path: request.url!, body });
    if (request.headers["x-orpc-batch"]) await answerBatch(response, (body as unknown[]).length);
    else response.writeHead(200, { "content-type": "application/json" }).end('{"json":"alone"}');
  };
  const server = createServer((request, response) => void answer(request, response));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  closing.push(() => server.close());
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/rpc`;
  const options = { url, headers: () => ({ "x-cairn-build": "b1" }) };
  const link = gatheringLink(jsonLink(options), options);
  const ask = (name: string, signal: AbortSignal | undefined = new AbortController().signal) =>
    link.call([name, "list"], { of: name }, { context: {}, ...(signal && { signal }) });
  return { ask, seen, tell: (name: string) => link.call([name, "update"], {}, { context: {} }) };
}

const item = (index: number, value: unknown, status?: number) =>
  `event: message\ndata: ${JSON.stringify({ index, status, body: { json: value } })}\n\n`;
const stream = (response: ServerResponse) => response.writeHead(207, { "content-type": "text/event-stream" });

test("what is asked within the time goes as one request, and each answer comes as soon as it is there", async () => {
  let finish = () => {};
  const { ask, seen, tell } = await against(async (response) => {
    const half = Buffer.from(item(1, "größer"));
    stream(response).write(half.subarray(0, half.length - 12));
    await new Promise((resolve) => setTimeout(resolve, 20));
    response.write(half.subarray(half.length - 12));
    await new Promise<void>((resolve) => (finish = resolve));
    response.end(`: still here\n\n${item(0, "tasks", 200)}event: done\ndata\n\n`);
  });
  gatherCalls(Promise.resolve());
  const [tasks, events, told] = [ask("tasks"), ask("events"), tell("tasks")];
  expect(await told).toBe("alone");
  expect(await events).toBe("größer");
  finish();
  expect(await tasks).toBe("tasks");
  expect(seen.map(({ path }) => path)).toEqual(["/rpc/tasks/update", "/rpc/batch"]);
  expect(seen[1]!.body).toMatchObject([
    { body: { json: { of: "tasks" } } },
    { body: { json: { of: "events" } } },
  ]);
  expect(await ask("later")).toBe("alone");
});

test("a call that fails is the only one that does; what is given up is not asked for", async () => {
  const { ask, seen } = await against((response) => {
    stream(response).end(item(0, { code: "NOT_FOUND", message: "Nothing here" }, 404) + item(1, "events"));
  });
  gatherCalls(Promise.resolve());
  const gone = new AbortController();
  const given = ask("given", gone.signal).catch((error: unknown) => error);
  const [tasks, events] = [ask("tasks"), ask("events")];
  gone.abort();
  await expect(tasks).rejects.toMatchObject({ code: "NOT_FOUND", status: 404 });
  expect(await events).toBe("events");
  expect(await given).toMatchObject({ name: "AbortError" });
  expect(seen[0]!.body).toHaveLength(2);
});

test("one call alone goes as it always does, and all do where the server doesn't know of batches", async () => {
  const { ask, seen } = await against((response) => void response.writeHead(404).end('{"code":"NOT_FOUND"}'));
  gatherCalls(Promise.resolve());
  expect(await ask("tasks")).toBe("alone");
  gatherCalls(Promise.resolve());
  expect(await Promise.all([ask("tasks"), ask("events")])).toEqual(["alone", "alone"]);
  expect(seen.map(({ path }) => path).toSorted()).toEqual([
    "/rpc/batch",
    "/rpc/events/list",
    "/rpc/tasks/list",
    "/rpc/tasks/list",
  ]);
});

test.each([
  ["refused", (response: ServerResponse) => void response.writeHead(503).end("<html>"), { status: 503 }],
  [
    "cut short",
    (response: ServerResponse) => void stream(response).end(item(0, "tasks")),
    { name: "TypeError" },
  ],
])("a batch that is %s fails those that had no answer yet", async (_name, answer, failure) => {
  const { ask } = await against(answer);
  gatherCalls(Promise.resolve());
  const [tasks, events] = [ask("tasks").catch((error: unknown) => error), ask("events")];
  await expect(events).rejects.toMatchObject(failure);
  if ("name" in failure) expect(await tasks).toBe("tasks");
  else expect(await tasks).toMatchObject(failure);
});

test("nobody waits for code that doesn't come", async () => {
  const { ask, seen } = await against((response) => void stream(response).end(item(0, "a") + item(1, "b")));
  gatherCalls(new Promise(() => {}));
  expect(await Promise.all([ask("tasks"), ask("events")])).toEqual(["a", "b"]);
  expect(seen).toHaveLength(1);
});
