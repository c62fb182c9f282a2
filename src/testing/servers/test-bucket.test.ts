import { afterAll, beforeAll, expect, test } from "vitest";
import { type S3Key, signerOf } from "../check-signature.ts";
import { startBucket, type TestBucket } from "./test-bucket.ts";

let bucket: TestBucket;
let key: S3Key;
beforeAll(async () => {
  bucket = await startBucket();
  const { accessKeyId = "", secretAccessKey = "" } = bucket.settings;
  key = { accessKeyId, secretAccessKey };
});
afterAll(() => bucket.close());

type Change = { by?: S3Key; at?: Date; body?: string; path?: string; headers?: Record<string, string> };

/** Puts "one" under /cairn/a file, signed, and changed after that. */
async function put(change: Change = {}): Promise<string> {
  const { host, hostname, port } = bucket.settings.endpoint!;
  const request = {
    method: "PUT",
    protocol: "http:",
    hostname,
    port: Number(port),
    path: "/cairn/a%20file",
    query: {},
    headers: { host, "content-type": "text/plain" },
    body: "one",
  };
  const { headers } = await signerOf(change.by ?? key, "us-east-1").sign(request, {
    signingDate: change.at ?? new Date(),
  });
  const answer = await fetch(`http://${host}${change.path ?? request.path}`, {
    method: "PUT",
    body: change.body ?? request.body,
    headers: { ...headers, ...change.headers },
  });
  return `${answer.status} ${/<Code>(\w+)/.exec(await answer.text())?.[1] ?? ""}`.trim();
}

test("a request that is signed is taken", async () => {
  expect(await put()).toBe("200");
});

const HOUR_MS = 60 * 60_000;
test.each<[string, () => Change, string]>([
  ["another secret", () => ({ by: { ...key, secretAccessKey: "other" } }), "403 SignatureDoesNotMatch"],
  ["another key", () => ({ by: { ...key, accessKeyId: "other" } }), "403 InvalidAccessKeyId"],
  ["an old date", () => ({ at: new Date(Date.now() - HOUR_MS) }), "403 RequestTimeTooSkewed"],
  ["a date to come", () => ({ at: new Date(Date.now() + HOUR_MS) }), "403 RequestTimeTooSkewed"],
  ["a changed body", () => ({ body: "two" }), "400 XAmzContentSHA256Mismatch"],
  ["a changed name", () => ({ path: "/cairn/another" }), "403 SignatureDoesNotMatch"],
  ["a query that was added", () => ({ path: "/cairn/a%20file?acl" }), "403 SignatureDoesNotMatch"],
  ["a changed header", () => ({ headers: { "content-type": "text/html" } }), "403 SignatureDoesNotMatch"],
  ["no signature", () => ({ headers: { authorization: "" } }), "403 AccessDenied"],
])("%s is refused", async (_name, change, answer) => {
  expect(await put(change())).toBe(answer);
});
