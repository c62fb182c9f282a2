import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { egress, EgressError, isPublicAddress } from "./egress.ts";

let canary: Server;
let port: number;
let hits = 0;

beforeAll(async () => {
  canary = createServer((request, response) => {
    hits += 1;
    if (request.url === "/large") return void response.end(Buffer.alloc(2_000_000));
    if (request.url === "/slow") return;
    if (request.url === "/redirect") return void response.writeHead(302, { location: "/secret" }).end();
    response.end(`${request.method} secret`);
  }).listen(0, "::");
  await once(canary, "listening");
  port = (canary.address() as AddressInfo).port;
});
afterAll(() => {
  canary.closeAllConnections();
  canary.close();
});

/** Ways to write an address of this machine, or of a network that is not the internet. */
function privateForms(): string[] {
  const ipv4 = [
    ...[
      "127.0.0.1",
      "127.1",
      "127.0.1",
      "127.255.255.254",
      "0.0.0.0",
      "0",
      "10.0.0.1",
      "10.255.255.255",
      "172.16.0.1",
    ],
    ...[
      "172.31.255.255",
      "192.168.0.1",
      "169.254.169.254",
      "100.100.100.200",
      "192.0.0.192",
      "198.18.0.1",
      "224.0.0.1",
    ],
    ...[
      "240.0.0.1",
      "255.255.255.255",
      "2130706433",
      "017700000001",
      "0x7f000001",
      "0x7f.1",
      "0177.0.0.1",
      "0x7f.0.0.0x1",
    ],
    ...[
      "127.0.0.1.",
      "１２７.０.０.１",
      "①②⑦.⓪.⓪.①",
      "127。0。0。1",
      "0x0",
      "00000177.0.0.01",
      "2852039166",
      "0xa9fea9fe",
    ],
  ];
  const ipv6 = [
    ...[
      "::1",
      "::",
      "0:0:0:0:0:0:0:1",
      "::ffff:127.0.0.1",
      "::ffff:7f00:1",
      "::127.0.0.1",
      "::ffff:0:127.0.0.1",
    ],
    ...[
      "64:ff9b::127.0.0.1",
      "64:ff9b:1::7f00:1",
      "2002:7f00:1::",
      "2001:0:7f00:1::",
      "fe80::1",
      "fc00::1",
      "fd00:ec2::254",
    ],
    ...["ff02::1", "::ffff:169.254.169.254", "fec0::1", "100::1", "2001:db8::1", "::ffff:10.0.0.1"],
  ].map((address) => `[${address}]`);
  const names = ["localhost", "LOCALHOST", "localhost.", "ｌocalhost", "lo%63alhost"];
  return [...ipv4, ...ipv6, ...names];
}

test("200 ways to write a private address reach nothing", async () => {
  const urls = privateForms().flatMap((host) => [
    `http://${host}:${port}/`,
    `http://${host}:${port}/../secret?a=1#b`,
    `HTTP:\\\\${host}:${port}`,
    `https://${host}:${port}/`,
  ]);
  expect(urls.length).toBeGreaterThanOrEqual(200);
  hits = 0;
  const outcomes = await Promise.allSettled(
    urls.map((url) => egress({ url, source: "user", timeoutMs: 3_000 })),
  );
  const passed = urls.filter((_url, index) => {
    const outcome = outcomes[index];
    return outcome?.status === "fulfilled" || !(outcome?.reason instanceof EgressError);
  });
  expect(passed).toEqual([]);
  expect(hits).toBe(0);
});

test.each([
  "ftp://example.org/",
  "file:///etc/passwd",
  "data:text/plain,x",
  "//example.org",
  "example.org",
  "http://",
  "http://user:pw@example.org/",
  "http://example.org@127.0.0.1/",
])("%s is refused before anything is resolved", async (url) => {
  await expect(egress({ url, source: "user" })).rejects.toThrow(/^The address must /);
});

test.each(["8.8.8.8", "1.1.1.1", "172.32.0.1", "192.167.255.255", "2606:4700::1111", "2a00:1450::1"])(
  "%s is public",
  (address) => expect(isPublicAddress(address)).toBe(true),
);

test("an address that the operator set may be on this machine", async () => {
  const url = `http://localhost:${port}/`;
  const response = await egress({ url, source: "operator", method: "POST", body: "x" });
  expect({ status: response.status, body: response.body.toString() }).toEqual({
    status: 200,
    body: "POST secret",
  });
});

test("a redirect is an answer and is not followed", async () => {
  const response = await egress({ url: `http://127.0.0.1:${port}/redirect`, source: "operator" });
  expect(response.status).toBe(302);
  expect(response.body).toHaveLength(0);
});

test("an answer that is too large is dropped", async () => {
  await expect(egress({ url: `http://127.0.0.1:${port}/large`, source: "operator" })).rejects.toThrow(
    "The answer is larger than the 1000000 bytes allowed.",
  );
});

test("an answer that does not come is given up", async () => {
  const url = `http://127.0.0.1:${port}/slow`;
  await expect(egress({ url, source: "operator", timeoutMs: 200 })).rejects.toThrow(
    `127.0.0.1:${port} did not answer within 0.2 seconds.`,
  );
});

test("names that are unknown, lead inside or answer nobody are told apart by no words", async () => {
  const closed = createServer().listen(0, "127.0.0.1");
  await once(closed, "listening");
  const shut = (closed.address() as AddressInfo).port;
  closed.close();
  const hosts = [
    "localhost",
    "127.0.0.1",
    "[::1]",
    "10.0.0.1",
    "unknown.invalid",
    "metadata.google.internal",
  ];
  const urls = hosts.flatMap((host) => [
    `http://${host}:${port}`,
    `https://${host}:${port}`,
    `http://${host}:${shut}`,
  ]);
  const told = await Promise.all(
    urls.map((url) =>
      egress({ url, source: "user", timeoutMs: 3_000 }).then(
        () => "answered",
        (error: Error) => error.message.replace(new URL(url).host, "HOST"),
      ),
    ),
  );
  expect([...new Set(told)]).toEqual(["HOST could not be reached on the public internet."]);
});
