import type { Database } from "../db/client.ts";
import type { Config } from "../platform/config.ts";
import type { Logger } from "../platform/log.ts";
import type { Mailer } from "../platform/mail.ts";
import type { OutsidePart } from "./delete-account.ts";
import { createKnownDevices } from "./known-devices.ts";
import { assertConfirmed } from "./reauthentication.ts";
import { createSecurity } from "./security.ts";
import { sessionCookieName } from "./session-cookie.ts";
import { asProgram, type CurrentSession, createSessionReader } from "./sessions.ts";
import { createAccountMails } from "./sign-in/account-mails.ts";
import { BrowserSessions, type Visitor } from "./sign-in/browser-sessions.ts";
import { invite } from "./sign-in/operator.ts";
import { createAuthApi } from "./sign-in/load-auth.ts";
import { login } from "./sign-in/password-sign-in.ts";
import { type NewAccount, register } from "./sign-in/registration.ts";

export type { CurrentSession } from "./sessions.ts";

export function createAccounts(deps: {
  config: Config;
  db: Database;
  secret: string;
  mailer: Mailer;
  log: Logger;
  outside: readonly OutsidePart[];
}) {
  const { config, db, secret, mailer, log } = deps;
  const pool = db.authPool;
  const cookieName = sessionCookieName(config);
  const authApi = createAuthApi(config, db, secret, mailer);
  const reader = createSessionReader(pool, cookieName, secret);
  const devices = createKnownDevices(cookieName, secret);
  const sessions = new BrowserSessions({ config, db, secret, devices, reader });
  const security = createSecurity({ ...deps, devices, sessions });
  const { countMail, ...mails } = createAccountMails({ config, db, log, authApi });

  return {
    cookieName,
    readSession: reader.read,
    asProgram: (userId: string, tokenId: string) => asProgram(pool, userId, tokenId),
    findAlive: reader.findAlive,
    isSigned: reader.isSigned,
    sessions,
    security,
    ...mails,
    register: (visitor: Visitor, input: NewAccount) =>
      register({ config, db, log, authApi, sessions }, visitor, input),
    login: (visitor: Visitor, input: { email: string; password: string }) =>
      login({ pool, authApi, devices, sessions, asksForCode: security.asksForCode }, visitor, input),
    /** Counted like every other way to make us send mail. */
    async changeEmail(visitor: Visitor, session: CurrentSession, email: string): Promise<void> {
      assertConfirmed(session);
      await countMail(visitor, session.userId);
      await security.emailChange.request(session, email);
    },
    invite: (session: CurrentSession, email: string | undefined) =>
      invite({ config, pool, mailer }, session, email),
  };
}

export type Accounts = ReturnType<typeof createAccounts>;
