import { createSecurityEmails } from "../accounts/mails/security-emails.ts";
import { consumeAttempt, type Limit } from "../accounts/rate-limit.ts";
import { assertConfirmed } from "../accounts/reauthentication.ts";
import { signedIn } from "../base.ts";
import { allow, readAuthorization } from "./oauth/authorize.ts";
import { assertRoom, createToken, listTokens, renameToken, revokeToken } from "./tokens.ts";

const { tokens } = signedIn;

/** Of an account: some have this server ask another one. */
const ASKED: Limit = { max: 60, windowMinutes: 15 };

export const tokenRoutes = {
  list: tokens.list.handler(async ({ context }) => ({
    tokens: await listTokens(context.db, context.userId),
  })),
  create: tokens.create.handler(async ({ input, context }) => {
    assertConfirmed(context.currentSession);
    const made = await createToken(context.db, context.userId, input);
    const emails = createSecurityEmails(context);
    const what = `An app password named "${made.token.name}" was created for your Cairn account.`;
    await emails.send(context.currentSession, "An app password was created for your Cairn account", what);
    return { ...made, userName: context.currentSession.email };
  }),
  authorization: tokens.authorization.handler(async ({ input, context }) => {
    await consumeAttempt(context.db.authPool, `oauth-asked:${context.userId}`, ASKED);
    return readAuthorization(context, input);
  }),
  authorize: tokens.authorize.handler(async ({ input, context }) => {
    assertConfirmed(context.currentSession);
    await assertRoom(context.db, context.userId);
    const { url, program } = await allow(context, context.userId, input);
    const emails = createSecurityEmails(context);
    const what = `A program that calls itself "${program}" was connected to your Cairn account.`;
    await emails.send(context.currentSession, "A program was connected to your Cairn account", what);
    return { url };
  }),
  rename: tokens.rename.handler(({ input, context }) =>
    renameToken(context.db, context.userId, input.tokenId, input.name),
  ),
  revoke: tokens.revoke.handler(async ({ input, context }) => {
    assertConfirmed(context.currentSession);
    await revokeToken(context.db, context.userId, input.tokenId);
    return {};
  }),
};
