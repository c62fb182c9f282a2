import { createHash, randomBytes } from "node:crypto";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { randomFrom } from "#testing/random.ts";
import { seed } from "#testing/run-seed.ts";
import { packEntries, readBackup, verifyBackup } from "./backup-file.ts";
import { BackupError, type BackupFault } from "./backup-error.ts";
import type { Entry, EntryAbout } from "./entries.ts";

const isDeep = process.env["CAIRN_DEEP"] === "1";
const random = randomFrom(seed);
vi.setConfig({ testTimeout: isDeep ? 600_000 : 60_000 });
const about = { at: "2026-05-05T01:00:00.000Z", made: "command" as const };
const KEY = "correct horse battery staple";

let folder: string;
let small: Buffer;
/** Several chunks: random bytes do not compress. */
let large: Buffer;
let count = 0;

beforeAll(async () => {
  process.stdout.write(`backup-file: seed ${seed} (CAIRN_SEED)\n`);
  folder = await mkdtemp(join(tmpdir(), "cairn-backup-file-"));
  small = await pack([table("public.notes_v2", "1\tone\n2\ttwo\n"), file("ab/cd", Buffer.from("bytes"))]);
  large = await pack([file("ef/01", randomBytes(1_000_000)), table("public.folders", "x\n".repeat(9_000))]);
});

afterAll(() => rm(folder, { recursive: true, force: true }));

const table = (name: string, text: string): Entry => ({
  kind: "table",
  name,
  columns: ["id"],
  bytes: bytesOf(Buffer.from(text)),
  rows: () => text.split("\n").length - 1,
});
const file = (name: string, bytes: Buffer): Entry => ({ kind: "file", name, bytes: bytesOf(bytes) });

/** In pieces of odd sizes, as streams bring them. */
async function* bytesOf(bytes: Buffer): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += 60_001) yield bytes.subarray(at, at + 60_001);
}

async function pack(entries: Entry[], key?: string): Promise<Buffer> {
  const path = join(folder, `${(count += 1)}.cairn`);
  const facts = {
    takenAt: about.at,
    cairn: "0",
    postgres: "18",
    migrations: ["a"],
    sequences: {},
    missing: [],
  };
  const all = async function* () {
    yield* entries;
  };
  await packEntries(path, all(), () => facts, { about, key });
  return readFile(path);
}

async function written(bytes: Uint8Array): Promise<string> {
  const path = join(folder, "changed.cairn");
  await writeFile(path, bytes);
  return path;
}

async function faultOf(bytes: Uint8Array, key?: string): Promise<BackupFault | "whole"> {
  try {
    await verifyBackup(await written(bytes), key);
    return "whole";
  } catch (error) {
    if (error instanceof BackupError) return error.fault;
    throw error;
  }
}

const flipped = (bytes: Buffer, at: number) => {
  const copy = Buffer.from(bytes);
  copy[at]! ^= 1 << Math.floor(random() * 8);
  return copy;
};

test("what goes in comes out, with and without a key, and nothing of it can be read in an encrypted file", async () => {
  for (const key of [undefined, KEY]) {
    const bytes = randomBytes(700_000);
    const text = "aardvark\n".repeat(50);
    const packed = await pack(
      [table("public.notes_v2", text), file("empty", Buffer.alloc(0)), file("k", bytes)],
      key,
    );
    const seen: [EntryAbout["kind"], string, Buffer][] = [];
    const manifest = await readBackup(await written(packed), key, async ({ kind, name }, parts) => {
      seen.push([kind, name, await buffer(parts)]);
    });
    expect(seen).toEqual([
      ["table", "public.notes_v2", Buffer.from(text)],
      ["file", "empty", Buffer.alloc(0)],
      ["file", "k", bytes],
    ]);
    expect(manifest.tables["public.notes_v2"]).toMatchObject({ rows: 50, bytes: text.length });
    expect(manifest.files).toEqual({ count: 2, bytes: bytes.length, missing: [] });
    expect(packed.includes(bytes.subarray(1_000, 1_032))).toBe(key === undefined);
  }
});

