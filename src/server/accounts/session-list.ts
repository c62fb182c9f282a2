import type pg from "pg";
import type { SessionEntry } from "#contract/security.ts";
import { notFound } from "../failure.ts";
import { deviceWords } from "./device-words.ts";
import { PROGRAM_CODE, revokeOneTimeTokens } from "./one-time-tokens.ts";
import type { Database } from "../db/client.ts";
import type { CurrentSession } from "./sessions.ts";
import type { Row } from "../db/row.ts";
import type { sessions } from "../db/schema/accounts.ts";

const COLUMNS = ["id", "user_agent", "ip_address", "created_at", "updated_at"] as const;

/** Where somebody is signed in, this session first, then by when it was last used. */
export async function listSessions(pool: pg.Pool, session: CurrentSession): Promise<SessionEntry[]> {
  const { rows } = await pool.query<Row<typeof sessions, typeof COLUMNS>>(
    `SELECT ${COLUMNS.join(", ")} FROM auth.sessions
     WHERE user_id = $1 AND expires_at > now() ORDER BY id = $2 DESC, updated_at DESC LIMIT 200`,
    [session.userId, session.sessionId],
  );
  return rows.map((row) => ({
    id: row.id,
    ...deviceWords(row.user_agent),
    address: row.ip_address || null,
    lastActiveAt: row.updated_at.toISOString(),
    createdAt: row.created_at.toISOString(),
    isCurrent: row.id === session.sessionId,
  }));
}

/** Ends one session; its sockets close within seconds (http/sockets.ts asks for those that are left). */
export async function revokeSession(pool: pg.Pool, session: CurrentSession, id: string): Promise<void> {
  const { rowCount } = await pool.query("DELETE FROM auth.sessions WHERE id = $1 AND user_id = $2", [
    id,
    session.userId,
  ]);
  if (rowCount === 0) throw notFound();
}

/** Ends what programs were granted: they are signed in as devices are. App passwords stay, which somebody typed into a phone. */
export async function revokePrograms(db: Database, userId: string): Promise<void> {
  // A code that has not been used yet would be a grant a moment later.
  await revokeOneTimeTokens(db.authPool, userId, PROGRAM_CODE);
  await db.queryAs(
    userId,
    "DELETE FROM tokens WHERE user_id = $1 AND client_id IS NOT NULL",
    [userId],
    "revoke-programs",
  );
}

/** Ends all sessions of a user but the one given. */
export async function revokeOthers(pool: pg.Pool, userId: string, keepId: string): Promise<number> {
  const { rowCount } = await pool.query("DELETE FROM auth.sessions WHERE user_id = $1 AND id <> $2", [
    userId,
    keepId,
  ]);
  return rowCount ?? 0;
}
