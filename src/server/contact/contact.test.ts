import { once } from "node:events";
import { readdir, readFile } from "node:fs/promises";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { SMTPServer } from "smtp-server";
import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { startTestApp, type TestApp } from "#testing/test-app.ts";
import { WAIT_MS } from "./contact.ts";

type Received = { to: string[]; mail: string };

const received: Received[] = [];
let isRefusing = false;
let smtp: SMTPServer;
let app: TestApp;

beforeAll(async () => {
  smtp = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS"],
    onRcptTo: (_address, _session, done) => done(isRefusing ? new Error("mailbox full") : null),
    onData: (stream, session, done) =>
      void text(stream).then((mail) => {
        received.push({ to: session.envelope.rcptTo.map(({ address }) => address), mail });
        done();
      }),
  });
  const listening = smtp.listen(0, "127.0.0.1");
  await once(listening, "listening");
  app = await startTestApp({
    SMTP_URL: `smtp://127.0.0.1:${(listening.address() as AddressInfo).port}`,
    OPERATOR_EMAILS: "ada@example.org, grace@example.org",
    PUBLIC_URL: "https://notes.example.org",
    TRUSTED_PROXIES: "loopback",
    ALLOWED_HOSTS: "127.0.0.1",
  });
});
afterAll(async () => {
  await app.close();
  await new Promise<void>((done) => smtp.close(() => done()));
});
beforeEach(async () => {
  received.length = 0;
  isRefusing = false;
  await app.services.db.authPool.query("DELETE FROM auth.rate_limits");
});

const MESSAGE = {
  name: "Vera",
  email: "vera@example.net",
  message: "Do you take guests?\nI do.",
  website: "",
};

/** A ticket as old as a form that somebody has filled in. */
async function aTicket(age = WAIT_MS + 100): Promise<string> {
  const { contact } = app.services;
  const now = Date.now();
  const clock = vi.spyOn(Date, "now").mockReturnValue(now - age);
  try {
    return (await contact.begin("10.0.0.9")).ticket;
  } finally {
    clock.mockRestore();
  }
}

const post = (body: unknown, headers: Record<string, string> = {}) =>
  app.visitor().request("/api/contact", {
    method: "POST",
    headers: { "content-type": "application/json", origin: "https://notes.example.org", ...headers },
    body: JSON.stringify(body),
  });

test("a message reaches every operator, and an answer reaches its writer", async () => {
  const answer = await post({ ...MESSAGE, ticket: await aTicket() });
  expect(answer.status).toBe(200);
  expect(received).toHaveLength(1);
  expect(received[0]!.to).toEqual(["ada@example.org", "grace@example.org"]);
  expect(received[0]!.mail).toMatch(/^Reply-To: Vera <vera@example.net>\r$/m);
  expect(received[0]!.mail).toMatch(/^Subject: Message to notes.example.org from Vera\r$/m);
  expect(received[0]!.mail).toContain("Do you take guests?\r\nI do.");
});

test("no name makes a second header, recipient or line of one", async () => {
  const names = [
    "Eve\r\nBcc: victim@example.com",
    "Eve\nX-Evil: yes",
    'Eve" <victim@example.com>, "x',
    "Eve, victim@example.com",
    "\u2028Bcc: victim@example.com\u202e",
  ];
  for (const name of names) {
    await app.services.db.authPool.query("DELETE FROM auth.rate_limits");
    expect((await post({ ...MESSAGE, name, ticket: await aTicket() })).status).toBe(200);
  }
  expect(received).toHaveLength(names.length);
  for (const { to, mail } of received) {
    expect(to).toEqual(["ada@example.org", "grace@example.org"]);
    const head = mail.slice(0, mail.indexOf("\r\n\r\n")).replaceAll(/\r\n[ \t]+/g, " ");
    expect(head).not.toMatch(/^(Bcc|Cc|X-Evil):/im);
    expect(head.match(/^(To|Reply-To|From|Subject):/gim)).toHaveLength(4);
    expect(head).toMatch(/^Reply-To: .*<vera@example.net>$/m);
  }
});

