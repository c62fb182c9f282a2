import { createHash, timingSafeEqual } from "node:crypto";
import { createWriteStream } from "node:fs";
import { type FileHandle, open, rm } from "node:fs/promises";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { z } from "zod";
import { BackupError } from "../backup/backup-error.ts";
import { openBody, seal } from "../backup/sealed-file.ts";
import { Failure } from "../failure.ts";
import { keyForFile, keyOfFile, Lock, openLock } from "./account-lock.ts";

/**
 * A backup of an account: one line that says what it is, its hash, and behind it the account's own export in sealed chunks, as in
 * backups of the server. The line of those begins otherwise: neither is taken for the other.
 */
const MAGIC = "CAIRN-ACCOUNT ";
const LONGEST_LINE = 1_024;
const HASH_BYTES = 32;
/** So much of its beginning says whether it is one, and whether a passphrase fits. */
export const HEAD_BYTES = LONGEST_LINE + HASH_BYTES;

const Header = z.object({
  version: z.literal(1),
  at: z.iso.datetime(),
  lock: Lock,
  ephemeral: z.base64().length(44),
});
type Header = z.infer<typeof Header>;
type Head = { header: Header; hash: Buffer; bytes: number };

/** Writes a backup; one that can't be finished leaves nothing. @returns its length and MD5, by which the other side is compared */
export async function writeAccountFile(
  source: AsyncIterable<Uint8Array>,
  { path, lock, at, signal }: { path: string; lock: Lock; at: Date; signal: AbortSignal },
): Promise<{ size: number; md5: string }> {
  const { key, ephemeral } = keyForFile(lock);
  const header: Header = { version: 1, at: at.toISOString(), lock, ephemeral: ephemeral.toString("base64") };
  const line = Buffer.from(`${MAGIC}${JSON.stringify(header)}\n`);
  const hash = createHash("sha256").update(line).digest();
  const md5 = createHash("md5");
  let size = 0;
  async function* counted() {
    yield Buffer.concat([line, hash]);
    yield* seal(source, hash, { cipherKey: key, check: hash });
  }
  async function* measured() {
    for await (const part of counted()) {
      size += part.length;
      md5.update(part);
      yield part;
    }
  }
  try {
    await pipeline(Readable.from(measured()), createWriteStream(path, { mode: 0o600 }), { signal });
  } catch (error) {
    await rm(path, { force: true });
    throw error;
  }
  return { size, md5: md5.digest("hex") };
}

/** What the beginning of a file says; null for every other file. @throws Failure INVALID_INPUT for one of a newer Cairn */
function readHead(start: Buffer): Head | null {
  const end = start.subarray(0, LONGEST_LINE).indexOf(0x0a) + 1;
  const line = start.subarray(0, end);
  if (end === 0 || !line.toString("latin1").startsWith(MAGIC)) return null;
  const hash = createHash("sha256").update(line).digest();
  const written = start.subarray(end, end + HASH_BYTES);
  if (written.length < HASH_BYTES || !timingSafeEqual(hash, written))
    throw new Failure("INVALID_INPUT", DAMAGED);
  const { data: header } = Header.safeParse(parsed(line.subarray(MAGIC.length).toString()));
  if (!header)
    throw new Failure("INVALID_INPUT", "This backup was made by a newer Cairn. Update this server first.");
  return { header, hash, bytes: end + HASH_BYTES };
}

const DAMAGED = "This backup is damaged or incomplete. Use another one.";
const WRONG = "This isn't the passphrase the backup was made with.";

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

export const isAccountFile = (start: Uint8Array): boolean =>
  Buffer.from(start.subarray(0, MAGIC.length)).toString("latin1") === MAGIC;

/** @throws Failure INVALID_INPUT where the passphrase doesn't fit, or the file is none */
export async function assertOpens(start: Buffer, passphrase: string): Promise<void> {
  await keyFor(readHead(start), passphrase);
}

async function keyFor(head: Head | null, passphrase: string): Promise<{ head: Head; cipherKey: Buffer }> {
  if (!head) throw new Failure("INVALID_INPUT", "This is not a backup of an account.");
  const privateKey = await openLock(head.header.lock, passphrase);
  if (!privateKey) throw new Failure("INVALID_INPUT", WRONG);
  try {
    return { head, cipherKey: keyOfFile(privateKey, Buffer.from(head.header.ephemeral, "base64")) };
  } catch {
    throw new Failure("INVALID_INPUT", DAMAGED);
  }
}

/** Writes what is in a backup, each chunk checked before it is written. @throws Failure INVALID_INPUT with what is wrong with it */
export async function openAccountFile(
  path: string,
  { to, passphrase, signal }: { to: string; passphrase: string; signal?: AbortSignal },
): Promise<void> {
  const file = await open(path);
  try {
    const { head, cipherKey } = await keyFor(readHead(await startOf(file)), passphrase);
    const { bytes: at, hash } = head;
    const body = openBody(file, path, { at, hash, key: { cipherKey, check: hash } });
    await pipeline(Readable.from(body), createWriteStream(to, { mode: 0o600 }), {
      ...(signal && { signal }),
    });
  } catch (error) {
    await rm(to, { force: true });
    if (error instanceof BackupError) throw new Failure("INVALID_INPUT", DAMAGED);
    throw error;
  } finally {
    await file.close();
  }
}

/** The beginning of a file on the disk. */
export async function startOfFile(path: string): Promise<Buffer> {
  const file = await open(path);
  try {
    return await startOf(file);
  } finally {
    await file.close();
  }
}

async function startOf(file: FileHandle): Promise<Buffer> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0);
  return buffer.subarray(0, bytesRead);
}
