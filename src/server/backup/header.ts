import { createHash, randomBytes, scrypt, timingSafeEqual } from "node:crypto";
import { type FileHandle, open } from "node:fs/promises";
import { z } from "zod";
import { BackupError } from "./backup-error.ts";

/** The layout of the file; a reader refuses a higher one. */
const VERSION = 1;
const MAGIC = "CAIRN-BACKUP ";
/** More than any header needs; what is longer is something else. */
const LONGEST_LINE = 2_048;
const HASH_BYTES = 32;

const Encryption = z.object({
  /** scrypt's cost; bounded, because a forged header must not take all memory. */
  logN: z.int().min(10).max(18),
  r: z.int().min(1).max(16),
  p: z.int().min(1).max(16),
  salt: z.base64(),
  /** Tells a wrong key from a damaged file. */
  check: z.base64(),
});

const Header = z.object({
  version: z.literal(VERSION),
  /** When the snapshot was taken. */
  at: z.iso.datetime(),
  /** The nightly job removes only files that say `nightly`. */
  made: z.enum(["nightly", "command"]),
  encryption: Encryption.optional(),
});

/** The first line of a backup file, readable by anyone: what it is, when it was made, whether it needs a key. */
export type BackupHeader = z.infer<typeof Header>;
export type BackupKey = { cipherKey: Buffer; check: Buffer };

const COST = { logN: 15, r: 8, p: 3 };

/** A new header, and the key of the one file that it stands in. */
export async function createHeader(
  about: Pick<BackupHeader, "at" | "made">,
  password: string | undefined,
): Promise<{ header: BackupHeader; key: BackupKey | undefined }> {
  if (!password) return { header: { version: VERSION, ...about }, key: undefined };
  const salt = randomBytes(16);
  const key = await stretch(password, salt, COST);
  const encryption = { ...COST, salt: salt.toString("base64"), check: key.check.toString("base64") };
  return { header: { version: VERSION, ...about, encryption }, key };
}

/** The header as it stands in the file, with a hash behind it that every chunk is bound to. */
export function encodeHeader(header: BackupHeader): { bytes: Buffer; hash: Buffer } {
  const line = Buffer.from(`${MAGIC}${JSON.stringify(header)}\n`);
  const hash = createHash("sha256").update(line).digest();
  return { bytes: Buffer.concat([line, hash]), hash };
}

/** @throws BackupError NOT_A_BACKUP, NEWER, CUT_OFF or DAMAGED */
export async function readHeader(
  file: FileHandle,
  path: string,
): Promise<{ header: BackupHeader; hash: Buffer; bytes: number }> {
  const start = Buffer.alloc(LONGEST_LINE + HASH_BYTES);
  const { bytesRead } = await file.read(start, 0, start.length, 0);
  const end = start.subarray(0, bytesRead).indexOf(0x0a) + 1;
  const line = start.subarray(0, end);
  if (end === 0 || !line.toString("latin1").startsWith(MAGIC))
    throw new BackupError("NOT_A_BACKUP", `${path} is not a backup of Cairn.`);
  const hash = createHash("sha256").update(line).digest();
  if (bytesRead < end + HASH_BYTES)
    throw new BackupError("CUT_OFF", `${path} is cut off: it ends within its header.`);
  if (!timingSafeEqual(hash, start.subarray(end, end + HASH_BYTES)))
    throw new BackupError("DAMAGED", `${path} is damaged in its header. Take another backup file.`);
  return { header: parse(line.subarray(MAGIC.length).toString(), path), hash, bytes: end + HASH_BYTES };
}

function parse(text: string, path: string): BackupHeader {
  const content: unknown = JSON.parse(text);
  const parsed = Header.safeParse(content);
  if (parsed.success) return parsed.data;
  if (Number((content as { version?: unknown }).version) > VERSION)
    throw new BackupError("NEWER", `${path} was made by a newer Cairn. Update this one, then restore.`);
  throw new BackupError("NOT_A_BACKUP", `${path} has a header that this Cairn does not know.`);
}

/** The header of a file that may be something else altogether. */
export async function peekHeader(path: string): Promise<BackupHeader | undefined> {
  const file = await open(path).catch(() => undefined);
  if (!file) return undefined;
  try {
    return (await readHeader(file, path)).header;
  } catch (error) {
    if (error instanceof BackupError) return undefined;
    throw error;
  } finally {
    await file.close();
  }
}

/** @throws BackupError KEY_MISSING or KEY_WRONG */
export async function deriveKey(
  { encryption }: BackupHeader,
  password: string | undefined,
  path: string,
): Promise<BackupKey | undefined> {
  if (!encryption) return undefined;
  if (!password) {
    throw new BackupError(
      "KEY_MISSING",
      `${path} is encrypted. Set BACKUP_KEY to the key it was made with, for example BACKUP_KEY=... npm run restore.`,
    );
  }
  const key = await stretch(password, Buffer.from(encryption.salt, "base64"), encryption);
  const expected = Buffer.from(encryption.check, "base64");
  if (expected.length === key.check.length && timingSafeEqual(key.check, expected)) return key;
  throw new BackupError(
    "KEY_WRONG",
    `BACKUP_KEY is not the key that ${path} was made with; the file itself is in order as far as one can tell.`,
  );
}

function stretch(
  password: string,
  salt: Buffer,
  { logN, r, p }: { logN: number; r: number; p: number },
): Promise<BackupKey> {
  const N = 2 ** logN;
  const { promise, resolve, reject } = Promise.withResolvers<BackupKey>();
  scrypt(password.normalize("NFC"), salt, 64, { N, r, p, maxmem: 256 * N * r }, (error, derived) => {
    if (error) return reject(error);
    const check = createHash("sha256").update(derived.subarray(32)).digest().subarray(0, TAG);
    resolve({ cipherKey: derived.subarray(0, 32), check });
  });
  return promise;
}

const TAG = 16;
