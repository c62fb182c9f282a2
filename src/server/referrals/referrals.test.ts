import { afterAll, beforeAll, expect, test } from "vitest";
import { type SignedInVisitor, startTestApp, type TestApp, type Visitor } from "#testing/test-app.ts";
import { mailboxOf } from "./referrals.ts";

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ PUBLIC_URL: "https://notes.example.org", ALLOWED_HOSTS: "127.0.0.1" });
});
afterAll(() => app.close());

async function codeOf(person: Pick<Visitor, "client">): Promise<string> {
  const { url } = await person.client.referrals.mine({});
  return new URL(url!).searchParams.get("ref")!;
}

const accepted = async (person: Pick<Visitor, "client">) => (await person.client.referrals.mine({})).accepted;

let made = 0;
const join = (
  on: TestApp,
  referralCode: string,
  email = `guest-${++made}@example.com`,
  visitor = on.visitor(),
) => visitor.client.accounts.register({ name: "Guest", email, password: "correct horse", referralCode });

test("a link stays the same, leads to the registration, and counts each new account once", async () => {
  const ann = await app.aUser();
  const { url, accepted: none } = await ann.client.referrals.mine({});
  expect(url).toMatch(/^https:\/\/notes\.example\.org\/auth\/register\?ref=[\w-]{12}$/);
  expect(none).toBe(0);
  expect((await ann.client.referrals.mine({})).url).toBe(url);
  await join(app, await codeOf(ann));
  await join(app, await codeOf(ann));
  expect(await accepted(ann)).toBe(2);
});

test("visitors have no link, and nobody sees the count of another", async () => {
  await expect(app.visitor().client.referrals.mine({})).rejects.toMatchObject({ code: "UNAUTHENTICATED" });
  const [ann, ben] = [await app.aUser("Ann"), await app.aUser("Ben")];
  await join(app, await codeOf(ann));
  expect(await accepted(ben)).toBe(0);
  expect(await codeOf(ben)).not.toBe(await codeOf(ann));
});

test("an unknown code registers all the same", async () => {
  const { session } = await join(app, "not-a-code-at-all");
  expect(session).not.toBeNull();
});

test.each([
  ["with a tag", (ann: SignedInVisitor) => ann.email.replace("@", "+again@")],
  ["in capitals with a tag", (ann: SignedInVisitor) => ann.email.replace("@", "+Again@").toUpperCase()],
])("one's own code under one's own address %s does not count", async (_how, alias) => {
  const ann = await app.aUser();
  await join(app, await codeOf(ann), alias(ann));
  expect(await accepted(ann)).toBe(0);
});

test("one's own code does not count from the browser one is signed in with", async () => {
  const ann = await app.aUser();
  await join(app, await codeOf(ann), undefined, ann);
  // The browser belongs to the new account now.
  const again = app.visitor();
  await again.client.accounts.login({ email: ann.email, password: ann.password });
  expect(await accepted(again)).toBe(0);
});

test("one mailbox under several addresses counts once", async () => {
  const ann = await app.aUser();
  const code = await codeOf(ann);
  for (const email of ["zoe.w@gmail.com", "zoew@googlemail.com", "z.oe.w+list@gmail.com"])
    await join(app, code, email);
  expect(await accepted(ann)).toBe(1);
});

test("an address that is taken counts nothing", async () => {
  const [ann, ben] = [await app.aUser("Ann"), await app.aUser("Ben")];
  await expect(join(app, await codeOf(ann), ben.email)).rejects.toMatchObject({ code: "EMAIL_TAKEN" });
  expect(await accepted(ann)).toBe(0);
});

test("an account that was deleted takes its referral along", async () => {
  const ann = await app.aUser();
  const { session } = await join(app, await codeOf(ann));
  await app.services.db.authPool.query("DELETE FROM auth.users WHERE id = $1", [session!.user.id]);
  expect(await accepted(ann)).toBe(0);
});

test("switched off, nobody gets a link and older links do nothing", async () => {
  const ann = await app.aUser();
  const code = await codeOf(ann);
  app.services.config.referrals = "off";
  try {
    expect(await app.visitor().client.referrals.rules({})).toEqual({ isOn: false, admits: true });
    expect(await ann.client.referrals.mine({})).toEqual({ url: null, accepted: 0 });
    await join(app, code);
  } finally {
    app.services.config.referrals = "on";
  }
  expect(await accepted(ann)).toBe(0);
});

test("where registration needs an invitation, a link admits only if the operator says so", async () => {
  const ann = await app.aUser();
  const code = await codeOf(ann);
  const { config } = app.services;
  config.registration = "invite";
  try {
    await expect(join(app, code)).rejects.toMatchObject({ code: "INVITE_REQUIRED" });
    config.referrals = "admit";
    expect(await app.visitor().client.referrals.rules({})).toEqual({ isOn: true, admits: true });
    await join(app, code);
    await expect(join(app, "unknown")).rejects.toMatchObject({ code: "INVITE_REQUIRED" });
    await expect(join(app, code, ann.email.replace("@", "+me@"))).rejects.toMatchObject({
      code: "INVITE_REQUIRED",
    });
    config.registration = "closed";
    await expect(join(app, code)).rejects.toMatchObject({ code: "REGISTRATION_CLOSED" });
  } finally {
    Object.assign(config, { registration: "open", referrals: "on" });
  }
  expect(await accepted(ann)).toBe(1);
});

test("where addresses have to be verified, a newcomer counts from then on", async () => {
  const ann = await app.aUser();
  const code = await codeOf(ann);
  const email = "late@example.com";
  await join(app, code, email);
  app.services.config.requireVerifiedEmail = true;
  try {
    expect(await accepted(ann)).toBe(0);
    await app.services.db.authPool.query("UPDATE auth.users SET email_verified = true WHERE email = $1", [
      email,
    ]);
    expect(await accepted(ann)).toBe(1);
  } finally {
    app.services.config.requireVerifiedEmail = false;
  }
});

test.each([
  ["ann@example.com", "ann@example.com"],
  ["Ann+list@Example.com", "ann@example.com"],
  ["a.n.n@example.com", "a.n.n@example.com"],
  ["a.n.n+x@gmail.com", "ann@gmail.com"],
  ["ann@googlemail.com", "ann@gmail.com"],
  ["+x@example.com", "+x@example.com"],
])("%s arrives at %s", (email, mailbox) => {
  expect(mailboxOf(email)).toBe(mailbox);
});
