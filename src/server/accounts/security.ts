import { logActivity } from "../activity/log-activity.ts";
import type { Database } from "../db/client.ts";
import { Failure } from "../failure.ts";
import type { Config } from "../platform/config.ts";
import type { Logger } from "../platform/log.ts";
import type { Mailer } from "../platform/mail.ts";
import type { SignedIn, Visitor } from "./accounts.ts";
import { deleteEveryRow, type Leftovers, type OutsidePart, sweepAgain } from "./delete-account.ts";
import { createEmailChange } from "./email-change.ts";
import type { KnownDevices } from "./known-devices.ts";
import { createNotices } from "./notices.ts";
import { revokeOneTimeTokens, peekOneTimeToken, consumeOneTimeToken } from "./one-time-tokens.ts";
import { createPasskeys, type Site } from "./passkeys.ts";
import { credentialOf, isPassword, setPassword } from "./passwords.ts";
import { consumeAttempt, resetAttempts, type Limit, PER_ACCOUNT, PER_ADDRESS } from "./rate-limit.ts";
import { assertConfirmed, confirmedUntil, markConfirmed } from "./reauthentication.ts";
import { listSessions, revokeOthers, revokeSession } from "./session-list.ts";
import type { CurrentSession } from "./sessions.ts";
import { createTwoFactor } from "./two-factor.ts";

export const SECOND_FACTOR_MINUTES = 10;
const CHALLENGES: Limit = { max: 300, windowMinutes: 15 };
/** A request may take this long; what it writes after the account is gone goes then. */
const STRAGGLERS_MS = 30_000;

type Proof = {
  password?: string | undefined;
  code?: string | undefined;
  passkey?: { id: string; response: object } | undefined;
};

type Deps = {
  config: Config;
  db: Database;
  secret: string;
  mailer: Mailer;
  log: Logger;
  outside: readonly OutsidePart[];
  devices: KnownDevices;
  signIn: (visitor: Visitor, userId: string) => Promise<SignedIn>;
};

