import type pg from "pg";
import type { Database } from "../../db/client.ts";
import { Failure } from "../../failure.ts";
import type { Config } from "../../platform/config.ts";
import type { Logger } from "../../platform/log.ts";
import { countReferral, findInviter } from "../../referrals/referrals.ts";
import type { AuthApi } from "./load-auth.ts";
import { claimInvitation } from "../invitations.ts";
import { assertPasswordLength } from "../passwords.ts";
import { defaultName } from "../profiles.ts";
import { consumeAttempt, PER_ADDRESS } from "../rate-limit.ts";
import { isAuthError, translate } from "./auth-errors.ts";
import type { BrowserSessions, SignedIn, Visitor } from "./browser-sessions.ts";

export type RegistrationDeps = {
  config: Config;
  db: Database;
  log: Logger;
  authApi: AuthApi;
  sessions: BrowserSessions;
};

export type NewAccount = {
  name: string;
  email: string;
  password: string;
  inviteCode?: string | undefined;
  referralCode?: string | undefined;
  signedInAs?: string | undefined;
};

/** @returns null where the address has to be verified first */
export async function register(
  deps: RegistrationDeps,
  visitor: Visitor,
  input: NewAccount,
): Promise<SignedIn | null> {
  const { config, db, authApi, sessions } = deps;
  const pool = db.authPool;
  await consumeAttempt(pool, `register:address:${visitor.network}`, PER_ADDRESS);
  assertPasswordLength(config, input.password);
  const { email, password, signedInAs, referralCode: code } = input;
  const inviterId = code ? await findInviter(pool, config, { code, email, signedInAs }) : null;
  const claim = await admit({ config, pool }, input, inviterId);
  try {
    const api = await authApi();
    const { headers, response } = await api.signUpEmail({
      body: { name: input.name || defaultName(email), email, password },
      headers: visitor.headers,
      returnHeaders: true,
    });
    if (inviterId) await countReferral(pool, inviterId, email);
    if (!config.smtpUrl) await claimShares(deps);
    return response.token ? await sessions.fromCookies(visitor, headers) : null;
  } catch (error) {
    await claim?.release();
    // Two registrations at once: both looked, and the second ran into the first one's row.
    if (isAuthError(error, "FAILED_TO_CREATE_USER") && (await isRegistered(pool, email)))
      throw new Failure("EMAIL_TAKEN");
    throw translate(error);
  }
}

/** A server nobody has registered on yet always takes its first account; afterwards REGISTRATION decides. */
async function admit(
  { config, pool }: { config: Config; pool: pg.Pool },
  { inviteCode, email }: NewAccount,
  inviterId: string | null,
) {
  if (config.registration === "open") return null;
  const { rows } = await pool.query<{ any: boolean }>('SELECT EXISTS (SELECT 1 FROM auth.users) AS "any"');
  if (!rows[0]!.any) return null;
  if (config.registration === "closed") throw new Failure("REGISTRATION_CLOSED");
  if (inviterId && config.referrals === "admit") return null;
  const claim = inviteCode ? await claimInvitation(pool, inviteCode, email) : null;
  if (!claim) throw new Failure("INVITE_REQUIRED");
  return claim;
}

async function isRegistered(pool: pg.Pool, email: string): Promise<boolean> {
  const { rowCount } = await pool.query("SELECT 1 FROM auth.users WHERE email = $1", [email]);
  return rowCount === 1;
}

type ShareDeps = Pick<RegistrationDeps, "config" | "db" | "log">;

/** What others shared with an address before it had an account here, or one that proved to have it. */
export async function claimShares({ config, db, log }: ShareDeps): Promise<void> {
  await db
    .asSystem("claim shares", (tx) => tx.call("claimShares", Boolean(config.smtpUrl)))
    .catch((error: unknown) => log.warn({ err: error }, "waiting invitations were not looked for"));
}
