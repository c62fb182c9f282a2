import type { Services } from "../base.ts";
import { consumeAttempt, type Limit } from "../accounts/rate-limit.ts";
import type { Database } from "../db/client.ts";
import type { QueuedJob } from "../jobs/job.ts";
import { notify } from "../notifications/notifications.ts";
import { type Delivery, deliverReminders } from "./announce-rings.ts";
import { listDevices } from "./push-devices.ts";
import { NotDelivered, send, type SendServices } from "./send.ts";

/** With the queue's pauses about ten minutes: a reminder is of little use hours later. */
const TRIES = 7;

/** One message; tried again with growing pauses, and given up with a word to its owner. */
export const deliverReminder: QueuedJob<Services, Delivery> = {
  ...deliverReminders,
  tries: TRIES,
  run: async (services, { userId, data, attempt }) => {
    // Mails are counted where they leave.
    const count = (isSent: boolean) => data.channel !== "email" && services.monitor.delivery(isSent);
    try {
      await send(services, userId, data);
      count(true);
    } catch (error) {
      if (!(error instanceof NotDelivered)) throw error;
      count(false);
      if (!error.isFinal && attempt < TRIES) throw error;
      await tellOwner(services.db, userId, data, error.message);
    }
  },
};

const CHANNELS = { push: "push message", email: "email", webhook: "webhook" };

/** Once a day for each receiver: what fails for one reminder fails for the next. */
async function tellOwner(db: Database, userId: string, delivery: Delivery, reason: string): Promise<void> {
  const { channel, deviceId = "" } = delivery;
  const day = new Date().toISOString().slice(0, 10);
  await db.asJob(userId, "tell of a reminder that was not delivered", (tx) =>
    notify(tx, {
      type: "warning",
      title: `A reminder couldn't be sent by ${CHANNELS[channel]}`,
      message: reason,
      href: "/app/settings",
      dedupeKey: `reminder-failed:${channel}:${deviceId}:${day}`,
    }),
  );
}

const TESTS: Limit = { max: 20, windowMinutes: 10 };
type Outcome = { ok: boolean; message: string };

/** Sends a message at once, and answers what became of it. */
export async function testChannel(
  services: SendServices,
  userId: string,
  channel: "inApp" | Delivery["channel"],
): Promise<Outcome> {
  const { db } = services;
  await consumeAttempt(db.authPool, `reminder-test:${userId}`, TESTS);
  if (channel === "inApp") {
    await db.withUser(userId, (tx) =>
      notify(tx, { type: "info", title: "This is a test", message: "Reminders arrive here." }),
    );
    return { ok: true, message: "A message is in your notifications." };
  }
  if (channel === "push") return testPush(services, userId);
  if (channel === "webhook" && !(await hasWebhook(db, userId)))
    return { ok: false, message: "Enter an address first." };
  return attempt(services, userId, testMessage(channel));
}

async function testPush(services: SendServices, userId: string): Promise<Outcome> {
  const devices = await listDevices(services.db, userId);
  if (devices.length === 0)
    return { ok: false, message: "No browser takes push messages yet. Turn them on in this one." };
  const outcomes = await Promise.all(
    devices.map(({ id }) => attempt(services, userId, { ...testMessage("push"), deviceId: id })),
  );
  const failed = outcomes.filter(({ ok }) => !ok);
  if (failed.length > 0) return failed[0]!;
  return {
    ok: true,
    message: `Sent to ${devices.length === 1 ? "one browser" : `${devices.length} browsers`}.`,
  };
}

async function attempt(services: SendServices, userId: string, delivery: Delivery): Promise<Outcome> {
  try {
    await send(services, userId, delivery);
    return { ok: true, message: "The test message was sent." };
  } catch (error) {
    if (!(error instanceof NotDelivered)) throw error;
    return { ok: false, message: error.message };
  }
}

function testMessage(channel: Delivery["channel"]): Delivery {
  const now = new Date();
  const item = {
    reminderId: "00000000-0000-7000-8000-000000000000",
    noteId: null,
    taskId: null,
    eventId: null,
    title: "This is a test",
    dueAt: now.toISOString(),
    isMissed: false,
  };
  return { channel, messageId: `test-${now.getTime()}`, count: 1, items: [item], timeZone: "UTC" };
}

async function hasWebhook(db: Database, userId: string): Promise<boolean> {
  const rows = await db.queryAs(
    userId,
    "SELECT 1 FROM user_preferences WHERE user_id = $1 AND settings->'reminders'->'webhook'->>'url' IS NOT NULL",
    [userId],
  );
  return rows.length > 0;
}