test("a flipped bit is noticed in every byte of a small file", async () => {
  for (let at = 0; at < small.length; at += 1) {
    expect(await faultOf(flipped(small, at)), `seed ${seed}, byte ${at} of ${small.length}`).not.toBe(
      "whole",
    );
  }
});

test("a flipped bit is noticed anywhere in a large file, and in an encrypted one", async () => {
  for (let round = 0; round < (isDeep ? 2_000 : 30); round += 1) {
    const at = Math.floor(random() * large.length);
    expect(await faultOf(flipped(large, at)), `seed ${seed}, byte ${at}`).not.toBe("whole");
  }
  const sealed = await pack([file("k", randomBytes(600_000))], KEY);
  for (let round = 0; round < (isDeep ? 300 : 6); round += 1) {
    const at = Math.floor(random() * sealed.length);
    expect(await faultOf(flipped(sealed, at), KEY), `seed ${seed}, byte ${at}`).not.toBe("whole");
  }
});

test("a file that ends too early is said to be cut off, wherever it ends", async () => {
  const magic = "CAIRN-BACKUP ".length;
  for (let length = 0; length < small.length; length += 1) {
    const expected = small.subarray(0, length).includes(0x0a) ? "CUT_OFF" : "NOT_A_BACKUP";
    expect(await faultOf(small.subarray(0, length)), `${length} bytes`).toBe(expected);
  }
  for (let round = 0; round < 30; round += 1) {
    const length = 300 + magic + Math.floor(random() * (large.length - 400));
    expect(await faultOf(large.subarray(0, length)), `seed ${seed}, ${length} bytes`).toBe("CUT_OFF");
  }
});

test("what follows the end is noticed, be it a byte or the same file again", async () => {
  expect(await faultOf(Buffer.concat([small, Buffer.from([0])]))).toBe("TOO_LONG");
  expect(await faultOf(Buffer.concat([large, large]))).toBe("TOO_LONG");
});

test("chunks that changed places, or come from another file, are noticed, encrypted or not", async () => {
  const start = (bytes: Buffer) => bytes.indexOf(0x0a) + 1 + 32;
  const chunk = 4 + 256 * 1024 + 16;
  for (const key of [undefined, KEY]) {
    const [one, other] = [
      await pack([file("k", randomBytes(900_000))], key),
      await pack([file("k", randomBytes(900_000))], key),
    ];
    const at = start(one);
    const [first, second] = [one.subarray(at, at + chunk), one.subarray(at + chunk, at + 2 * chunk)];
    const swapped = Buffer.concat([one.subarray(0, at), second, first, one.subarray(at + 2 * chunk)]);
    expect(await faultOf(swapped, key)).toBe("DAMAGED");
    const dropped = Buffer.concat([one.subarray(0, at), one.subarray(at + chunk)]);
    expect(await faultOf(dropped, key)).toBe("DAMAGED");
    const foreign = start(other);
    const mixed = Buffer.concat([one.subarray(0, at), other.subarray(foreign)]);
    // Without a key two files of one moment have the same header; then it is simply the other file.
    expect(await faultOf(mixed, key)).toBe(key ? "DAMAGED" : "whole");
  }
});

test("a missing key, a wrong key and a file of a newer Cairn are told apart from damage", async () => {
  const sealed = await pack([table("public.folders", "1\n")], KEY);
  expect(await faultOf(sealed)).toBe("KEY_MISSING");
  expect(await faultOf(sealed, `${KEY}r`)).toBe("KEY_WRONG");
  expect(await faultOf(sealed, KEY)).toBe("whole");
  await expect(verifyBackup(await written(sealed), `${KEY}r`)).rejects.toThrow(/BACKUP_KEY is not the key/);
  const line = small
    .subarray(0, small.indexOf(0x0a) + 1)
    .toString()
    .replace('"version":1', '"version":2');
  const newer = [
    Buffer.from(line),
    createHash("sha256").update(line).digest(),
    small.subarray(line.length + 32),
  ];
  expect(await faultOf(Buffer.concat(newer))).toBe("NEWER");
  expect(await faultOf(Buffer.from("PK\u0003\u0004 something else\n".repeat(100)))).toBe("NOT_A_BACKUP");
});
