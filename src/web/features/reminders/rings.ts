import { useEffect } from "react";
import type { Reminder } from "#contract/reminders.ts";
import { useActionContext } from "../../kernel/actions/here.ts";
import { openDialog } from "../../kernel/actions/dialogs.ts";
import { cachedFrame } from "../../kernel/workspace/frame.ts";
import { plural } from "../../lib/messages/plural.ts";
import { t } from "../../lib/messages/t.ts";
import { api } from "../../platform/api.ts";
import { local } from "../../platform/local.ts";
import { renewPush } from "../../platform/device/push.ts";
import { toast } from "../../ui/toast-store.ts";
import { subjectPath } from "./subject-path.ts";

/** The specification's times: a first look soon after the start, then again and again, for when nothing tells of a ring. */
const FIRST_MS = 3_000;
const EVERY_MS = 5 * 60_000;
/** Which rings this device has shown. Ids alone; it goes with everything else of the person at sign-out. */
const SHOWN_KEY = "cairn-shown-rings";
const MOST_SHOWN = 300;
/** As long as a message with an action stands. */
const TOAST_MS = 10_000;

/** A ring of a reminder, whatever brings it: the push message has this tag, too. */
const tagOf = ({ id, lastDueAt, reminderDate }: Reminder) => `${id}-${Date.parse(lastDueAt ?? reminderDate)}`;

/** Shows reminders that rang, each once on this device. */
export function useRings(): void {
  useEffect(() => {
    const first = setTimeout(() => {
      void showRings();
      void renewPush().catch(() => {});
    }, FIRST_MS);
    const timer = setInterval(() => void showRings(), EVERY_MS);
    return () => {
      clearTimeout(first);
      clearInterval(timer);
    };
  }, []);
}

let isLooking = false;
let isWanted = false;

/** One look at a time; what rings during one is looked for after it. */
export async function showRings(): Promise<void> {
  isWanted = true;
  if (isLooking) return;
  isLooking = true;
  try {
    while (isWanted) {
      isWanted = false;
      await look();
    }
  } catch {
    // The next look comes; a failed one is nobody's concern.
  } finally {
    isLooking = false;
  }
}

async function look(): Promise<void> {
  const { reminders } = await api.reminders.due.call({});
  const fresh = await takeUnshown(reminders.filter(({ notificationSent }) => notificationSent));
  const silent: Reminder[] = [];
  for (const reminder of fresh) if (!(await notify(reminder).catch(() => false))) silent.push(reminder);
  if (silent.length > 0) tell(silent);
}

/** One of all pages of this browser shows a ring. */
async function takeUnshown(reminders: Reminder[]): Promise<Reminder[]> {
  const take = () => {
    const shown = (local.get(SHOWN_KEY) ?? "").split(" ").filter(Boolean);
    const fresh = reminders.filter((reminder) => !shown.includes(tagOf(reminder)));
    if (fresh.length > 0) local.set(SHOWN_KEY, [...shown, ...fresh.map(tagOf)].slice(-MOST_SHOWN).join(" "));
    return fresh;
  };
  return "locks" in navigator ? navigator.locks.request(SHOWN_KEY, take) : take();
}

/** Several at once are one message: each after the other would ring for minutes. */
function tell(rung: Reminder[]): void {
  const [first] = rung;
  const more = rung.length - 1;
  const title =
    more === 0
      ? first!.title
      : plural(
          more,
          { one: "{title} and {count} more", other: "{title} and {count} more" },
          { title: first!.title },
        );
  const view = () =>
    more === 0 ? useActionContext.getState().go(subjectPath(first!)) : openDialog({ kind: "reminders" });
  toast.info(t("⏰ Reminder: {title}", { title }), {
    duration: TOAST_MS,
    action: { label: t("View"), run: view },
  });
}

/** Where a browser shows fewer, the last go first: a press on the notification itself does as View Note. */
const actionsFor = ({ noteId }: Reminder) =>
  Object.entries({
    snooze: t("Snooze 15min"),
    dismiss: t("Dismiss"),
    view: noteId ? t("View Note") : t("View"),
  }).map(([action, title]) => ({ action, title }));

/** @returns false where the browser has no notifications, or may not show them */
async function notify(reminder: Reminder): Promise<boolean> {
  if (!("Notification" in globalThis) || Notification.permission !== "granted") return false;
  if (cachedFrame()?.preferences.settings.browserNotifications === false) return false;
  const registration = await navigator.serviceWorker?.getRegistration();
  if (!registration) return false;
  await registration.showNotification(reminder.title, {
    body: t("Reminder"),
    tag: tagOf(reminder),
    icon: "/favicon.svg",
    data: { url: subjectPath(reminder), reminderId: reminder.id },
    actions: actionsFor(reminder),
    // It waits for whoever is away from the screen.
    requireInteraction: true,
  } as NotificationOptions);
  return true;
}
