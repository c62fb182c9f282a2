import { useEffect } from "react";
import { useUnreadCount } from "../../kernel/workspace/frame.ts";

type Badges = { setAppBadge?: (count: number) => Promise<void>; clearAppBadge?: () => Promise<void> };

/** The number on the app's icon: unread notifications, and none after a sign-out. */
export function useAppBadge(): void {
  const unread = useUnreadCount();
  useEffect(() => {
    const badges: Badges = navigator;
    const shown = unread > 0 ? badges.setAppBadge?.(unread) : badges.clearAppBadge?.();
    // A tab has no icon to put it on.
    shown?.catch(() => undefined);
  }, [unread]);
  useEffect(() => () => void (navigator as Badges).clearAppBadge?.().catch(() => undefined), []);
}
