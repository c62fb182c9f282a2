import type pg from "pg";
import { Failure } from "../../failure.ts";
import type { Passkeys, Site } from "../passkeys.ts";
import { isPassword } from "../passwords.ts";
import { consumeAttempt, PER_ACCOUNT, resetAttempts } from "../rate-limit.ts";
import type { CurrentSession } from "../sessions.ts";
import type { TwoFactor } from "../two-factor.ts";

export type Proof = {
  password?: string | undefined;
  code?: string | undefined;
  passkey?: { id: string; response: object } | undefined;
};

/** By session: whoever has none here takes no try from whoever has. */
export const proofKey = ({ sessionId }: CurrentSession) => `confirm:session:${sessionId}`;

/** Counted like sign-ins, so that an open browser is no way around their limit. */
export async function assertProof(
  { pool, twoFactor, passkeys }: { pool: pg.Pool; twoFactor: TwoFactor; passkeys: Passkeys },
  session: CurrentSession,
  proof: Proof,
  site: Site | null,
): Promise<void> {
  await consumeAttempt(pool, proofKey(session), PER_ACCOUNT);
  if (proof.password !== undefined) {
    if (!(await isPassword(pool, session.userId, proof.password))) throw new Failure("INVALID_CREDENTIALS");
  } else if (proof.code !== undefined) await twoFactor.take(session.userId, proof.code);
  else if (proof.passkey && site) {
    const { userId } = await passkeys.verify(site, proof.passkey);
    if (userId !== session.userId) throw new Failure("PASSKEY_REFUSED");
  } else throw new Failure("INVALID_CREDENTIALS");
  await resetAttempts(pool, proofKey(session));
}
