import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";

const SECONDS = 400 * 24 * 60 * 60;
/** An account as its devices know it: with another password it is a stranger to all of them. */
export type Credential = { userId: string; passwordHash: string | null };

/** People who share a browser. */
const ACCOUNTS_MAX = 8;
const DEVICE_ID = /^[A-Za-z0-9_-]{22}$/;

/**
 * Which browsers an account has signed in on: a cookie with a number and, for each account, our signature of both and of its password.
 * It opens nothing; a try that comes with it is not counted among the tries of strangers, so that nobody can lock an owner out.
 */
export function createKnownDevices(sessionCookie: string, secret: string) {
  const name = `${sessionCookie}-device`;
  const attributes = `Max-Age=${SECONDS}; Path=/; HttpOnly; SameSite=Lax${name.startsWith("__Host-") ? "; Secure" : ""}`;
  const sign = (device: string, { userId, passwordHash }: Credential) =>
    createHmac("sha256", secret)
      .update(`known device ${device} ${userId} ${passwordHash ?? ""}`)
      .digest("base64url")
      .slice(0, 22);

  function read(cookieHeader: string): { device: string; signatures: string[] } | null {
    const pair = cookieHeader.split(/;\s*/).find((part) => part.startsWith(`${name}=`));
    const [device = "", ...signatures] = pair?.slice(name.length + 1).split(".") ?? [];
    return DEVICE_ID.test(device) ? { device, signatures: signatures.slice(0, ACCOUNTS_MAX) } : null;
  }

  return {
    /** The number of the browser; null when this account has never signed in on it with the password it has. */
    find(cookieHeader: string, account: Credential): string | null {
      const known = read(cookieHeader);
      if (!known) return null;
      const expected = Buffer.from(sign(known.device, account));
      const isKnown = known.signatures.some((signature) => {
        const given = Buffer.from(signature);
        return given.length === expected.length && timingSafeEqual(given, expected);
      });
      return isKnown ? known.device : null;
    },
    /** The cookie of a browser on which an account has just signed in. */
    remember(cookieHeader: string, account: Credential): string {
      const { device, signatures } = read(cookieHeader) ?? {
        device: randomBytes(16).toString("base64url"),
        signatures: [],
      };
      const own = sign(device, account);
      const others = signatures.filter((signature) => signature !== own);
      const kept = [own, ...others].slice(0, ACCOUNTS_MAX);
      return `${name}=${[device, ...kept].join(".")}; ${attributes}`;
    },
  };
}

export type KnownDevices = ReturnType<typeof createKnownDevices>;
