import { randomBytes } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startBucket, type TestBucket } from "#testing/servers/test-bucket.ts";
import { isMissing, openStorage, type Storage } from "./storage.ts";

const LARGE = 11 * 1024 * 1024;
let dataDir: string;
let bucket: TestBucket;

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), "cairn-storage-"));
  bucket = await startBucket();
});
afterAll(async () => {
  await bucket.close();
  await rm(dataDir, { recursive: true, force: true });
});

const freshKey = () => `${randomBytes(2).toString("hex")}/${randomBytes(8).toString("hex")}`;
const bytesOf = async (storage: Storage, key: string, range?: { start: number; end: number }) =>
  buffer(await storage.read(key, range));
const failureOf = (promise: Promise<unknown>) =>
  promise.then(
    () => undefined,
    (error: unknown) => error,
  );

/** What both kinds of storage promise. */
describe.each(["disk", "bucket"] as const)("on a %s", (kind) => {
  let storage: Storage;
  beforeAll(() => {
    storage = openStorage({ dataDir, ...(kind === "bucket" ? { s3: bucket.settings } : {}) });
  });

  test("what is put is read, whole and in part, and replaced by what is put later", async () => {
    const key = freshKey();
    await storage.check();
    await storage.put(key, Buffer.from("first"));
    await storage.put(key, Buffer.from("0123456789"));
    expect((await bytesOf(storage, key)).toString()).toBe("0123456789");
    expect((await bytesOf(storage, key, { start: 2, end: 4 })).toString()).toBe("234");
    expect((await bytesOf(storage, key, { start: 9, end: 9 })).toString()).toBe("9");
  });

  test("a stream larger than what is held at a time comes back byte for byte", async () => {
    const key = freshKey();
    const bytes = randomBytes(LARGE);
    await storage.putStream(key, Readable.from(portionsOf(bytes)));
    expect((await bytesOf(storage, key)).equals(bytes)).toBe(true);
    const end = LARGE - 1;
    expect((await bytesOf(storage, key, { start: LARGE - 10, end })).equals(bytes.subarray(-10))).toBe(true);
  });

  test("a stream that breaks off leaves what was there before", async () => {
    const key = freshKey();
    async function* breaking(): AsyncGenerator<Buffer> {
      yield randomBytes(LARGE);
      throw new Error("the sender is gone");
    }
    expect(String(await failureOf(storage.putStream(key, Readable.from(breaking()))))).toContain("gone");
    expect(isMissing(await failureOf(storage.read(key)))).toBe(true);
    await storage.put(key, Buffer.from("before"));
    await failureOf(storage.putStream(key, Readable.from(breaking())));
    expect((await bytesOf(storage, key)).toString()).toBe("before");
  });

  test("what is not there is told before it is read, and removing it is no error", async () => {
    const key = freshKey();
    expect(isMissing(await failureOf(storage.read(key)))).toBe(true);
    await storage.remove(key);
    await storage.removeBelow(key);
  });

  test("a file goes with everything made of it and the parts it came in, and nothing else", async () => {
    const key = freshKey();
    const own = [key, `${key}.display`, `${key}.thumb`, `${key}.parts/1`, `${key}.parts/2`];
    const others = [`${key}x`, `${key}.partsx`];
    for (const each of [...own, ...others]) await storage.put(each, Buffer.from(each));
    await storage.removeFile(key);
    for (const each of own)
      expect([each, isMissing(await failureOf(storage.read(each)))]).toEqual([each, true]);
    for (const each of others) expect((await bytesOf(storage, each)).toString()).toBe(each);
  });
});

function* portionsOf(bytes: Buffer): Generator<Buffer> {
  for (let at = 0; at < bytes.length; at += 100_000) yield bytes.subarray(at, at + 100_000);
}

describe("a bucket in trouble", () => {
  const open = (change: Partial<TestBucket["settings"]> = {}) =>
    openStorage({ dataDir, s3: { ...bucket.settings, ...change } });

  test("errors that pass are not heard of", async () => {
    const storage = open();
    const key = freshKey();
    bucket.fail("error", 2);
    await storage.put(key, Buffer.from("kept"));
    bucket.fail("cut", 1);
    expect((await bytesOf(storage, key)).toString()).toBe("kept");
    bucket.fail("slow", 1);
    expect((await bytesOf(storage, key)).toString()).toBe("kept");
    expect(bucket.failed()).toBe(4);
  });

  test("a download that breaks off in the middle goes on where it broke", async () => {
    const storage = open();
    const key = freshKey();
    const bytes = randomBytes(LARGE);
    await storage.putStream(key, Readable.from(portionsOf(bytes)));
    bucket.fail("cut in the middle", 2);
    expect((await bytesOf(storage, key)).equals(bytes)).toBe(true);
    expect(bucket.failed()).toBe(2);
  }, 20_000);

  test("errors that stay, a wrong key and a bucket that is not there are told as the storage's fault", async () => {
    const wrongKey = open({ accessKeyId: "nobody" });
    const nowhere = open({ bucket: "nowhere" });
    const closed = open({ endpoint: new URL("http://127.0.0.1:9") });
    for (const storage of [wrongKey, nowhere, closed]) {
      const fault = { name: "StorageUnavailableError" };
      expect(await failureOf(storage.check())).toMatchObject(fault);
      expect(await failureOf(storage.put(freshKey(), Buffer.from("x")))).toMatchObject(fault);
    }
    bucket.fail("error", 100);
    expect(await failureOf(open().put(freshKey(), Buffer.from("x")))).toMatchObject({
      name: "StorageUnavailableError",
    });
    bucket.fail("error", 0);
  }, 30_000);
});
