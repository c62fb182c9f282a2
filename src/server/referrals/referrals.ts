import { createHash, randomBytes } from "node:crypto";
import type pg from "pg";
import type { Config } from "../platform/config.ts";

/** Who wants to register by somebody's link. */
export type Newcomer = { code: string; email: string; signedInAs?: string | undefined };

/** The person's code, made when it is first asked for; it stays the same. */
export async function referralCode(pool: pg.Pool, userId: string): Promise<string> {
  const { rows } = await pool.query<{ code: string }>(
    `INSERT INTO auth.referral_codes (user_id, code) VALUES ($1, $2)
     ON CONFLICT (user_id) DO UPDATE SET user_id = EXCLUDED.user_id RETURNING code`,
    [userId, randomBytes(9).toString("base64url")],
  );
  return rows[0]!.code;
}

/** Where verified addresses are required, a newcomer counts once the address is. */
export async function countAccepted(
  pool: pg.Pool,
  userId: string,
  config: Pick<Config, "requireVerifiedEmail">,
): Promise<number> {
  const { rows } = await pool.query<{ count: number }>(
    `SELECT count(*)::int AS count FROM auth.referrals r JOIN auth.users u ON u.id = r.invited_id
     WHERE r.inviter_id = $1 AND (u.email_verified OR NOT $2)`,
    [userId, config.requireVerifiedEmail],
  );
  return rows[0]!.count;
}

/** Whose code it is; null for one that is unknown, the newcomer's own, or switched off. */
export async function findInviter(
  pool: pg.Pool,
  config: Pick<Config, "referrals">,
  { code, email, signedInAs }: Newcomer,
): Promise<string | null> {
  if (config.referrals === "off") return null;
  const { rows } = await pool.query<{ id: string; email: string }>(
    "SELECT u.id, u.email FROM auth.referral_codes c JOIN auth.users u ON u.id = c.user_id WHERE c.code = $1",
    [code],
  );
  const inviter = rows[0];
  if (!inviter || inviter.id === signedInAs || mailboxOf(inviter.email) === mailboxOf(email)) return null;
  return inviter.id;
}

/** Counts a new account for its inviter: once per account, and once per mailbox however it is written. */
export async function countReferral(pool: pg.Pool, inviterId: string, email: string): Promise<void> {
  await pool.query(
    `INSERT INTO auth.referrals (invited_id, inviter_id, mailbox_hash)
     SELECT id, $1, $2 FROM auth.users WHERE email = $3 ON CONFLICT DO NOTHING`,
    [inviterId, createHash("sha256").update(mailboxOf(email)).digest("hex"), email],
  );
}

/** The mailbox behind an address: `a.nn+list@gmail.com` and `ann@googlemail.com` arrive at the same one. */
export function mailboxOf(email: string): string {
  const address = email.toLowerCase();
  const at = address.lastIndexOf("@");
  const name = address.slice(0, at).replace(/(?<=.)\+.*/, "");
  const host = address.slice(at + 1);
  return /^g(?:oogle)?mail\.com$/.test(host) ? `${name.replaceAll(".", "")}@gmail.com` : `${name}@${host}`;
}
