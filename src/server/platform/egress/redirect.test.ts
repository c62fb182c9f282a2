import type { IncomingMessage, RequestListener } from "node:http";
import { expect, onTestFinished, test } from "vitest";
import { smallInternet, startLocalPair, startLocalServer } from "#testing/servers/small-internet.ts";
import { createEgress, type EgressRequest } from "./egress.ts";
import type { EgressError } from "./egress-error.ts";

/** A path that sends its readers on. */
const to = (location: string, status = 302) => `/go?status=${status}&to=${encodeURIComponent(location)}`;

/** Reads the request; the answer tells what it was. */
const answer: RequestListener = (request, response) => {
  const { pathname, searchParams } = new URL(request.url ?? "", "http://x");
  const location = searchParams.get("to") ?? "";
  if (pathname === "/loop") response.writeHead(302, { location: "/loop" }).end();
  else if (pathname === "/go")
    response.writeHead(Number(searchParams.get("status")), { location }).end("gone");
  else {
    let text = "";
    request.on("data", (chunk) => (text += chunk));
    request.on("end", () => response.end(`${request.method} ${pathname} ${text}`.trim()));
  }
};

async function aServer(where: { host?: string }) {
  const server = await startLocalServer(answer, where);
  onTestFinished(server.close);
  return server;
}

/** A public server with two names, one inside on the same port, and who asks the public one on behalf of a user. */
async function aNetwork() {
  const { outside, inside } = await startLocalPair(answer, answer);
  onTestFinished(outside.close);
  onTestFinished(inside.close);
  const internet = smallInternet({
    "one.example": [["127.0.0.2"]],
    "other.example": [["127.0.0.2"]],
    "rebinds.example": [["127.0.0.2"], ["127.0.0.1"]],
    "inside.lan": [["127.0.0.1"]],
  });
  const at = (name: string) => `http://${name}:${outside.port}`;
  const told = (request: EgressRequest) =>
    createEgress([], internet)
      .request(request)
      .then(
        ({ status, body }) => `${status} ${body.toString()}`,
        ({ kind, message }: EgressError) => `${kind}: ${message}`,
      );
  const ask = (path: string, request: Partial<EgressRequest> = {}) =>
    told({ url: `${at("one.example")}${path}`, source: "user", ...request });
  return { outside, inside, internet, at, told, ask };
}

test("three redirects are followed, a fourth is not, nor a loop", async () => {
  const { at, ask, outside } = await aNetwork();
  const three = to(to(`${at("other.example")}${to("/end", 307)}`, 308), 301);
  expect(await ask(three)).toBe("200 GET /end");
  expect(outside.asked.splice(0).map(({ headers }) => headers.host?.split(":")[0])).toEqual([
    ...["one.example", "one.example", "other.example", "other.example"],
  ]);
  expect(await ask(to(three))).toMatch(/^redirect: one\.example:\d+ redirects more than 3 times\.$/);
  expect(outside.asked.splice(0)).toHaveLength(4);
  expect(await ask("/loop")).toMatch(/^redirect: /);
  expect(outside.asked).toHaveLength(4);
});

test("the answer says where it came from", async () => {
  const { outside } = await aNetwork();
  const url = `http://127.0.0.2:${outside.port}`;
  const { url: from } = await createEgress().request({ url: `${url}${to("/end")}`, source: "operator" });
  expect(from).toBe(`${url}/end`);
});

test("a 304 and a redirect to nowhere are answers", async () => {
  const { ask } = await aNetwork();
  expect(await ask(to("/end", 304))).toBe("304 ");
  expect(await ask(to("", 302))).toBe("302 gone");
});

test.each([
  ["POST", 301, "GET /end"],
  ["POST", 302, "GET /end"],
  ["POST", 303, "GET /end"],
  ["PUT", 303, "GET /end"],
  ["PUT", 302, "PUT /end body"],
  ["POST", 307, "POST /end body"],
  ["POST", 308, "POST /end body"],
] as const)("a %s that a %i redirects becomes a %s", async (method, status, asked) => {
  const { ask, outside } = await aNetwork();
  const request = { method, body: "body", headers: { "content-type": "text/plain" } };
  expect(await ask(to("/end", status), request)).toBe(`200 ${asked}`);
  const last = outside.asked.at(-1)!.headers["content-type"];
  expect(last).toBe(asked.startsWith("GET") ? undefined : "text/plain");
});

