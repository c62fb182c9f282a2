import type { Session } from "#contract/accounts.ts";
import { adopt, announce } from "../../platform/session.ts";
import { rpc } from "../../platform/rpc.ts";

/** The password was right, and a code of the authenticator app is asked for. */
export type CodeAsked = { challenge: string };

/** Signs in, after a silent local sign-out, so that no trace of an older session can answer in the new one's place. */
export async function signIn(input: { email: string; password: string }): Promise<CodeAsked | null> {
  await rpc.accounts.logout({ everywhere: false }).catch(() => undefined);
  const { session, secondFactor } = await rpc.accounts.login({
    email: input.email.trim(),
    password: input.password,
  });
  if (session) enter(session);
  return secondFactor;
}

/** Takes over a session that the server has just given. */
export function enter(session: Session): void {
  adopt(session);
  announce("signed-in");
}
