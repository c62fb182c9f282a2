import { open, signedIn } from "../base.ts";
import { dropAvatars, updateProfile } from "./profiles.ts";
import { visitorOf } from "./visitor.ts";

const { accounts } = open;

export const accountRoutes = {
  rules: accounts.rules.handler(({ context: { config } }) => ({
    registration: config.registration,
    passwordMinLength: config.passwordMinLength,
    requireVerifiedEmail: config.requireVerifiedEmail,
  })),

  register: accounts.register.handler(async ({ input, context }) => {
    const signedInNow = await context.accounts.register(visitorOf(context), {
      ...input,
      signedInAs: (await context.session())?.userId,
    });
    if (signedInNow) context.setCookies(signedInNow.cookies);
    return { session: signedInNow?.session ?? null };
  }),

  login: accounts.login.handler(async ({ input, context }) => {
    // The spec signs out first: the session this browser had is over, whatever becomes of the new one.
    const previous = await context.session();
    const outcome = await context.accounts.login(visitorOf(context), input);
    if (previous) await context.accounts.sessions.logout(previous, false);
    if ("challenge" in outcome) return { session: null, secondFactor: outcome };
    context.setCookies(outcome.cookies);
    return { session: outcome.session, secondFactor: null };
  }),

  logout: accounts.logout.handler(async ({ input, context }) => {
    context.setCookies(await context.accounts.sessions.logout(await context.session(), input.everywhere));
    context.clearCache();
    return {};
  }),

  session: accounts.session.handler(async ({ context }) => {
    const session = await context.session();
    if (!session) return { session: null };
    const cookies = await context.accounts.sessions.renew(session, context.request.headers.cookie);
    if (cookies.length > 0) context.setCookies(cookies);
    return { session: await context.accounts.sessions.describe(session) };
  }),

  requestPasswordReset: accounts.requestPasswordReset.handler(async ({ input, context }) => {
    await context.accounts.requestPasswordReset(visitorOf(context), input.email);
    return {};
  }),

  resetPassword: accounts.resetPassword.handler(async ({ input, context }) => {
    await context.accounts.resetPassword(visitorOf(context), input);
    return {};
  }),

  sendVerification: accounts.sendVerification.handler(async ({ input, context }) => {
    await context.accounts.sendVerification(visitorOf(context), input.email);
    return {};
  }),

  verifyEmail: accounts.verifyEmail.handler(async ({ input, context }) => {
    await context.accounts.verifyEmail(input.token);
    return {};
  }),

  invite: signedIn.accounts.invite.handler(({ input, context }) =>
    context.accounts.invite(context.currentSession, input.email),
  ),

  updateProfile: signedIn.accounts.updateProfile.handler(async ({ input, context }) => {
    const { db, userId, storage } = context;
    const profile = await updateProfile(db, context.currentSession, input);
    if (input.avatar === null)
      for (const key of await dropAvatars(db, userId, null)) await storage.removeFile(key);
    return profile;
  }),
};
