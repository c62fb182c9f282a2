import type pg from "pg";
import { Failure } from "../failure.ts";

export type Limit = { max: number; windowMinutes: number };

/** Of passwords and codes: per account, and per network, behind which a whole office may sit. */
export const PER_ACCOUNT: Limit = { max: 10, windowMinutes: 15 };
/** Of a browser on which the account has signed in before: enough for somebody who has forgotten a password. */
const PER_KNOWN_DEVICE: Limit = { max: 100, windowMinutes: 15 };
/** Of all strangers together, who may have many networks. */
const STRANGERS: Limit = { max: 100, windowMinutes: 15 };
const SLOWLY: Limit = { max: 1, windowMinutes: 1 };
export const PER_ADDRESS: Limit = { max: 100, windowMinutes: 15 };

/**
 * Counts one try and refuses it above the limit. Counted in the database, in fixed windows, so that neither a restart nor
 * a second node forgives anything.
 * @throws Failure RATE_LIMITED
 */
export async function consumeAttempt(pool: pg.Pool, key: string, limit: Limit): Promise<void> {
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

/**
 * Counts several at once, all or none.
 * @throws Failure RATE_LIMITED
 */
export async function consumeTogether(
  pool: pg.Pool,
  key: string,
  limit: Limit,
  amount: number,
): Promise<void> {
  const { rowCount } =
    amount > limit.max
      ? { rowCount: 0 }
      : await pool.query(
          `INSERT INTO auth.rate_limits (key, count, window_start) VALUES ($1, $3, now())
           ON CONFLICT (key) DO UPDATE SET
             count = CASE WHEN rate_limits.window_start < now() - make_interval(mins => $2) THEN $3 ELSE rate_limits.count + $3 END,
             window_start = CASE WHEN rate_limits.window_start < now() - make_interval(mins => $2) THEN now() ELSE rate_limits.window_start END
           WHERE rate_limits.window_start < now() - make_interval(mins => $2) OR rate_limits.count + $3 <= $4`,
          [key.slice(0, 400), limit.windowMinutes, amount, limit.max],
        );
  if (!rowCount) throw new Failure("RATE_LIMITED");
}

/**
 * Counts a try at somebody's password. Strangers' tries from one network, and from very many, slow down to one a minute, so that
 * nobody is locked out by others; those of a browser that the account knows are counted by themselves.
 * @returns what to forgive after a success
 * @throws Failure RATE_LIMITED
 */
export async function countPasswordTry(
  pool: pg.Pool,
  { account, network, device }: { account: string; network: string; device: string | null },
): Promise<string> {
  if (device) {
    const own = `login:device:${device}:${account}`;
    await consumeAttempt(pool, own, PER_KNOWN_DEVICE);
    return own;
  }
  const stranger = `login:stranger:${network}:${account}`;
  try {
    await consumeAttempt(pool, stranger, PER_ACCOUNT);
    await consumeAttempt(pool, `login:strangers:${account}`, STRANGERS);
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    await consumeAttempt(pool, `login:slowly:${network}:${account}`, SLOWLY);
  }
  return stranger;
}

/** A success forgives the failures before it, for the account; the address keeps its count. */
export async function resetAttempts(pool: pg.Pool, key: string): Promise<void> {
  await pool.query("DELETE FROM auth.rate_limits WHERE key = $1", [key]);
}

/** Takes back one try that was counted before it was known to be right. */
export async function refundAttempt(pool: pg.Pool, key: string): Promise<void> {
  await pool.query("UPDATE auth.rate_limits SET count = greatest(count - 1, 0) WHERE key = $1", [
    key.slice(0, 400),
  ]);
}
