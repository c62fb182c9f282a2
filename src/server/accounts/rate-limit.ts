import type pg from "pg";
import { Failure } from "../failure.ts";

export type Limit = { max: number; windowMinutes: number };

/** Of passwords and codes: per account, and per address, behind which a whole office may sit. */
export const PER_ACCOUNT: Limit = { max: 10, windowMinutes: 15 };
export const PER_ADDRESS: Limit = { max: 100, windowMinutes: 15 };

/**
 * Counts one try and refuses it above the limit. Counted in the database, in fixed windows, so that neither a restart nor
 * a second node forgives anything.
 * @throws Failure RATE_LIMITED
 */
export async function countTry(pool: pg.Pool, key: string, limit: Limit): Promise<void> {
  const { rows } = await pool.query<{ count: number }>(
    `INSERT INTO auth.rate_limits (key, count, window_start) VALUES ($1, 1, now())
     ON CONFLICT (key) DO UPDATE SET
       count = CASE WHEN rate_limits.window_start < now() - make_interval(mins => $2) THEN 1 ELSE rate_limits.count + 1 END,
       window_start = CASE WHEN rate_limits.window_start < now() - make_interval(mins => $2) THEN now() ELSE rate_limits.window_start END
     RETURNING count`,
    [key.slice(0, 400), limit.windowMinutes],
  );
  if (rows[0]!.count > limit.max) throw new Failure("RATE_LIMITED");
}

/** A success forgives the failures before it, for the account; the address keeps its count. */
export async function forgiveTries(pool: pg.Pool, key: string): Promise<void> {
  await pool.query("DELETE FROM auth.rate_limits WHERE key = $1", [key]);
}

/** Takes back one try that was counted before it was known to be right. */
export async function takeBackTry(pool: pg.Pool, key: string): Promise<void> {
  await pool.query("UPDATE auth.rate_limits SET count = greatest(count - 1, 0) WHERE key = $1", [
    key.slice(0, 400),
  ]);
}
