import type pg from "pg";
import { Failure } from "../../failure.ts";
import type { KnownDevices } from "../known-devices.ts";
import { consumeOneTimeToken, peekOneTimeToken } from "../one-time-tokens.ts";
import { credentialOf } from "../passwords.ts";
import { consumeAttempt, PER_ACCOUNT, PER_ADDRESS, resetAttempts } from "../rate-limit.ts";
import type { TwoFactor } from "../two-factor.ts";
import type { BrowserSessions, SignedIn, Visitor } from "./browser-sessions.ts";

type Deps = { pool: pg.Pool; devices: KnownDevices; twoFactor: TwoFactor; sessions: BrowserSessions };

/** The challenge stays for another try until it expires; the account's limit counts them. */
export async function loginSecondFactor(
  { pool, devices, twoFactor, sessions }: Deps,
  visitor: Visitor,
  input: { challenge: string; code: string },
): Promise<SignedIn> {
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
  return sessions.start(visitor, kept.userId);
}
