import { Failure } from "../../failure.ts";
import { assertPasswordLength } from "../passwords.ts";
import { consumeAttempt, type Limit, PER_ADDRESS } from "../rate-limit.ts";
import { isAuthLibraryError, translate } from "./auth-errors.ts";
import type { Visitor } from "./browser-sessions.ts";
import { claimShares, type RegistrationDeps } from "./registration.ts";

const MAILS: Limit = { max: 5, windowMinutes: 15 };

/** Mails with a link that opens something, and what the links open. */
export function createAccountMails(deps: Omit<RegistrationDeps, "sessions">) {
  const { config, db, authApi, log } = deps;
  const pool = db.authPool;

  /** `account` is counted beside the network, however it is named. */
  async function countMail(visitor: Visitor, account: string): Promise<void> {
    await consumeAttempt(pool, `mail:address:${visitor.network}`, PER_ADDRESS);
    await consumeAttempt(pool, `mail:account:${account}`, MAILS);
  }

  return {
    countMail,

    /** Says nothing about whether the address is known; the mail is sent after the answer, whose time would tell. */
    async requestPasswordReset(visitor: Visitor, email: string): Promise<void> {
      await countMail(visitor, email);
      void authApi()
        .then((api) => api.requestPasswordReset({ body: { email } }))
        .catch((error: unknown) => log.error({ err: error }, "a reset mail was not sent"));
    },

    /** One use; ends all sessions of the account. */
    async resetPassword(visitor: Visitor, input: { token: string; password: string }): Promise<void> {
      await consumeAttempt(pool, `reset:address:${visitor.network}`, PER_ADDRESS);
      assertPasswordLength(config, input.password);
      const body = { token: input.token, newPassword: input.password };
      await (await authApi()).resetPassword({ body }).catch((error: unknown) => {
        throw translate(error);
      });
    },

    async sendVerification(visitor: Visitor, email: string): Promise<void> {
      await countMail(visitor, email);
      void authApi()
        .then((api) => api.sendVerificationEmail({ body: { email } }))
        .catch((error: unknown) => log.error({ err: error }, "a verification mail was not sent"));
    },

    async verifyEmail(token: string): Promise<void> {
      try {
        await (await authApi()).verifyEmail({ query: { token } });
        await claimShares(deps);
      } catch (error) {
        throw isAuthLibraryError(error) ? new Failure("INVALID_TOKEN") : error;
      }
    },
  };
}