test.each([
  ["an address with a line break", { email: "a@example.com\r\nBcc: b@example.com" }],
  ["two addresses", { email: "a@example.com, b@example.com" }],
  ["no name", { name: " " }],
  ["no message", { message: " \n " }],
  ["a message above its size", { message: "x".repeat(5_001) }],
  ["a name above its size", { name: "x".repeat(101) }],
])("%s is refused in words", async (_what, fault) => {
  const answer = await post({ ...MESSAGE, ...fault, ticket: await aTicket() });
  expect(answer.status).toBe(422);
  expect(received).toEqual([]);
});

test("what comes faster than a person writes, too late, twice or forged is not sent", async () => {
  const tooFast = await post({ ...MESSAGE, ticket: await aTicket(0) });
  expect(await tooFast.json()).toMatchObject({ code: "INVALID_INPUT", message: /That was very quick/ });
  const late = await post({ ...MESSAGE, ticket: await aTicket(25 * 60 * 60_000) });
  expect(await late.json()).toMatchObject({ code: "INVALID_TOKEN" });
  const forged = (await aTicket()).replace(/^\d+/, "1000");
  expect(await (await post({ ...MESSAGE, ticket: forged })).json()).toMatchObject({ code: "INVALID_TOKEN" });
  expect(received).toEqual([]);
  const ticket = await aTicket();
  expect((await post({ ...MESSAGE, ticket })).status).toBe(200);
  expect(await (await post({ ...MESSAGE, ticket })).json()).toMatchObject({ code: "INVALID_TOKEN" });
  expect(received).toHaveLength(1);
});

test("a program that fills the hidden field is thanked, and nothing is sent", async () => {
  const answer = await post({ ...MESSAGE, website: "https://spam.example", ticket: await aTicket() });
  expect(answer.status).toBe(200);
  expect(received).toEqual([]);
});

test("the sixth message of an hour from one address is refused, another address is not", async () => {
  const from = (ip: string) => ({ "x-forwarded-for": ip });
  for (let index = 0; index < 5; index++)
    expect((await post({ ...MESSAGE, ticket: await aTicket() }, from("203.0.113.5"))).status).toBe(200);
  const sixth = await post({ ...MESSAGE, ticket: await aTicket() }, from("203.0.113.5"));
  expect(sixth.status).toBe(429);
  const other = await post({ ...MESSAGE, ticket: await aTicket() }, from("203.0.113.6"));
  expect(other.status).toBe(200);
  expect(received).toHaveLength(6);
});

test("many addresses together fill no mailbox", async () => {
  await app.services.db.authPool.query(
    "INSERT INTO auth.rate_limits (key, count, window_start) VALUES ('contact:altogether', 100, now())",
  );
  expect((await post({ ...MESSAGE, ticket: await aTicket() })).status).toBe(429);
  expect(received).toEqual([]);
});

test("a mail server that refuses is told as a failure, not as a success", async () => {
  isRefusing = true;
  const answer = await post({ ...MESSAGE, ticket: await aTicket() });
  expect(answer.status).toBe(503);
  expect(await answer.json()).toMatchObject({ message: /couldn't be delivered/ });
});

test("another site's page cannot send for its visitors", async () => {
  const answer = await post({ ...MESSAGE, ticket: await aTicket() }, { origin: "https://evil.example" });
  expect(answer.status).toBe(403);
  expect(received).toEqual([]);
});

test("without operators named, the first account reads it; without any account nobody does", async () => {
  const other = await startTestApp();
  try {
    const send = async () => {
      const { contact } = other.services;
      const clock = vi.spyOn(Date, "now").mockReturnValue(Date.now() - WAIT_MS - 100);
      const { ticket } = await contact.begin("10.0.0.9");
      clock.mockRestore();
      return other.visitor().client.contact.send({ ...MESSAGE, ticket });
    };
    await expect(send()).rejects.toMatchObject({ code: "UNAVAILABLE" });
    const first = await other.aUser("First");
    await other.aUser("Second");
    await send();
    const [file] = await readdir(join(other.dataDir, "outbox"));
    expect(await readFile(join(other.dataDir, "outbox", file!), "utf8")).toContain(`To: ${first.email}`);
  } finally {
    await other.close();
  }
});
