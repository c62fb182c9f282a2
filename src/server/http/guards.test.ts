import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type SignedInVisitor, startTestApp, type TestApp } from "#testing/test-app.ts";
import { describeApi } from "../openapi.ts";

let app: TestApp;
let ann: SignedInVisitor;
beforeAll(async () => {
  app = await startTestApp();
  ann = await app.aUser("Ann");
});
afterAll(() => app.close());

const forged: [string, Record<string, string>][] = [
  ["another origin", { origin: "http://evil.example" }],
  ["an opaque origin", { origin: "null" }],
  ["our name as a prefix", { origin: "http://127.0.0.1.evil.example" }],
  ["another port", { origin: "http://127.0.0.1:1" }],
  ["a cross-site fetch", { origin: "", "sec-fetch-site": "cross-site" }],
  ["a same-site sibling", { origin: "", "sec-fetch-site": "same-site" }],
];

describe("every mutating operation refuses requests of other sites", async () => {
  const { paths } = (await describeApi()) as { paths: Record<string, Record<string, unknown>> };
  const mutations: (readonly [string, string])[] = Object.entries(paths).flatMap(([path, methods]) =>
    Object.keys(methods)
      .filter((method) => method !== "get")
      .map(
        (method) =>
          [
            method.toUpperCase(),
            `/api${path.replaceAll(/\{\w+\}/g, "018f0000-0000-7000-8000-000000000001")}`,
          ] as const,
      ),
  );
  mutations.push(
    ["POST", "/api/files/upload"],
    ["POST", "/rpc/notes/create"],
    ["POST", "/rpc/accounts/logout"],
  );

  test.each(mutations)("%s %s", async (method, path) => {
    for (const [, headers] of forged) {
      const { origin, ...rest } = headers;
      const response = await ann.request(path, {
        method,
        headers: { "content-type": "application/json", ...rest, ...(origin === undefined ? {} : { origin }) },
        body: "{}",
      });
      expect([response.status, ((await response.json()) as { code: string }).code]).toEqual([
        403,
        "ORIGIN_REFUSED",
      ]);
    }
  });
});

test("reading never changes anything: a GET on a mutating operation is not found", async () => {
  for (const path of ["/rpc/notes/create", "/rpc/accounts/logout"]) {
    const response = await ann.request(`${path}?data=${encodeURIComponent('{"json":{"title":"x"}}')}`);
    expect(response.status).toBeGreaterThanOrEqual(400);
    expect(response.status).toBeLessThan(500);
  }
});

test("a name that is not ours is not answered, so that no other site can rebind to us", async () => {
  const { hostname, port } = new URL(app.url);
  const { request } = await import("node:http");
  const status = await new Promise<number>((resolve, reject) => {
    request({ hostname, port, path: "/healthz", headers: { host: "rebind.example" } }, (response) => {
      response.resume();
      resolve(response.statusCode ?? 0);
    })
      .on("error", reject)
      .end();
  });
  expect(status).toBe(403);
});

test("every answer carries the headers that keep a browser strict", async () => {
  for (const path of ["/healthz", "/api/notes", "/nowhere", "/%zz", "/api/notes/%zz", "/assets/%c0%ae"]) {
    const { headers } = await ann.request(path);
    expect(headers.get("content-security-policy")).toContain("script-src 'self'");
    expect(headers.get("content-security-policy")).not.toContain("unsafe");
    expect(headers.get("x-content-type-options")).toBe("nosniff");
    expect(headers.get("x-frame-options")).toBe("DENY");
    expect(headers.get("x-request-id")).toMatch(/^[0-9a-f]{8}$/);
  }
});

test("no cache keeps what either door of the API answers", async () => {
  const paths = [
    "/api/notes",
    "/api/notes/%zz",
    "/api/nowhere",
    "/rpc/notes/list",
    "/rpc/nowhere",
    "/api?x=1",
  ];
  for (const path of paths)
    expect([path, (await ann.request(path)).headers.get("cache-control")]).toEqual([path, "no-store"]);
  expect((await app.visitor().request("/api/notes")).headers.get("cache-control")).toBe("no-store");
});

test("metrics are for whoever has the token, and without one for nobody, this machine included", async () => {
  for (const authorization of ["", "Bearer ", "Bearer undefined"])
    expect((await app.visitor().request("/metrics", { headers: { authorization } })).status).toBe(404);
  const guarded = await startTestApp({ METRICS_TOKEN: "a-long-enough-token" });
  expect((await guarded.visitor().request("/metrics")).status).toBe(404);
  expect(
    (
      await guarded
        .visitor()
        .request("/metrics", { headers: { authorization: "Bearer a-long-enough-token" } })
    ).status,
  ).toBe(200);
  await guarded.close();
});

test("an unknown operation is a clear 404 on both doors", async () => {
  for (const path of ["/api/nothing", "/rpc/nothing"]) {
    const response = await ann.request(path);
    expect([response.status, ((await response.json()) as { code: string }).code]).toEqual([404, "NOT_FOUND"]);
  }
});

test("the API describes itself for people and programs", async () => {
  expect((await app.visitor().request("/api/docs")).headers.get("content-type")).toContain("text/html");
  expect(await (await app.visitor().request("/api/openapi.json")).json()).toMatchObject({
    openapi: expect.any(String),
  });
});

test("a visitor without a session may not make the server read a large body", async () => {
  const visitor = app.visitor();
  const headers = { "content-type": "application/json" };
  const large = JSON.stringify({ email: "a@example.com", password: "x".repeat(100_000) });
  const refused = await visitor.request("/api/accounts/login", { method: "POST", headers, body: large });
  expect([refused.status, ((await refused.json()) as { code: string }).code]).toEqual([413, "TOO_LARGE"]);
  const forged = { ...headers, cookie: `${app.services.accounts.cookieName}=made.up` };
  expect((await visitor.request("/api/notes", { method: "POST", headers: forged, body: large })).status).toBe(
    413,
  );
});
