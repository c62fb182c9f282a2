import { APIError } from "better-auth/api";
import type { Session } from "#contract/accounts.ts";
import type { Database } from "../db/client.ts";
import { Failure } from "../failure.ts";
import type { Config } from "../platform/config.ts";
import type { Logger } from "../platform/log.ts";
import type { Mailer } from "../platform/mail.ts";
import { createAuth, SESSION_SECONDS, sessionCookieName } from "./auth.ts";
import { claimInvitation, createInvitation } from "./invitations.ts";
import { defaultName, getProfile } from "./profiles.ts";
import { createKnownDevices } from "./known-devices.ts";
import { credentialByEmail, credentialOf } from "./passwords.ts";
import { countPasswordTry, consumeAttempt, resetAttempts, type Limit, PER_ADDRESS } from "./rate-limit.ts";
import { issueOneTimeToken, newToken } from "./one-time-tokens.ts";
import type { OutsidePart } from "./delete-account.ts";
import { createSecurity, SECOND_FACTOR_MINUTES } from "./security.ts";
import { createSessionReader, type CurrentSession, startSession } from "./sessions.ts";
import { countReferral, findInviter } from "../referrals/referrals.ts";

export type { CurrentSession } from "./sessions.ts";

/** From where a try comes; its address and headers go into the session's row. */
export type Visitor = {
  ip: string;
  /** What its tries are counted by. */
  network: string;
  /** The request's cookies, of which known-devices.ts reads one. */
  deviceCookie: string;
  headers: Headers;
};
/** A session and the Set-Cookie headers that make a browser keep it. */
export type SignedIn = { session: Session; cookies: string[] };
/** The password was right, and a code is asked for. */
export type SecondFactor = { challenge: string; expiresAt: string };

const MAILS: Limit = { max: 5, windowMinutes: 15 };

