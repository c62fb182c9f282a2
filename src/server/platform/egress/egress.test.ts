import { expect, onTestFinished, test } from "vitest";
import type { RequestListener } from "node:http";
import { smallInternet, startLocalPair, startLocalServer } from "#testing/servers/small-internet.ts";
import { INTERNET } from "./addresses.ts";
import { createEgress } from "./egress.ts";
import type { EgressError } from "./egress-error.ts";

const egress = createEgress();

async function aServer(answer: RequestListener, where?: { host?: string }) {
  const server = await startLocalServer(answer, where);
  onTestFinished(server.close);
  return { ...server, url: `http://${where?.host ?? "127.0.0.1"}:${server.port}/` };
}

const echo: RequestListener = (request, response) => {
  const chunks: Buffer[] = [];
  request.on("data", (chunk: Buffer) => chunks.push(chunk));
  request.on("end", () => {
    const type = request.headers["content-type"] ?? "no type";
    response.end(`${request.method} ${type}: ${Buffer.concat(chunks).toString()}`);
  });
};

const kindOf = (outcome: Promise<unknown>) =>
  outcome.then(
    () => "answered",
    (error: EgressError) => error.kind,
  );

test("an address that the operator set may be on this machine", async () => {
  const { url, port } = await aServer(echo);
  const answer = await egress.request({ url, source: "operator", method: "POST", body: "x" });
  expect({ ...answer, body: answer.body.toString() }).toMatchObject({
    status: 200,
    url: `http://127.0.0.1:${port}/`,
    body: "POST no type: x",
  });
});

test("a body is text, bytes, JSON or a stream of either kind", async () => {
  const { url } = await aServer(echo);
  async function* chunks() {
    yield Buffer.from("a".repeat(100_000));
    yield Buffer.from("b");
  }
  const bodies = [
    { body: "text" },
    { body: Buffer.from("bytes") },
    { json: { a: [1] } },
    { json: "mine", headers: { "Content-Type": "application/ld+json" } },
    { body: chunks() },
    { body: new Blob(["of the web"]).stream() },
  ];
  const told = await Promise.all(
    bodies.map(async (body) =>
      (await egress.request({ url, source: "operator", method: "PUT", ...body })).body.toString(),
    ),
  );
  expect(told).toEqual([
    "PUT no type: text",
    "PUT no type: bytes",
    'PUT application/json: {"a":[1]}',
    'PUT application/ld+json: "mine"',
    `PUT no type: ${"a".repeat(100_000)}b`,
    "PUT no type: of the web",
  ]);
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
  "http://example.org/",
  "https://example.org:8080/",
  "https://127.0.0.1:22/",
])("%s is refused before anything is resolved", async (url) => {
  const { lookup, lookups } = smallInternet({});
  const user = createEgress([], { ...INTERNET, lookup });
  const outcome = user.request({ url, source: "user" });
  await expect(outcome).rejects.toThrow(/^The address must /);
  expect(await kindOf(outcome)).toBe("refused");
  expect(lookups).toEqual([]);
});

test("https on its own ports is looked up", async () => {
  const { lookup, lookups } = smallInternet({});
  const user = createEgress([], { ...INTERNET, lookup });
  const urls = ["https://example.org/", "https://example.org:443/", "https://example.org:8443/"];
  const kinds = await Promise.all(urls.map((url) => kindOf(user.request({ url, source: "user" }))));
  expect(kinds).toEqual(["unreachable", "unreachable", "unreachable"]);
  expect(lookups).toHaveLength(3);
});

test("a server that the operator listed may be named by users, with exactly its name and port", async () => {
  const { url, port, asked } = await aServer(echo);
  const lookups = smallInternet({ "models.lan": [["127.0.0.1"]] });
  const user = createEgress([`127.0.0.1:${port}`, `models.lan:${port}`], { ...INTERNET, ...lookups });
  const names = [url, `http://models.lan:${port}/`, `http://2130706433:${port}/`];
  for (const name of names)
    expect(await kindOf(user.request({ url: name, source: "user" }))).toBe("answered");
  expect(asked).toHaveLength(3);
  const others = [
    `http://127.0.0.2:${port}/`,
    `http://localhost:${port}/`,
    `http://models.lan.:${port}/`,
    "http://models.lan/",
  ];
  for (const other of others)
    expect(await kindOf(user.request({ url: other, source: "user" }))).not.toBe("answered");
  expect(asked).toHaveLength(3);
});

test.each([
  [{ Host: "inside" }, "The header host cannot be set."],
  [{ "transfer-encoding": "chunked" }, "The header transfer-encoding cannot be set."],
  [{ "content-length": "3" }, "The header content-length cannot be set."],
  [{ Cookie: "a=b" }, "The header cookie cannot be set."],
  [{ "x-key": "a\r\nHost: inside" }, "The header x-key has characters that cannot be sent."],
  [{ "x key": "a" }, "The header x key has characters that cannot be sent."],
])("the headers %j are refused", async (headers, message) => {
  const request = { url: "https://example.org", source: "user" } as const;
  await expect(egress.request({ ...request, headers })).rejects.toThrow(message);
  await expect(egress.request({ ...request, credentials: headers })).rejects.toThrow(message);
});

test("a name means what it meant when it was checked, whatever it means a moment later", async () => {
  const { outside, inside } = await startLocalPair((_request, response) => response.end("outside"), echo);
  onTestFinished(outside.close);
  onTestFinished(inside.close);
  const internet = smallInternet({
    "rebinds.example": [["127.0.0.2"], ["127.0.0.1"]],
    "both.example": [["127.0.0.2", "127.0.0.1"]],
  });
  const user = createEgress([], internet);
  const url = `http://rebinds.example:${outside.port}/`;
  const first = await user.request({ url, source: "user" });
  expect({ body: first.body.toString(), lookups: internet.lookups }).toEqual({
    body: "outside",
    lookups: ["rebinds.example"],
  });
  expect(await kindOf(user.request({ url, source: "user" }))).toBe("unreachable");
  const both = `http://both.example:${outside.port}/`;
  expect(await kindOf(user.request({ url: both, source: "user" }))).toBe("unreachable");
  expect(inside.asked).toEqual([]);
  expect(outside.asked).toHaveLength(1);
});

test("once a public server was reached, what it does wrong is told", async () => {
  const { port } = await aServer((request, response) => void (request.url === "/cut" && response.destroy()), {
    host: "127.0.0.2",
  });
  const user = createEgress([], smallInternet({ "slow.example": [["127.0.0.2"]] }));
  const ask = (path: string) =>
    kindOf(user.request({ url: `http://slow.example:${port}${path}`, source: "user", idleMs: 100 }));
  expect([await ask("/silent"), await ask("/cut")]).toEqual(["timeout", "interrupted"]);
});

test("the operator is told why his server cannot be reached", async () => {
  const { url, close } = await aServer(() => {});
  close();
  await expect(egress.request({ url, source: "operator" })).rejects.toThrow(
    /could not be reached: .*REFUSED/,
  );
});

test("users are not told whether a listed server is there, nor whether a look-up took long", async () => {
  const { url, close, port } = await aServer(() => {});
  close();
  const listed = createEgress([`127.0.0.1:${port}`]).request({ url, source: "user" });
  await expect(listed).rejects.toThrow(`127.0.0.1:${port} could not be reached on the public internet.`);
  const silent = createEgress([], { ...smallInternet({}), lookup: () => {} });
  const lookup = silent.request({ url: "http://slow.example/", source: "user", idleMs: 100 });
  await expect(lookup).rejects.toThrow("slow.example could not be reached on the public internet.");
});
