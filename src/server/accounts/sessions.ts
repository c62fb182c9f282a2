import { createHmac, timingSafeEqual } from "node:crypto";
import type pg from "pg";

/** Who is asking. */
export type CurrentSession = {
  userId: string;
  sessionId: string;
  expiresAt: Date;
  email: string;
  name: string;
  isEmailVerified: boolean;
};

type SessionRow = {
  id: string;
  user_id: string;
  expires_at: Date;
  email: string;
  name: string;
  email_verified: boolean;
};

/**
 * Reads the session of a request: one HMAC and one indexed query, on every request, so that a session that is ended is
 * ended at once (no cookie cache).
 */
export function createSessionReader(pool: pg.Pool, cookieName: string, secret: string) {
  return {
    async read(cookieHeader: string | undefined): Promise<CurrentSession | null> {
      const token = readToken(cookieHeader, cookieName, secret);
      if (!token) return null;
      const { rows } = await pool.query<SessionRow>({
        name: "read-session",
        text: `SELECT s.id, s.user_id, s.expires_at, u.email, u.name, u.email_verified
               FROM auth.sessions s JOIN auth.users u ON u.id = s.user_id WHERE s.token = $1 AND s.expires_at > now()`,
        values: [token],
      });
      const row = rows[0];
      return row
        ? {
            userId: row.user_id,
            sessionId: row.id,
            expiresAt: row.expires_at,
            email: row.email,
            name: row.name,
            isEmailVerified: row.email_verified,
          }
        : null;
    },
    /** Whether a cookie was signed by us, without asking the database: whose it is and whether it still counts, `read` says. */
    isSigned: (cookieHeader: string | undefined) => readToken(cookieHeader, cookieName, secret) !== null,
    /** Which of these sessions still are: sockets outlive requests and ask this every few seconds. */
    async findAlive(sessionIds: string[]): Promise<Set<string>> {
      if (sessionIds.length === 0) return new Set();
      const { rows } = await pool.query<{ id: string }>(
        "SELECT id FROM auth.sessions WHERE id = ANY ($1::uuid[]) AND expires_at > now()",
        [sessionIds],
      );
      return new Set(rows.map((row) => row.id));
    },
  };
}

/** The token of a signed cookie (`token.signature`, as the sign-in library writes it); null when the signature is not ours. */
function readToken(cookieHeader: string | undefined, name: string, secret: string): string | null {
  for (const part of (cookieHeader ?? "").split(";")) {
    const [key, ...rest] = part.trim().split("=");
    if (key !== name) continue;
    const value = decode(rest.join("="));
    const dot = value.lastIndexOf(".");
    if (dot < 1) return null;
    const token = value.slice(0, dot);
    const given = Buffer.from(value.slice(dot + 1), "base64");
    const expected = createHmac("sha256", secret).update(token).digest();
    return given.length === expected.length && timingSafeEqual(given, expected) ? token : null;
  }
  return null;
}

function decode(value: string): string {
  try {
    return decodeURIComponent(value);
  } catch {
    return "";
  }
}
