import { createHash, randomBytes } from "node:crypto";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import type { CallToolResult } from "@modelcontextprotocol/sdk/types.js";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { uuidV7 } from "#contract/shared/uuid-v7.ts";
import { CALLBACK, connectProgram, mcpCall, Program, requestIn } from "#testing/servers/oauth-program.ts";
import { type SignedInVisitor, startTestApp, type TestApp } from "#testing/test-app.ts";
import { removeUnused } from "./clients.ts";

let app: TestApp;
let ann: SignedInVisitor;
beforeAll(async () => {
  app = await startTestApp();
  // Known once it listens.
  app.services.config.publicUrl = new URL(app.url);
});
afterAll(() => app.close());
beforeEach(async () => {
  await app.database.asSuperuser("DELETE FROM auth.rate_limits");
  ann = await aConfirmedUser("Ann");
});

async function aConfirmedUser(name: string): Promise<SignedInVisitor> {
  const user = await app.aUser(name);
  await user.client.security.reauthenticate({ password: user.password });
  return user;
}

const fails = (code: string) => expect.objectContaining({ code });
const serverUrl = () => new URL("/mcp", app.url);

const connected = (person = ann, mayPropose = true) => connectProgram(app, person, mayPropose);

test("an official client finds its way by itself, is allowed on the page, and uses the tools until it is revoked", async () => {
  const program = new Program();
  const first = new StreamableHTTPClientTransport(serverUrl(), { authProvider: program });
  const client = new Client({ name: "quill", version: "1.0.0" });
  await expect(client.connect(first)).rejects.toThrow("Unauthorized");
  const { asked } = program;
  expect(asked?.pathname).toBe("/setup/program");
  expect(Object.fromEntries(asked!.searchParams)).toMatchObject({
    resource: serverUrl().href,
    scope: "mcp:read mcp:propose",
    code_challenge_method: "S256",
  });
  const request = requestIn(asked!);
  expect(await ann.client.tokens.authorization(request)).toEqual({
    program: "Quill",
    site: null,
    returnsTo: "127.0.0.1:7777",
    isOnDevice: true,
    mayPropose: true,
    refusalUrl: `${CALLBACK}?error=access_denied&state=state+of+the+program&iss=${encodeURIComponent(app.url)}`,
  });
  const { url } = await ann.client.tokens.authorize({ ...request, mayPropose: true });
  const back = new URL(url);
  expect([back.origin + back.pathname, back.searchParams.get("state"), back.searchParams.get("iss")]).toEqual(
    [CALLBACK, "state of the program", app.url],
  );
  await first.finishAuth(back.searchParams.get("code")!);
  const again = new Client({ name: "quill", version: "1.0.0" });
  await again.connect(new StreamableHTTPClientTransport(serverUrl(), { authProvider: program }));
  const made = (await again.callTool({
    name: "create_note",
    arguments: { title: "Roof" },
  })) as CallToolResult;
  expect(JSON.stringify(made.content)).toContain("changesetId");
  const { tokens } = await ann.client.tokens.list();
  expect(tokens).toMatchObject([{ name: "Quill", isConnected: true, scopes: ["mcp:read", "mcp:propose"] }]);
  // Nothing that opens anything is in the database, or in what the page is told.
  const rows = JSON.stringify(await app.database.asSuperuser("SELECT * FROM tokens"));
  const { access_token: access, refresh_token: refresh } = program.kept!;
  for (const secret of [access, refresh!, refresh!.split("_")[2]!])
    expect(rows + JSON.stringify(tokens)).not.toContain(secret);
  await ann.client.tokens.revoke({ tokenId: tokens[0]!.id });
  const refused = await fetch(serverUrl(), mcpCall(access));
  expect(refused.status).toBe(401);
  expect(refused.headers.get("www-authenticate")).toContain('error="invalid_token"');
  await expect(refreshed(program.information!.client_id, refresh!)).resolves.toMatchObject({
    error: "invalid_grant",
  });
});

