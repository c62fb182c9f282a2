import { createHash } from "node:crypto";
import type { PreferenceSettings } from "#contract/preferences.ts";
import { consumeAttempt, type Limit } from "../accounts/rate-limit.ts";
import type { Services } from "../base.ts";
import { EgressError } from "../platform/egress/egress-error.ts";
import type { EgressRequest } from "../platform/egress/egress.ts";
import { type Delivery, type DeliveryItem, dueWords, pathOf } from "./announce-rings.ts";
import { noteOfDevice, readDevice, unsubscribe } from "./push-devices.ts";
import { pushRequest } from "./web-push.ts";

export type SendServices = Pick<Services, "config" | "db" | "egress" | "mailer" | "pushKey">;

/** It did not arrive; the message is for the person it was meant for. */
export class NotDelivered extends Error {
  override name = "NotDelivered";
  /** Another try would end alike. */
  readonly isFinal: boolean;

  constructor(message: string, isFinal: boolean, options?: ErrorOptions) {
    super(message, options);
    this.isFinal = isFinal;
  }
}

/** A receiver has so long: others wait behind it. */
const TIMEOUT_MS = 5_000;
/** A push service keeps a message so long for a browser that is away. */
const TTL_SECONDS = 24 * 60 * 60;
const MAILS: Limit = { max: 100, windowMinutes: 60 };

/** @throws NotDelivered */
export async function send(services: SendServices, userId: string, delivery: Delivery): Promise<void> {
  if (delivery.channel === "email") return sendMail(services, userId, delivery);
  if (delivery.channel === "webhook") return sendToWebhook(services, userId, delivery);
  return sendPush(services, userId, delivery);
}

function titleOf({ count, items, news }: Delivery): string {
  if (news) return news.title;
  return count === 1 ? `Reminder: ${items[0]!.title}` : `${count} reminders`;
}

function lineOf(item: DeliveryItem, { timeZone }: Delivery): string {
  return item.isMissed ? `${item.title}. ${dueWords(item, timeZone)}` : item.title;
}

function bodyOf(delivery: Delivery): string {
  const { count, items, timeZone, news } = delivery;
  if (news) return news.message;
  const [first] = items;
  if (count === 1) return first!.isMissed ? dueWords(first!, timeZone) : "";
  const more = count - items.length;
  return [...items.map((item) => lineOf(item, delivery)), ...(more > 0 ? [`and ${more} more`] : [])].join(
    "\n",
  );
}

const pathTo = ({ count, items, news }: Delivery): string =>
  news?.path ?? (count === 1 ? pathOf(items[0]!) : "/app/notifications");
const urlOf = ({ config }: SendServices, delivery: Delivery): string =>
  config.publicUrl.origin + pathTo(delivery);

async function sendMail(services: SendServices, userId: string, delivery: Delivery): Promise<void> {
  const { rows } = await services.db.authPool.query<{ email: string; email_verified: boolean }>(
    "SELECT email, email_verified FROM auth.users WHERE id = $1",
    [userId],
  );
  const [account] = rows;
  if (!account) return;
  // Whoever registers with somebody else's address could write to it otherwise.
  if (!account.email_verified)
    throw new NotDelivered("Confirm your email address first, then reminders can be sent to it.", true);
  await consumeAttempt(services.db.authPool, `reminder-mail:${userId}`, MAILS);
  const body = bodyOf(delivery);
  try {
    await services.mailer.send({
      to: account.email,
      subject: titleOf(delivery),
      text: `${[titleOf(delivery), ...(body ? [body] : []), urlOf(services, delivery)].join("\n\n")}\n`,
    });
  } catch (cause) {
    throw new NotDelivered("The mail server didn't take the message.", false, { cause });
  }
}

