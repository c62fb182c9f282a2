import { hashPassword, verifyPassword } from "./sign-in/library-crypto.ts";
import type pg from "pg";
import { Failure } from "../failure.ts";
import type { Config } from "../platform/config.ts";
import type { Credential } from "./known-devices.ts";

const HASH = "SELECT password FROM auth.accounts WHERE user_id = $1 AND provider_id = 'credential'";

/** The account with the password it has now. */
export async function credentialOf(pool: pg.Pool, userId: string): Promise<Credential> {
  const { rows } = await pool.query<{ password: string | null }>(HASH, [userId]);
  return { userId, passwordHash: rows[0]?.password ?? null };
}

/** The same by its address, null where nobody has it, in the same time. */
export async function credentialByEmail(pool: pg.Pool, email: string): Promise<Credential | null> {
  const { rows } = await pool.query<{ id: string; password: string | null }>(
    `SELECT u.id, a.password FROM auth.users u
     LEFT JOIN auth.accounts a ON a.user_id = u.id AND a.provider_id = 'credential' WHERE u.email = $1`,
    [email],
  );
  return rows[0] ? { userId: rows[0].id, passwordHash: rows[0].password } : null;
}

/** @throws Failure PASSWORD_TOO_SHORT */
export function assertPasswordLength({ passwordMinLength }: Config, password: string): void {
  if ([...password].length >= passwordMinLength) return;
  throw new Failure("PASSWORD_TOO_SHORT", `Password must be at least ${passwordMinLength} characters long.`);
}

/** Whether this is the account's password. */
export async function isPassword(pool: pg.Pool, userId: string, password: string): Promise<boolean> {
  const { passwordHash: hash } = await credentialOf(pool, userId);
  return hash ? verifyPassword({ hash, password }) : false;
}

export async function setPassword(pool: pg.Pool, userId: string, password: string): Promise<void> {
  await pool.query(
    "UPDATE auth.accounts SET password = $2, updated_at = now() WHERE user_id = $1 AND provider_id = 'credential'",
    [userId, await hashPassword(password)],
  );
}