const isLetIn = async (secret: string) => (await fetch(serverUrl(), mcpCall(secret))).status === 200;

async function post(path: string, fields: Record<string, string>): Promise<Record<string, string>> {
  const response = await fetch(new URL(path, app.url), { method: "POST", body: new URLSearchParams(fields) });
  expect(response.headers.get("cache-control")).toBe("no-store");
  expect(response.headers.getSetCookie()).toEqual([]);
  return (await response.json()) as Record<string, string>;
}
const refreshed = (clientId: string, refreshToken: string) =>
  post("/oauth/token", { grant_type: "refresh_token", client_id: clientId, refresh_token: refreshToken });

async function register(redirectUris: string[], name = "Quill") {
  const response = await fetch(new URL("/oauth/register", app.url), {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ redirect_uris: redirectUris, client_name: name }),
  });
  return (await response.json()) as { client_id: string; client_name: string; error?: string };
}

async function aCode(clientId: string, redirectUri: string, person = ann) {
  const verifier = randomBytes(32).toString("hex");
  const codeChallenge = createHash("sha256").update(verifier).digest("base64url");
  const request = {
    ...{ clientId, redirectUri, codeChallenge, codeChallengeMethod: "S256", responseType: "code" },
    mayPropose: false,
  };
  const { url } = await person.client.tokens.authorize(request);
  const code = new URL(url).searchParams.get("code")!;
  return { code, verifier, request };
}
const exchanged = (fields: Record<string, string>) =>
  post("/oauth/token", { grant_type: "authorization_code", ...fields });

