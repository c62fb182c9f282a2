import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { mailTo as mailIn, tokenIn } from "#testing/servers/mailbox.ts";
import { startTestApp, type TestApp } from "#testing/test-app.ts";

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

const fails = (code: string, message?: string) =>
  expect.objectContaining(message ? { code, message } : { code });

const mailTo = (address: string, of: TestApp = app) => mailIn(of.dataDir, address);

test("a new account is signed in, with the spec's defaults for its profile", async () => {
  const visitor = app.visitor();
  const { session } = await visitor.client.accounts.register({
    name: "",
    email: " Grace.Hopper@Example.com ",
    password: "secret",
  });
  expect(session?.user).toMatchObject({
    email: "grace.hopper@example.com",
    name: "grace.hopper",
    welcomeMessage: "Welcome back",
  });
  expect(session?.user.avatar).toMatch(/^data:image\/svg\+xml.*4f46e5.*G/);
  expect((await visitor.client.accounts.session()).session?.user.id).toBe(session?.user.id);
});

test("where mails go out, nobody is the operator by an address that was not proven", async () => {
  const server = await startTestApp({ OPERATOR_EMAILS: "boss@example.com" });
  const boss = server.visitor();
  await boss.client.accounts.register({ name: "Boss", email: "boss@example.com", password: "correct horse" });
  const isOperator = async () => (await boss.client.accounts.session()).session?.isOperator;
  expect(await isOperator()).toBe(true);
  server.services.config.smtpUrl = "smtp://127.0.0.1:1";
  expect(await isOperator()).toBe(false);
  await expect(boss.client.accounts.invite({})).rejects.toEqual(fails("NOT_FOUND"));
  // The same for whoever was first.
  server.services.config.operatorEmails = [];
  expect(await isOperator()).toBe(false);
  await server.services.db.authPool.query("UPDATE auth.users SET email_verified = true");
  expect(await isOperator()).toBe(true);
  await server.close();
});

test("signing out makes the browser forget the pictures it has kept", async () => {
  const ann = await app.aUser();
  const response = await ann.request("/api/accounts/logout", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: "{}",
  });
  expect(response.headers.get("clear-site-data")).toBe('"cache"');
});

test("the first account is the operator, later ones are not", async () => {
  const fresh = await startTestApp();
  const first = await fresh.aUser("First");
  const second = await fresh.aUser("Second");
  expect((await first.client.accounts.session()).session?.isOperator).toBe(true);
  expect((await second.client.accounts.session()).session?.isOperator).toBe(false);
  await fresh.close();
});

test("an address is taken once", async () => {
  const { email } = await app.aUser();
  await expect(
    app.visitor().client.accounts.register({ name: "X", email: email.toUpperCase(), password: "secret" }),
  ).rejects.toEqual(fails("EMAIL_TAKEN", "User already registered"));
});

test("a password of five characters is refused in the spec's words", async () => {
  await expect(
    app.visitor().client.accounts.register({ name: "X", email: "short@example.com", password: "12345" }),
  ).rejects.toEqual(fails("PASSWORD_TOO_SHORT", "Password must be at least 6 characters long."));
});

test("a wrong password and an unknown address get the same answer", async () => {
  const { email } = await app.aUser();
  const { client } = app.visitor();
  for (const attempt of [
    { email, password: "wrong password" },
    { email: "nobody@example.com", password: "wrong password" },
  ]) {
    await expect(client.accounts.login(attempt)).rejects.toEqual(
      fails("INVALID_CREDENTIALS", "Invalid login credentials"),
    );
  }
});

test("the cookie is out of reach of scripts and of other sites", async () => {
  const { email, password } = await app.aUser();
  const response = await app.visitor().request("/api/accounts/login", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ email, password }),
  });
  const cookie = response.headers.getSetCookie().join();
  expect(cookie).toMatch(/^cairn=/);
  expect(cookie).toMatch(/HttpOnly/i);
  expect(cookie).toMatch(/SameSite=Lax/i);
});

