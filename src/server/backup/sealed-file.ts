import { createCipheriv, createDecipheriv, createHash, timingSafeEqual } from "node:crypto";
import { type FileHandle, open } from "node:fs/promises";
import { BackupError } from "./backup-error.ts";
import { type BackupHeader, type BackupKey, deriveKey, readHeader } from "./header.ts";

/**
 * The body of a backup file: chunks of one size (the last may be shorter), each behind its length and before a tag.
 * The tag covers the file's header, the chunk's place and whether it is the last, so that a changed, moved, missing or
 * added byte is noticed wherever it is. With a key it is AES-256-GCM's and the bytes are encrypted; without, it is a
 * SHA-256 that finds damage but stops nobody who wants to deceive.
 */
const CHUNK_BYTES = 256 * 1024;
const TAG_BYTES = 16;
const LAST = 0x8000_0000;

type Place = { headerHash: Buffer; index: number; isLast: boolean };

/** Seals what `source` yields; the header's own bytes are the caller's to write. */
export async function* seal(
  source: AsyncIterable<Uint8Array>,
  headerHash: Buffer,
  key: BackupKey | undefined,
): AsyncGenerator<Buffer> {
  let index = 0;
  let held: Buffer | undefined;
  for await (const chunk of inChunks(source)) {
    if (held) yield sealChunk(held, { headerHash, index: index++, isLast: false }, key);
    held = chunk;
  }
  yield sealChunk(held ?? Buffer.alloc(0), { headerHash, index, isLast: true }, key);
}

async function* inChunks(source: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  let parts: Uint8Array[] = [];
  let size = 0;
  for await (let part of source) {
    while (size + part.length >= CHUNK_BYTES) {
      yield Buffer.concat([...parts, part.subarray(0, CHUNK_BYTES - size)]);
      part = part.subarray(CHUNK_BYTES - size);
      parts = [];
      size = 0;
    }
    parts.push(part);
    size += part.length;
  }
  if (size > 0) yield Buffer.concat(parts);
}

function sealChunk(plain: Buffer, place: Place, key: BackupKey | undefined): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32BE((plain.length | (place.isLast ? LAST : 0)) >>> 0);
  if (!key) return Buffer.concat([length, plain, plainTag(plain, place)]);
  const cipher = createCipheriv("aes-256-gcm", key.cipherKey, nonceOf(place)).setAAD(aboutOf(place));
  return Buffer.concat([length, cipher.update(plain), cipher.final(), cipher.getAuthTag()]);
}

/** @returns undefined when the chunk is not what was written at this place */
function openChunk(
  sealed: Buffer,
  tag: Buffer,
  place: Place,
  key: BackupKey | undefined,
): Buffer | undefined {
  if (!key) return timingSafeEqual(plainTag(sealed, place), tag) ? sealed : undefined;
  const decipher = createDecipheriv("aes-256-gcm", key.cipherKey, nonceOf(place), {
    authTagLength: TAG_BYTES,
  });
  decipher.setAAD(aboutOf(place)).setAuthTag(tag);
  try {
    return Buffer.concat([decipher.update(sealed), decipher.final()]);
  } catch {
    return undefined;
  }
}

function plainTag(bytes: Buffer, place: Place): Buffer {
  const hash = createHash("sha256").update(aboutOf(place)).update(nonceOf(place)).update(bytes);
  return hash.digest().subarray(0, TAG_BYTES);
}

const aboutOf = ({ headerHash, isLast }: Place) => Buffer.concat([headerHash, Buffer.from([Number(isLast)])]);

/** The key is of this file alone (its salt is random), so that the place is a nonce that never repeats. */
function nonceOf({ index }: Place): Buffer {
  const nonce = Buffer.alloc(12);
  nonce.writeBigUInt64BE(BigInt(index), 4);
  return nonce;
}

/**
 * Reads a backup file's body, each chunk checked before it is yielded.
 * @throws BackupError that tells damage, a wrong key and a file that is too short or too long apart
 */
export async function* openSealed(
  path: string,
  password: string | undefined,
): AsyncGenerator<Buffer, BackupHeader> {
  const file = await open(path);
  try {
    const { header, hash, bytes } = await readHeader(file, path);
    const key = await deriveKey(header, password, path);
    yield* openBody(file, path, { at: bytes, hash, key });
    return header;
  } finally {
    await file.close();
  }
}

type Body = { at: number; hash: Buffer; key: BackupKey | undefined };

/**
 * The chunks behind a header that ends at `at`, each checked before it is yielded.
 * @throws BackupError
 */
export async function* openBody(
  file: FileHandle,
  path: string,
  { at: start, hash: headerHash, key }: Body,
): AsyncGenerator<Buffer, void> {
  let at = start;
  for (let index = 0; ; index += 1) {
    const { sealed, tag, isLast } = await readChunk(file, at, path);
    const plain = openChunk(sealed, tag, { headerHash, index, isLast }, key);
    if (!plain) throw damaged(path, at);
    yield plain;
    at += 4 + sealed.length + TAG_BYTES;
    if (!isLast) continue;
    const { size } = await file.stat();
    if (size === at) return;
    throw new BackupError(
      "TOO_LONG",
      `${path} is longer than what was written: ${size - at} bytes follow its end.`,
    );
  }
}

async function readChunk(file: FileHandle, at: number, path: string) {
  const word = (await readExactly(file, 4, at, path)).readUInt32BE();
  const isLast = word >= LAST;
  const length = isLast ? word - LAST : word;
  const isPossible = isLast ? length <= CHUNK_BYTES : length === CHUNK_BYTES;
  if (!isPossible) throw damaged(path, at);
  const rest = await readExactly(file, length + TAG_BYTES, at + 4, path);
  return { sealed: rest.subarray(0, length), tag: rest.subarray(length), isLast };
}

async function readExactly(file: FileHandle, size: number, at: number, path: string): Promise<Buffer> {
  const buffer = Buffer.alloc(size);
  let done = 0;
  while (done < size) {
    const { bytesRead } = await file.read(buffer, done, size - done, at + done);
    if (bytesRead === 0) {
      throw new BackupError(
        "CUT_OFF",
        `${path} is cut off: it ends after ${at + done} bytes, in the middle of its data. Take another backup file.`,
      );
    }
    done += bytesRead;
  }
  return buffer;
}

function damaged(path: string, at: number): BackupError {
  return new BackupError(
    "DAMAGED",
    `${path} is damaged: what stands at byte ${at} is not what was written. Take another backup file.`,
  );
}
