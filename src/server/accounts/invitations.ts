import { createHash, randomBytes } from "node:crypto";
import type pg from "pg";
import { uuidV7 } from "#contract/shared/uuid-v7.ts";

const VALID_DAYS = 14;
const hash = (code: string) => createHash("sha256").update(code).digest("hex");

export async function createInvitation(pool: pg.Pool, createdBy: string, email?: string) {
  const code = randomBytes(18).toString("base64url");
  const { rows } = await pool.query<{ expires_at: Date }>(
    `INSERT INTO auth.invitations (code_hash, email, created_by, expires_at)
     VALUES ($1, $2, $3, now() + make_interval(days => ${VALID_DAYS})) RETURNING expires_at`,
    [hash(code), email ?? null, createdBy],
  );
  return { code, expiresAt: rows[0]!.expires_at };
}

/** Takes an invitation before the account exists, so that two registrations cannot share one; null when there is none to take. */
export async function claimInvitation(
  pool: pg.Pool,
  code: string,
  email: string,
): Promise<{ release: () => Promise<void> } | null> {
  const claim = uuidV7();
  const { rowCount } = await pool.query(
    `UPDATE auth.invitations SET used_by = $3
     WHERE code_hash = $1 AND used_by IS NULL AND expires_at > now() AND (email IS NULL OR email = $2)`,
    [hash(code), email, claim],
  );
  if (rowCount === 0) return null;
  return {
    release: async () => {
      await pool.query("UPDATE auth.invitations SET used_by = NULL WHERE code_hash = $1 AND used_by = $2", [
        hash(code),
        claim,
      ]);
    },
  };
}
