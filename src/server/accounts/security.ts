import type { Database } from "../db/client.ts";
import type { Config } from "../platform/config.ts";
import type { Logger } from "../platform/log.ts";
import type { Mailer } from "../platform/mail.ts";
import type { OutsidePart } from "./delete-account.ts";
import { EmailChange } from "./email-change.ts";
import type { KnownDevices } from "./known-devices.ts";
import { createSecurityEmails } from "./mails/security-emails.ts";
import { revokeOneTimeTokens } from "./one-time-tokens.ts";
import { Passkeys, type Site } from "./passkeys.ts";
import { assertPasswordLength, credentialOf, setPassword } from "./passwords.ts";
import { assertConfirmed, confirmedUntil, markConfirmed } from "./reauthentication.ts";
import { deleteAccount } from "./security/account-deletion.ts";
import { createPasskeySettings } from "./security/passkey-settings.ts";
import { assertProof, type Proof } from "./security/proof.ts";
import { createSecurityLog } from "./security/security-log.ts";
import { createTwoStepSettings } from "./security/two-step.ts";
import { listSessions, revokeOthers, revokePrograms, revokeSession } from "./session-list.ts";
import type { CurrentSession } from "./sessions.ts";
import type { BrowserSessions, Visitor } from "./sign-in/browser-sessions.ts";
import { createPasskeySignIn } from "./sign-in/passkey-sign-in.ts";
import { loginSecondFactor } from "./sign-in/second-factor-sign-in.ts";
import { TwoFactor } from "./two-factor.ts";

type Deps = {
  config: Config;
  db: Database;
  secret: string;
  mailer: Mailer;
  log: Logger;
  outside: readonly OutsidePart[];
  devices: KnownDevices;
  sessions: BrowserSessions;
};
type Parts = ReturnType<typeof partsOf>;

/** What protects an account: proofs of who somebody is, the sessions that stand, and the end of it all. */
export function createSecurity(deps: Deps) {
  const parts = partsOf(deps);
  const { pool, passkeys, emailChange, twoFactor } = parts;
  const { requireVerifiedEmail } = deps.config;
  return {
    assertConfirmed,
    passkeys,
    emailChange,
    asksForCode: async (userId: string) => (await twoFactor.status(userId)).hasTotp,
    ...createTwoStepSettings(parts),
    ...createPasskeySettings(parts),
    ...createPasskeySignIn({ ...parts, requireVerifiedEmail }),
    ...sessionsOf({ ...parts, db: deps.db }),
    loginSecondFactor: (visitor: Visitor, input: { challenge: string; code: string }) =>
      loginSecondFactor(parts, visitor, input),
    status: (session: CurrentSession) => describeSecurity(parts, session),
    async reauthenticate(session: CurrentSession, proof: Proof, site: Site | null) {
      await assertProof(parts, session, proof, site);
      return { until: (await markConfirmed(pool, session)).toISOString() };
    },
    changePassword: (visitor: Visitor, session: CurrentSession, change: PasswordChange) =>
      changePassword(parts, visitor, session, change),
    /** Asks the password itself as well: nothing else is as final. */
    async deleteAccount(session: CurrentSession, password: string): Promise<void> {
      assertConfirmed(session);
      await assertProof(parts, session, { password }, null);
      await deleteAccount({ ...deps, pool }, session);
    },
  };
}

function partsOf(deps: Deps) {
  const { config, db, secret, mailer, log, devices, sessions } = deps;
  const pool = db.authPool;
  const { origin } = config.publicUrl;
  const securityEmails = createSecurityEmails(deps);
  return {
    config,
    pool,
    devices,
    sessions,
    securityEmails,
    twoFactor: new TwoFactor(pool, secret),
    passkeys: new Passkeys(pool),
    emailChange: new EmailChange({ db, pool, mailer, securityEmails, log, origin }),
    logEvent: createSecurityLog(db, log),
  };
}

async function describeSecurity(parts: Parts, session: CurrentSession) {
  const { config, emailChange, twoFactor, passkeys } = parts;
  return {
    email: session.email,
    isEmailVerified: session.isEmailVerified,
    pendingEmail: await emailChange.pending(session.userId),
    hasMailServer: config.smtpUrl !== undefined,
    ...(await twoFactor.status(session.userId)),
    passkeys: await passkeys.list(session.userId),
    confirmedUntil: confirmedUntil(session)?.toISOString() ?? null,
  };
}

const sessionsOf = ({ db, pool, logEvent }: Parts & Pick<Deps, "db">) => ({
  sessions: (session: CurrentSession) => listSessions(pool, session),
  async revokeSession(session: CurrentSession, id: string): Promise<void> {
    assertConfirmed(session);
    await revokeSession(pool, session, id);
    await logEvent(session.userId, "Signed a device out");
  },
  async revokeOthers(session: CurrentSession): Promise<number> {
    assertConfirmed(session);
    await revokePrograms(db, session.userId);
    return revokeOthers(pool, session.userId, session.sessionId);
  },
});

type PasswordChange = { currentPassword: string; newPassword: string };

/** Answers the cookie by which this browser stays known; the account's others are strangers from now on. */
async function changePassword(
  parts: Parts,
  visitor: Visitor,
  session: CurrentSession,
  change: PasswordChange,
): Promise<string[]> {
  const { config, pool, securityEmails, devices, logEvent } = parts;
  await assertProof(parts, session, { password: change.currentPassword }, null);
  assertPasswordLength(config, change.newPassword);
  await setPassword(pool, session.userId, change.newPassword);
  await revokeOthers(pool, session.userId, session.sessionId);
  // Reset links and half-done sign-ins belong to the old password.
  await revokeOneTimeTokens(pool, session.userId);
  const what = "The password of your Cairn account was changed. Every other device was signed out.";
  await securityEmails.send(session, "Your Cairn password was changed", what);
  await logEvent(session.userId, "Changed the password");
  return [devices.remember(visitor.deviceCookie, await credentialOf(pool, session.userId))];
}
