import { afterAll, beforeAll, expect, test } from "vitest";
import { mailTo } from "#testing/servers/mailbox.ts";
import { aPushBrowser, readVapid, startReceiver } from "#testing/servers/push-browser.ts";
import { type SignedInVisitor, startTestApp, type TestApp } from "#testing/test-app.ts";
import { type Jobs, startJobs } from "../jobs/start-jobs.ts";
import { deliverReminder } from "./deliver.ts";
import { ringOf } from "./ring-due.ts";
import { encrypt } from "./web-push.ts";

let receiver: Awaited<ReturnType<typeof startReceiver>>;
let app: TestApp;
let jobs: Jobs;
beforeAll(async () => {
  receiver = await startReceiver();
  app = await startTestApp({ EGRESS_ALLOW: `127.0.0.1:${receiver.port}` });
  jobs = startJobs(app.services, [deliverReminder], { pollMs: 50, leadMs: 50, leaseMs: 20_000 });
});
afterAll(async () => {
  await jobs.stop();
  await app.close();
  await receiver.close();
});

const soon = <T>(read: () => T | Promise<T>) => expect.poll(read, { interval: 50 });
const ringNote = async (user: SignedInVisitor, title: string) => {
  const note = await user.client.notes.create({ title });
  const reminderDate = new Date(Date.now() - 1_000).toISOString();
  const reminder = await user.client.reminders.create({ noteId: note.id, reminderDate });
  expect(await ringOf(app.services.db, user.userId)).toBe(1);
  return reminder;
};
const waitingOf = (user: SignedInVisitor) =>
  app.database.asSuperuser<{ attempts: number; pause: number; claim: string | null }>(
    `SELECT attempts, claim, extract(epoch FROM run_at - now())::float AS pause FROM jobs WHERE user_id = $1`,
    [user.userId],
  );
const tryNow = (user: SignedInVisitor, attempts?: number) =>
  app.database.asSuperuser(
    "UPDATE jobs SET run_at = now(), attempts = coalesce($2, attempts) WHERE user_id = $1",
    [user.userId, attempts ?? null],
  );
const messagesOf = async (user: SignedInVisitor) =>
  (await user.client.notifications.list({})).notifications
    .filter(({ type }) => type === "warning")
    .map(({ title, message }) => `${title}: ${message}`);
const devicesOf = async (user: SignedInVisitor) => (await user.client.reminders.devices({})).devices;

/** An account with a browser whose push service is a path of the receiver. */
async function withPush(name: string, path: string) {
  const user = await app.aUser(name);
  const browser = aPushBrowser();
  await user.client.reminders.subscribe({ endpoint: receiver.url(path), keys: browser.keys });
  return { user, browser };
}
async function withWebhook(name: string, url: string, kind: "json" | "ntfy" = "json") {
  const user = await app.aUser(name);
  await user.client.preferences.update({ settings: { reminders: { webhook: { url, kind } } } });
  return user;
}

test("encrypts as the example of RFC 8291 does", () => {
  const bytes = (text: string) => Buffer.from(text, "base64url");
  const sealed = encrypt(
    {
      p256dh: "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
      auth: "BTBZMqHH6r4Tts7J_aSIgg",
    },
    Buffer.from("When I grow up, I want to be a watermelon"),
    {
      privateKey: bytes("yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw"),
      salt: bytes("DGv6ra1nlYgDCS1FRnbzlw"),
    },
  );
  expect(sealed.toString("base64url")).toBe(
    "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN",
  );
});

