import { adopt, announce } from "../../lib/session.ts";
import { rpc } from "../../lib/rpc.ts";

/** Signs in, after a silent local sign-out, so that no trace of an older session can answer in the new one's place. */
export async function signIn(input: { email: string; password: string }): Promise<void> {
  await rpc.accounts.logout({ everywhere: false }).catch(() => undefined);
  const { session } = await rpc.accounts.login({ email: input.email.trim(), password: input.password });
  adopt(session);
  announce("signed-in");
}
