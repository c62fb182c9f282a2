import type pg from "pg";
import type { AuthApi } from "./load-auth.ts";
import type { KnownDevices } from "../known-devices.ts";
import { issueOneTimeToken, newToken } from "../one-time-tokens.ts";
import { credentialByEmail } from "../passwords.ts";
import { consumeAttempt, countPasswordTry, PER_ADDRESS, resetAttempts } from "../rate-limit.ts";
import { translate } from "./auth-errors.ts";
import type { BrowserSessions, SignedIn, Visitor } from "./browser-sessions.ts";

const SECOND_FACTOR_MINUTES = 10;

/** The password was right, and a code is asked for. */
export type SecondFactor = { challenge: string; expiresAt: string };

type Deps = {
  pool: pg.Pool;
  authApi: AuthApi;
  devices: KnownDevices;
  sessions: BrowserSessions;
  asksForCode: (userId: string) => Promise<boolean>;
};

export async function login(
  deps: Deps,
  visitor: Visitor,
  input: { email: string; password: string },
): Promise<SignedIn | SecondFactor> {
  const { pool, authApi, sessions } = deps;
  const tries = await countAttempt(deps, visitor, input.email);
  try {
    const api = await authApi();
    const { headers } = await api.signInEmail({
      body: input,
      headers: visitor.headers,
      returnHeaders: true,
    });
    const signedIn = await sessions.fromCookies(visitor, headers);
    const { id } = signedIn.session.user;
    await resetAttempts(pool, tries);
    if (!(await deps.asksForCode(id))) return signedIn;
    // Nobody was given its cookie.
    await sessions.discard(signedIn);
    return await askForCode(pool, id);
  } catch (error) {
    throw translate(error);
  }
}

/** @throws Failure RATE_LIMITED */
async function countAttempt({ pool, devices }: Deps, visitor: Visitor, email: string): Promise<string> {
  const account = await credentialByEmail(pool, email);
  const device = account && devices.find(visitor.deviceCookie, account);
  if (!device) await consumeAttempt(pool, `login:address:${visitor.network}`, PER_ADDRESS);
  return countPasswordTry(pool, { account: email, network: visitor.network, device });
}

async function askForCode(pool: pg.Pool, userId: string): Promise<SecondFactor> {
  const token = newToken();
  const kept = { purpose: "second-factor", token, userId };
  const expiresAt = await issueOneTimeToken(pool, kept, SECOND_FACTOR_MINUTES);
  return { challenge: token, expiresAt: expiresAt.toISOString() };
}