test("a push message reaches the browser, signed and readable by it alone", async () => {
  const { user, browser } = await withPush("Ann", "/push/ann");
  const reminder = await ringNote(user, "Süd 🌊");
  await soon(() => receiver.at("/push/ann").length).toBe(1);
  const [message] = receiver.at("/push/ann");
  expect(browser.read(message!.body)).toMatchObject({
    type: "reminder",
    title: "Süd 🌊",
    reminderId: reminder.id,
    noteId: reminder.noteId,
    url: `/app/editor/${reminder.noteId}`,
    count: 1,
  });
  expect(() => aPushBrowser().read(message!.body)).toThrow();
  const { key, claims } = readVapid(message!.headers.authorization);
  expect(key).toBe((await user.client.reminders.pushKey({})).key);
  expect(claims.aud).toBe(`http://127.0.0.1:${receiver.port}`);
  expect(claims.sub).toMatch(/^mailto:.+@/);
  expect(claims.exp).toBeGreaterThan(Date.now() / 1000);
  expect(message!.headers).toMatchObject({ ttl: "86400", urgency: "high", "content-encoding": "aes128gcm" });
  await soon(() => waitingOf(user)).toEqual([]);
});

test("a browser that is gone is forgotten, and its owner hears of it", async () => {
  const { user } = await withPush("Bea", "/push/gone");
  receiver.answer("/push/gone", 410);
  await ringNote(user, "Gone");
  await soon(() => devicesOf(user)).toEqual([]);
  await soon(() => messagesOf(user)).toEqual([
    "A reminder couldn't be sent by push message: A browser no longer takes push messages. Turn them on there again.",
  ]);
  expect(receiver.at("/push/gone")).toHaveLength(1);
});