/** What protects an account: proofs of who somebody is, the sessions that stand, and the end of it all. */
export function createSecurity({ config, db, secret, mailer, log, outside, devices, signIn }: Deps) {
  const pool = db.authPool;
  const { origin } = config.publicUrl;
  const notices = createNotices(mailer, log, origin);
  const twoFactor = createTwoFactor(pool, secret);
  const passkeys = createPasskeys(pool);
  const emailChange = createEmailChange({ db, pool, mailer, notices, log, origin });

  /** @throws Failure PASSWORD_TOO_SHORT */
  function assertPassword(password: string): void {
    if ([...password].length >= config.passwordMinLength) return;
    throw new Failure(
      "PASSWORD_TOO_SHORT",
      `Password must be at least ${config.passwordMinLength} characters long.`,
    );
  }

  /** What was done to the account, for its owner's own log. */
  async function logSecurityEvent(userId: string, title: string): Promise<void> {
    const about = { entityType: "account", entityId: userId } as const;
    await db
      .withUser(userId, (tx) => logActivity(tx, { type: "settings_updated", title, ...about }))
      .catch((error: unknown) => log.warn({ err: error }, "an activity was not logged"));
  }

  /** Counted like sign-ins, so that an open browser is no way around their limit. */
  async function assertProof(session: CurrentSession, proof: Proof, site: Site | null) {
    // By session: whoever has none here takes no try from whoever has.
    const account = `confirm:session:${session.sessionId}`;
    await consumeAttempt(pool, account, PER_ACCOUNT);
    if (proof.password !== undefined) {
      if (!(await isPassword(pool, session.userId, proof.password))) throw new Failure("INVALID_CREDENTIALS");
    } else if (proof.code !== undefined) await twoFactor.take(session.userId, proof.code);
    else if (proof.passkey && site) {
      const { userId } = await passkeys.verify(site, proof.passkey);
      if (userId !== session.userId) throw new Failure("PASSKEY_REFUSED");
    } else throw new Failure("INVALID_CREDENTIALS");
    await resetAttempts(pool, account);
  }

  return {
    assertPassword,
    assertConfirmed,
    passkeys,
    emailChange,
    asksForCode: async (userId: string) => (await twoFactor.status(userId)).hasTotp,

    async reauthenticate(session: CurrentSession, proof: Proof, site: Site | null) {
      await assertProof(session, proof, site);
      return { until: (await markConfirmed(pool, session)).toISOString() };
    },

    async status(session: CurrentSession) {
      return {
        email: session.email,
        isEmailVerified: session.isEmailVerified,
        pendingEmail: await emailChange.pending(session.userId),
        hasMailServer: config.smtpUrl !== undefined,
        ...(await twoFactor.status(session.userId)),
        passkeys: await passkeys.list(session.userId),
        confirmedUntil: confirmedUntil(session)?.toISOString() ?? null,
      };
    },

    sessions: (session: CurrentSession) => listSessions(pool, session),
    async revokeSession(session: CurrentSession, id: string): Promise<void> {
      assertConfirmed(session);
      await revokeSession(pool, session, id);
      await logSecurityEvent(session.userId, "Signed a device out");
    },
    async revokeOthers(session: CurrentSession): Promise<number> {
      assertConfirmed(session);
      return revokeOthers(pool, session.userId, session.sessionId);
    },

    /** Answers the cookie by which this browser stays known; the account's others are strangers from now on. */
    async changePassword(
      visitor: Visitor,
      session: CurrentSession,
      change: { currentPassword: string; newPassword: string },
    ): Promise<string[]> {
      await assertProof(session, { password: change.currentPassword }, null);
      assertPassword(change.newPassword);
      await setPassword(pool, session.userId, change.newPassword);
      await revokeOthers(pool, session.userId, session.sessionId);
      // Reset links and half-done sign-ins belong to the old password.
      await revokeOneTimeTokens(pool, session.userId);
      const what = "The password of your Cairn account was changed. Every other device was signed out.";
      notices.tell(session, "Your Cairn password was changed", what);
      await logSecurityEvent(session.userId, "Changed the password");
      return [devices.remember(visitor.deviceCookie, await credentialOf(pool, session.userId))];
    },

    async setUpTotp(session: CurrentSession) {
      assertConfirmed(session);
      return twoFactor.setUp(session.userId, session.email);
    },
    async confirmTotp(session: CurrentSession, code: string): Promise<string[]> {
      assertConfirmed(session);
      await consumeAttempt(pool, `confirm:session:${session.sessionId}`, PER_ACCOUNT);
      const codes = await twoFactor.confirm(session.userId, code);
      const what = "Signing in to your Cairn account now asks for a code of your authenticator app as well.";
      notices.tell(session, "Two-step sign-in was turned on", what);
      await logSecurityEvent(session.userId, "Turned two-step sign-in on");
      return codes;
    },
    async disableTotp(session: CurrentSession): Promise<void> {
      assertConfirmed(session);
      await twoFactor.disable(session.userId);
      const what = "Signing in to your Cairn account no longer asks for a code of an authenticator app.";
      notices.tell(session, "Two-step sign-in was turned off", what);
      await logSecurityEvent(session.userId, "Turned two-step sign-in off");
    },
    async renewBackupCodes(session: CurrentSession): Promise<string[]> {
      assertConfirmed(session);
      return twoFactor.renewBackupCodes(session.userId);
    },

    /** The challenge stays for another try until it expires; the account's limit counts them. */
    async loginSecondFactor(visitor: Visitor, input: { challenge: string; code: string }): Promise<SignedIn> {
      const kept = await peekOneTimeToken(pool, "second-factor", input.challenge);
      const device = kept?.userId
        ? devices.find(visitor.deviceCookie, await credentialOf(pool, kept.userId))
        : null;
      if (!device) await consumeAttempt(pool, `login:address:${visitor.network}`, PER_ADDRESS);
      if (!kept?.userId) throw new Failure("INVALID_TOKEN", "This sign-in took too long. Start again.");
      // Few enough to guess no code, whatever networks they come from; the owner on a known device is none of them.
      const account = device
        ? `second-factor:device:${device}:${kept.userId}`
        : `second-factor:account:${kept.userId}`;
      await consumeAttempt(pool, account, PER_ACCOUNT);
      await twoFactor.take(kept.userId, input.code);
      if (!(await consumeOneTimeToken(pool, "second-factor", input.challenge)))
        throw new Failure("INVALID_TOKEN");
      await resetAttempts(pool, account);
      return signIn(visitor, kept.userId);
    },

    /** Counted, because each keeps a challenge and anybody may ask. */
    async passkeyOptions(visitor: Visitor, site: Site) {
      await consumeAttempt(pool, `passkey:address:${visitor.network}`, CHALLENGES);
      return passkeys.askOptions(site);
    },

    async loginPasskey(visitor: Visitor, site: Site, passkey: { id: string; response: object }) {
      await consumeAttempt(pool, `login:address:${visitor.network}`, PER_ADDRESS);
      const { userId } = await passkeys.verify(site, passkey);
      if (config.requireVerifiedEmail) {
        const { rows } = await pool.query<{ email_verified: boolean }>(
          "SELECT email_verified FROM auth.users WHERE id = $1",
          [userId],
        );
        if (!rows[0]?.email_verified) throw new Failure("EMAIL_NOT_VERIFIED");
      }
      return signIn(visitor, userId);
    },

    async newPasskeyOptions(session: CurrentSession, site: Site) {
      assertConfirmed(session);
      return passkeys.newOptions(session, site);
    },
    async addPasskey(session: CurrentSession, site: Site, passkey: { response: object }, name: string) {
      assertConfirmed(session);
      const added = await passkeys.add(session.userId, site, passkey, name);
      const what = `A passkey, "${added.name}", can now sign in to your Cairn account.`;
      notices.tell(session, "A passkey was added to your Cairn account", what);
      await logSecurityEvent(session.userId, "Added a passkey");
      return added;
    },
    async removePasskey(session: CurrentSession, id: string): Promise<void> {
      assertConfirmed(session);
      const name = await passkeys.remove(session.userId, id);
      const what = `The passkey "${name}" can no longer sign in to your Cairn account.`;
      notices.tell(session, "A passkey was removed from your Cairn account", what);
      await logSecurityEvent(session.userId, "Removed a passkey");
    },

    /** Asks the password itself as well: nothing else is as final. */
    async deleteAccount(session: CurrentSession, password: string): Promise<void> {
      assertConfirmed(session);
      await assertProof(session, { password }, null);
      const first = await deleteEveryRow(pool, { userId: session.userId, outside }, session.email);
      await removeAll(first);
      const later = async () => {
        const again = first.filter(({ part }) => part.isRemovedTwice);
        await removeAll([...again, ...(await sweepAgain(pool, { userId: session.userId, outside }))]);
      };
      setTimeout(
        () => void later().catch((error: unknown) => log.warn({ err: error }, "a late sweep failed")),
        STRAGGLERS_MS,
      ).unref();
      await mailer
        .send({
          to: session.email,
          subject: "Your Cairn account was deleted",
          text: `Hello ${session.name},\n\nyour Cairn account and everything in it was deleted from this server. Copies may remain in the backups that its operator keeps, until those are rotated out.\n`,
        })
        .catch((error: unknown) => log.error({ err: error }, "a notice was not sent"));
    },
  };

  async function removeAll(leftovers: Leftovers): Promise<void> {
    for (const { part, keys } of leftovers)
      for (const key of keys)
        await part
          .remove(key)
          .catch((error: unknown) =>
            log.warn({ err: error, key }, "something of a deleted account was not removed"),
          );
  }
}