describe("who is not the program that was allowed", () => {
  const HOME = "https://quill.example/back";

  test("gets no token with another verifier, redirect, resource or client, and the code is gone then", async () => {
    const { client_id: own } = await register([HOME]);
    const { client_id: foreign } = await register([HOME]);
    const right = { client_id: own, redirect_uri: HOME };
    const wrong: Record<string, string>[] = [
      { code_verifier: randomBytes(32).toString("hex") },
      { redirect_uri: "https://quill.example/other" },
      { client_id: foreign },
    ];
    for (const change of wrong) {
      const { code, verifier } = await aCode(own, HOME);
      const fields = { code, code_verifier: verifier, ...right };
      expect(await exchanged({ ...fields, ...change })).toMatchObject({ error: "invalid_grant" });
      expect(await exchanged(fields)).toMatchObject({ error: "invalid_grant" });
    }
    const { code, verifier } = await aCode(own, HOME);
    const fields = { code, code_verifier: verifier, ...right };
    const elsewhere = { ...fields, resource: "https://other.example/mcp" };
    expect(await exchanged(elsewhere)).toMatchObject({ error: "invalid_grant" });
    expect(await exchanged({ ...fields, client_id: uuidV7() })).toMatchObject({ error: "invalid_client" });
    const { code_verifier: _, ...without } = fields;
    expect(await exchanged(without)).toMatchObject({ error: "invalid_request" });
    expect((await ann.client.tokens.list()).tokens).toEqual([]);
  });

  test("ends what was granted by using a code a second time", async () => {
    const { client_id } = await register([HOME]);
    const { code, verifier } = await aCode(client_id, HOME);
    const fields = { client_id, redirect_uri: HOME, code, code_verifier: verifier };
    const { access_token: access } = await exchanged(fields);
    expect(await isLetIn(access!)).toBe(true);
    expect(await exchanged(fields)).toMatchObject({ error: "invalid_grant" });
    expect(await isLetIn(access!)).toBe(false);
    const { activities } = await ann.client.activity.list({});
    expect(JSON.stringify(activities)).toContain("its code was used twice");
  });

  test("ends all by a refresh token that was used before; of two at once, one is answered", async () => {
    const program = await connected();
    const { client_id } = program.information!;
    const [old, access] = [program.kept!.refresh_token!, program.kept!.access_token];
    const other = await connected(await aConfirmedUser("Bob"));
    expect(await refreshed(other.information!.client_id, old)).toMatchObject({ error: "invalid_grant" });
    const next = await refreshed(client_id, old);
    expect(next).toMatchObject({ token_type: "Bearer", expires_in: 3600, scope: "mcp:read mcp:propose" });
    expect(await isLetIn(access)).toBe(false);
    expect(await isLetIn(next["access_token"]!)).toBe(true);
    expect(await refreshed(client_id, old)).toMatchObject({ error: "invalid_grant" });
    expect(await isLetIn(next["access_token"]!)).toBe(false);
    expect(await refreshed(client_id, next["refresh_token"]!)).toMatchObject({ error: "invalid_grant" });
    expect(await isLetIn(other.kept!.access_token)).toBe(true);

    const both = await connected();
    const token = both.kept!.refresh_token!;
    const answers = await Promise.all([1, 2].map(() => refreshed(both.information!.client_id, token)));
    expect(answers.filter(({ error }) => error)).toHaveLength(1);
  });

  test("is sent nowhere but to an address that the program has registered", async () => {
    const { client_id: clientId } = await register([HOME, "http://localhost/cb?x=1"]);
    const request = {
      ...{ clientId, responseType: "code", codeChallenge: "x".repeat(43), codeChallengeMethod: "S256" },
      mayPropose: true,
    };
    const bad = [
      "https://evil.example/back",
      "https://quill.example/back/",
      "https://quill.example/back?x=1",
      "https://quill.example.evil.example/back",
      "https://quill.example@evil.example/back",
      "http://quill.example/back",
      "http://localhost:99/cb?x=2",
      "http://127.0.0.1/cb?x=1",
      "javascript:alert(1)",
    ];
    for (const redirectUri of bad) {
      const asked = { ...request, redirectUri };
      const calls = [() => ann.client.tokens.authorization(asked), () => ann.client.tokens.authorize(asked)];
      for (const call of calls) {
        const error = await call().catch((thrown: unknown) => thrown);
        expect([redirectUri, error]).toEqual([redirectUri, fails("INVALID_INPUT")]);
        expect((error as { data?: object }).data ?? {}).not.toHaveProperty("backTo");
      }
    }
    const onDevice = { ...request, redirectUri: "http://localhost:54321/cb?x=1" };
    expect((await ann.client.tokens.authorize(onDevice)).url).toMatch(
      /^http:\/\/localhost:54321\/cb\?x=1&code=/,
    );
    const told = [
      { codeChallengeMethod: "plain" },
      { codeChallenge: "short" },
      { responseType: "token" },
      { resource: "https://other.example/mcp" },
      { scope: "api:write calendar:write" },
    ];
    for (const change of told) {
      const error = await ann.client.tokens
        .authorize({ ...request, redirectUri: HOME, ...change })
        .catch((thrown: unknown) => thrown);
      expect(error).toMatchObject({
        code: "INVALID_INPUT",
        data: { backTo: expect.stringMatching(/^https:\/\/quill\.example\/back\?error=/) },
      });
    }
  });

  test("gets no consent by a page of another site, without a session, or without a fresh proof", async () => {
    const { client_id: clientId } = await register([HOME]);
    const body = JSON.stringify({
      ...{ clientId, redirectUri: HOME, responseType: "code", mayPropose: true },
      ...{ codeChallenge: "x".repeat(43), codeChallengeMethod: "S256" },
    });
    const send = (headers: Record<string, string>) =>
      ann.request("/api/tokens/authorization", {
        method: "POST",
        headers: { "content-type": "application/json", ...headers },
        body,
      });
    expect((await send({})).status).toBe(200);
    expect((await send({ origin: "https://evil.example" })).status).toBe(403);
    expect((await send({ cookie: "cairn=nobody" })).status).toBe(401);
    const unproven = await app.aUser("Ann");
    await expect(unproven.client.tokens.authorize(JSON.parse(body))).rejects.toEqual(fails("REAUTHENTICATE"));
    const { secret } = await ann.client.tokens.create({ name: "X", scopes: ["api:write"] });
    expect((await send({ authorization: `Bearer ${secret}` })).status).toBe(403);
  });
});

