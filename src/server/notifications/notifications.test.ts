import { afterAll, beforeAll, expect, test } from "vitest";
import { type SignedInVisitor, startTestApp, type TestApp } from "#testing/test-app.ts";

let app: TestApp;
let ann: SignedInVisitor;
beforeAll(async () => {
  app = await startTestApp();
  ann = await app.aUser("Ann");
});
afterAll(() => app.close());

test("messages are kept, counted, read and removed", async () => {
  const { notifications, frame } = ann.client;
  await notifications.add({
    type: "error",
    title: "Import failed",
    message: "No space",
    href: "/app/explorer",
  });
  await notifications.add({ title: "Hello" });
  const { notifications: kept, unread } = await notifications.list({});
  expect(unread).toBe(2);
  expect(kept).toMatchObject([
    { type: "info", title: "Hello", message: "", href: null, isRead: false },
    { type: "error", title: "Import failed", message: "No space", href: "/app/explorer", isRead: false },
  ]);
  await notifications.markRead({ notificationId: kept[0]!.id });
  expect((await frame.get({})).unreadNotifications).toBe(1);
  await notifications.markRead({});
  expect((await notifications.list({})).unread).toBe(0);
  await notifications.remove({ notificationId: kept[1]!.id });
  expect((await notifications.list({})).notifications.map(({ title }) => title)).toEqual(["Hello"]);
  await notifications.clear({});
  expect((await notifications.list({})).notifications).toEqual([]);
});

test("the same message of two devices is kept once, and the oldest of too many goes", async () => {
  const bob = await app.aUser("Bob");
  const add = (dedupeKey: string) => bob.client.notifications.add({ title: dedupeKey, dedupeKey });
  await Promise.all([add("twice"), add("twice"), add("once")]);
  expect((await bob.client.notifications.list({})).notifications).toHaveLength(2);
  await app.database.asSuperuser(
    `INSERT INTO notifications (id, user_id, title)
     SELECT ('00000000-0000-7000-8000-' || lpad(n::text, 12, '0'))::uuid, $1, 'old' FROM generate_series(1, 600) n`,
    [bob.userId],
  );
  await add("new");
  const [{ count } = { count: 0 }] = await app.database.asSuperuser<{ count: number }>(
    "SELECT count(*)::int AS count FROM notifications WHERE user_id = $1",
    [bob.userId],
  );
  expect(count).toBe(500);
});

test.each(["https://evil.example", "//evil.example", "/\\evil.example", "javascript:alert(1)"])(
  "a notification never leads to %s",
  async (href) => {
    await expect(ann.client.notifications.add({ title: "x", href })).rejects.toMatchObject({
      code: "INVALID_INPUT",
    });
  },
);

test("nobody reads or removes the messages of others", async () => {
  const mallory = await app.aUser("Mallory");
  await ann.client.notifications.add({ title: "Private" });
  const [mine] = (await ann.client.notifications.list({})).notifications;
  const notificationId = mine!.id;
  for (const verb of ["markRead", "remove"] as const)
    await expect(mallory.client.notifications[verb]({ notificationId })).rejects.toMatchObject({
      code: "NOT_FOUND",
    });
  await mallory.client.notifications.clear({});
  expect((await ann.client.notifications.list({})).notifications).toMatchObject([
    { title: "Private", isRead: false },
  ]);
});

test("a message of a kind that this release does not know is shown as one to inform", async () => {
  const bea = await app.aUser("Bea");
  await bea.client.notifications.add({ type: "error", title: "Of another release" });
  await app.database.asSuperuser("UPDATE notifications SET type = 'celebration' WHERE user_id = $1", [
    bea.userId,
  ]);
  const { notifications, unread } = await bea.client.notifications.list({});
  expect([notifications.map(({ type, title }) => [type, title]), unread]).toEqual([
    [["info", "Of another release"]],
    1,
  ]);
});
