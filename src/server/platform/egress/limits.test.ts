import { once } from "node:events";
import type { RequestListener } from "node:http";
import { type AddressInfo, createServer } from "node:net";
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

const endless: RequestListener = (_request, response) => {
  const write = (): void => {
    while (!response.destroyed && response.write(Buffer.alloc(60_000)));
    response.once("drain", write);
  };
  write();
};
const drip: RequestListener = (_request, response) => {
  const timer = setInterval(() => response.write("."), 20);
  response.on("close", () => clearInterval(timer));
};
const oneThenSilence: RequestListener = (_request, response) => void response.write("one");

test("bytes are handed on as they come", async () => {
  let send = (_text: string): unknown => undefined;
  const { request } = await aServer((_request, response) => {
    response.write("one");
    send = (text) => response.end(text);
  });
  const { body } = await egress.stream(request);
  const reader = body.getReader();
  expect(Buffer.from((await reader.read()).value!).toString()).toBe("one");
  send("two");
  expect(Buffer.from((await reader.read()).value!).toString()).toBe("two");
  expect(await reader.read()).toEqual({ done: true, value: undefined });
});

test("nothing is read ahead of who asks", async () => {
  let sent = 0;
  const { request } = await aServer((_request, response) => {
    const write = (): void => {
      do sent += 60_000;
      while (response.write(Buffer.alloc(60_000)) && sent < 100_000_000);
      response.once("drain", write);
    };
    write();
  });
  const { body } = await egress.stream({ ...request, maxBytes: 1_000_000_000 });
  const reader = body.getReader();
  await reader.read();
  await pause(300);
  // What the two sockets hold.
  expect(sent).toBeLessThan(20_000_000);
  await reader.cancel();
});

test("an answer that is too large is dropped, and so is its connection", async () => {
  const { request, isLeft } = await aServer(endless);
  await expect(egress.request(request)).rejects.toMatchObject({
    kind: "too-large",
    message: "The answer is larger than the 1000000 bytes allowed.",
  });
  await isLeft();
});

test("an answer that does not come is given up", async () => {
  const { request, isLeft } = await aServer(() => {});
  await expect(egress.request({ ...request, idleMs: 200 })).rejects.toMatchObject({
    kind: "timeout",
    message: "The other server sent nothing for 0.2 seconds.",
  });
  await isLeft();
});

test("an answer that stops coming is given up", async () => {
  const { request, isLeft } = await aServer(oneThenSilence);
  const { body } = await egress.stream({ ...request, idleMs: 200 });
  const reader = body.getReader();
  await reader.read();
  await expect(reader.read()).rejects.toThrow("The other server sent nothing for 0.2 seconds.");
  await isLeft();
});

test("an answer that drips for ever is given up", async () => {
  const { request, isLeft } = await aServer(drip);
  await expect(egress.request({ ...request, timeoutMs: 300 })).rejects.toMatchObject({
    kind: "timeout",
    message: "The other server took longer than 0.3 seconds.",
  });
  await isLeft();
});

test("headers that drip are silence", async () => {
  const server = createServer((socket) => {
    socket.on("error", () => {});
    socket.write("HTTP/1.1 200 OK\r\nX-Long: ");
    const timer = setInterval(() => socket.write("."), 20);
    socket.on("close", () => clearInterval(timer));
  }).listen(0, "127.0.0.1");
  onTestFinished(() => void server.close());
  await once(server, "listening");
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  await expect(egress.request({ url, source: "operator", idleMs: 300 })).rejects.toMatchObject({
    kind: "timeout",
  });
});

test("whoever reads slowly does not make the other side silent", async () => {
  const { request } = await aServer(endless);
  const { body } = await egress.stream({ ...request, idleMs: 300 });
  const reader = body.getReader();
  await pause(400);
  for (let reads = 0; reads < 3; reads += 1) {
    expect((await reader.read()).done).toBe(false);
    await pause(400);
  }
  await reader.cancel();
});

test.each(["HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nhalf", "SSH-2.0-OpenSSH_9.9\r\n", ""])(
  "an answer of %j is an interrupted one",
  async (answer) => {
    const server = createServer((socket) => {
      socket.on("error", () => {});
      socket.once("data", () => socket.end(answer));
    }).listen(0, "127.0.0.1");
    onTestFinished(() => void server.close());
    await once(server, "listening");
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
    await expect(egress.request({ url, source: "operator" })).rejects.toMatchObject({ kind: "interrupted" });
  },
);

test.each([
  ["before the answer", () => {}],
  ["midway", oneThenSilence],
  ["while it pours", endless],
] as [string, RequestListener][])(
  "a signal %s ends the request and its connection",
  async (_when, answer) => {
    const { request, isLeft, asked } = await aServer(answer);
    const controller = new AbortController();
    const outcome = egress.request({ ...request, maxBytes: 1e12, signal: controller.signal });
    outcome.catch(() => {});
    await vi.waitFor(() => expect(asked).toHaveLength(1));
    await pause(50);
    controller.abort(new Error("closed the page"));
    await expect(outcome).rejects.toMatchObject({
      kind: "cancelled",
      cause: new Error("closed the page"),
    });
    await isLeft();
  },
);

test("a signal that came before asks nobody", async () => {
  const { request, asked } = await aServer(drip);
  await expect(egress.request({ ...request, signal: AbortSignal.abort() })).rejects.toMatchObject({
    kind: "cancelled",
  });
  expect(asked).toEqual([]);
});

test.each(["cancel", "leave the loop"])("to %s midway closes the connection", async (way) => {
  const { request, isLeft } = await aServer(oneThenSilence);
  const { body } = await egress.stream(request);
  if (way === "cancel") {
    const reader = body.getReader();
    await reader.read();
    // One more is asked for and does not come.
    const pending = reader.read();
    await reader.cancel();
    expect(await pending).toEqual({ done: true, value: undefined });
  } else {
    for await (const chunk of body) {
      expect(chunk).toHaveLength(3);
      break;
    }
  }
  await isLeft();
});

test("an answer that nobody reads is dropped when its time is over", async () => {
  const { request, isLeft } = await aServer(endless);
  const { body } = await egress.stream({ ...request, timeoutMs: 200 });
  await isLeft();
  await expect(body.getReader().read()).rejects.toMatchObject({ kind: "timeout" });
});

test("what a redirect says beside its address is dropped", async () => {
  const { request, isLeft } = await aServer((incoming, response) => {
    if (incoming.url === "/end") return void response.end("end");
    response.writeHead(302, { location: "/end" });
    endless(incoming, response);
  });
  expect((await egress.request(request)).body.toString()).toBe("end");
  await isLeft();
});

test("nothing is left that keeps a process running", async () => {
  const { request } = await aServer((_request, response) => response.end("x"));
  const { signal } = new AbortController();
  const add = vi.spyOn(signal, "addEventListener");
  const remove = vi.spyOn(signal, "removeEventListener");
  const timers = () => process.getActiveResourcesInfo().filter((name) => name === "Timeout").length;
  const before = timers();
  await egress.request({ ...request, signal });
  await egress.request({ ...request, url: "ftp://example.org", signal }).catch(() => {});
  expect(timers()).toBeLessThanOrEqual(before);
  expect(remove.mock.calls.length).toBeGreaterThanOrEqual(add.mock.calls.length);
});