test("over https the cookie is pinned to the host and encrypted transport", async () => {
  const secure = await startTestApp({ PUBLIC_URL: "https://notes.example.com" });
  const response = await secure.visitor().request("/api/accounts/register", {
    method: "POST",
    headers: { "content-type": "application/json", origin: "https://notes.example.com" },
    body: JSON.stringify({ name: "S", email: "s@example.com", password: "secret" }),
  });
  expect(response.headers.getSetCookie().join()).toMatch(/^__Host-cairn=.*Secure/i);
  await secure.close();
});

test("a forged or altered cookie is nobody's", async () => {
  const ann = await app.aUser();
  const [name, value] = ann.cookie().split("; ")[0]!.split("=") as [string, string];
  for (const forged of [`${value.slice(0, -4)}AAAA`, "x.y", "%", value.split(".")[0]!]) {
    const response = await app.visitor().request("/api/notes", { headers: { cookie: `${name}=${forged}` } });
    expect(response.status).toBe(401);
  }
});

test("signing out here leaves the other device signed in; everywhere ends both", async () => {
  const first = await app.aUser();
  const second = app.visitor();
  await second.client.accounts.login({ email: first.email, password: first.password });
  const third = app.visitor();
  await third.client.accounts.login({ email: first.email, password: first.password });
  await second.client.accounts.logout({});
  expect((await second.client.accounts.session()).session).toBeNull();
  expect((await first.client.accounts.session()).session).not.toBeNull();
  await first.client.accounts.logout({ everywhere: true });
  expect((await third.client.accounts.session()).session).toBeNull();
});

test("after ten tries at a password a stranger has one a minute, also after a restart, and also with the right one", async () => {
  const { email, password } = await app.aUser();
  const { client } = app.visitor();
  for (let index = 0; index < 10; index++) {
    await expect(client.accounts.login({ email, password: `wrong ${index}` })).rejects.toEqual(
      fails("INVALID_CREDENTIALS"),
    );
  }
  await expect(client.accounts.login({ email, password: "wrong again" })).rejects.toEqual(
    fails("INVALID_CREDENTIALS"),
  );
  await expect(client.accounts.login({ email, password })).rejects.toEqual(fails("RATE_LIMITED"));
  const counted = async () =>
    (
      await app.database.asSuperuser<{ count: number }>("SELECT count FROM auth.rate_limits WHERE key = $1", [
        `login:stranger:127.0.0.1:${email}`,
      ])
    )[0]?.count;
  expect(await counted()).toBe(12);
  // A minute later.
  await app.database.asSuperuser(
    "UPDATE auth.rate_limits SET window_start = now() - interval '61 seconds' WHERE key LIKE 'login:slowly:%'",
  );
  await client.accounts.login({ email, password });
  expect(await counted()).toBeUndefined();
});

test("a reset link works once, and ends every session of the account", async () => {
  const ann = await app.aUser();
  await app.visitor().client.accounts.requestPasswordReset({ email: ann.email });
  const mail = await mailTo(ann.email);
  expect(mail).toContain("/auth/reset-password?token=");
  const token = tokenIn(mail);
  const { client } = app.visitor();
  await expect(client.accounts.resetPassword({ token, password: "tiny" })).rejects.toEqual(
    fails("PASSWORD_TOO_SHORT"),
  );
  await client.accounts.resetPassword({ token, password: "a new password" });
  expect((await ann.client.accounts.session()).session).toBeNull();
  await expect(client.accounts.resetPassword({ token, password: "another one" })).rejects.toEqual(
    fails("INVALID_TOKEN"),
  );
  await client.accounts.login({ email: ann.email, password: "a new password" });
});

test("asking for a reset says the same for an unknown address, and sends nothing", async () => {
  expect(await app.visitor().client.accounts.requestPasswordReset({ email: "unknown@example.com" })).toEqual(
    {},
  );
  const names = await readdir(join(app.dataDir, "outbox")).catch(() => []);
  for (const name of names)
    expect(await readFile(join(app.dataDir, "outbox", name), "utf8")).not.toContain("unknown@example.com");
});

