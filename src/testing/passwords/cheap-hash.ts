import { randomBytes, scrypt, type ScryptOptions, timingSafeEqual } from "node:crypto";

/** Of the library's own hashes, which an old backup may hold. */
const TRUE_COST = 16_384;
const MARK = "cheap";

/** In the place of @better-auth/utils/password: the same format, at a thousandth of the cost. */
export async function hashPassword(password: string): Promise<string> {
  const salt = `${MARK}${randomBytes(8).toString("hex")}`;
  return `${salt}:${(await derive(password, salt)).toString("hex")}`;
}

export async function verifyPassword(hash: string, password: string): Promise<boolean> {
  const [salt = "", key = ""] = hash.split(":");
  return timingSafeEqual(await derive(password, salt), Buffer.from(key, "hex"));
}

function derive(password: string, salt: string): Promise<Buffer> {
  const cost: ScryptOptions = {
    N: salt.startsWith(MARK) ? 2 : TRUE_COST,
    r: 16,
    p: 1,
    maxmem: 256 * TRUE_COST * 16,
  };
  return new Promise((resolve, reject) => {
    scrypt(password.normalize("NFKC"), salt, 64, cost, (error, key) =>
      error ? reject(error) : resolve(key),
    );
  });
}
