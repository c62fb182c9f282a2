import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { MOST_TOKENS } from "#contract/tokens.ts";
import { deliverMails } from "#testing/servers/deliver-mails.ts";
import { type SignedInVisitor, startTestApp, type TestApp } from "#testing/test-app.ts";
import { authenticate } from "./authenticate.ts";

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());
deliverMails(() => app);

const fails = (code: string) => expect.objectContaining({ code });

async function aConfirmedUser(name: string): Promise<SignedInVisitor> {
  const user = await app.aUser(name);
  await user.client.security.reauthenticate({ password: user.password });
  return user;
}

const ask = (secret: string, ip = "192.0.2.1", userAgent = "DAVx5/4.5") =>
  authenticate(app.services.db, { secret, ip, userAgent });

const scopes = ["calendar:write" as const];

test("an app password is told once, opens what its scopes say, and is listed with its last use", async () => {
  const ann = await aConfirmedUser("Ann");
  const { token, secret, userName } = await ann.client.tokens.create({ name: "Phone", scopes });
  expect(userName).toBe(ann.email);
  expect(secret).toMatch(/^([a-z2-9]{4}-){5}[a-z2-9]{4}$/);
  expect(await ask(secret)).toEqual({ tokenId: token.id, userId: ann.userId, scopes });
  const { tokens } = await ann.client.tokens.list();
  expect(tokens).toEqual([{ ...token, lastUsedAt: expect.any(String), lastProgram: "DAVx5/4.5" }]);
  expect(JSON.stringify(tokens)).not.toContain(secret);
  const [row] = await app.database.asSuperuser("SELECT * FROM tokens WHERE id = $1", [token.id]);
  expect(JSON.stringify(row)).not.toContain(secret.replaceAll("-", ""));
});

test("its owner is told of a new one by mail", async () => {
  const ann = await aConfirmedUser("Ann");
  await ann.client.tokens.create({ name: "Phone", scopes });
  const outbox = join(app.dataDir, "outbox");
  const mails = async () => {
    const names = await readdir(outbox).catch(() => []);
    const texts = await Promise.all(names.map((name) => readFile(join(outbox, name), "utf8")));
    return texts.filter((text) => text.includes(ann.email)).join("\n");
  };
  await expect.poll(mails).toContain("An app password was created for your Cairn account");
});

test("it counts without its dashes and with the capital that a phone begins with", async () => {
  const ann = await aConfirmedUser("Ann");
  const { secret } = await ann.client.tokens.create({ name: "Phone", scopes });
  const typed = secret.replaceAll("-", " ");
  expect((await ask(typed[0]!.toUpperCase() + typed.slice(1)))?.userId).toBe(ann.userId);
});

test("making and revoking one asks for the password again, and renaming does not", async () => {
  const ann = await app.aUser("Ann");
  await expect(ann.client.tokens.create({ name: "Phone", scopes })).rejects.toEqual(fails("REAUTHENTICATE"));
  await expect(ann.client.tokens.revoke({ tokenId: ann.userId })).rejects.toEqual(fails("REAUTHENTICATE"));
  await ann.client.security.reauthenticate({ password: ann.password });
  const { token } = await ann.client.tokens.create({ name: "Phone", scopes });
  expect(await ann.client.tokens.rename({ tokenId: token.id, name: "Tablet" })).toEqual({
    ...token,
    name: "Tablet",
  });
});

test("a revoked one, one that has expired and a wrong one are nobody's", async () => {
  const ann = await aConfirmedUser("Ann");
  const revoked = await ann.client.tokens.create({ name: "Revoked", scopes });
  await ann.client.tokens.revoke({ tokenId: revoked.token.id });
  expect(await ask(revoked.secret)).toBeNull();
  const expiresAt = new Date(Date.now() + 60_000).toISOString();
  const expired = await ann.client.tokens.create({ name: "Expires", scopes, expiresAt });
  expect(await ask(expired.secret)).not.toBeNull();
  await app.database.asSuperuser("UPDATE tokens SET expires_at = now() WHERE id = $1", [expired.token.id]);
  expect(await ask(expired.secret)).toBeNull();
  expect(await ask("")).toBeNull();
  await expect(
    ann.client.tokens.create({ name: "Past", scopes, expiresAt: "2020-01-01T00:00:00Z" }),
  ).rejects.toEqual(fails("INVALID_INPUT"));
});

test("nobody revokes, renames or sees another's", async () => {
  const ann = await aConfirmedUser("Ann");
  const bob = await aConfirmedUser("Bob");
  const { token, secret } = await ann.client.tokens.create({ name: "Phone", scopes });
  await expect(bob.client.tokens.revoke({ tokenId: token.id })).rejects.toEqual(fails("NOT_FOUND"));
  await expect(bob.client.tokens.rename({ tokenId: token.id, name: "Mine" })).rejects.toEqual(
    fails("NOT_FOUND"),
  );
  expect((await bob.client.tokens.list()).tokens).toEqual([]);
  expect((await ask(secret))?.userId).toBe(ann.userId);
});

test("wrong ones slow their network down, and the right one still counts there", async () => {
  const ann = await aConfirmedUser("Ann");
  const { secret } = await ann.client.tokens.create({ name: "Phone", scopes });
  const ip = "198.51.100.7";
  for (let tries = 0; tries < 60; tries++) expect(await ask("an-old-one", ip)).toBeNull();
  await expect(ask("an-old-one", ip)).rejects.toEqual(fails("RATE_LIMITED"));
  expect((await ask(secret, ip))?.userId).toBe(ann.userId);
  expect(await ask("an-old-one", "198.51.100.8")).toBeNull();
  const other = await app.visitor().client.accounts.login({ email: ann.email, password: ann.password });
  expect(other.session?.user.id).toBe(ann.userId);
});

test("another password of the account revokes all of them", async () => {
  const ann = await aConfirmedUser("Ann");
  const { secret } = await ann.client.tokens.create({ name: "Phone", scopes });
  await app.visitor().client.accounts.login({ email: ann.email, password: ann.password });
  expect(await ask(secret)).not.toBeNull();
  await ann.client.security.changePassword({ currentPassword: ann.password, newPassword: "another horse" });
  expect(await ask(secret)).toBeNull();
  expect((await ann.client.tokens.list()).tokens).toEqual([]);
});

test("an account has so many, and the log tells of what was made and revoked", async () => {
  const ann = await aConfirmedUser("Ann");
  const { token } = await ann.client.tokens.create({ name: "Laptop", scopes });
  await ann.client.tokens.revoke({ tokenId: token.id });
  const { activities } = await ann.client.activity.list({});
  expect(activities.map(({ title }) => title)).toEqual(
    expect.arrayContaining(['Created the app password "Laptop"', 'Revoked the app password "Laptop"']),
  );
  await app.database.asSuperuser(
    `INSERT INTO tokens (id, user_id, name, scopes, token_hash)
     SELECT gen_random_uuid(), $1::uuid, 'Many', '{}', 'hash of ' || n || $1::text FROM generate_series(1, $2::int) n`,
    [ann.userId, MOST_TOKENS],
  );
  await expect(ann.client.tokens.create({ name: "One more", scopes })).rejects.toEqual(
    fails("QUOTA_EXCEEDED"),
  );
});
