import { hashPassword, verifyPassword } from "better-auth/crypto";
import type pg from "pg";

/** Whether this is the account's password. */
export async function isPassword(pool: pg.Pool, userId: string, password: string): Promise<boolean> {
  const { rows } = await pool.query<{ password: string | null }>(
    "SELECT password FROM auth.accounts WHERE user_id = $1 AND provider_id = 'credential'",
    [userId],
  );
  const hash = rows[0]?.password;
  return hash ? verifyPassword({ hash, password }) : false;
}

export async function setPassword(pool: pg.Pool, userId: string, password: string): Promise<void> {
  await pool.query(
    "UPDATE auth.accounts SET password = $2, updated_at = now() WHERE user_id = $1 AND provider_id = 'credential'",
    [userId, await hashPassword(password)],
  );
}
