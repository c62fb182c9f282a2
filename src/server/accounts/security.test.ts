import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { SESSION_ENDED } from "#contract/wire/socket.ts";
import { deliverMails } from "#testing/servers/deliver-mails.ts";
import { mailTo, tokenIn } from "#testing/servers/mailbox.ts";
import { openSocket } from "#testing/sync-client.ts";
import { type SignedInVisitor, startTestApp, type TestApp, type Visitor } from "#testing/test-app.ts";
import { stepAt, totpCode } from "./totp.ts";

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());
deliverMails(() => app);

const fails = (code: string) => expect.objectContaining({ code });

async function anotherDevice(person: SignedInVisitor): Promise<Visitor> {
  const visitor = app.visitor();
  await visitor.client.accounts.login({ email: person.email, password: person.password });
  return visitor;
}
const isSignedIn = async (visitor: Visitor) => (await visitor.client.accounts.session()).session !== null;
const confirm = (person: SignedInVisitor) =>
  person.client.security.reauthenticate({ password: person.password });

describe("sessions", () => {
  test("are listed with this one first and marked, and only one's own", async () => {
    const ann = await app.aUser();
    await anotherDevice(ann);
    await app.aUser("Bob");
    const { sessions } = await ann.client.security.sessions();
    expect(sessions).toHaveLength(2);
    expect(sessions.map(({ isCurrent }) => isCurrent)).toEqual([true, false]);
    expect(sessions[0]).toMatchObject({ address: "127.0.0.1", device: expect.any(String) });
  });

  test("one is revoked: its requests are nobody's and its socket closes within five seconds", async () => {
    const ann = await app.aUser();
    const other = await anotherDevice(ann);
    const socket = openSocket(app.url, other);
    await new Promise((resolve) => socket.once("open", resolve));
    const closed = new Promise<number>((resolve) => socket.once("close", resolve));
    const { sessions } = await ann.client.security.sessions();
    const sessionId = sessions.find(({ isCurrent }) => !isCurrent)!.id;
    await expect(ann.client.security.revokeSession({ sessionId })).rejects.toEqual(fails("REAUTHENTICATE"));
    await confirm(ann);
    const revokedAt = Date.now();
    await ann.client.security.revokeSession({ sessionId });
    expect(await isSignedIn(other)).toBe(false);
    expect(await closed).toBe(SESSION_ENDED);
    expect(Date.now() - revokedAt).toBeLessThan(5_000);
    await expect(ann.client.security.revokeSession({ sessionId })).rejects.toEqual(fails("NOT_FOUND"));
  });

  test("a stranger's session is not there to be revoked", async () => {
    const [ann, bob] = [await app.aUser(), await app.aUser("Bob")];
    await confirm(bob);
    const { sessions } = await ann.client.security.sessions();
    await expect(bob.client.security.revokeSession({ sessionId: sessions[0]!.id })).rejects.toEqual(
      fails("NOT_FOUND"),
    );
    expect(await isSignedIn(ann)).toBe(true);
  });

  test("all others are revoked, this one stays", async () => {
    const ann = await app.aUser();
    const others = [await anotherDevice(ann), await anotherDevice(ann)];
    await confirm(ann);
    expect(await ann.client.security.revokeOtherSessions({})).toEqual({ count: 2 });
    for (const other of others) expect(await isSignedIn(other)).toBe(false);
    expect(await isSignedIn(ann)).toBe(true);
  });

  test("tell when they were last used, to about five minutes", async () => {
    const ann = await app.aUser();
    await app.database.asSuperuser(
      "UPDATE auth.sessions SET updated_at = now() - interval '3 hours' WHERE user_id = $1",
      [ann.userId],
    );
    await ann.client.notes.list({});
    await expect
      .poll(async () => {
        const { sessions } = await ann.client.security.sessions();
        return Date.now() - new Date(sessions[0]!.lastActiveAt).getTime();
      })
      .toBeLessThan(60_000);
  });
});

/** Each is a way to take an account over, or to end it. */
const dangerous: Record<string, (person: SignedInVisitor) => Promise<unknown>> = {
  revokeOtherSessions: ({ client }) => client.security.revokeOtherSessions({}),
  changeEmail: ({ client }) => client.security.changeEmail({ email: "new@example.com" }),
  setUpTotp: ({ client }) => client.security.setUpTotp({}),
  confirmTotp: ({ client }) => client.security.confirmTotp({ code: "123456" }),
  disableTotp: ({ client }) => client.security.disableTotp(),
  renewBackupCodes: ({ client }) => client.security.renewBackupCodes({}),
  newPasskeyOptions: ({ client }) => client.security.newPasskeyOptions({}),
  removePasskey: ({ client, userId }) => client.security.removePasskey({ passkeyId: userId }),
  prepareExport: ({ client }) => client.security.prepareExport({}),
  deleteAccount: ({ client, password }) => client.security.deleteAccount({ password }),
  createToken: ({ client }) => client.tokens.create({ name: "Phone", scopes: ["calendar:write"] }),
  authorize: ({ client, userId }) =>
    client.tokens.authorize({
      ...{ clientId: userId, redirectUri: "https://example.com", responseType: "code", mayPropose: true },
      ...{ codeChallenge: "x".repeat(43), codeChallengeMethod: "S256" },
    }),
  revokeToken: ({ client, userId }) => client.tokens.revoke({ tokenId: userId }),
};

