import { betterAuth } from "better-auth";
import { drizzleAdapter } from "better-auth/adapters/drizzle";
import { uuidV7 } from "#contract/shared/uuid-v7.ts";
import type { Database } from "../../db/client.ts";
import { credentials, sessions, users, verifications } from "../../db/schema/accounts.ts";
import type { Config } from "../../platform/config.ts";
import type { Mailer } from "../../platform/mail.ts";
import { revokeOneTimeTokens } from "../one-time-tokens.ts";
import { SESSION_SECONDS, sessionCookieName } from "../session-cookie.ts";

const RESET_SECONDS = 30 * 60;

const sessionCookie = (config: Pick<Config, "publicUrl">) => ({
  name: sessionCookieName(config),
  attributes: {
    secure: config.publicUrl.protocol === "https:",
    sameSite: "lax" as const,
    httpOnly: true,
    path: "/",
  },
});

/**
 * The sign-in library, never mounted as routes of its own: our contract's operations call it, so that every door has our
 * limits, origin checks and messages. Its defaults that are changed here are listed in docs/decisions.
 */
export function createAuth(config: Config, db: Database, secret: string, mailer: Mailer) {
  const { origin } = config.publicUrl;
  return betterAuth({
    appName: "Cairn",
    baseURL: origin,
    secret,
    telemetry: { enabled: false },
    logger: { disabled: true },
    database: drizzleAdapter(db.auth, {
      provider: "pg",
      schema: { user: users, session: sessions, account: credentials, verification: verifications },
    }),
    emailAndPassword: {
      enabled: true,
      minPasswordLength: config.passwordMinLength,
      maxPasswordLength: 1000,
      requireEmailVerification: config.requireVerifiedEmail,
      autoSignIn: !config.requireVerifiedEmail,
      revokeSessionsOnPasswordReset: true,
      resetPasswordTokenExpiresIn: RESET_SECONDS,
      // A change of address that somebody else began, or half a sign-in, must not outlive the owner's reset.
      onPasswordReset: ({ user }) => revokeOneTimeTokens(db.authPool, user.id),
      sendResetPassword: ({ user, token }) => mailer.send(resetMail(origin, user, token)),
    },
    emailVerification: {
      sendOnSignUp: config.requireVerifiedEmail,
      sendOnSignIn: false,
      sendVerificationEmail: ({ user, token }) => mailer.send(verificationMail(origin, user, token)),
    },
    session: { expiresIn: SESSION_SECONDS, updateAge: 24 * 60 * 60, cookieCache: { enabled: false } },
    // Our own limits count per account and address, in the database (rate-limit.ts); these see neither.
    rateLimit: { enabled: false },
    advanced: {
      useSecureCookies: false,
      cookies: { session_token: sessionCookie(config) },
      database: { generateId: () => uuidV7() },
    },
  });
}

export type Auth = ReturnType<typeof createAuth>;

type Addressee = { email: string; name: string };

const resetMail = (origin: string, { email, name }: Addressee, token: string) => ({
  to: email,
  subject: "Reset your Cairn password",
  text: `Hello ${name},\n\nopen this link within 30 minutes to choose a new password. It works once and signs you out everywhere:\n\n${origin}/auth/reset-password?token=${encodeURIComponent(token)}\n\nIf you didn't ask for this, nothing has changed, and there's nothing you need to do.\n`,
});

const verificationMail = (origin: string, { email, name }: Addressee, token: string) => ({
  to: email,
  subject: "Verify your email address for Cairn",
  text: `Hello ${name},\n\nopen this link to verify that this address is yours:\n\n${origin}/auth/verify?token=${encodeURIComponent(token)}\n\nIf you didn't register, ignore this email.\n`,
});
