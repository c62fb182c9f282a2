import type pg from "pg";
import { Failure } from "../failure.ts";
import type { CurrentSession } from "./sessions.ts";

const VALID_MINUTES = 10;

/** Until when a session may do what needs a recent proof; null when it may not. */
export function confirmedUntil(session: CurrentSession): Date | null {
  if (!session.reauthenticatedAt) return null;
  const until = new Date(session.reauthenticatedAt.getTime() + VALID_MINUTES * 60_000);
  return until.getTime() > Date.now() ? until : null;
}

/** @throws Failure REAUTHENTICATE unless its person proved within ten minutes who they are */
export function assertConfirmed(session: CurrentSession): void {
  if (!confirmedUntil(session)) throw new Failure("REAUTHENTICATE");
}

/** Marks a session as just proven. Signing in does not: an open browser may be anybody's a minute later. */
export async function markConfirmed(pool: pg.Pool, session: CurrentSession): Promise<Date> {
  const { rows } = await pool.query<{ until: Date }>(
    `UPDATE auth.sessions SET reauthenticated_at = now() WHERE id = $1
     RETURNING reauthenticated_at + make_interval(mins => ${VALID_MINUTES}) AS until`,
    [session.sessionId],
  );
  if (!rows[0]) throw new Failure("UNAUTHENTICATED");
  return rows[0].until;
}
