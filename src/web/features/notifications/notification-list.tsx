import { useQuery } from "@tanstack/react-query";
import { BellOff, Undo2 } from "lucide-react";
import { useIsOffline } from "../../platform/connection.ts";
import { Button } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { SkeletonRows } from "../../ui/skeleton.tsx";
import { undoLast, useUndos } from "../../kernel/undo.ts";
import { clearNotifications, markAllRead, notificationsOptions } from "./notification-changes.ts";
import { NotificationRow } from "./notification-row.tsx";
import { t } from "../../lib/messages/t.ts";

/** Every message that was kept, with what can be done with all of them. */
export function NotificationList() {
  const { data, isPending, error, refetch } = useQuery(notificationsOptions());
  const all = data?.notifications ?? [];
  const isOffline = useIsOffline();
  const isAnyUnread = all.some(({ isRead }) => !isRead);
  return (
    <>
      <div className="flex flex-wrap gap-2 border-b border-line px-4 py-2">
        <Button disabled={!isAnyUnread} onClick={() => void markAllRead()}>
          {t("Mark all read")}
        </Button>
        <Button look="quiet" disabled={all.length === 0} onClick={() => void clearNotifications()}>
          {t("Clear all")}
        </Button>
      </div>
      <div className="flex min-h-0 flex-1 flex-col gap-2 overflow-y-auto p-3">
        <UndoRow />
        {isPending ? (
          <SkeletonRows count={4} />
        ) : error && all.length === 0 ? (
          <div className="p-4 text-center text-sm text-muted">
            <p>
              {isOffline
                ? t("Can't load notifications while offline.")
                : t("Couldn't load your notifications.")}
            </p>
            <Button className="mt-3" onClick={() => void refetch()}>
              {t("Try again")}
            </Button>
          </div>
        ) : all.length === 0 ? (
          <EmptyState icon={<BellOff size={22} />} title={t("No notifications yet")}>
            {t("Errors and finished background work appear here.")}
          </EmptyState>
        ) : (
          <ul aria-label={t("Notifications kept")} className="flex flex-col gap-2">
            {all.map((notification) => (
              <li key={notification.id}>
                <NotificationRow notification={notification} />
              </li>
            ))}
          </ul>
        )}
      </div>
    </>
  );
}

/** An Undo that a newer toast replaced is still here. */
function UndoRow() {
  const last = useUndos(({ entries }) => entries.at(-1));
  if (!last) return null;
  return (
    <div className="flex items-center justify-between gap-3 rounded-md border border-line p-3 text-sm">
      <span className="min-w-0 wrap-anywhere">{last.words}</span>
      <Button onClick={() => void undoLast()}>
        <Undo2 size={14} aria-hidden="true" /> {t("Undo")}
      </Button>
    </div>
  );
}
