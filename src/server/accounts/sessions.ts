import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import type pg from "pg";
import { uuidV7 } from "#contract/shared/uuid-v7.ts";

/** Who is asking. */
export type CurrentSession = {
  userId: string;
  sessionId: string;
  expiresAt: Date;
  email: string;
  name: string;
  isEmailVerified: boolean;
  /** When its person last proved in it who they are (reauthentication.ts). */
  reauthenticatedAt: Date | null;
};

type SessionRow = {
  id: string;
  user_id: string;
  expires_at: Date;
  email: string;
  name: string;
  email_verified: boolean;
  reauthenticated_at: Date | null;
  is_quiet: boolean;
};

/** "Last active" is told to about this much; more would be a write with every request. */
const TOUCH_MINUTES = 5;

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
        text: `SELECT s.id, s.user_id, s.expires_at, s.reauthenticated_at, u.email, u.name, u.email_verified,
                 s.updated_at < now() - make_interval(mins => ${TOUCH_MINUTES}) AS is_quiet
               FROM auth.sessions s JOIN auth.users u ON u.id = s.user_id WHERE s.token = $1 AND s.expires_at > now()`,
        values: [token],
      });
      const row = rows[0];
      if (row?.is_quiet) touch(pool, row.id);
      return row
        ? {
            userId: row.user_id,
            sessionId: row.id,
            expiresAt: row.expires_at,
            email: row.email,
            name: row.name,
            isEmailVerified: row.email_verified,
            reauthenticatedAt: row.reauthenticated_at,
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

/** Whom an app password stands for: never more than its scopes allow, and nobody who could confirm who he is. */
export async function asProgram(
  pool: pg.Pool,
  userId: string,
  tokenId: string,
): Promise<CurrentSession | null> {
  const { rows } = await pool.query<Pick<SessionRow, "email" | "name" | "email_verified">>({
    name: "read-program",
    text: "SELECT email, name, email_verified FROM auth.users WHERE id = $1",
    values: [userId],
  });
  const row = rows[0];
  return row
    ? {
        userId,
        sessionId: tokenId,
        expiresAt: new Date(8.64e15),
        email: row.email,
        name: row.name,
        isEmailVerified: row.email_verified,
        reauthenticatedAt: null,
      }
    : null;
}

export type SessionReader = ReturnType<typeof createSessionReader>;

/** Not awaited: nobody waits for a date in a list, and a database that is away says so by the request itself. */
function touch(pool: pg.Pool, sessionId: string): void {
  pool.query("UPDATE auth.sessions SET updated_at = now() WHERE id = $1", [sessionId]).catch(() => undefined);
}

/**
 * Starts a session beside the sign-in library, for sign-ins that end elsewhere than in its password check. Row and cookie
 * are as it makes them.
 * @returns the value of the cookie
 */
export async function startSession(
  pool: pg.Pool,
  secret: string,
  userId: string,
  from: { seconds: number; ip: string; userAgent: string },
): Promise<string> {
  const token = randomBytes(24).toString("base64url");
  await pool.query(
    `INSERT INTO auth.sessions (id, token, user_id, expires_at, ip_address, user_agent)
     VALUES ($1, $2, $3, now() + make_interval(secs => $4), $5, $6)`,
    [uuidV7(), token, userId, from.seconds, from.ip, from.userAgent],
  );
  const signature = createHmac("sha256", secret).update(token).digest("base64");
  return encodeURIComponent(`${token}.${signature}`);
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