test("where e-mail must be verified, registering signs nobody in before the link was opened", async () => {
  const strict = await startTestApp({ REQUIRE_VERIFIED_EMAIL: "true" });
  const { client } = strict.visitor();
  expect(await client.accounts.register({ name: "V", email: "v@example.com", password: "secret" })).toEqual({
    session: null,
  });
  await expect(client.accounts.login({ email: "v@example.com", password: "secret" })).rejects.toEqual(
    fails("EMAIL_NOT_VERIFIED"),
  );
  await expect(client.accounts.verifyEmail({ token: "nonsense" })).rejects.toEqual(fails("INVALID_TOKEN"));
  await client.accounts.verifyEmail({ token: tokenIn(await mailTo("v@example.com", strict)) });
  const { session } = await client.accounts.login({ email: "v@example.com", password: "secret" });
  expect(session?.isEmailVerified).toBe(true);
  await strict.close();
});

test("a closed server takes its first account and no other", async () => {
  const closed = await startTestApp({ REGISTRATION: "closed" });
  await closed.aUser("First");
  await expect(closed.aUser("Second")).rejects.toEqual(fails("REGISTRATION_CLOSED"));
  await closed.close();
});

test("an invitation lets in one account, and only the operator makes one", async () => {
  const server = await startTestApp({ REGISTRATION: "invite" });
  const operator = await server.aUser("Operator");
  await expect(server.aUser("Stranger")).rejects.toEqual(fails("INVITE_REQUIRED"));
  const { code, url } = await operator.client.accounts.invite({});
  expect(url).toContain(encodeURIComponent(code));
  const { client } = server.visitor();
  const input = { name: "Guest", email: "guest@example.com", password: "secret", inviteCode: code };
  await client.accounts.register(input);
  await expect(
    server.visitor().client.accounts.register({ ...input, email: "second@example.com" }),
  ).rejects.toEqual(fails("INVITE_REQUIRED"));
  await expect(client.accounts.invite({})).rejects.toEqual(fails("NOT_FOUND"));
  const named = await operator.client.accounts.invite({ email: "named@example.com" });
  await expect(
    server
      .visitor()
      .client.accounts.register({ ...input, email: "other@example.com", inviteCode: named.code }),
  ).rejects.toEqual(fails("INVITE_REQUIRED"));
  expect(await mailTo("named@example.com", server)).toContain("invite=");
  await server.close();
});

test("a session that has expired is no session, and what it asks for is refused without a trace", async () => {
  const ann = await app.aUser();
  await app.database.asSuperuser(
    "UPDATE auth.sessions SET expires_at = now() - interval '1 second' WHERE user_id = $1",
    [ann.userId],
  );
  expect((await ann.client.accounts.session()).session).toBeNull();
  await expect(ann.client.notes.create({ title: "late" })).rejects.toEqual(
    fails("UNAUTHENTICATED", "User not authenticated"),
  );
});

test("coming back within the thirty days extends the session, once a day", async () => {
  const ann = await app.aUser();
  const look = async () => (await ann.request("/api/accounts/session")).headers.getSetCookie();
  expect(await look()).toEqual([]);
  await app.database.asSuperuser(
    "UPDATE auth.sessions SET expires_at = now() + interval '3 days' WHERE user_id = $1",
    [ann.userId],
  );
  expect((await look()).join()).toMatch(/^cairn=.*Max-Age=2592000.*HttpOnly/);
  expect(await look()).toEqual([]);
  const [row] = await app.database.asSuperuser<{ days: number }>(
    "SELECT extract(day FROM expires_at - now())::int AS days FROM auth.sessions WHERE user_id = $1",
    [ann.userId],
  );
  expect(row?.days).toBeGreaterThanOrEqual(29);
});
