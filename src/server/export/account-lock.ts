import {
  createHash,
  createPrivateKey,
  createPublicKey,
  diffieHellman,
  generateKeyPairSync,
  hkdfSync,
  type KeyObject,
  randomBytes,
  scrypt,
  timingSafeEqual,
} from "node:crypto";
import { z } from "zod";

/**
 * What seals backups of an account and opens none of them: a public key, whose private half comes of a passphrase that is kept nowhere.
 * The salt and scrypt's cost stand beside it, for whoever knows the passphrase.
 */
export const Lock = z.object({
  /** Bounded, because a forged file must not take all memory. */
  logN: z.int().min(10).max(17),
  r: z.int().min(1).max(8),
  p: z.int().min(1).max(4),
  salt: z.base64().length(24),
  publicKey: z.base64().length(44),
});
export type Lock = z.infer<typeof Lock>;

const COST = { logN: 15, r: 8, p: 3 };
/** In front of 32 bytes, a private and a public key of X25519 as Node reads them. */
const PRIVATE_HEAD = Buffer.from("302e020100300506032b656e04220420", "hex");
const PUBLIC_HEAD = Buffer.from("302a300506032b656e032100", "hex");
const ABOUT = "cairn account backup v1";

/** A lock of this passphrase, unlike every other of the same. */
export async function makeLock(passphrase: string): Promise<Lock> {
  const salt = randomBytes(16);
  const privateKey = await stretch(passphrase, { ...COST, salt: salt.toString("base64") });
  return { ...COST, salt: salt.toString("base64"), publicKey: rawPublic(privateKey).toString("base64") };
}

/** @returns null for another passphrase than the lock was made with */
export async function openLock(lock: Lock, passphrase: string): Promise<KeyObject | null> {
  const privateKey = await stretch(passphrase, lock);
  const expected = Buffer.from(lock.publicKey, "base64");
  return timingSafeEqual(rawPublic(privateKey), expected) ? privateKey : null;
}

/** A key for one file, with what the holder of the private key finds it again by. */
export function keyForFile({ publicKey }: Pick<Lock, "publicKey">): { key: Buffer; ephemeral: Buffer } {
  const mine = generateKeyPairSync("x25519");
  const theirs = asPublic(Buffer.from(publicKey, "base64"));
  const ephemeral = rawPublic(mine.privateKey);
  const shared = diffieHellman({ privateKey: mine.privateKey, publicKey: theirs });
  return { key: derive(shared, ephemeral, rawOf(theirs)), ephemeral };
}

/** @throws for an ephemeral key that no honest file has */
export function keyOfFile(privateKey: KeyObject, ephemeral: Buffer): Buffer {
  const shared = diffieHellman({ privateKey, publicKey: asPublic(ephemeral) });
  return derive(shared, ephemeral, rawPublic(privateKey));
}

const derive = (shared: Buffer, ephemeral: Buffer, recipient: Buffer): Buffer =>
  Buffer.from(hkdfSync("sha256", shared, Buffer.concat([ephemeral, recipient]), ABOUT, 32));

const rawOf = (key: KeyObject): Buffer => key.export({ type: "spki", format: "der" }).subarray(-32);
const rawPublic = (privateKey: KeyObject): Buffer => rawOf(createPublicKey(privateKey));
const asPublic = (raw: Buffer): KeyObject =>
  createPublicKey({ key: Buffer.concat([PUBLIC_HEAD, raw]), format: "der", type: "spki" });

/** Names the account in the names of its files, and says nothing else of it. */
export const tagOf = (userId: string): string =>
  createHash("sha256").update(`${ABOUT} ${userId}`).digest("hex").slice(0, 8);

type Cost = Pick<Lock, "logN" | "r" | "p" | "salt">;

function stretch(passphrase: string, { logN, r, p, salt }: Cost): Promise<KeyObject> {
  const N = 2 ** logN;
  const { promise, resolve, reject } = Promise.withResolvers<KeyObject>();
  const options = { N, r, p, maxmem: 256 * N * r };
  scrypt(passphrase.normalize("NFC"), Buffer.from(salt, "base64"), 32, options, (error, seed) => {
    if (error) return reject(error);
    resolve(createPrivateKey({ key: Buffer.concat([PRIVATE_HEAD, seed]), format: "der", type: "pkcs8" }));
  });
  return promise;
}