test("credentials are for the first origin, also after another one sent us back", async () => {
  const { ask, at, outside } = await aNetwork();
  const secret = { authorization: "Bearer a", "X-Api-Key": "b" };
  const request = {
    headers: { Authorization: "Bearer a", "x-plain": "c" },
    credentials: { "X-Api-Key": "b" },
  };
  await ask(to("/end"), request);
  await ask(to(`${at("other.example")}${to(`${at("one.example")}/end`)}`), request);
  const seen = ({ headers }: IncomingMessage) => [
    ...[headers.host!.split(":")[0], headers.authorization, headers["x-api-key"], headers["x-plain"]],
  ];
  expect(outside.asked.map(seen)).toEqual([
    ["one.example", secret.authorization, "b", "c"],
    ["one.example", secret.authorization, "b", "c"],
    ["one.example", secret.authorization, "b", "c"],
    ["other.example", undefined, undefined, "c"],
    ["one.example", undefined, undefined, "c"],
  ]);
});

test("the operator's cookie is dropped on another port of the same host", async () => {
  const one = await aServer({ host: "127.0.0.2" });
  const two = await aServer({ host: "127.0.0.2" });
  const path = to(`http://127.0.0.2:${two.port}/end`);
  const url = `http://127.0.0.2:${one.port}${path}`;
  await createEgress([], smallInternet({})).request({ url, source: "operator", headers: { cookie: "a=b" } });
  expect([one.asked[0]!.headers.cookie, two.asked[0]!.headers.cookie]).toEqual(["a=b", undefined]);
});

test("what was sent goes to no other origin, and a stream is not sent twice", async () => {
  const { ask, at, outside } = await aNetwork();
  const away = to(`${at("other.example")}/end`, 307);
  expect(await ask(away, { method: "POST", body: "the note" })).toMatch(
    /^redirect: .* sent to another server/,
  );
  const body = new Blob(["the note"]).stream();
  expect(await ask(to("/end", 307), { method: "POST", body })).toMatch(/^redirect: .* stream sent again/);
  expect(outside.asked).toHaveLength(2);
});

test("no redirect leads inside, and none tells what is there", async () => {
  const { ask, at, inside, outside } = await aNetwork();
  const hosts = ["127.0.0.1", "2130706433", "[::1]", "[::ffff:127.0.0.1]", "inside.lan", "unknown.lan"];
  const told = await Promise.all(
    hosts.map(async (host) =>
      (await ask(to(`${at(host)}/end`))).replace(new URL(at(host)).hostname, "HOST").replace(/:\d+/, ""),
    ),
  );
  expect([...new Set(told)]).toEqual(["unreachable: HOST could not be reached on the public internet."]);
  expect(inside.asked).toEqual([]);
  expect(outside.asked).toHaveLength(hosts.length);
});

test("a name is looked up again for each redirect", async () => {
  const { told, at, internet, inside } = await aNetwork();
  const url = `${at("rebinds.example")}${to("/end")}`;
  expect(await told({ url, source: "user" })).toMatch(/^unreachable: /);
  expect(internet.lookups).toEqual(["rebinds.example", "rebinds.example"]);
  expect(inside.asked).toEqual([]);
});

test.each(["file:///etc/passwd", "ftp://one.example/", "http://user:pw@one.example/", "data:,x"])(
  "a redirect to %s is not followed",
  async (location) => {
    const { ask } = await aNetwork();
    expect(await ask(to(location))).toMatch(
      /^redirect: one\.example:\d+ redirects to an address that is not allowed/,
    );
  },
);

test("nobody vouched for where the operator's server sends us", async () => {
  const { outside, inside, internet } = await aNetwork();
  const other = await aServer({});
  const operators = createEgress([`127.0.0.1:${other.port}`], internet);
  const kind = (path: string) =>
    operators.request({ url: `http://127.0.0.1:${inside.port}${path}`, source: "operator" }).then(
      ({ status }) => status,
      (error: EgressError) => error.kind,
    );
  expect(await kind(to("/end"))).toBe(200);
  expect(await kind(to(`http://127.0.0.2:${outside.port}/end`))).toBe(200);
  // Listed, but for those who name it.
  expect(await kind(to(`http://127.0.0.1:${other.port}/end`))).toBe("unreachable");
  const strict = createEgress();
  const url = `http://127.0.0.1:${inside.port}${to(`http://127.0.0.2:${outside.port}/end`)}`;
  await expect(strict.request({ url, source: "operator" })).rejects.toMatchObject({ kind: "redirect" });
  expect(other.asked).toEqual([]);
});
