import type pg from "pg";
import type { SecurityEmails } from "../mails/security-emails.ts";
import { consumeAttempt, PER_ACCOUNT } from "../rate-limit.ts";
import { assertConfirmed } from "../reauthentication.ts";
import type { CurrentSession } from "../sessions.ts";
import type { TwoFactor } from "../two-factor.ts";
import { proofKey } from "./proof.ts";
import type { LogSecurityEvent } from "./security-log.ts";

/** The authenticator app of whoever is signed in. */
export function createTwoStepSettings(deps: {
  pool: pg.Pool;
  twoFactor: TwoFactor;
  securityEmails: SecurityEmails;
  logEvent: LogSecurityEvent;
}) {
  const { pool, twoFactor, securityEmails, logEvent } = deps;
  return {
    async setUpTotp(session: CurrentSession) {
      assertConfirmed(session);
      return twoFactor.setUp(session.userId, session.email);
    },
    async confirmTotp(session: CurrentSession, code: string): Promise<string[]> {
      assertConfirmed(session);
      await consumeAttempt(pool, proofKey(session), PER_ACCOUNT);
      const codes = await twoFactor.confirm(session.userId, code);
      const what = "Signing in to your Cairn account now also asks for a code from your authenticator app.";
      await securityEmails.send(session, "Two-step sign-in was turned on", what);
      await logEvent(session.userId, "Turned two-step sign-in on");
      return codes;
    },
    async disableTotp(session: CurrentSession): Promise<void> {
      assertConfirmed(session);
      await twoFactor.disable(session.userId);
      const what = "Signing in to your Cairn account no longer asks for a code from an authenticator app.";
      await securityEmails.send(session, "Two-step sign-in was turned off", what);
      await logEvent(session.userId, "Turned two-step sign-in off");
    },
    async renewBackupCodes(session: CurrentSession): Promise<string[]> {
      assertConfirmed(session);
      return twoFactor.renewBackupCodes(session.userId);
    },
  };
}
