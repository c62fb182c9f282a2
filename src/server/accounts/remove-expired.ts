import type pg from "pg";

/** Removes sessions, one-time tokens and counts whose time is over; answers how many sessions. */
export async function removeExpired(pool: pg.Pool): Promise<number> {
  const { rowCount } = await pool.query("DELETE FROM auth.sessions WHERE expires_at < now()");
  await pool.query("DELETE FROM auth.verifications WHERE expires_at < now()");
  await pool.query("DELETE FROM auth.rate_limits WHERE window_start < now() - interval '1 day'");
  return rowCount ?? 0;
}
