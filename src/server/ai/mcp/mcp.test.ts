import { spawn } from "node:child_process";
import { once } from "node:events";
import { createServer, request as send } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import type { CallToolResult } from "@modelcontextprotocol/sdk/types.js";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { TokenScope } from "#contract/tokens.ts";
import { type SignedInVisitor, startTestApp, type TestApp } from "#testing/test-app.ts";
import { toolsFor } from "../tools/tools.ts";

let app: TestApp;
let ann: SignedInVisitor;
beforeAll(async () => {
  app = await startTestApp();
  ann = await app.aUser("Ann");
  await ann.client.security.reauthenticate({ password: ann.password });
});
afterAll(() => app.close());

const secretOf = async (...scopes: TokenScope[]) =>
  (await ann.client.tokens.create({ name: "A program", scopes })).secret;

async function connect(secret: string): Promise<Client> {
  const client = new Client({ name: "a-program", version: "1.0.0" });
  const requestInit = { headers: { authorization: `Bearer ${secret}` } };
  await client.connect(new StreamableHTTPClientTransport(new URL("/mcp", app.url), { requestInit }));
  return client;
}
async function use(client: Client, name: string, input: object = {}) {
  const result = (await client.callTool({ name, arguments: { ...input } })) as CallToolResult;
  const [content] = result.content;
  const text = content?.type === "text" ? content.text : "";
  return { isError: result.isError ?? false, told: JSON.parse(text) as Record<string, unknown> };
}

const post = (headers: Record<string, string>, body: unknown = LIST) =>
  fetch(new URL("/mcp", app.url), {
    method: "POST",
    headers: {
      "content-type": "application/json",
      accept: "application/json, text/event-stream",
      ...headers,
    },
    body: JSON.stringify(body),
  });
const LIST = { jsonrpc: "2.0", id: 1, method: "tools/list", params: {} };

test("an official client reads, and proposes what a person then accepts", async () => {
  const { client: person } = ann;
  const note = await person.notes.create({
    title: "Roof",
    body: { format: "markdown", text: "It leaks.\n" },
  });
  const program = await connect(await secretOf("mcp:propose"));
  expect(program.getServerVersion()).toMatchObject({ name: "cairn" });
  const { tools } = await program.listTools();
  expect(tools.map(({ name }) => name)).toEqual([...toolsFor(app.services.changeables).keys()]);
  const found = await use(program, "search", { query: "leaks" });
  expect(JSON.stringify(found.told)).toContain(note.id);
  expect((await use(program, "read_note", { noteId: note.id })).told).toMatchObject({ text: "It leaks.\n" });

  const edit = await use(program, "edit_note", { noteId: note.id, find: "leaks", replace: "leaks badly" });
  expect(edit).toMatchObject({ isError: false, told: { proposed: true, changesetId: expect.any(String) } });
  expect((await person.notes.body({ noteId: note.id, format: "markdown" })).text).toBe("It leaks.\n");
  const id = String(edit.told["changesetId"]);
  expect(await person.changesets.get({ id })).toMatchObject({ source: { kind: "mcp" } });
  await person.changesets.apply({ id });
  expect((await person.notes.body({ noteId: note.id, format: "markdown" })).text).toBe("It leaks badly.\n");
  expect(await use(program, "read_note", { noteId: "nonsense" })).toMatchObject({ isError: true });
  await program.close();
});

test("each tool counts with each scope as it says: what only reads can write through no door", async () => {
  const [reading, proposing] = [await secretOf("mcp:read"), await secretOf("mcp:propose")];
  const others = [await secretOf("calendar:write"), await secretOf("metrics:write")];
  const [reader, proposer] = [await connect(reading), await connect(proposing)];
  const before = (await ann.client.changesets.list()).changesets.length;
  for (const { name, isWriting } of toolsFor(app.services.changeables).values()) {
    const read = await use(reader, name, { title: "X", name: "X", date: "2026-12-01" });
    if (isWriting) expect(read.told, name).toEqual({ error: "There is no tool of this name." });
    else expect(read.told["error"] ?? "", name).not.toContain("no tool of this name");
    const proposed = await use(proposer, name, {});
    expect(proposed.told["error"] ?? "", name).not.toContain("no tool of this name");
  }
  // A dashboard or folder of no name, a task of no title: none is proposed by an empty call.
  expect((await ann.client.changesets.list()).changesets.length - before).toBeLessThan(3);
  for (const secret of others) {
    const refused = await post({ authorization: `Bearer ${secret}` });
    expect(refused.status).toBe(403);
    expect(refused.headers.get("www-authenticate")).toContain("insufficient_scope");
  }
  // A cookie is no key here, and an app password opens no other door.
  expect((await post({ cookie: ann.cookie() })).status).toBe(401);
  expect((await post({})).status).toBe(401);
  const elsewhere = await fetch(new URL("/api/notes", app.url), {
    headers: { authorization: `Bearer ${proposing}` },
  });
  expect(elsewhere.status).toBe(403);
  const dav = await fetch(new URL("/dav/", app.url), {
    method: "PROPFIND",
    headers: { authorization: `Basic ${Buffer.from(`${ann.email}:${proposing}`).toString("base64")}` },
  });
  expect([401, 403]).toContain(dav.status);
  await Promise.all([reader.close(), proposer.close()]);
});

