import { createHmac, timingSafeEqual } from "node:crypto";
import { verifyPassword } from "../accounts/sign-in/library-crypto.ts";
import type pg from "pg";
import { networkOf } from "../platform/network.ts";
import { consumeAttempt, resetAttempts, type Limit, refundAttempt } from "../accounts/rate-limit.ts";

/** A browser that knew the password is not asked again for a week, unless the password changes. */
const REMEMBERED_MS = 7 * 24 * 60 * 60_000;
const COOKIE = "cairn-page";
const PER_VISITOR: Limit = { max: 10, windowMinutes: 15 };
/** Many addresses together must not try a dictionary either. */
const PER_PAGE: Limit = { max: 200, windowMinutes: 15 };

type Locked = { noteId: string; passwordHash: string };

/** Who has said the password of a page. The cookie holds no password; it is signed with what the password is kept as. */
export function createPagePasswords(secret: string, pool: pg.Pool, isSecure: boolean) {
  const sign = ({ noteId, passwordHash }: Locked, until: string) =>
    createHmac("sha256", secret)
      .update(`published page\0${noteId}\0${passwordHash}\0${until}`)
      .digest("base64url");

  return {
    isOpen(page: Locked, cookieHeader: string | undefined): boolean {
      const pairs = (cookieHeader ?? "").split(/;\s*/).filter((pair) => pair.startsWith(`${COOKIE}=`));
      return pairs.some((pair) => {
        const [until = "", signature = ""] = pair.slice(COOKIE.length + 1).split(".");
        const [given, expected] = [Buffer.from(signature), Buffer.from(sign(page, until))];
        return (
          given.length === expected.length && timingSafeEqual(given, expected) && Number(until) > Date.now()
        );
      });
    },

    /**
     * The cookie for whoever knows the password; null for everybody else.
     * @throws Failure RATE_LIMITED
     */
    async open(page: Locked, path: string, ip: string, password: string): Promise<string | null> {
      // Counted before they are compared, so that many at once are not one; whoever knows the password takes no try from others.
      const [visitor, all] = [`page:visitor:${page.noteId}:${networkOf(ip)}`, `page:${page.noteId}`];
      await consumeAttempt(pool, visitor, PER_VISITOR);
      await consumeAttempt(pool, all, PER_PAGE);
      if (!(await verifyPassword({ hash: page.passwordHash, password }))) return null;
      await Promise.all([resetAttempts(pool, visitor), refundAttempt(pool, all)]);
      const until = String(Date.now() + REMEMBERED_MS);
      const attributes = `Path=${path}; HttpOnly; SameSite=Lax; Max-Age=${REMEMBERED_MS / 1000}${isSecure ? "; Secure" : ""}`;
      return `${COOKIE}=${until}.${sign(page, until)}; ${attributes}`;
    },
  };
}

export type PagePasswords = ReturnType<typeof createPagePasswords>;