test.each([429, 500, "never"] as const)(
  "what a receiver answers with %s is sent again, and its owner hears of it in the end",
  async (status) => {
    const path = `/push/${status}`;
    const { user } = await withPush("Cem", path);
    receiver.answer(path, status);
    await ringNote(user, "Busy");
    await soon(() => waitingOf(user)).toMatchObject([{ attempts: 1, claim: null }]);
    const [first] = await waitingOf(user);
    expect(first!.pause).toBeGreaterThan(7);
    const [device] = await devicesOf(user);
    expect(device!.lastError).toMatch(/can't take messages right now|sent nothing|took longer/);
    expect(await messagesOf(user)).toEqual([]);
    await tryNow(user);
    await soon(() => waitingOf(user)).toMatchObject([{ attempts: 2, claim: null }]);
    expect((await waitingOf(user))[0]!.pause).toBeGreaterThan(first!.pause);
    await tryNow(user, 6);
    await soon(() => waitingOf(user)).toEqual([]);
    expect(await messagesOf(user)).toHaveLength(1);
    expect(receiver.at(path)).toHaveLength(3);
    receiver.answer(path, 201);
    await ringNote(user, "Better");
    await soon(async () => (await devicesOf(user))[0]?.lastError).toBeNull();
  },
  30_000,
);

test("a webhook gets the reminder as JSON, with the same key for each try", async () => {
  const user = await withWebhook("Dan", receiver.url("/hook"));
  receiver.answer("/hook", 503);
  const reminder = await ringNote(user, "Hook");
  await soon(() => receiver.at("/hook").length).toBe(1);
  receiver.answer("/hook", 200);
  await soon(() => waitingOf(user)).toMatchObject([{ attempts: 1, claim: null }]);
  await tryNow(user);
  await soon(() => receiver.at("/hook").length).toBe(2);
  const [first, second] = receiver.at("/hook");
  expect(second!.headers["idempotency-key"]).toBe(first!.headers["idempotency-key"]);
  expect(JSON.parse(second!.body.toString())).toMatchObject({
    type: "reminder",
    count: 1,
    reminders: [{ reminderId: reminder.id, title: "Hook", missed: false, noteId: reminder.noteId }],
  });
});

test("ntfy gets a message for its topic", async () => {
  const user = await withWebhook("Ida", receiver.url("/my-topic"), "ntfy");
  await ringNote(user, "Größe");
  await soon(() => receiver.at("/").length).toBe(1);
  expect(JSON.parse(receiver.at("/")[0]!.body.toString())).toMatchObject({
    topic: "my-topic",
    title: "Reminder: Größe",
    message: "Reminder: Größe",
  });
});

test.each([
  "http://127.0.0.1:1/hook",
  "https://127.0.0.1/hook",
  "https://10.0.0.7/hook",
  "https://[::1]/hook",
  "http://169.254.169.254/latest/meta-data",
  "https://localhost/hook",
])("a webhook at %s is never asked, and its owner is told why", async (url) => {
  const user = await withWebhook("Eve", url);
  const { ok, message } = await user.client.reminders.test({ channel: "webhook" });
  expect(ok).toBe(false);
  expect(message).toMatch(/could not be reached on the public internet|must begin with https/);
});

test("a mail goes to an address that was confirmed, and to no other", async () => {
  const user = await app.aUser("Fay");
  await user.client.preferences.update({ settings: { reminders: { email: true } } });
  expect(await user.client.reminders.test({ channel: "email" })).toEqual({
    ok: false,
    message: "Confirm your email address first, then reminders can be sent to it.",
  });
  await app.database.asSuperuser("UPDATE auth.users SET email_verified = true WHERE id = $1", [user.userId]);
  const { noteId } = await ringNote(user, "Letter");
  const mail = await mailTo(app.dataDir, user.email, "Reminder: Letter");
  expect(mail).toContain(`/app/editor/${noteId}`);
});

test("a test says what is missing and what arrived", async () => {
  const { user, browser } = await withPush("Gus", "/push/test");
  const check = (channel: "inApp" | "push" | "email" | "webhook") => user.client.reminders.test({ channel });
  expect(await check("webhook")).toEqual({ ok: false, message: "Enter an address first." });
  expect(await check("push")).toEqual({ ok: true, message: "Sent to one browser." });
  expect(browser.read(receiver.at("/push/test")[0]!.body)).toMatchObject({ title: "This is a test" });
  expect((await check("inApp")).ok).toBe(true);
  expect((await user.client.notifications.list({})).notifications[0]).toMatchObject({
    title: "This is a test",
  });
  await user.client.reminders.unsubscribe({ endpoint: receiver.url("/push/test") });
  expect((await check("push")).ok).toBe(false);
});

test("twenty browsers at most, each once, with keys that are keys", async () => {
  const { user, browser } = await withPush("Hal", "/push/0");
  const add = (n: number, keys = browser.keys) =>
    user.client.reminders.subscribe({ endpoint: receiver.url(`/push/${n}`), keys });
  for (let n = 0; n < 20; n++) await add(n);
  expect(await devicesOf(user)).toHaveLength(20);
  await expect(add(20)).rejects.toMatchObject({ code: "QUOTA_EXCEEDED" });
  const noPoint = { ...browser.keys, p256dh: Buffer.alloc(65, 7).toString("base64url") };
  await expect(add(0, noPoint)).rejects.toMatchObject({ code: "INVALID_INPUT" });
});

test("many that ring at once are one message", async () => {
  const { user, browser } = await withPush("Jon", "/push/many");
  const note = await user.client.notes.create({ title: "Same" });
  await app.database.asSuperuser(
    `INSERT INTO reminders (id, user_id, note_id, reminder_date, local_time, time_zone)
     SELECT gen_random_uuid(), $1, $2, now() - interval '1 second', '2026-01-01T09:00', 'UTC' FROM generate_series(1, 40)`,
    [user.userId, note.id],
  );
  expect(await ringOf(app.services.db, user.userId)).toBe(40);
  await soon(() => receiver.at("/push/many").length).toBe(1);
  expect(browser.read(receiver.at("/push/many")[0]!.body)).toMatchObject({
    title: "40 reminders",
    body: "Same\nSame\nSame\nSame\nSame\nand 35 more",
    count: 40,
  });
  expect((await user.client.notifications.list({})).notifications).toMatchObject([{ title: "40 reminders" }]);
});