describe("proving again who one is", () => {
  test.each(Object.entries(dangerous))("%s asks for it, also right after signing in", async (_, call) => {
    const ann = await app.aUser();
    await expect(call(ann)).rejects.toEqual(fails("REAUTHENTICATE"));
  });

  test("counts ten minutes, and in this session only", async () => {
    const ann = await app.aUser();
    const other = await anotherDevice(ann);
    await confirm(ann);
    await ann.client.security.prepareExport({});
    await expect(other.client.security.prepareExport({})).rejects.toEqual(fails("REAUTHENTICATE"));
    await app.database.asSuperuser(
      "UPDATE auth.sessions SET reauthenticated_at = now() - interval '11 minutes' WHERE user_id = $1",
      [ann.userId],
    );
    await expect(ann.client.security.prepareExport({})).rejects.toEqual(fails("REAUTHENTICATE"));
  });

  test("a wrong password opens nothing, and after ten tries the right one neither, also after a restart", async () => {
    const secret = "of both servers, as after a restart of one";
    const before = await startTestApp({}, undefined, { secret });
    const ann = await before.aUser();
    for (let index = 0; index < 10; index++)
      await expect(ann.client.security.reauthenticate({ password: `wrong ${index}` })).rejects.toEqual(
        fails("INVALID_CREDENTIALS"),
      );
    for (let index = 0; index < 11; index++)
      await expect(
        before.visitor().client.accounts.login({ email: ann.email, password: "wrong" }),
      ).rejects.toEqual(fails("INVALID_CREDENTIALS"));
    await expect(confirm(ann)).rejects.toEqual(fails("RATE_LIMITED"));
    const after = await startTestApp({}, undefined, { database: before.database, secret });
    const again = await after.visitor().request("/api/security/reauthenticate", {
      method: "POST",
      headers: { cookie: ann.cookie(), "content-type": "application/json" },
      body: JSON.stringify({ password: ann.password }),
    });
    expect(await again.json()).toMatchObject({ code: "RATE_LIMITED" });
    await expect(
      after.visitor().client.accounts.login({ email: ann.email, password: ann.password }),
    ).rejects.toEqual(fails("RATE_LIMITED"));
    await before.close();
    await after.close();
  });

  test("an empty proof is none", async () => {
    const ann = await app.aUser();
    await expect(ann.client.security.reauthenticate({})).rejects.toEqual(fails("INVALID_CREDENTIALS"));
  });
});

describe("changing the password", () => {
  test("asks the current one, ends every other session and open link, and tells by mail", async () => {
    const ann = await app.aUser();
    const other = await anotherDevice(ann);
    await app.visitor().client.accounts.requestPasswordReset({ email: ann.email });
    const link = tokenIn(await mailTo(app.dataDir, ann.email, "reset-password?token"));
    const change = (currentPassword: string, newPassword: string) =>
      ann.client.security.changePassword({ currentPassword, newPassword });
    await expect(change("wrong", "a new password")).rejects.toEqual(fails("INVALID_CREDENTIALS"));
    await expect(change(ann.password, "tiny")).rejects.toEqual(fails("PASSWORD_TOO_SHORT"));
    await change(ann.password, "a new password");
    expect(await isSignedIn(ann)).toBe(true);
    expect(await isSignedIn(other)).toBe(false);
    const { client } = app.visitor();
    await expect(client.accounts.login({ email: ann.email, password: ann.password })).rejects.toEqual(
      fails("INVALID_CREDENTIALS"),
    );
    await expect(client.accounts.resetPassword({ token: link, password: "by the old link" })).rejects.toEqual(
      fails("INVALID_TOKEN"),
    );
    await client.accounts.login({ email: ann.email, password: "a new password" });
    await mailTo(app.dataDir, ann.email, "was changed");
    const { activities } = await ann.client.activity.list({ types: ["settings_updated"] });
    expect(activities.map(({ title }) => title)).toEqual(["Changed the password"]);
  });
});

