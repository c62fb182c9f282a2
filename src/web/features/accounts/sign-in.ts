import type { Session } from "#contract/accounts.ts";
import { adopt, announce } from "../../lib/session.ts";
import { rpc } from "../../lib/rpc.ts";

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

/** The second step, with a code of the app or a backup code. */
export async function signInWithCode(challenge: string, code: string): Promise<void> {
  enter((await rpc.security.loginSecondFactor({ challenge, code })).session);
}

/** Asks the device for a passkey of this site; whose it is, it says itself. */
export async function signInWithPasskey(): Promise<void> {
  const { askPasskey } = await import("../../lib/passkey.ts");
  const passkey = await askPasskey(await rpc.security.passkeyOptions({}));
  await rpc.accounts.logout({ everywhere: false }).catch(() => undefined);
  enter((await rpc.security.loginPasskey({ passkey })).session);
}

function enter(session: Session): void {
  adopt(session);
  announce("signed-in");
}