test("a program that was allowed to read only proposes nothing, and its token opens no other door", async () => {
  const program = await connected(ann, false);
  expect(program.kept).toMatchObject({ scope: "mcp:read", expires_in: 3600 });
  const client = new Client({ name: "quill", version: "1.0.0" });
  await client.connect(new StreamableHTTPClientTransport(serverUrl(), { authProvider: program }));
  const { tools } = await client.listTools();
  expect(tools.map(({ name }) => name)).toContain("read_note");
  expect(tools.every(({ annotations }) => annotations?.readOnlyHint)).toBe(true);
  await client.close();
  const headers = { authorization: `Bearer ${program.kept!.access_token}` };
  expect((await fetch(`${app.url}/api/notes`, { headers })).status).toBe(403);
  expect((await fetch(`${app.url}/files/${uuidV7()}`, { headers })).status).toBe(403);
  // Nor does a refresh token, at any door.
  const refresh = { authorization: `Bearer ${program.kept!.refresh_token}` };
  expect((await fetch(`${app.url}/api/notes`, { headers: refresh })).status).toBe(401);
  expect(await isLetIn(program.kept!.refresh_token!)).toBe(false);
});

test("an access token counts for an hour, and the official client gets the next by itself", async () => {
  const program = await connected();
  const old = program.kept!.access_token;
  await app.database.asSuperuser("UPDATE tokens SET access_expires_at = now() WHERE user_id = $1", [
    ann.userId,
  ]);
  expect(await isLetIn(old)).toBe(false);
  const client = new Client({ name: "quill", version: "1.0.0" });
  await client.connect(new StreamableHTTPClientTransport(serverUrl(), { authProvider: program }));
  expect((await client.listTools()).tools.length).toBeGreaterThan(5);
  expect(program.kept!.access_token).not.toBe(old);
  await client.close();
});

test("signing out everywhere, another password and the program itself end what was granted; app passwords stay where they did", async () => {
  const ends: [string, (program: Program) => Promise<unknown>][] = [
    ["others", () => ann.client.security.revokeOtherSessions({})],
    [
      "the program",
      async (program) => {
        const { client_id } = program.information!;
        const bob = await connected(await aConfirmedUser("Bob"));
        // Not by another program's id.
        await post("/oauth/revoke", {
          token: program.kept!.access_token,
          client_id: bob.information!.client_id,
        });
        expect(await isLetIn(program.kept!.access_token)).toBe(true);
        await post("/oauth/revoke", { token: program.kept!.refresh_token!, client_id });
      },
    ],
    [
      "the program, by its access token",
      (program) =>
        post("/oauth/revoke", {
          token: program.kept!.access_token,
          client_id: program.information!.client_id,
        }),
    ],
  ];
  const { secret } = await ann.client.tokens.create({ name: "Phone", scopes: ["mcp:read"] });
  for (const [name, end] of ends) {
    const program = await connected();
    expect(await isLetIn(program.kept!.access_token), name).toBe(true);
    await end(program);
    expect(await isLetIn(program.kept!.access_token), name).toBe(false);
  }
  expect(await isLetIn(secret)).toBe(true);
  // An app password is not ended at that door.
  await post("/oauth/revoke", { token: secret, client_id: (await register([CALLBACK])).client_id });
  expect(await isLetIn(secret)).toBe(true);
  const [reset, everywhere] = [await connected(), await connected()];
  const { code, verifier } = await aCode(reset.information!.client_id, CALLBACK);
  await ann.client.security.changePassword({ currentPassword: ann.password, newPassword: "another horse" });
  expect(await isLetIn(reset.kept!.access_token)).toBe(false);
  expect(await isLetIn(secret)).toBe(false);
  const late = { code, code_verifier: verifier, redirect_uri: CALLBACK };
  expect(await exchanged({ ...late, client_id: reset.information!.client_id })).toMatchObject({
    error: "invalid_grant",
  });
  expect(await isLetIn(everywhere.kept!.access_token)).toBe(false);
  await ann.client.security.reauthenticate({ password: "another horse" });
  const last = await connected();
  await ann.client.accounts.logout({ everywhere: true });
  expect(await isLetIn(last.kept!.access_token)).toBe(false);
});