describe("changing the address", () => {
  test("happens by the link that went to the new one, once; the old one is told", async () => {
    const ann = await app.aUser();
    const email = `moved-${ann.userId}@example.com`;
    await confirm(ann);
    await ann.client.security.changeEmail({ email });
    expect(await ann.client.security.status()).toMatchObject({ email: ann.email, pendingEmail: email });
    const token = tokenIn(await mailTo(app.dataDir, email, "/auth/verify?change="));
    const { client } = app.visitor();
    expect(await client.security.confirmEmail({ token })).toEqual({ email });
    await expect(client.security.confirmEmail({ token })).rejects.toEqual(fails("INVALID_TOKEN"));
    await client.accounts.login({ email, password: ann.password });
    await expect(client.accounts.login({ email: ann.email, password: ann.password })).rejects.toEqual(
      fails("INVALID_CREDENTIALS"),
    );
    expect((await ann.client.accounts.session()).session).toMatchObject({
      user: { email },
      isEmailVerified: true,
    });
    expect(await mailTo(app.dataDir, ann.email, "was changed")).toContain(email);
  });

  test("the old address hears of it before it is done, and a reset of the password ends it", async () => {
    const ann = await app.aUser();
    const email = `stolen-${ann.userId}@example.com`;
    await confirm(ann);
    await ann.client.security.changeEmail({ email });
    expect(await mailTo(app.dataDir, ann.email, "is about to change")).toContain(email);
    const { client } = app.visitor();
    await client.accounts.requestPasswordReset({ email: ann.email });
    const reset = tokenIn(await mailTo(app.dataDir, ann.email, "reset-password?token"));
    await client.accounts.resetPassword({ token: reset, password: "the owner is back" });
    const token = tokenIn(await mailTo(app.dataDir, email, "/auth/verify?change="));
    await expect(client.security.confirmEmail({ token })).rejects.toEqual(fails("INVALID_TOKEN"));
  });

  test("to an address that somebody has answers the same, and gives nobody anything", async () => {
    const [ann, bob] = [await app.aUser(), await app.aUser("Bob")];
    await confirm(bob);
    expect(await bob.client.security.changeEmail({ email: ann.email })).toEqual({});
    expect(await mailTo(app.dataDir, ann.email, "already belongs to yours")).not.toContain("change=");
    expect((await bob.client.security.status()).pendingEmail).toBe(ann.email);
    await bob.client.security.cancelEmailChange();
    expect((await bob.client.security.status()).pendingEmail).toBeNull();
  });

  test("a nonsense link does nothing", async () => {
    await expect(app.visitor().client.security.confirmEmail({ token: "nonsense" })).rejects.toEqual(
      fails("INVALID_TOKEN"),
    );
  });
});

