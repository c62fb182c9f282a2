import { useEffect } from "react";
import { api, queryClient } from "../../platform/api.ts";
import { cachedFrame, useUnreadCount } from "../../kernel/workspace/frame.ts";
import { StateWords } from "../../features/mobile/state-words.tsx";
import { notificationsOptions } from "../../features/notifications/notification-changes.ts";
import { useRings } from "../../features/reminders/rings.ts";
import { newId } from "../../platform/ids.ts";
import { send } from "../../platform/send.ts";
import { useToast, type Toast } from "../../ui/toast-store.ts";

/** This page's own messages, so that one is kept once however often it is sent. */
const pageId = newId();

/** Errors pass in seconds and matter longer; they are kept, once each, when the server can be reached again. */
function keep({ id, title, message }: Toast): void {
  const input = {
    type: "error" as const,
    title: title ?? message,
    message: title ? message : "",
    dedupeKey: `${pageId}-${id}`,
  };
  // Failing to keep a failure is said by nobody: it would be one more.
  void send(["notifications", "add"], input, () => api.notifications.add.call(input)).catch(() => {});
}

/** Mounted by what a signed-in person sees: keeps errors, and tells who is elsewhere. A phone has no sidebar with a state line. */
export function Messages({ isPhone = false }) {
  useEffect(
    () =>
      useToast.subscribe(({ toast }, before) => {
        if (toast && toast.kind === "error" && toast.id !== before.toast?.id) keep(toast);
      }),
    [],
  );
  useTellElsewhere();
  useRings();
  return isPhone && <StateWords />;
}

/** A new message reaches whoever has allowed it through the browser, while no page of Cairn is looked at. */
function useTellElsewhere(): void {
  const unread = useUnreadCount();
  useEffect(() => {
    void queryClient.invalidateQueries({ queryKey: notificationsOptions().queryKey });
    if (unread > 0 && document.visibilityState === "hidden") void tell();
  }, [unread]);
}

let toldUntil = newId();

/** A reminder's stays until it is answered; these are kept in the notifications panel. */
const CLOSES_AFTER_MS = 10_000;

async function tell(): Promise<void> {
  if (!("Notification" in globalThis) || Notification.permission !== "granted") return;
  if (cachedFrame()?.preferences.settings.browserNotifications === false) return;
  const { notifications } = await queryClient.fetchQuery({ ...notificationsOptions(), staleTime: 0 });
  const [newest] = notifications.filter(({ id, isRead }) => !isRead && id > toldUntil);
  if (!newest) return;
  toldUntil = newest.id;
  const options = { body: newest.message, tag: newest.id, icon: "/favicon.svg" };
  const registration = await navigator.serviceWorker?.getRegistration();
  const shown = registration ? null : new Notification(newest.title, options);
  await registration?.showNotification(newest.title, options);
  const close = async () => {
    shown?.close();
    for (const one of (await registration?.getNotifications({ tag: newest.id })) ?? []) one.close();
  };
  setTimeout(() => void close(), CLOSES_AFTER_MS);
}
