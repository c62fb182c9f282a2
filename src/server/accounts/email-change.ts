import type pg from "pg";
import type { Database } from "../db/client.ts";
import { Failure } from "../failure.ts";
import { recordChange } from "../live/record-change.ts";
import type { Logger } from "../platform/log.ts";
import type { Mailer } from "../platform/mail.ts";
import type { SecurityEmails } from "./mails/security-emails.ts";
import { revokeOneTimeTokens, issueOneTimeToken, newToken, consumeOneTimeToken } from "./one-time-tokens.ts";
import type { CurrentSession } from "./sessions.ts";

const PURPOSE = "change-email";
const VALID_MINUTES = 60;

type Deps = {
  db: Database;
  pool: pg.Pool;
  mailer: Mailer;
  securityEmails: SecurityEmails;
  log: Logger;
  origin: string;
};

/** An address changes only once the link that went to the new one was opened. */
export class EmailChange {
  private readonly deps: Deps;

  constructor(deps: Deps) {
    this.deps = deps;
  }

  /** Says the same for an address that somebody has: that one's owner is told instead. */
  async request(session: CurrentSession, email: string): Promise<void> {
    const { pool, mailer, securityEmails, log, origin } = this.deps;
    await revokeOneTimeTokens(pool, session.userId, PURPOSE);
    if (email === session.email) return;
    const token = newToken();
    const kept = { purpose: PURPOSE, token, userId: session.userId, detail: email };
    await issueOneTimeToken(pool, kept, VALID_MINUTES);
    const text = (await isTaken(pool, email))
      ? `Hello,\n\nsomeone tried to use this address for another Cairn account, but it already belongs to yours. Nothing has changed, and there's nothing you need to do.\n`
      : `Hello ${session.name},\n\nopen this link within an hour to use this address for your Cairn account from now on:\n\n${origin}/auth/verify?change=${encodeURIComponent(token)}\n\nIf you didn't ask for this, ignore this email.\n`;
    void mailer
      .send({ to: email, subject: "Confirm your new email address for Cairn", text })
      .catch((error: unknown) => log.error({ err: error }, "a confirmation mail was not sent"));
    // While the old address can still do something about it: a reset of the password ends the change.
    await securityEmails.send(
      session,
      "Your Cairn email address is about to change",
      `Someone signed in to your Cairn account asked to change its email address to ${email}. The change takes effect when the link we sent there is opened.`,
    );
  }

  async pending(userId: string): Promise<string | null> {
    const { rows } = await this.deps.pool.query<{ value: string }>(
      `SELECT value FROM auth.verifications WHERE identifier LIKE '${PURPOSE}:%' AND value LIKE $1 || ' %'
       AND expires_at > now() ORDER BY created_at DESC LIMIT 1`,
      [userId],
    );
    return rows[0]?.value.split(" ")[1] ?? null;
  }

  cancel(userId: string): Promise<void> {
    return revokeOneTimeTokens(this.deps.pool, userId, PURPOSE);
  }

  /** @throws Failure INVALID_TOKEN, also when the address was taken meanwhile */
  async confirm(token: string): Promise<string> {
    const { db, pool, securityEmails } = this.deps;
    const kept = await consumeOneTimeToken(pool, PURPOSE, token);
    if (!kept?.userId) throw new Failure("INVALID_TOKEN");
    const { userId, detail: email } = kept;
    const { rows } = await pool.query<{ email: string; name: string }>(
      "SELECT email, name FROM auth.users WHERE id = $1",
      [userId],
    );
    const before = rows[0];
    if (!before || (await isTaken(pool, email))) throw new Failure("INVALID_TOKEN");
    await setEmail(pool, userId, email);
    // Links that went to the old address open nothing any more.
    await revokeOneTimeTokens(pool, userId);
    await db.withUser(userId, async (tx) => {
      await tx.query("UPDATE user_profiles SET email = $2, updated_at = now() WHERE id = $1", [
        userId,
        email,
      ]);
      await recordChange(tx, { userId, entity: "profile", entityId: userId, operation: "update" });
    });
    await securityEmails.send(
      { userId, ...before },
      "Your Cairn email address was changed",
      `Your Cairn account now uses the address ${email}. This address gets no more email from it and can't reset its password.`,
      "tell this server's administrator.",
    );
    return email;
  }
}

async function isTaken(pool: pg.Pool, email: string): Promise<boolean> {
  return (await pool.query("SELECT 1 FROM auth.users WHERE email = $1", [email])).rowCount === 1;
}

/** @throws Failure INVALID_TOKEN when somebody registered with it since we looked */
async function setEmail(pool: pg.Pool, userId: string, email: string): Promise<void> {
  await pool
    .query("UPDATE auth.users SET email = $2, email_verified = true, updated_at = now() WHERE id = $1", [
      userId,
      email,
    ])
    .catch((error: unknown) => {
      if ((error as { code?: string }).code === "23505") throw new Failure("INVALID_TOKEN");
      throw error;
    });
}