test("a code that was not used yet ends with signing out, here or on all other devices", async () => {
  const { client_id } = await register([CALLBACK]);
  const ends = [
    () => ann.client.security.revokeOtherSessions({}),
    () => ann.client.accounts.logout({ everywhere: true }),
  ];
  for (const end of ends) {
    const { code, verifier } = await aCode(client_id, CALLBACK);
    await end();
    expect(
      await exchanged({ code, code_verifier: verifier, redirect_uri: CALLBACK, client_id }),
    ).toMatchObject({ error: "invalid_grant" });
  }
});

test("programs register with addresses of their own, by a name that is data, and are forgotten if nobody connects them", async () => {
  const bad = [
    [],
    ["http://quill.example/back"],
    ["javascript:alert(1)"],
    ["https://user:pass@quill.example/"],
    ["https://quill.example/#x"],
    ["cursor://x"],
  ];
  for (const uris of bad) expect(await register(uris)).toMatchObject({ error: "invalid_redirect_uri" });
  const named = await register([CALLBACK], `Cairn\u202e\u0000 <b>official</b>\n${"x".repeat(300)}`);
  expect(named.client_name).toMatch(/^Cairn <b>official<\/b> x+$/);
  expect(named.client_name.length).toBe(80);
  const used = await connected();
  await app.database.asSuperuser("UPDATE auth.oauth_clients SET created_at = now() - interval '25 hours'");
  expect(await removeUnused(app.services.db.authPool)).toBeGreaterThan(0);
  const left = await app.database.asSuperuser("SELECT id FROM auth.oauth_clients");
  expect(left).toContainEqual({ id: used.information!.client_id });
  expect(left).not.toContainEqual({ id: named.client_id });
  for (let tries = 0; tries < 30; tries++) await register([CALLBACK]);
  expect(await register([CALLBACK])).toMatchObject({ code: "RATE_LIMITED" });
});

test("what is told of the server fits what it does, and a repeated or missing field is refused", async () => {
  const read = async (path: string) => (await fetch(new URL(path, app.url))).json();
  const resource = await read("/.well-known/oauth-protected-resource/mcp");
  expect(resource).toMatchObject({ resource: serverUrl().href, authorization_servers: [app.url] });
  expect(await read("/.well-known/oauth-protected-resource")).toEqual(resource);
  expect(await read("/.well-known/oauth-authorization-server")).toMatchObject({
    issuer: app.url,
    code_challenge_methods_supported: ["S256"],
    token_endpoint_auth_methods_supported: ["none"],
  });
  const { client_id } = await register([CALLBACK]);
  expect(await post("/oauth/token", { client_id, grant_type: "password" })).toMatchObject({
    error: "unsupported_grant_type",
  });
  const twice = await fetch(new URL("/oauth/token", app.url), {
    method: "POST",
    headers: { "content-type": "application/x-www-form-urlencoded" },
    body: `grant_type=refresh_token&client_id=${client_id}&client_id=${client_id}&refresh_token=x`,
  });
  expect(await twice.json()).toMatchObject({ error: "invalid_request" });
  const page = await fetch(new URL("/oauth/token", app.url), {
    method: "POST",
    headers: { origin: "https://evil.example" },
    body: new URLSearchParams({ grant_type: "refresh_token" }),
  });
  expect(page.status).toBe(403);
});
