import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { createORPCClient, ORPCError } from "@orpc/client";
import { expect, test } from "vitest";
import { jsonLink } from "./rpc-link.ts";

type Answer = { status: number; body: string };
type Seen = { url: string; body: unknown; build: unknown };

async function callAgainst(answer: Answer): Promise<{ result: unknown; seen: Seen | undefined }> {
  let seen: Seen | undefined;
  const server = createServer((request, response) => void answerIt(request, response));
  const answerIt = async (request: IncomingMessage, response: ServerResponse) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    seen = {
      url: request.url!,
      body: JSON.parse(Buffer.concat(chunks).toString()),
      build: request.headers["x-cairn-build"],
    };
    response.writeHead(answer.status, { "content-type": "application/json" }).end(answer.body);
  };
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/rpc`;
  const client = createORPCClient<{ notes: { get: (input: unknown) => Promise<unknown> } }>(
    jsonLink({ url, headers: () => ({ "x-cairn-build": "b1" }) }) as never,
  );
  const result = await client.notes.get({ noteId: "1", gone: undefined }).catch((error: unknown) => error);
  await new Promise((resolve) => server.close(resolve));
  return { result, seen };
}

test("a call is one POST of JSON to the operation's path, naming the build", async () => {
  const { result, seen } = await callAgainst({ status: 200, body: '{"json":{"id":"1"}}' });
  expect(result).toEqual({ id: "1" });
  expect(seen).toEqual({ url: "/rpc/notes/get", body: { json: { noteId: "1" }, meta: [] }, build: "b1" });
});

test("an error of the API arrives with its code, status, message and data", async () => {
  const { result } = await callAgainst({
    status: 404,
    body: '{"json":{"defined":true,"code":"NOT_FOUND","status":404,"message":"Nothing here","data":{"a":1}}}',
  });
  expect(result).toBeInstanceOf(ORPCError);
  expect(result).toMatchObject({ code: "NOT_FOUND", status: 404, message: "Nothing here", data: { a: 1 } });
});

test("an error of the HTTP shell is understood as well", async () => {
  const { result } = await callAgainst({
    status: 429,
    body: '{"code":"RATE_LIMITED","message":"Too many tries."}',
  });
  expect(result).toMatchObject({ code: "RATE_LIMITED", status: 429, message: "Too many tries." });
});

test("a proxy's page in place of an answer counts as a server that is away", async () => {
  const { result } = await callAgainst({ status: 502, body: "<html>Bad gateway</html>" });
  expect(result).toMatchObject({ code: "UNAVAILABLE", status: 502 });
});