describe("the authenticator app", () => {
  async function withTotp() {
    const ann = await app.aUser();
    await confirm(ann);
    const { secret, uri } = await ann.client.security.setUpTotp({});
    expect(uri).toContain(`secret=${secret}`);
    // One step back, so that the present code is still there to sign in with.
    const code = (ahead: number) => totpCode(secret, stepAt(Date.now()) + ahead);
    await expect(ann.client.security.confirmTotp({ code: "000000" })).rejects.toEqual(fails("INVALID_CODE"));
    const { backupCodes } = await ann.client.security.confirmTotp({ code: code(-1) });
    return { ann, code, backupCodes };
  }
  const ask = async (ann: SignedInVisitor) => {
    const visitor = app.visitor();
    const answer = await visitor.client.accounts.login({ email: ann.email, password: ann.password });
    expect(answer.session).toBeNull();
    expect(visitor.cookie()).toBe("");
    return { visitor, challenge: answer.secondFactor!.challenge };
  };

  test("is asked at sign-in; a code counts once, its challenge too", async () => {
    const { ann, code, backupCodes } = await withTotp();
    expect(new Set(backupCodes).size).toBe(10);
    const { visitor, challenge } = await ask(ann);
    const first = code(0);
    await expect(visitor.client.security.loginSecondFactor({ challenge, code: "000000" })).rejects.toEqual(
      fails("INVALID_CODE"),
    );
    await visitor.client.security.loginSecondFactor({ challenge, code: first });
    expect(await isSignedIn(visitor)).toBe(true);
    const again = await ask(ann);
    await expect(
      again.visitor.client.security.loginSecondFactor({ challenge: again.challenge, code: first }),
    ).rejects.toEqual(fails("INVALID_CODE"));
    await expect(
      again.visitor.client.security.loginSecondFactor({ challenge, code: code(1) }),
    ).rejects.toEqual(fails("INVALID_TOKEN"));
    expect(await isSignedIn(again.visitor)).toBe(false);
  });

  test("the cookie of the second step is as far from scripts as that of the first", async () => {
    const secure = await startTestApp({ PUBLIC_URL: "https://notes.example.com" });
    const post = (path: string, body: object, cookie = "") =>
      secure.visitor().request(path, {
        method: "POST",
        headers: { "content-type": "application/json", origin: "https://notes.example.com", cookie },
        body: JSON.stringify(body),
      });
    const account = { email: "s@example.com", password: "secret" };
    const registered = await post("/api/accounts/register", { name: "S", ...account });
    const cookie = registered.headers.getSetCookie()[0]!.split(";")[0]!;
    await post("/api/security/reauthenticate", { password: "secret" }, cookie);
    const { secret } = (await (await post("/api/security/totp", {}, cookie)).json()) as { secret: string };
    const code = (ahead: number) => totpCode(secret, stepAt(Date.now()) + ahead);
    await post("/api/security/totp/confirm", { code: code(-1) }, cookie);
    const asked = await post("/api/accounts/login", account);
    expect(asked.headers.getSetCookie()).toEqual([]);
    const { secondFactor } = (await asked.json()) as { secondFactor: { challenge: string } };
    const done = await post("/api/security/second-factor", {
      challenge: secondFactor.challenge,
      code: code(0),
    });
    expect(done.headers.getSetCookie()[0]).toMatch(
      /^__Host-cairn=[^;]+; Max-Age=2592000; Path=\/; HttpOnly; SameSite=Lax; Secure$/,
    );
    await secure.close();
  });

  test("a code that two send at once lets one in", async () => {
    const { ann, code } = await withTotp();
    const tries = await Promise.all([ask(ann), ask(ann), ask(ann)]);
    const digits = code(0);
    const outcomes = await Promise.allSettled(
      tries.map(({ visitor, challenge }) =>
        visitor.client.security.loginSecondFactor({ challenge, code: digits }),
      ),
    );
    expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  });

  test("each backup code counts once, however it is written", async () => {
    const { ann, backupCodes } = await withTotp();
    const { visitor, challenge } = await ask(ann);
    const code = backupCodes[3]!.toUpperCase().replace("-", " ");
    await visitor.client.security.loginSecondFactor({ challenge, code });
    expect((await visitor.client.security.status()).backupCodesLeft).toBe(9);
    const again = await ask(ann);
    await expect(
      again.visitor.client.security.loginSecondFactor({ challenge: again.challenge, code }),
    ).rejects.toEqual(fails("INVALID_CODE"));
    const fresh = await ann.client.security.renewBackupCodes({});
    await expect(
      again.visitor.client.security.loginSecondFactor({ challenge: again.challenge, code: backupCodes[0]! }),
    ).rejects.toEqual(fails("INVALID_CODE"));
    await again.visitor.client.security.loginSecondFactor({
      challenge: again.challenge,
      code: fresh.backupCodes[0]!,
    });
  });

  test("ten wrong codes end the tries, whatever challenge they come with", async () => {
    const { ann, code } = await withTotp();
    for (let index = 0; index < 10; index++) {
      const { visitor, challenge } = await ask(ann);
      await expect(visitor.client.security.loginSecondFactor({ challenge, code: "000000" })).rejects.toEqual(
        fails("INVALID_CODE"),
      );
    }
    const { visitor, challenge } = await ask(ann);
    await expect(visitor.client.security.loginSecondFactor({ challenge, code: code(0) })).rejects.toEqual(
      fails("RATE_LIMITED"),
    );
  });

  test("proves who one is, and is turned off again", async () => {
    const { ann, code } = await withTotp();
    await app.database.asSuperuser("UPDATE auth.sessions SET reauthenticated_at = NULL WHERE user_id = $1", [
      ann.userId,
    ]);
    await expect(ann.client.security.disableTotp()).rejects.toEqual(fails("REAUTHENTICATE"));
    await ann.client.security.reauthenticate({ code: code(0) });
    await expect(ann.client.security.setUpTotp({})).rejects.toEqual(fails("CONFLICT"));
    await ann.client.security.disableTotp();
    await app.visitor().client.accounts.login({ email: ann.email, password: ann.password });
    expect((await anotherDevice(ann)).cookie()).not.toBe("");
    await mailTo(app.dataDir, ann.email, "Two-step sign-in was turned off");
  });

  test("a secret that was not confirmed counts for nothing", async () => {
    const ann = await app.aUser();
    await confirm(ann);
    await ann.client.security.setUpTotp({});
    expect((await anotherDevice(ann)).cookie()).not.toBe("");
    await expect(ann.client.security.renewBackupCodes({})).rejects.toEqual(fails("CONFLICT"));
  });
});
