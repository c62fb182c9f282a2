import type pg from "pg";
import { Failure } from "../../failure.ts";
import type { Passkeys, Site } from "../passkeys.ts";
import { consumeAttempt, type Limit, PER_ADDRESS } from "../rate-limit.ts";
import type { BrowserSessions, SignedIn, Visitor } from "./browser-sessions.ts";

const CHALLENGES: Limit = { max: 300, windowMinutes: 15 };

export function createPasskeySignIn(deps: {
  pool: pg.Pool;
  passkeys: Passkeys;
  sessions: BrowserSessions;
  requireVerifiedEmail: boolean;
}) {
  const { pool, passkeys, sessions, requireVerifiedEmail } = deps;
  return {
    /** Counted, because each keeps a challenge and anybody may ask. */
    async passkeyOptions(visitor: Visitor, site: Site) {
      await consumeAttempt(pool, `passkey:address:${visitor.network}`, CHALLENGES);
      return passkeys.askOptions(site);
    },
    async loginPasskey(
      visitor: Visitor,
      site: Site,
      passkey: { id: string; response: object },
    ): Promise<SignedIn> {
      await consumeAttempt(pool, `login:address:${visitor.network}`, PER_ADDRESS);
      const { userId } = await passkeys.verify(site, passkey);
      if (requireVerifiedEmail && !(await isVerified(pool, userId))) throw new Failure("EMAIL_NOT_VERIFIED");
      return sessions.start(visitor, userId);
    },
  };
}

async function isVerified(pool: pg.Pool, userId: string): Promise<boolean> {
  const { rows } = await pool.query<{ email_verified: boolean }>(
    "SELECT email_verified FROM auth.users WHERE id = $1",
    [userId],
  );
  return Boolean(rows[0]?.email_verified);
}
