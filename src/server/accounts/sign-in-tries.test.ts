import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { type SignedInVisitor, startTestApp, type TestApp, type Visitor } from "#testing/test-app.ts";
import { createKnownDevices, type Credential } from "./known-devices.ts";
import { networkOf } from "../platform/network.ts";

/** Behind a proxy that says where somebody comes from. */
let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ TRUSTED_PROXIES: "loopback" });
});
afterAll(() => app.close());
beforeEach(async () => {
  await app.database.asSuperuser("DELETE FROM auth.rate_limits");
});

async function tryFrom(address: string, visitor: Visitor, email: string, password: string): Promise<string> {
  const response = await visitor.request("/api/accounts/login", {
    method: "POST",
    headers: { "content-type": "application/json", "x-forwarded-for": address },
    body: JSON.stringify({ email, password }),
  });
  return response.ok ? "in" : ((await response.json()) as { code: string }).code;
}

async function wrongTries(ann: SignedInVisitor, addressOf: (index: number) => string, count: number) {
  const answers: string[] = [];
  for (let index = 0; index < count; index++)
    answers.push(await tryFrom(addressOf(index), app.visitor(), ann.email, `wrong ${index}`));
  return answers;
}

test("whatever strangers try, the owner gets in on a known device, and from a network of their own", async () => {
  const ann = await app.aUser("Ann");
  const answers = await wrongTries(ann, () => "203.0.113.5", 30);
  expect(answers.slice(0, 11)).toEqual(Array(11).fill("INVALID_CREDENTIALS"));
  expect(answers.slice(11)).toEqual(Array(19).fill("RATE_LIMITED"));
  expect(await tryFrom("203.0.113.5", app.visitor(), ann.email, ann.password)).toBe("RATE_LIMITED");
  // From the very network of the attack, signed out: the browser is known.
  await ann.client.accounts.logout({ everywhere: true });
  expect(await tryFrom("203.0.113.5", ann, ann.email, ann.password)).toBe("in");
  expect(await tryFrom("198.51.100.7", app.visitor(), ann.email, ann.password)).toBe("in");
});

test("a network of many addresses has the tries of one", async () => {
  const ann = await app.aUser("Ann");
  const answers = await wrongTries(ann, (index) => `2001:db8:1:2::${(index + 1).toString(16)}`, 20);
  expect(answers.filter((answer) => answer === "INVALID_CREDENTIALS")).toHaveLength(11);
  expect(await tryFrom("2001:db8:1:3::1", app.visitor(), ann.email, ann.password)).toBe("in");
});

test("of very many networks each has one try a minute, and the owner is in by the first", async () => {
  const ann = await app.aUser("Ann");
  await app.database.asSuperuser(
    "INSERT INTO auth.rate_limits (key, count, window_start) VALUES ($1, 100, now())",
    [`login:strangers:${ann.email}`],
  );
  expect(await wrongTries(ann, () => "203.0.113.9", 3)).toEqual([
    "INVALID_CREDENTIALS",
    "RATE_LIMITED",
    "RATE_LIMITED",
  ]);
  expect(await tryFrom("198.51.100.9", app.visitor(), ann.email, ann.password)).toBe("in");
});

test("a device is known to the accounts that signed in on it, and to no others", async () => {
  const [ann, eve] = [await app.aUser("Ann"), await app.aUser("Eve")];
  await wrongTries(ann, () => "203.0.113.20", 12);
  // Eve's browser is nothing to Ann's account, and neither is one made up from it.
  expect(await tryFrom("203.0.113.20", eve, ann.email, ann.password)).toBe("RATE_LIMITED");
  const devices = createKnownDevices("cairn", "secret");
  const [one, two] = ["one", "two"].map((userId) => ({ userId, passwordHash: "hash" })) as [
    Credential,
    Credential,
  ];
  const cookie = devices.remember("", one).split(";")[0]!;
  const device = devices.find(cookie, one);
  expect(device).toMatch(/^[\w-]{22}$/);
  expect(devices.find(cookie, two)).toBeNull();
  expect(createKnownDevices("cairn", "other").find(cookie, one)).toBeNull();
  const both = devices.remember(cookie, two).split(";")[0]!;
  expect([devices.find(both, one), devices.find(both, two)]).toEqual([device, device]);
  let many = both;
  for (let index = 0; index < 20; index++)
    many = devices.remember(many, { ...one, userId: `more ${index}` }).split(";")[0]!;
  expect(many.split(".")).toHaveLength(9);
});

test("with another password every device is a stranger but the one where it was changed", async () => {
  const ann = await app.aUser("Ann");
  const thief = app.visitor();
  expect(await tryFrom("198.51.100.20", thief, ann.email, ann.password)).toBe("in");
  const newPassword = "another good one";
  await ann.client.security.changePassword({ currentPassword: ann.password, newPassword });
  await wrongTries(ann, () => "203.0.113.30", 12);
  expect(await tryFrom("203.0.113.30", thief, ann.email, newPassword)).toBe("RATE_LIMITED");
  await ann.client.accounts.logout({ everywhere: true });
  expect(await tryFrom("203.0.113.30", ann, ann.email, newPassword)).toBe("in");
});

test.each([
  ["203.0.113.5", "203.0.113.5"],
  ["::ffff:203.0.113.5", "203.0.113.5"],
  ["::1", "0:0:0:0::/64"],
  ["2001:db8::1", "2001:db8:0:0::/64"],
  ["2001:0DB8:0001:0002:ffff::1", "2001:db8:1:2::/64"],
  ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"],
  ["fe80::1%eth0", "fe80:0:0:0::/64"],
])("%s is counted as %s", (address, network) => {
  expect(networkOf(address)).toBe(network);
});

test("headers of a proxy that is not trusted are said to be ignored, once", async () => {
  const plain = await startTestApp();
  const warn = vi.fn<(about: object, words: string) => void>();
  plain.services.log.warn = warn as never;
  const child = plain.services.log.child.bind(plain.services.log);
  plain.services.log.child = ((...given: Parameters<typeof child>) =>
    Object.assign(child(...given), { warn })) as never;
  const ask = (headers: Record<string, string>) =>
    plain.visitor().request("/api/accounts/session", { headers });
  await ask({});
  expect(warn).not.toHaveBeenCalled();
  for (const address of ["203.0.113.1", "203.0.113.2"]) await ask({ "x-forwarded-for": address });
  expect(warn.mock.calls.map(([, words]) => words)).toEqual([expect.stringContaining("TRUSTED_PROXIES")]);
  await plain.close();
});
