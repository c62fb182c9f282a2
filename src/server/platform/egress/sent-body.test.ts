import type { RequestListener } from "node:http";
import { setTimeout as pause } from "node:timers/promises";
import { expect, onTestFinished, test, vi } from "vitest";
import { startLocalServer } from "#testing/servers/small-internet.ts";
import { createEgress } from "./egress.ts";

const egress = createEgress();

async function aServer(answer: RequestListener) {
  const server = await startLocalServer(answer);
  onTestFinished(server.close);
  const isLeft = () => vi.waitFor(async () => expect(await server.connections()).toBe(0), { timeout: 5_000 });
  return {
    ...server,
    isLeft,
    request: { url: `http://127.0.0.1:${server.port}/`, source: "operator" } as const,
  };
}

test("a body that breaks off ends the request", async () => {
  const { request, isLeft } = await aServer((incoming) => void incoming.resume());
  async function* broken() {
    yield Buffer.from("half");
    throw new Error("the disk is gone");
  }
  await expect(egress.request({ ...request, method: "POST", body: broken() })).rejects.toMatchObject({
    kind: "interrupted",
    cause: new Error("the disk is gone"),
  });
  await isLeft();
});

test("a body whose source is slow is no silence of the other side", async () => {
  const { request } = await aServer((incoming, response) =>
    incoming.resume().on("end", () => response.end("all")),
  );
  async function* slowly() {
    await pause(500);
    yield Buffer.from("one");
    await pause(500);
  }
  const answer = await egress.request({ ...request, method: "POST", body: slowly(), idleMs: 250 });
  expect(answer.body.toString()).toBe("all");
});

test("the source of a body is cancelled with the request", async () => {
  const { request } = await aServer((incoming) => void incoming.resume());
  const cancel = vi.fn<() => void>();
  const body = new ReadableStream<Uint8Array>({ cancel });
  const outcome = egress.request({ ...request, method: "POST", body, signal: AbortSignal.timeout(100) });
  await expect(outcome).rejects.toMatchObject({ kind: "cancelled" });
  await vi.waitFor(() => expect(cancel).toHaveBeenCalled());
});

test("a body that nobody takes is given up", async () => {
  const { request } = await aServer((incoming) => void incoming.pause());
  let isReturned = false;
  async function* endlessly() {
    try {
      for (;;) yield Buffer.alloc(100_000);
    } finally {
      isReturned = true;
    }
  }
  const outcome = egress.request({ ...request, method: "POST", body: endlessly(), idleMs: 200 });
  await expect(outcome).rejects.toMatchObject({ kind: "timeout" });
  await vi.waitFor(() => expect(isReturned).toBe(true));
});

test("a server that answers early is heard, and the rest is not sent", async () => {
  const { request, isLeft } = await aServer((_request, response) =>
    response.writeHead(413, { connection: "close" }).end("too much"),
  );
  let chunks = 0;
  async function* slowly() {
    for (; chunks < 1_000; chunks += 1) {
      yield Buffer.alloc(1_000);
      await pause(5);
    }
  }
  const answer = await egress.request({ ...request, method: "POST", body: slowly() });
  expect({ status: answer.status, body: answer.body.toString() }).toEqual({ status: 413, body: "too much" });
  await isLeft();
  expect(chunks).toBeLessThan(1_000);
});
