import { type Context, open, signedIn } from "../base.ts";
import { Failure } from "../failure.ts";
import { storageUsageOf } from "./storage-usage.ts";
import type { Site } from "./passkeys.ts";
import { visitorOf } from "./visitor.ts";
import { deviceWords } from "./device-words.ts";

const security = open.security;
const mine = signedIn.security;

/** The origin that the guards have let through; a program without one has no passkeys. */
function siteOf({ request }: Context): Site {
  const { origin } = request.headers;
  if (!origin || !URL.canParse(origin)) throw new Failure("PASSKEY_REFUSED");
  return { origin, rpId: new URL(origin).hostname };
}

export const securityRoutes = {
  reauthenticate: mine.reauthenticate.handler(({ input, context }) =>
    context.accounts.security.reauthenticate(
      context.currentSession,
      input,
      input.passkey ? siteOf(context) : null,
    ),
  ),
  status: mine.status.handler(({ context }) => context.accounts.security.status(context.currentSession)),

  sessions: mine.sessions.handler(async ({ context }) => ({
    sessions: await context.accounts.security.sessions(context.currentSession),
  })),
  revokeSession: mine.revokeSession.handler(async ({ input, context }) => {
    await context.accounts.security.revokeSession(context.currentSession, input.sessionId);
    return {};
  }),
  revokeOtherSessions: mine.revokeOtherSessions.handler(async ({ context }) => ({
    count: await context.accounts.security.revokeOthers(context.currentSession),
  })),

  changePassword: mine.changePassword.handler(async ({ input, context }) => {
    const { changePassword } = context.accounts.security;
    context.setCookies(await changePassword(visitorOf(context), context.currentSession, input));
    return {};
  }),
  changeEmail: mine.changeEmail.handler(async ({ input, context }) => {
    await context.accounts.changeEmail(visitorOf(context), context.currentSession, input.email);
    return {};
  }),
  cancelEmailChange: mine.cancelEmailChange.handler(async ({ context }) => {
    await context.accounts.security.emailChange.cancel(context.userId);
    return {};
  }),
  confirmEmail: security.confirmEmail.handler(async ({ input, context }) => ({
    email: await context.accounts.security.emailChange.confirm(input.token),
  })),

  setUpTotp: mine.setUpTotp.handler(({ context }) =>
    context.accounts.security.setUpTotp(context.currentSession),
  ),
  confirmTotp: mine.confirmTotp.handler(async ({ input, context }) => ({
    backupCodes: await context.accounts.security.confirmTotp(context.currentSession, input.code),
  })),
  disableTotp: mine.disableTotp.handler(async ({ context }) => {
    await context.accounts.security.disableTotp(context.currentSession);
    return {};
  }),
  renewBackupCodes: mine.renewBackupCodes.handler(async ({ context }) => ({
    backupCodes: await context.accounts.security.renewBackupCodes(context.currentSession),
  })),
  loginSecondFactor: security.loginSecondFactor.handler(async ({ input, context }) => {
    const { session, cookies } = await context.accounts.security.loginSecondFactor(visitorOf(context), input);
    context.setCookies(cookies);
    return { session };
  }),

  passkeyOptions: security.passkeyOptions.handler(({ context }) =>
    context.accounts.security.passkeyOptions(visitorOf(context), siteOf(context)),
  ),
  loginPasskey: security.loginPasskey.handler(async ({ input, context }) => {
    const previous = await context.session();
    const { session, cookies } = await context.accounts.security.loginPasskey(
      visitorOf(context),
      siteOf(context),
      input.passkey,
    );
    if (previous) await context.accounts.sessions.logout(previous, false);
    context.setCookies(cookies);
    return { session };
  }),
  newPasskeyOptions: mine.newPasskeyOptions.handler(({ context }) =>
    context.accounts.security.newPasskeyOptions(context.currentSession, siteOf(context)),
  ),
  addPasskey: mine.addPasskey.handler(({ input, context }) =>
    context.accounts.security.addPasskey(
      context.currentSession,
      siteOf(context),
      input.passkey,
      input.name?.trim() || deviceWords(context.request.headers["user-agent"] ?? null).device,
    ),
  ),
  renamePasskey: mine.renamePasskey.handler(({ input, context }) =>
    context.accounts.security.passkeys.rename(context.userId, input.passkeyId, input.name),
  ),
  removePasskey: mine.removePasskey.handler(async ({ input, context }) => {
    await context.accounts.security.removePasskey(context.currentSession, input.passkeyId);
    return {};
  }),

  kept: mine.kept.handler(({ context }) => storageUsageOf(context.db, context.userId)),
  prepareExport: mine.prepareExport.handler(({ context }) => {
    context.accounts.security.assertConfirmed(context.currentSession);
    return { url: "/api/export" };
  }),
  deleteAccount: mine.deleteAccount.handler(async ({ input, context }) => {
    await context.accounts.security.deleteAccount(context.currentSession, input.password);
    context.setCookies(await context.accounts.sessions.logout(null, false));
    context.clearCache();
    return {};
  }),
};
