import { createSecurityEmails } from "../accounts/security-emails.ts";
import { assertConfirmed } from "../accounts/reauthentication.ts";
import { signedIn } from "../base.ts";
import { createToken, listTokens, renameToken, revokeToken } from "./tokens.ts";

const { tokens } = signedIn;

export const tokenRoutes = {
  list: tokens.list.handler(async ({ context }) => ({
    tokens: await listTokens(context.db, context.userId),
  })),
  create: tokens.create.handler(async ({ input, context }) => {
    assertConfirmed(context.currentSession);
    const made = await createToken(context.db, context.userId, input);
    const emails = createSecurityEmails(context.mailer, context.log, context.config.publicUrl.origin);
    const what = `An app password named "${made.token.name}" was created for your Cairn account.`;
    emails.send(context.currentSession, "An app password was created for your Cairn account", what);
    return { ...made, userName: context.currentSession.email };
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
