import type { RequestListener } from "node:http";
import { afterEach, expect, test } from "vitest";
import { type LocalServer, smallInternet, startLocalServer } from "#testing/servers/small-internet.ts";
import { createEgress } from "../../platform/egress/egress.ts";
import { isDocumentAddress, readClientDocument } from "./client-documents.ts";

let site: LocalServer | undefined;
afterEach(() => site?.close());

const egress = createEgress(
  [],
  smallInternet({ "quill.example": [["127.0.0.2"]], "inside.example": [["127.0.0.1"]] }),
);

/** The address of a document that says this of itself, at a name of the small internet. */
async function aDocument(say: (id: string) => unknown, host = "quill.example"): Promise<string> {
  let id = "";
  const answer: RequestListener = (_request, response) => {
    response.setHeader("content-type", "application/json");
    const said = say(id);
    response.end(typeof said === "string" ? said : JSON.stringify(said));
  };
  site = await startLocalServer(answer, { host: host === "inside.example" ? "127.0.0.1" : "127.0.0.2" });
  id = `http://${host}:${site.port}/client-${Math.random()}.json`;
  return id;
}
const BACK = "https://quill.example/back";

test("a program is who its document says, under the address that it stands at, and is asked once", async () => {
  const id = await aDocument((client_id) => ({
    client_id,
    client_name: "Quill\u202e",
    redirect_uris: [BACK, "http://localhost/cb"],
  }));
  const client = { id, name: "Quill", redirectUris: [BACK, "http://localhost/cb"] };
  expect(await readClientDocument(egress, id)).toEqual(client);
  expect(await readClientDocument(egress, id)).toEqual(client);
  expect(site!.asked).toHaveLength(1);
});

test("one that speaks of another, has no addresses or other keys, is huge, is none or lies inside is nobody", async () => {
  const bad: ((client_id: string) => unknown)[] = [
    () => ({ client_id: "https://other.example/client.json", redirect_uris: [BACK] }),
    (client_id) => ({ client_id, redirect_uris: [] }),
    (client_id) => ({ client_id, redirect_uris: ["javascript:alert(1)"] }),
    (client_id) => ({ client_id, redirect_uris: [BACK], token_endpoint_auth_method: "client_secret_post" }),
    (client_id) => ({ client_id, redirect_uris: [BACK], more: "x".repeat(20_000) }),
    () => "<h1>A page</h1>",
  ];
  for (const say of bad) {
    const id = await aDocument(say);
    expect(await readClientDocument(egress, id), String(say)).toBeNull();
    expect(site!.asked).toHaveLength(1);
    site!.close();
  }
  const good = (client_id: string) => ({ client_id, redirect_uris: [BACK] });
  const inside = await aDocument(good, "inside.example");
  expect(await readClientDocument(egress, inside)).toBeNull();
  expect(site!.asked).toHaveLength(0);
});

test("one that sends elsewhere is not followed", async () => {
  const target = await startLocalServer((_request, response) => response.end("{}"), { host: "127.0.0.2" });
  site = await startLocalServer(
    (_request, response) => {
      response.writeHead(302, { location: `http://quill.example:${target.port}/client.json` });
      response.end();
    },
    { host: "127.0.0.2" },
  );
  expect(await readClientDocument(egress, `http://quill.example:${site.port}/client.json`)).toBeNull();
  expect(target.asked).toHaveLength(0);
  target.close();
});

test("only whole https addresses with a path are such", () => {
  expect(isDocumentAddress("https://quill.example/client.json")).toBe(true);
  for (const id of [
    "http://quill.example/client.json",
    "https://quill.example/",
    "https://quill.example",
    "https://quill.example/a/../client.json",
    "https://quill.example/client.json#x",
    "https://user@quill.example/client.json",
    "HTTPS://quill.example/client.json",
    crypto.randomUUID(),
  ])
    expect(isDocumentAddress(id), id).toBe(false);
});
