import { z } from "zod";
import type { PreferenceSettings } from "#contract/preferences.ts";
import { quoted } from "../activity/log-activity.ts";
import type { Tx } from "../db/client.ts";
import { Failure } from "../failure.ts";
import { enqueue } from "../jobs/job.ts";
import { notify } from "../notifications/notifications.ts";
import type { ReminderRow } from "./reminder-row.ts";

export type Ring = { row: ReminderRow; dueAt: Date; isMissed: boolean };

/** Each has a message of its own up to here; more that ring at once are told of together. */
const APART = 20;
const LISTED = 5;

const Item = z.object({
  reminderId: z.string(),
  noteId: z.string().nullable(),
  taskId: z.string().nullable(),
  eventId: z.string().nullable().default(null),
  title: z.string(),
  dueAt: z.string(),
  isMissed: z.boolean(),
});

/** What is told beside reminders; `path` is where a press leads. */
const News = z.object({ title: z.string(), message: z.string(), path: z.string() });
export type News = z.infer<typeof News> & {
  /** The same for what is told twice. */
  key: string;
};

/** One message for one channel: of one reminder, of all that rang together, of which it lists the first, or with other news. */
export const Delivery = z.object({
  channel: z.enum(["push", "email", "webhook"]),
  /** Of push: which browser. */
  deviceId: z.string().optional(),
  /** The same for each try, so that a receiver that has had it knows. */
  messageId: z.string(),
  count: z.int(),
  items: z.array(Item),
  news: News.optional(),
  timeZone: z.string(),
});
export type Delivery = z.infer<typeof Delivery>;
export type DeliveryItem = z.infer<typeof Item>;

/** The queue knows it by this; deliver.ts runs it. */
export const deliverReminders = { name: "deliver-reminders", data: Delivery };

/** Keeps messages for the app, and leaves those of the other channels to the queue: each exists exactly when the ring does. */
export async function announceRings(tx: Tx, rings: Ring[], settings: PreferenceSettings): Promise<void> {
  const timeZone = settings.timeZone ?? "UTC";
  if (settings.reminders?.inApp ?? true) await notifyInApp(tx, rings, timeZone);
  const channels = await channelsOf(tx, settings);
  const groups = rings.length <= APART ? rings.map((ring) => [ring]) : [rings];
  for (const group of groups)
    for (const channel of channels) await enqueueDelivery(tx, { ...channel, ...messageOf(group, timeZone) });
}

/** Tells of something else on the ways that reminders take. */
export async function announceNews(
  tx: Tx,
  { key, ...news }: News,
  settings: Pick<PreferenceSettings, "reminders">,
): Promise<void> {
  const { title, message, path: href } = news;
  if (settings.reminders?.inApp ?? true)
    await notify(tx, { type: "info", title, message, href, dedupeKey: key });
  // Some of them show a message of the same id once.
  const delivery = { messageId: `${tx.userId}-${key}`, count: 0, items: [], timeZone: "UTC", news };
  for (const channel of await channelsOf(tx, settings))
    await enqueueDelivery(tx, { ...channel, ...delivery });
}

/** Those beside the app. */
async function channelsOf(
  tx: Tx,
  { reminders = {} }: Pick<PreferenceSettings, "reminders">,
): Promise<Pick<Delivery, "channel" | "deviceId">[]> {
  const { push = true, email = false, webhook } = reminders;
  return [
    ...(push ? await devicesOf(tx) : []),
    ...(email ? [{ channel: "email" as const }] : []),
    ...(webhook ? [{ channel: "webhook" as const }] : []),
  ];
}

const messageOf = (rings: Ring[], timeZone: string) => ({
  messageId: `${rings[0]!.row.id}-${rings[0]!.dueAt.getTime()}`,
  count: rings.length,
  items: rings.slice(0, LISTED).map(itemOf),
  timeZone,
});

function itemOf({ row, dueAt, isMissed }: Ring): DeliveryItem {
  return {
    reminderId: row.id,
    noteId: row.note_id,
    taskId: row.task_id,
    eventId: row.event_id,
    title: row.title.trim().slice(0, 200) || "Untitled",
    dueAt: dueAt.toISOString(),
    isMissed,
  };
}

async function enqueueDelivery(tx: Tx, delivery: Delivery): Promise<void> {
  try {
    await enqueue(tx, deliverReminders, delivery);
  } catch (error) {
    // Its receivers do not answer for long; the ring itself goes on.
    if (!(error instanceof Failure)) throw error;
    tx.report(error);
  }
}

async function devicesOf(tx: Tx): Promise<Pick<Delivery, "channel" | "deviceId">[]> {
  const rows = await tx.query<{ id: string }>(
    "SELECT id FROM push_subscriptions WHERE user_id = $1 ORDER BY id",
    [tx.userId],
    "devices-for-reminders",
  );
  return rows.map(({ id }) => ({ channel: "push", deviceId: id }));
}

async function notifyInApp(tx: Tx, rings: Ring[], timeZone: string): Promise<void> {
  if (rings.length > APART) {
    const { messageId } = messageOf(rings, timeZone);
    const names = rings.slice(0, LISTED).map(({ row }) => quoted(row.title.slice(0, 100)));
    return notify(tx, {
      type: "info",
      title: `${rings.length} reminders`,
      message: `${names.join(", ")} and ${rings.length - LISTED} more`,
      dedupeKey: `reminder:${messageId}`,
    });
  }
  for (const ring of rings) {
    const item = itemOf(ring);
    await notify(tx, {
      type: "info",
      title: `Reminder: ${item.title}`.slice(0, 200),
      message: item.isMissed ? dueWords(item, timeZone) : "",
      href: pathOf(item),
      dedupeKey: `reminder:${item.reminderId}:${ring.dueAt.getTime()}`,
    });
  }
}

/** Where a press leads. */
export function pathOf({
  noteId,
  taskId,
  eventId,
}: Pick<DeliveryItem, "noteId" | "taskId" | "eventId">): string {
  if (noteId) return `/app/editor/${noteId}`;
  return eventId ? `/app/calendar?event=${eventId}` : `/app/tasks${taskId ? `?task=${taskId}` : ""}`;
}

/** When it was due, for a message that comes late. */
export function dueWords({ dueAt }: Pick<DeliveryItem, "dueAt">, timeZone: string): string {
  const shown = new Date(dueAt).toLocaleString("en-US", {
    timeZone,
    dateStyle: "medium",
    timeStyle: "short",
  });
  return `This was due on ${shown}.`;
}
