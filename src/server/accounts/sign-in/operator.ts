import type pg from "pg";
import { Failure } from "../../failure.ts";
import type { Config } from "../../platform/config.ts";
import type { Mailer } from "../../platform/mail.ts";
import { createInvitation } from "../invitations.ts";
import type { CurrentSession } from "../sessions.ts";

/**
 * Those named by OPERATOR_EMAILS; without any, whoever registered first. Where mails go out only with an address that was proven:
 * anybody could register under the one of the settings, or first under somebody else's.
 */
export async function isOperator(config: Config, pool: pg.Pool, session: CurrentSession): Promise<boolean> {
  if (config.smtpUrl && !session.isEmailVerified) return false;
  if (config.operatorEmails.length > 0) return config.operatorEmails.includes(session.email.toLowerCase());
  const { rows } = await pool.query<{ id: string }>(
    "SELECT id FROM auth.users ORDER BY created_at, id LIMIT 1",
  );
  return rows[0]?.id === session.userId;
}

/** Everybody who is one now, by the same rules. */
export async function listOperators(config: Config, pool: pg.Pool): Promise<{ id: string; email: string }[]> {
  const proven = Boolean(config.smtpUrl);
  if (config.operatorEmails.length > 0) {
    const { rows } = await pool.query<{ id: string; email: string }>(
      "SELECT id, email FROM auth.users WHERE lower(email) = ANY ($1) AND (email_verified OR NOT $2) ORDER BY id",
      [config.operatorEmails, proven],
    );
    return rows;
  }
  const { rows } = await pool.query<{ id: string; email: string; email_verified: boolean }>(
    "SELECT id, email, email_verified FROM auth.users ORDER BY created_at, id LIMIT 1",
  );
  return rows.filter(({ email_verified: isVerified }) => isVerified || !proven);
}

export async function invite(
  { config, pool, mailer }: { config: Config; pool: pg.Pool; mailer: Mailer },
  session: CurrentSession,
  email: string | undefined,
) {
  if (!(await isOperator(config, pool, session))) throw new Failure("NOT_FOUND");
  const { code, expiresAt } = await createInvitation(pool, session.userId, email);
  const url = `${config.publicUrl.origin}/auth/register?invite=${encodeURIComponent(code)}`;
  if (email) {
    const text = `Hello,\n\n${session.name} invites you to Cairn. This link works once, until ${expiresAt.toUTCString()}:\n\n${url}\n`;
    await mailer.send({ to: email, subject: "Your invitation to Cairn", text });
  }
  return { code, url, expiresAt: expiresAt.toISOString() };
}
