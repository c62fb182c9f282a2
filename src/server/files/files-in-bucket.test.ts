import { randomBytes } from "node:crypto";
import { existsSync } from "node:fs";
import { join } from "node:path";
import sharp from "sharp";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { FileEntry } from "#contract/files.ts";
import { startBucket, type TestBucket } from "#testing/servers/test-bucket.ts";
import { type SignedInVisitor, startTestApp, type TestApp } from "#testing/test-app.ts";

let bucket: TestBucket;
let app: TestApp;
let ann: SignedInVisitor;
beforeAll(async () => {
  bucket = await startBucket();
  const { settings } = bucket;
  app = await startTestApp({
    S3_BUCKET: settings.bucket,
    S3_ENDPOINT: settings.endpoint!.origin,
    S3_ACCESS_KEY_ID: settings.accessKeyId!,
    S3_SECRET_ACCESS_KEY: settings.secretAccessKey!,
  });
  ann = await app.aUser("Ann");
});
afterAll(async () => {
  await app.close();
  await bucket.close();
});

async function upload(bytes: Buffer, name: string, partBytes: number): Promise<string> {
  const begun = await ann.request("/api/files/uploads", {
    method: "POST",
    headers: {
      "upload-length": String(bytes.length),
      "upload-metadata": `name ${Buffer.from(name).toString("base64")}`,
    },
  });
  const location = begun.headers.get("location")!;
  for (let at = 0; at < bytes.length; at += partBytes) {
    const answer = await ann.request(location, {
      method: "PATCH",
      headers: { "upload-offset": String(at), "content-type": "application/offset+octet-stream" },
      body: new Uint8Array(bytes.subarray(at, at + partBytes)),
    });
    expect(answer.status).toBe(204);
  }
  return location.split("/").at(-1)!;
}
const bytesOf = async (path: string, headers: Record<string, string> = {}) =>
  Buffer.from(await (await ann.request(path, { headers })).arrayBuffer());

test("what is uploaded lies in the bucket alone, and comes back whole, in part and small", async () => {
  const picture = await sharp({ create: { width: 900, height: 600, channels: 3, background: "teal" } })
    .jpeg()
    .toBuffer();
  const image = (await (
    await ann.request("/api/files/upload?name=a.jpg", { method: "POST", body: new Uint8Array(picture) })
  ).json()) as FileEntry;
  expect((await bytesOf(`${image.url}/original`)).equals(picture)).toBe(true);
  expect((await sharp(await bytesOf(`${image.url}/thumb`)).metadata()).width).toBe(480);
  expect((await sharp(await bytesOf(`${image.url}/medium`)).metadata()).format).toBe("webp");
  const bytes = randomBytes(6_000_000);
  bucket.fail("error", 2);
  const id = await upload(bytes, "a.bin", 2_500_000);
  expect((await bytesOf(`/files/${id}/original`)).equals(bytes)).toBe(true);
  const range = await bytesOf(`/files/${id}/original`, { range: "bytes=5999990-" });
  expect(range.equals(bytes.subarray(-10))).toBe(true);
  expect(existsSync(join(app.dataDir, "files"))).toBe(false);
  await ann.client.files.remove({ fileId: id });
  expect((await ann.client.trash.empty({})).removed.files).toBe(1);
});

test("while the bucket is away a file is told to come later, and everything else works", async () => {
  bucket.fail("error", 1000);
  const refused = await ann.request("/api/files/upload?name=a.jpg", {
    method: "POST",
    body: new Uint8Array(
      await sharp({ create: { width: 9, height: 9, channels: 3, background: "teal" } })
        .png()
        .toBuffer(),
    ),
  });
  expect([refused.status, await refused.json()]).toEqual([
    503,
    expect.objectContaining({ message: "Can't reach the file storage. Try again in a moment." }),
  ]);
  expect((await ann.client.notes.create({ title: "Meanwhile" })).title).toBe("Meanwhile");
  expect((await ann.client.files.list({})).files).toHaveLength(1);
  bucket.fail("error", 0);
});