test("an app password that was revoked, and a page of another site, are refused", async () => {
  const { token, secret } = await ann.client.tokens.create({ name: "Gone", scopes: ["mcp:read"] });
  const authorization = `Bearer ${secret}`;
  expect((await post({ authorization })).status).toBe(200);
  expect((await post({ authorization, origin: "https://evil.example" })).status).toBe(403);
  await ann.client.tokens.revoke({ tokenId: token.id });
  expect((await post({ authorization })).status).toBe(401);
  expect((await fetch(new URL("/mcp", app.url))).status).toBe(405);
});

test("what is no message of the protocol is answered as such", async () => {
  const authorization = `Bearer ${await secretOf("mcp:read")}`;
  for (const body of [{}, [], "x", { jsonrpc: "2.0", id: 1, method: "no/such" }, { jsonrpc: "1.0" }]) {
    const answer = await post({ authorization }, body);
    expect(answer.status, JSON.stringify(body)).toBeLessThan(500);
    // No message is nothing to answer.
    if (answer.status !== 202) expect(await answer.text()).toMatch(/error|INVALID_INPUT/);
  }
});

test("a long text fits, and a batch, which the protocol has given up, is refused", async () => {
  const authorization = `Bearer ${await secretOf("mcp:propose")}`;
  const params = { name: "create_note", arguments: { title: "Long", text: "words ".repeat(50_000) } };
  const long = await post({ authorization }, { jsonrpc: "2.0", id: 1, method: "tools/call", params });
  expect(long.status).toBe(200);
  expect(JSON.stringify(await long.json())).toContain("changesetId");
  const cancelled = { jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId: 1 } };
  expect((await post({ authorization }, [LIST, cancelled])).status).toBe(422);
});

test("a fence keeps from programs what it keeps from models elsewhere", async () => {
  const { client: person } = ann;
  const folder = await person.folders.create({ name: "Diary" });
  await person.folders.update({ folderId: folder.id, aiAccess: "local" });
  const body = { format: "markdown" as const, text: "A blue heron.\n" };
  const { id: noteId } = await person.notes.create({ title: "Heron", folderId: folder.id, body });
  const program = await connect(await secretOf("mcp:propose"));
  const told = [
    await use(program, "search", { query: "heron" }),
    await use(program, "read_note", { noteId }),
    await use(program, "list_notes", { limit: 100 }),
    await use(program, "list_folders"),
    await use(program, "edit_note", { noteId, append: "x" }),
  ];
  expect(JSON.stringify(told.map((each) => each.told))).not.toMatch(/heron|diary/i);
  await program.close();
});

/** The suite of the protocol's makers sends no key: this stands between. */
async function withKey(secret: string) {
  const proxy = createServer((request, response) => {
    const { hostname, port } = new URL(app.url);
    const { host: _, ...headers } = request.headers;
    const own = request.headers.host?.startsWith("localhost") ?? false;
    const sent = {
      ...headers,
      authorization: `Bearer ${secret}`,
      host: own ? `${hostname}:${port}` : request.headers.host,
      // As a page of this server has it, whose address stands between, too.
      ...(request.headers.origin?.startsWith("http://localhost") && { origin: app.url }),
    };
    const onwards = send(
      { hostname, port, path: request.url, method: request.method, headers: sent },
      (answer) => {
        response.writeHead(answer.statusCode!, answer.headers);
        answer.pipe(response);
      },
    );
    request.pipe(onwards);
  });
  await once(proxy.listen(0, "127.0.0.1"), "listening");
  return proxy;
}

test("the conformance suite of the protocol's makers passes for what is spoken here", async () => {
  const proxy = await withKey(await secretOf("mcp:propose"));
  const url = `http://localhost:${(proxy.address() as AddressInfo).port}/mcp`;
  const suite = join(
    import.meta.dirname,
    "../../../../node_modules/@modelcontextprotocol/conformance/dist/index.js",
  );
  for (const scenario of ["server-initialize", "ping", "tools-list", "dns-rebinding-protection"]) {
    const run = spawn(process.execPath, [suite, "server", "--url", url, "--scenario", scenario]);
    let output = "";
    run.stdout.on("data", (chunk: Buffer) => (output += chunk.toString()));
    run.stderr.on("data", (chunk: Buffer) => (output += chunk.toString()));
    const [code] = (await once(run, "close")) as [number];
    expect(code, output.slice(-2_000)).toBe(0);
  }
  proxy.close();
}, 60_000);