export function createAccounts(deps: {
  config: Config;
  db: Database;
  secret: string;
  mailer: Mailer;
  log: Logger;
  outside: readonly OutsidePart[];
}) {
  const { config, db, secret, mailer, log, outside } = deps;
  const auth = createAuth(config, db, secret, mailer);
  const pool = db.authPool;
  const cookieName = sessionCookieName(config);
  const cookieAttributes = `Path=/; HttpOnly; SameSite=Lax${cookieName.startsWith("__Host-") ? "; Secure" : ""}`;
  const sessions = createSessionReader(pool, cookieName, secret);

  const devices = createKnownDevices(cookieName, secret);
  const security = createSecurity({ config, db, secret, mailer, log, outside, devices, signIn: signInAs });

  /** For whoever proved by a passkey or a second factor who they are. */
  async function signInAs(visitor: Visitor, userId: string): Promise<SignedIn> {
    const userAgent = visitor.headers.get("user-agent") ?? "";
    const from = { seconds: SESSION_SECONDS, ip: visitor.ip, userAgent };
    const value = await startSession(pool, secret, userId, from);
    const cookie = `${cookieName}=${value}; Max-Age=${SESSION_SECONDS}; ${cookieAttributes}`;
    return fromCookies(visitor, new Headers({ "set-cookie": cookie }));
  }

  async function describe(session: CurrentSession): Promise<Session> {
    return {
      user: await getProfile(db, session),
      expiresAt: session.expiresAt.toISOString(),
      isEmailVerified: session.isEmailVerified,
      isOperator: await isOperator(session),
    };
  }

  /**
   * Those named by OPERATOR_EMAILS; without any, whoever registered first. Where mails go out only with an address that was proven:
   * anybody could register under the one of the settings, or first under somebody else's.
   */
  async function isOperator(session: CurrentSession): Promise<boolean> {
    if (config.smtpUrl && !session.isEmailVerified) return false;
    if (config.operatorEmails.length > 0) return config.operatorEmails.includes(session.email.toLowerCase());
    const { rows } = await pool.query<{ id: string }>(
      "SELECT id FROM auth.users ORDER BY created_at, id LIMIT 1",
    );
    return rows[0]?.id === session.userId;
  }

  async function fromCookies(visitor: Visitor, headers: Headers): Promise<SignedIn> {
    const cookies = headers.getSetCookie();
    const pair = cookies.map((cookie) => cookie.split(";")[0]!).join("; ");
    const current = await sessions.read(pair);
    if (!current) throw new Error("The sign-in library set no session cookie that we can read");
    const device = devices.remember(visitor.deviceCookie, await credentialOf(pool, current.userId));
    return { session: await describe(current), cookies: [...cookies, device] };
  }

  /** A server nobody has registered on yet always takes its first account; afterwards REGISTRATION decides. */
  async function admit(inviteCode: string | undefined, email: string, inviterId: string | null) {
    if (config.registration === "open") return null;
    const { rows } = await pool.query<{ any: boolean }>('SELECT EXISTS (SELECT 1 FROM auth.users) AS "any"');
    if (!rows[0]!.any) return null;
    if (config.registration === "closed") throw new Failure("REGISTRATION_CLOSED");
    if (inviterId && config.referrals === "admit") return null;
    const claim = inviteCode ? await claimInvitation(pool, inviteCode, email) : null;
    if (!claim) throw new Failure("INVITE_REQUIRED");
    return claim;
  }

  async function logoutOf({ cookies }: SignedIn): Promise<void> {
    const current = await sessions.read(cookies.map((cookie) => cookie.split(";")[0]!).join("; "));
    if (current) await pool.query("DELETE FROM auth.sessions WHERE id = $1", [current.sessionId]);
  }

  /** What others shared with an address before it had an account here, or one that proved to have it. */
  async function claimShares(): Promise<void> {
    await db
      .asSystem("claim shares", (tx) => tx.call("claimShares", Boolean(config.smtpUrl)))
      .catch((error: unknown) => log.warn({ err: error }, "waiting invitations were not looked for"));
  }

  /** @throws Failure RATE_LIMITED */
  async function countLogin(visitor: Visitor, email: string): Promise<string> {
    const account = await credentialByEmail(pool, email);
    const device = account && devices.find(visitor.deviceCookie, account);
    if (!device) await consumeAttempt(pool, `login:address:${visitor.network}`, PER_ADDRESS);
    return countPasswordTry(pool, { account: email, network: visitor.network, device });
  }

  async function isRegistered(email: string): Promise<boolean> {
    const { rowCount } = await pool.query("SELECT 1 FROM auth.users WHERE email = $1", [email]);
    return rowCount === 1;
  }

  return {
    cookieName,
    readSession: sessions.read,
    findAlive: sessions.findAlive,
    isSigned: sessions.isSigned,
    describe,
    isOperator,
    security,

    async register(
      visitor: Visitor,
      input: {
        name: string;
        email: string;
        password: string;
        inviteCode?: string | undefined;
        referralCode?: string | undefined;
        signedInAs?: string | undefined;
      },
    ): Promise<SignedIn | null> {
      await consumeAttempt(pool, `register:address:${visitor.network}`, PER_ADDRESS);
      security.assertPassword(input.password);
      const { email, signedInAs, referralCode: code } = input;
      const inviterId = code ? await findInviter(pool, config, { code, email, signedInAs }) : null;
      const claim = await admit(input.inviteCode, email, inviterId);
      try {
        const { headers, response } = await auth.api.signUpEmail({
          body: {
            name: input.name || defaultName(input.email),
            email: input.email,
            password: input.password,
          },
          headers: visitor.headers,
          returnHeaders: true,
        });
        if (inviterId) await countReferral(pool, inviterId, email);
        if (!config.smtpUrl) await claimShares();
        return response.token ? await fromCookies(visitor, headers) : null;
      } catch (error) {
        await claim?.release();
        // Two registrations at once: both looked, and the second ran into the first one's row.
        if (isCode(error, "FAILED_TO_CREATE_USER") && (await isRegistered(input.email)))
          throw new Failure("EMAIL_TAKEN");
        throw translate(error);
      }
    },

    async login(
      visitor: Visitor,
      input: { email: string; password: string },
    ): Promise<SignedIn | SecondFactor> {
      const tries = await countLogin(visitor, input.email);
      try {
        const { headers } = await auth.api.signInEmail({
          body: input,
          headers: visitor.headers,
          returnHeaders: true,
        });
        const signedIn = await fromCookies(visitor, headers);
        const { id } = signedIn.session.user;
        await resetAttempts(pool, tries);
        if (!(await security.asksForCode(id))) return signedIn;
        // Nobody was given its cookie.
        await logoutOf(signedIn);
        const token = newToken();
        const kept = { purpose: "second-factor", token, userId: id };
        const expiresAt = await issueOneTimeToken(pool, kept, SECOND_FACTOR_MINUTES);
        return { challenge: token, expiresAt: expiresAt.toISOString() };
      } catch (error) {
        throw translate(error);
      }
    },

    /**
     * Someone who comes back within 30 days stays signed in: once a day the session and its cookie are extended.
     * Answers the cookie to set, if any.
     */
    async renew(session: CurrentSession, cookieHeader: string | undefined): Promise<string[]> {
      const leftMs = session.expiresAt.getTime() - Date.now();
      if (leftMs > (SESSION_SECONDS - 24 * 60 * 60) * 1000) return [];
      const value = (cookieHeader ?? "").split(/;\s*/).find((pair) => pair.startsWith(`${cookieName}=`));
      if (!value) return [];
      await pool.query(
        `UPDATE auth.sessions SET expires_at = now() + make_interval(secs => ${SESSION_SECONDS}), updated_at = now() WHERE id = $1`,
        [session.sessionId],
      );
      return [`${value}; Max-Age=${SESSION_SECONDS}; ${cookieAttributes}`];
    },

    /** Ends this session or all of the user's; answers the cookie that makes the browser forget. */
    async logout(session: CurrentSession | null, isEverywhere: boolean): Promise<string[]> {
      if (session && isEverywhere)
        await pool.query("DELETE FROM auth.sessions WHERE user_id = $1", [session.userId]);
      else if (session) await pool.query("DELETE FROM auth.sessions WHERE id = $1", [session.sessionId]);
      return [`${cookieName}=; Max-Age=0; ${cookieAttributes}`];
    },

    /** Says nothing about whether the address is known; the mail is sent after the answer, whose time would tell. */
    async requestPasswordReset(visitor: Visitor, email: string): Promise<void> {
      await consumeAttempt(pool, `mail:address:${visitor.network}`, PER_ADDRESS);
      await consumeAttempt(pool, `mail:account:${email}`, MAILS);
      void auth.api
        .requestPasswordReset({ body: { email } })
        .catch((error: unknown) => log.error({ err: error }, "a reset mail was not sent"));
    },

    /** One use; ends all sessions of the account. */
    async resetPassword(visitor: Visitor, input: { token: string; password: string }): Promise<void> {
      await consumeAttempt(pool, `reset:address:${visitor.network}`, PER_ADDRESS);
      security.assertPassword(input.password);
      try {
        await auth.api.resetPassword({ body: { token: input.token, newPassword: input.password } });
      } catch (error) {
        throw translate(error);
      }
    },

    async sendVerification(visitor: Visitor, email: string): Promise<void> {
      await consumeAttempt(pool, `mail:address:${visitor.network}`, PER_ADDRESS);
      await consumeAttempt(pool, `mail:account:${email}`, MAILS);
      void auth.api
        .sendVerificationEmail({ body: { email } })
        .catch((error: unknown) => log.error({ err: error }, "a verification mail was not sent"));
    },

    /** Counted like every other way to make us send mail. */
    async changeEmail(visitor: Visitor, session: CurrentSession, email: string): Promise<void> {
      security.assertConfirmed(session);
      await consumeAttempt(pool, `mail:address:${visitor.network}`, PER_ADDRESS);
      await consumeAttempt(pool, `mail:account:${session.userId}`, MAILS);
      await security.emailChange.request(session, email);
    },

    async verifyEmail(token: string): Promise<void> {
      try {
        await auth.api.verifyEmail({ query: { token } });
        await claimShares();
      } catch (error) {
        if (error instanceof APIError) throw new Failure("INVALID_TOKEN");
        throw error;
      }
    },

    async invite(session: CurrentSession, email: string | undefined) {
      if (!(await isOperator(session))) throw new Failure("NOT_FOUND");
      const { code, expiresAt } = await createInvitation(pool, session.userId, email);
      const url = `${config.publicUrl.origin}/auth/register?invite=${encodeURIComponent(code)}`;
      if (email) {
        const text = `Hello,\n\n${session.name} invites you to Cairn. This link works once, until ${expiresAt.toUTCString()}:\n\n${url}\n`;
        await mailer.send({ to: email, subject: "Your invitation to Cairn", text });
      }
      return { code, url, expiresAt: expiresAt.toISOString() };
    },
  };
}

export type Accounts = ReturnType<typeof createAccounts>;

function isCode(error: unknown, code: string): boolean {
  return error instanceof APIError && (error.body as { code?: string } | undefined)?.code === code;
}

/** The sign-in library's errors in the words of our contract. */
function translate(error: unknown): unknown {
  if (!(error instanceof APIError)) return error;
  const code = String((error.body as { code?: string } | undefined)?.code ?? "");
  if (code.startsWith("USER_ALREADY_EXISTS")) return new Failure("EMAIL_TAKEN");
  if (code === "INVALID_EMAIL_OR_PASSWORD" || code === "INVALID_PASSWORD")
    return new Failure("INVALID_CREDENTIALS");
  if (code === "EMAIL_NOT_VERIFIED") return new Failure("EMAIL_NOT_VERIFIED");
  if (code === "PASSWORD_TOO_SHORT") return new Failure("PASSWORD_TOO_SHORT");
  if (code === "INVALID_TOKEN" || code === "TOKEN_EXPIRED") return new Failure("INVALID_TOKEN");
  if (code === "INVALID_EMAIL") return new Failure("INVALID_INPUT", "email: This is not an e-mail address");
  return error;
}
