import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import sharp from "sharp";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startBucket, type TestBucket } from "#testing/servers/test-bucket.ts";
import { startTestApp, type TestApp } from "#testing/test-app.ts";
import { readBackup, verifyBackup, writeBackup } from "./backup-file.ts";
import { backupSource } from "./source.ts";

let bucket: TestBucket;
let app: TestApp;
let folder: string;
beforeAll(async () => {
  bucket = await startBucket();
  folder = await mkdtemp(join(tmpdir(), "cairn-bucket-backup-"));
  app = await startTestApp({
    S3_BUCKET: bucket.settings.bucket,
    S3_ENDPOINT: bucket.settings.endpoint!.origin,
    S3_ACCESS_KEY_ID: bucket.settings.accessKeyId!,
    S3_SECRET_ACCESS_KEY: bucket.settings.secretAccessKey!,
  });
});
afterAll(async () => {
  await app.close();
  await bucket.close();
  await rm(folder, { recursive: true, force: true });
});

test("a backup takes the files out of the bucket, though it stumbles, and says which are not there", async () => {
  const ann = await app.aUser("Ann");
  const picture = await sharp({ create: { width: 30, height: 20, channels: 3, background: "teal" } })
    .png()
    .toBuffer();
  for (const name of ["kept", "lost"])
    await ann.request(`/api/files/upload?name=${name}.png`, {
      method: "POST",
      body: new Uint8Array(picture),
    });
  const rows = await app.database.asSuperuser<{ name: string; key: string }>(
    "SELECT name, storage_key AS key FROM files ORDER BY name",
  );
  const [kept, lost] = rows.map(({ key }) => key) as [string, string];
  await app.services.storage.remove(lost);
  const path = join(folder, "bucket.cairn");
  bucket.fail("error", 2);
  const source = await backupSource(app.services.config, app.database.connections);
  await writeBackup(source, { target: async () => path, made: "command", key: undefined });
  const { manifest } = await verifyBackup(path, undefined);
  expect([manifest.files.count, manifest.files.missing]).toEqual([3, [lost]]);
  const found = new Map<string, Buffer>();
  await readBackup(path, undefined, async (about, bytes) => {
    const content = await buffer(bytes);
    if (about.kind === "file") found.set(about.name, content);
  });
  expect(found.get(kept)!.equals(picture)).toBe(true);
  expect([...found.keys()].toSorted()).toEqual([kept, `${kept}.display`, `${lost}.display`].toSorted());
});