async function sendToWebhook(services: SendServices, userId: string, delivery: Delivery): Promise<void> {
  const [row] = await services.db.queryAs<{ webhook: Webhook | null }>(
    userId,
    "SELECT settings->'reminders'->'webhook' AS webhook FROM user_preferences WHERE user_id = $1",
    [userId],
  );
  if (!row?.webhook) return;
  const status = await ask(services, {
    ...webhookRequest(services, row.webhook, delivery),
    source: "user",
    method: "POST",
    headers: { "idempotency-key": delivery.messageId },
  });
  assertTaken(status, new URL(row.webhook.url).host);
}

type Webhook = NonNullable<NonNullable<PreferenceSettings["reminders"]>["webhook"]>;

function webhookRequest(services: SendServices, { url, kind }: Webhook, delivery: Delivery) {
  const click = urlOf(services, delivery);
  if (kind === "json" && delivery.news) {
    const { title, message } = delivery.news;
    return { url, json: { type: "brief", id: delivery.messageId, title, message, url: click } };
  }
  if (kind === "json") {
    const reminders = delivery.items.map(({ isMissed: missed, ...item }) => ({
      ...item,
      missed,
      url: services.config.publicUrl.origin + pathOf(item),
    }));
    return {
      url,
      json: { type: "reminder", id: delivery.messageId, count: delivery.count, reminders, url: click },
    };
  }
  // As JSON to the server itself: headers of ntfy hold no letters beyond Latin.
  const address = new URL(url);
  const parts = address.pathname.split("/").filter(Boolean);
  const topic = parts.pop() ?? "";
  address.pathname = `/${parts.join("/")}`;
  const message = bodyOf(delivery) || titleOf(delivery);
  return {
    url: address.href,
    json: { topic, title: titleOf(delivery), message, click, tags: ["alarm_clock"] },
  };
}

async function sendPush(services: SendServices, userId: string, delivery: Delivery): Promise<void> {
  const { db, config, pushKey } = services;
  const device = delivery.deviceId && (await readDevice(db, userId, delivery.deviceId));
  if (!device) return;
  const [first] = delivery.items;
  const isOne = delivery.count === 1;
  const message = {
    type: "reminder",
    ...(isOne && first),
    title: isOne ? first!.title : titleOf(delivery),
    body: bodyOf(delivery),
    url: pathTo(delivery),
    tag: delivery.messageId,
    count: delivery.count,
  };
  // The latest of one topic takes the place of what waits there: a message that is sent twice is shown once.
  const topic = createHash("sha256").update(delivery.messageId).digest("base64url").slice(0, 32);
  const mailbox = /<([^<>\s]+)>/.exec(config.mailFrom)?.[1] ?? config.mailFrom;
  const request = pushRequest(pushKey, `mailto:${mailbox}`, device, JSON.stringify(message), {
    topic,
    ttlSeconds: TTL_SECONDS,
  });
  const host = new URL(device.endpoint).host;
  try {
    const status = await ask(services, { url: device.endpoint, source: "user", method: "POST", ...request });
    if (status === 404 || status === 410) {
      await unsubscribe(db, userId, device.endpoint);
      throw new NotDelivered("A browser no longer takes push messages. Turn them on there again.", true);
    }
    assertTaken(status, host);
    await noteOfDevice(db, userId, device.id, null);
  } catch (error) {
    if (error instanceof NotDelivered) await noteOfDevice(db, userId, device.id, error.message);
    throw error;
  }
}

const FINAL = new Set(["refused", "redirect"]);

/** @returns the status of the answer, whose words are not for us */
async function ask({ egress }: SendServices, request: EgressRequest): Promise<number> {
  try {
    const { status, body } = await egress.stream({ timeoutMs: TIMEOUT_MS, idleMs: TIMEOUT_MS, ...request });
    await body.cancel();
    return status;
  } catch (error) {
    if (!(error instanceof EgressError)) throw error;
    throw new NotDelivered(error.message, FINAL.has(error.kind), { cause: error });
  }
}

function assertTaken(status: number, host: string): void {
  if (status >= 200 && status < 300) return;
  const isBusy = status === 429 || status >= 500;
  throw new NotDelivered(
    isBusy
      ? `${host} can't take messages right now (status ${status}).`
      : `${host} refused the message (status ${status}).`,
    !isBusy,
  );
}
