import { rpc } from "../rpc.ts";

/** Whether this browser gets reminders while no page of Cairn is open. */
export type PushState = "on" | "off" | "impossible";

const canPush = () =>
  isSecureContext &&
  "serviceWorker" in navigator &&
  "PushManager" in globalThis &&
  "Notification" in globalThis;

async function subscription(): Promise<PushSubscription | null> {
  if (!canPush()) return null;
  const registration = await navigator.serviceWorker.getRegistration();
  return (await registration?.pushManager.getSubscription()) ?? null;
}

export async function pushState(): Promise<PushState> {
  if (!canPush()) return "impossible";
  return (await subscription()) ? "on" : "off";
}

/**
 * Subscribes this browser to its vendor's push service, and tells the server where that is.
 * @returns what the person can do about it when it failed, by name
 */
export async function startPush(): Promise<"done" | "blocked" | "unreachable"> {
  if ((await Notification.requestPermission()) !== "granted") return "blocked";
  const { key } = await rpc.reminders.pushKey({});
  const registration = await navigator.serviceWorker.ready;
  let made: PushSubscription;
  try {
    made = await registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
  } catch {
    return "unreachable";
  }
  const { endpoint, keys } = made.toJSON();
  await rpc.reminders.subscribe({
    endpoint: endpoint!,
    keys: { p256dh: keys!["p256dh"]!, auth: keys!["auth"]! },
  });
  return "done";
}

/** Also at sign-out: what rings for one person is nothing for the next at this device. */
export async function stopPush(): Promise<void> {
  const made = await subscription().catch(() => null);
  if (!made) return;
  const { endpoint } = made;
  await made.unsubscribe();
  await rpc.reminders.unsubscribe({ endpoint }).catch(() => {});
}
